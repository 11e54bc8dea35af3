import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

type Schema = {
  $ref?: string;
  anyOf?: Schema[];
  type?: string;
  nullable?: boolean;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  required?: string[];
  items?: Schema;
  maxLength?: number;
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Compares answers with the named types of an OpenAPI file, all the way down; each complaint names its place.
 * `newer` names properties that came after the file was made.
 */
export function readOpenApi(file: URL, newer: readonly string[]) {
  const document: unknown = JSON.parse(gunzipSync(readFileSync(file)).toString('utf8'));
  const { components } = document as { components: { schemas: Record<string, Schema> } };

  const resolve = (schema: Schema): Schema => {
    if (schema.$ref === undefined) return schema;
    const found = components.schemas[schema.$ref.split('/').at(-1) ?? ''];
    if (!found) throw new Error(`no type ${schema.$ref}`);
    return found;
  };

  const check = (value: unknown, given: Schema, place: string): string[] => {
    const schema = resolve(given);
    if (value === null) return given.nullable === true || schema.nullable === true ? [] : [`${place} is null`];
    if (schema.anyOf) {
      const all = schema.anyOf.map((each) => check(value, each, place));
      return all.some((complaints) => complaints.length === 0)
        ? []
        : (all.toSorted((a, b) => a.length - b.length)[0] ?? []);
    }
    if (schema.enum && !schema.enum.includes(value)) return [`${place} is ${JSON.stringify(value)}`];
    switch (schema.type) {
      case 'object':
        return isObject(value) ? checkObject(value, schema, place) : [`${place} is no object`];
      case 'array':
        return Array.isArray(value)
          ? value.flatMap((each: unknown, index) => check(each, schema.items ?? {}, `${place}[${index}]`))
          : [`${place} is no list`];
      case 'integer':
        return Number.isInteger(value) ? [] : [`${place} is no integer`];
      case 'number':
      case 'boolean':
        return typeof value === schema.type ? [] : [`${place} is no ${schema.type}`];
      case 'string':
        if (typeof value !== 'string') return [`${place} is no string`];
        return value.length <= (schema.maxLength ?? Infinity) ? [] : [`${place} is too long`];
      default:
        return [];
    }
  };

  const checkObject = (value: Record<string, unknown>, schema: Schema, place: string): string[] => {
    const { properties, additionalProperties, required = [] } = schema;
    const missing = required.filter((name) => !(name in value)).map((name) => `${place}.${name} is missing`);
    const wrong = Object.entries(value).flatMap(([name, each]) => {
      const known = properties?.[name];
      if (known) return check(each, known, `${place}.${name}`);
      if (typeof additionalProperties === 'object') return check(each, additionalProperties, `${place}.${name}`);
      if (properties === undefined || Object.keys(properties).length === 0 || newer.includes(name)) return [];
      return [`${place}.${name} is not in the type`];
    });
    return [...missing, ...wrong];
  };

  return { check: (value: unknown, type: string): string[] => check(value, { $ref: `#/${type}` }, type) };
}
