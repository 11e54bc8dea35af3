const LEFT = '[erased]';

/** The value with every one of these words taken out of its texts, whatever their case. */
export function withoutWords(value: unknown, words: readonly string[]): unknown {
  if (words.length === 0) return value;
  const any = new RegExp(words.map((word) => RegExp.escape(word)).join('|'), 'giu');
  return replaced(value, any);
}

function replaced(value: unknown, any: RegExp): unknown {
  if (typeof value === 'string') return value.replaceAll(any, LEFT);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => replaced(one, any));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaced(one, any)]));
}
