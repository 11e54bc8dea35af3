/** A field that differs: `rule.event.params.feeAmount` is a field within a field. */
export type FieldDifference = { path: string; before: unknown; after: unknown };

/** What differs between the two sides of an entry, by field; a list is one value. Undefined: the side has no such field. */
export function differenceOf(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): FieldDifference[] {
  const [was, became] = [leavesOf(before), leavesOf(after)];
  const paths = [...new Set([...was.keys(), ...became.keys()])];
  return paths.flatMap((path) => {
    const [one, other] = [was.get(path), became.get(path)];
    return JSON.stringify(one) === JSON.stringify(other) ? [] : [{ path, before: one, after: other }];
  });
}

function leavesOf(values: Readonly<Record<string, unknown>>): Map<string, unknown> {
  const within = (path: string, value: unknown): [string, unknown][] => {
    const parts = partsOf(value);
    return parts.length === 0 ? [[path, value]] : parts.flatMap(([key, inner]) => within(`${path}.${key}`, inner));
  };
  return new Map(Object.entries(values).flatMap(([key, value]) => within(key, value)));
}

/** The fields of an object, and the elements of a list of things that have ids; none of any other value. */
function partsOf(value: unknown): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [];
  if (!Array.isArray(value)) return Object.entries(value);
  const things = value.flatMap((one: unknown): [string, unknown][] =>
    typeof one === 'object' && one !== null && 'id' in one ? [[String(one.id), one]] : [],
  );
  return things.length === value.length ? things : [];
}

/** A path as people read it: `rule.event.params.feeAmount` is 'Rule › Event › Params › Fee amount'. */
export const pathInWords = (path: string): string => path.split('.').map(inWords).join(' › ');

function inWords(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A value as people read it. */
export function valueInWords(value: unknown): string {
  if (value === undefined || value === null || value === '') return '';
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value) && value.every((one) => typeof one === 'string' || typeof one === 'number'))
    return value.join(', ');
  return JSON.stringify(value, null, 1);
}
