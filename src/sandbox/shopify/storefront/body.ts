/** A value as the storefront's calls send it: JSON, or a form whose names nest with brackets. */
export type Value = string | number | boolean | null | Value[] | { [name: string]: Value };
export type Fields = Record<string, Value>;

const isFields = (value: Value | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const fieldsOf = (value: Value | undefined): Fields => (isFields(value) ? value : {});

/** A list, or what a form numbers instead of listing. */
export const listOf = (value: Value | undefined): Value[] =>
  Array.isArray(value) ? value : isFields(value) ? Object.values(value) : [];

export const textOf = (value: Value | undefined): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

/** A whole number, or null. */
export function wholeOf(value: Value | undefined): number | null {
  const text = textOf(value).trim();
  return /^-?\d+$/.test(text) ? Number(text) : null;
}

const UNSAFE = new Set(['__proto__', 'constructor', 'prototype']);

/** Puts 'items[0][id]' where it belongs. */
function put(into: Fields, name: string, value: string): void {
  const path = [name.split('[', 1)[0] ?? '', ...[...name.matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? '')];
  if (path.some((part) => UNSAFE.has(part))) return;
  let here = into;
  for (const [at, part] of path.entries()) {
    const key = part === '' && at > 0 ? String(Object.keys(here).length) : part;
    if (at === path.length - 1) here[key] = value;
    else {
      const next = fieldsOf(here[key]);
      here[key] = next;
      here = next;
    }
  }
}

/** The fields of a body in any of the forms that themes send; null where it is none of them. */
export async function readBody(contentType: string, body: Buffer): Promise<Fields | null> {
  if (body.length === 0) return {};
  try {
    if (contentType.includes('json')) {
      const read = JSON.parse(body.toString()) as Value;
      return isFields(read) ? read : null;
    }
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
    const fields: Fields = {};
    for (const [name, value] of form) if (typeof value === 'string') put(fields, name, value);
    return fields;
  } catch {
    return null;
  }
}
