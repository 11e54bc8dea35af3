/**
 * The text of an amount in which a comma was typed and read as its decimal point, once `key` shows that it set thousands
 * apart: "1.23" and then 4 is 1234. Null while it may still be a decimal comma.
 */
export function regrouped(shown: string, key: string, decimals: number): string | null {
  const [, whole = '', fraction = ''] = /^([\d,]+)\.(\d+)$/.exec(shown) ?? [];
  const joined = whole.replaceAll(',', '') + fraction;
  if (/^\d$/.test(key)) return fraction.length === 2 && decimals < 3 ? joined + key : null;
  return key === '.' && fraction.length === 3 ? `${joined}.` : null;
}
