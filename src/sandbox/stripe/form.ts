import { invalid } from './errors.ts';

/** A form-encoded body as Stripe reads it: `card[number]=…` nests, `expand[]=…` and `expand[0]=…` are lists. */
export type Fields = { [name: string]: Field };
export type Field = string | Fields;

export function parseForm(text: string): Fields {
  const root = newFields();
  for (const [name, value] of new URLSearchParams(text)) put(root, partsOf(name), value);
  return root;
}

// Without a prototype: a parameter may be called anything.
const newFields = (): Fields => Object.create(null) as Fields;

function partsOf(name: string): string[] {
  const open = name.indexOf('[');
  if (open === -1) return [name];
  return [name.slice(0, open), ...[...name.slice(open).matchAll(/\[([^\]]*)\]/g)].map(([, part = '']) => part)];
}

function put(fields: Fields, [first = '', ...rest]: string[], value: string): void {
  const name = first === '' ? String(Object.keys(fields).length) : first;
  if (rest.length === 0) {
    fields[name] = value;
    return;
  }
  const inner = fields[name];
  const nested = typeof inner === 'object' ? inner : newFields();
  fields[name] = nested;
  put(nested, rest, value);
}

/** The text of a parameter; null when it is not given or empty, which to Stripe is the same. */
export function text(fields: Fields, name: string): string | null {
  const value = fields[name];
  if (value === undefined || value === '') return null;
  if (typeof value === 'string') return value;
  throw invalid(`Invalid string: ${JSON.stringify(value)}`, name);
}

export function needed(fields: Fields, name: string): string {
  const value = text(fields, name);
  if (value === null) throw invalid(`Missing required param: ${name}.`, name, 'parameter_missing');
  return value;
}

export function integer(fields: Fields, name: string): number | null {
  const value = text(fields, name);
  if (value === null) return null;
  const number = Number(value);
  if (!/^-?\d+$/.test(value) || !Number.isSafeInteger(number))
    throw invalid(`Invalid integer: ${value}`, name, 'parameter_invalid_integer');
  return number;
}

export function flag(fields: Fields, name: string): boolean {
  const value = text(fields, name);
  if (value !== null && value !== 'true' && value !== 'false') throw invalid(`Invalid boolean: ${value}`, name);
  return value === 'true';
}

export function choice<T extends string>(fields: Fields, name: string, choices: readonly T[]): T | null {
  const value = text(fields, name);
  if (value === null) return null;
  const found = choices.find((each) => each === value);
  if (found === undefined) throw invalid(`Invalid ${name}: must be one of ${choices.join(', ')}`, name);
  return found;
}

export function nested(fields: Fields, name: string): Fields {
  const value = fields[name];
  if (value === undefined || value === '') return newFields();
  if (typeof value === 'object') return value;
  throw invalid(`Invalid object`, name);
}

export const list = (fields: Fields, name: string): string[] =>
  Object.values(nested(fields, name)).filter((value) => typeof value === 'string');

/** Metadata as Stripe takes it: at most 50 pairs, names of 40 signs, values of 500. */
export function metadata(fields: Fields): Record<string, string> {
  const pairs = Object.entries(nested(fields, 'metadata')).map(([name, value]): [string, string] => {
    if (typeof value !== 'string' || value.length > 500)
      throw invalid(`Metadata values can have up to 500 characters`, `metadata[${name}]`);
    if (name.length > 40) throw invalid(`Metadata keys can have up to 40 characters`, 'metadata');
    return [name, value];
  });
  if (pairs.length > 50) throw invalid('Metadata can have up to 50 keys', 'metadata');
  return Object.fromEntries(pairs);
}

/** Stripe refuses what it does not know, so that a misspelled parameter is not silently nothing. */
export function onlyKnown(fields: Fields, names: readonly string[]): void {
  for (const name of Object.keys(fields)) {
    if (!names.includes(name)) throw invalid(`Received unknown parameter: ${name}`, name, 'parameter_unknown');
  }
}
