import { createHash } from 'node:crypto';
import { customerById } from '../lookup.ts';
import type { Customer, Metafield } from '../state.ts';
import { gid, nextId, numberOf } from '../state.ts';
import type { Context, View } from '../views/connection.ts';
import { isoNow } from './announce.ts';

type Input = {
  ownerId: string;
  namespace?: string | null;
  key: string;
  type?: string | null;
  value: string;
  compareDigest?: string | null;
};

/** The namespace that is the app's own, as the platform writes it out. */
export const namespaceOf = (namespace: string | null | undefined): string =>
  (namespace ?? '$app').replace(/^\$app(?=:|$)/, 'app--1').replaceAll(':', '--');

const digestOf = (field: Metafield): string => createHash('sha256').update(field.value).digest('hex');

export function metafieldView(field: Metafield): View {
  return {
    __typename: 'Metafield',
    ...field,
    id: gid('Metafield', field.id),
    legacyResourceId: String(field.id),
    jsonValue: () => (field.type === 'json' ? JSON.parse(field.value) : field.value),
    sizeInBytes: Buffer.byteLength(field.value),
    compareDigest: digestOf(field),
  };
}

type Problem = { code: string; field: string[]; message: string; elementIndex: number };

/** Sets fields of customers, all or none. With a compareDigest only what still is as the caller saw it. */
export function metafieldsSet(context: Context, inputs: readonly Input[]): View {
  const owners = inputs.map((input) => customerById(context.shop, numberOf(input.ownerId, 'Customer')));
  const problems = inputs.flatMap((input, index) => problemOf(owners[index], input, index));
  if (problems.length > 0) return { metafields: null, userErrors: problems };
  const written = inputs.flatMap((input, index) => {
    const owner = owners[index];
    return owner === undefined ? [] : [write(context, owner, input)];
  });
  return { metafields: written.map(metafieldView), userErrors: [] };
}

const find = (owner: Customer | undefined, input: Input): Metafield | undefined =>
  owner?.metafields?.find((each) => each.namespace === namespaceOf(input.namespace) && each.key === input.key);

function problemOf(owner: Customer | undefined, input: Input, elementIndex: number): Problem[] {
  const problem = (code: string, name: string, message: string): Problem[] => [
    { code, field: ['metafields', String(elementIndex), name], message, elementIndex },
  ];
  if (owner === undefined) return problem('INVALID', 'ownerId', 'Owner does not exist.');
  if (!/^[\w-]{2,64}$/.test(input.key)) return problem('INVALID', 'key', 'Key must be 2-64 letters, digits, - or _.');
  const before = find(owner, input);
  if (before === undefined && !input.type) return problem('BLANK', 'type', "Type can't be blank");
  if (input.compareDigest === undefined) return [];
  const digest = before === undefined ? null : digestOf(before);
  return digest === input.compareDigest
    ? []
    : problem('STALE_OBJECT', 'compareDigest', 'The resource has been updated since it was loaded.');
}

function write(context: Context, owner: Customer, input: Input): Metafield {
  const now = isoNow();
  const before = find(owner, input);
  if (before !== undefined) return Object.assign(before, { value: input.value, updatedAt: now });
  const made: Metafield = {
    id: nextId(context.shop),
    namespace: namespaceOf(input.namespace),
    key: input.key,
    type: input.type ?? 'single_line_text_field',
    value: input.value,
    createdAt: now,
    updatedAt: now,
  };
  (owner.metafields ??= []).push(made);
  owner.updatedAt = now;
  return made;
}
