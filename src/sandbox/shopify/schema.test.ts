import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { GraphQLArgument, GraphQLField, GraphQLInputField, IntrospectionQuery } from 'graphql';
import {
  buildClientSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  isUnionType,
  validateSchema,
} from 'graphql';
import { expect, test } from 'vitest';
import { loadSchema } from './execute.ts';
import { scopeOfTopic } from './scopes.ts';

// As Shopify publishes it: the package is installed for this file alone.
const file = new URL('../../../node_modules/@shopify/dev-mcp/dist/data/admin_2026-07.json.gz', import.meta.url);

function official(): ReturnType<typeof buildClientSchema> {
  const read: { data?: IntrospectionQuery } & IntrospectionQuery = JSON.parse(
    gunzipSync(readFileSync(file)).toString(),
  );
  return buildClientSchema(read.data ?? read);
}

const where = (kind: string, ...path: string[]) => `${kind} ${path.join('.')}`;

function argumentFaults(
  path: string[],
  ours: readonly GraphQLArgument[],
  theirs: readonly GraphQLArgument[],
): string[] {
  const faults = ours.flatMap((each) => {
    const real = theirs.find((other) => other.name === each.name);
    return real !== undefined && String(real.type) === String(each.type) ? [] : [where('argument', ...path, each.name)];
  });
  const lacking = theirs.filter((each) => isRequiredArgument(each) && !ours.some((other) => other.name === each.name));
  return [...faults, ...lacking.map((each) => where('required argument missing', ...path, each.name))];
}

type Fields<T> = Readonly<Record<string, T>>;

function fieldFaults(
  type: string,
  ours: Fields<GraphQLField<unknown, unknown>>,
  theirs: Fields<GraphQLField<unknown, unknown>>,
): string[] {
  return Object.values(ours).flatMap((each) => {
    const real = theirs[each.name];
    if (real === undefined || String(real.type) !== String(each.type)) return [where('field', type, each.name)];
    return argumentFaults([type, each.name], each.args, real.args);
  });
}

function inputFaults(type: string, ours: Fields<GraphQLInputField>, theirs: Fields<GraphQLInputField>): string[] {
  const faults = Object.values(ours).flatMap((each) =>
    String(theirs[each.name]?.type) === String(each.type) ? [] : [where('input field', type, each.name)],
  );
  const lacking = Object.values(theirs).filter((each) => isRequiredInputField(each) && ours[each.name] === undefined);
  return [...faults, ...lacking.map((each) => where('required input field missing', type, each.name))];
}

function faultsOf(): string[] {
  const theirs = official();
  const ours = loadSchema();
  return Object.values(ours.getTypeMap())
    .filter((type) => !type.name.startsWith('__'))
    .flatMap((type): string[] => {
      const real = theirs.getType(type.name);
      if (real === undefined || real.constructor.name !== type.constructor.name) return [where('type', type.name)];
      if ((isObjectType(type) && isObjectType(real)) || (isInterfaceType(type) && isInterfaceType(real))) {
        const implemented = type
          .getInterfaces()
          .filter((each) => !real.getInterfaces().some((other) => other.name === each.name));
        return [
          ...fieldFaults(type.name, type.getFields(), real.getFields()),
          ...implemented.map((each) => where('interface', type.name, each.name)),
        ];
      }
      if (isInputObjectType(type) && isInputObjectType(real))
        return [
          ...inputFaults(type.name, type.getFields(), real.getFields()),
          ...(type.isOneOf === real.isOneOf ? [] : [where('oneOf', type.name)]),
        ];
      if (isEnumType(type) && isEnumType(real))
        return type
          .getValues()
          .filter((each) => !real.getValues().some((other) => other.name === each.name))
          .map((each) => where('enum value', type.name, each.name));
      if (isUnionType(type) && isUnionType(real))
        return type
          .getTypes()
          .filter((each) => !real.getTypes().some((other) => other.name === each.name))
          .map((each) => where('member', type.name, each.name));
      return [];
    });
}

test('the schema of the sandbox is valid by itself', () => {
  expect(validateSchema(loadSchema())).toEqual([]);
});

test('every type, field, argument, input field and enum value agrees with the official 2026-07 schema', () => {
  expect(faultsOf()).toEqual([]);
});

test('@idempotent is declared as in the official schema', () => {
  const theirs = official().getDirective('idempotent');
  const ours = loadSchema().getDirective('idempotent');
  expect(ours?.args.map((each) => `${each.name}: ${String(each.type)}`)).toEqual(
    theirs?.args.map((each) => `${each.name}: ${String(each.type)}`),
  );
  expect(ours?.locations).toEqual(theirs?.locations);
});

test('a webhook topic requires the scope that its official description names', () => {
  const theirs = official().getType('WebhookSubscriptionTopic');
  const ours = loadSchema().getType('WebhookSubscriptionTopic');
  if (!isEnumType(theirs) || !isEnumType(ours)) throw new Error('the topics are an enum');
  for (const { name } of ours.getValues()) {
    const [, required = ''] = /Requires (.*)/s.exec(theirs.getValue(name)?.description ?? '') ?? [];
    const scopes: (string | null)[] = required.match(/\bread_\w+/g) ?? [null];
    expect(scopes, name).toContain(scopeOfTopic(name));
  }
});
