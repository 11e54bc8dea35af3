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

/**
 * A pasted amount as it would be typed here: "$1,234.50" is 1234.50, and so is "1.234,50", as other languages write it.
 * Null for what is no amount.
 */
export function pastedAmount(text: string, decimals: number): string | null {
  const [written] = /^[^\d.,-]*(\d[\d.,\s]*)[^\d.,-]*$/.exec(text)?.slice(1) ?? [];
  if (written === undefined) return null;
  const parts = written.replaceAll(/\s/g, '').split(/[.,]/);
  const last = parts.pop() ?? '';
  const separators = new Set(written.match(/[.,]/g));
  const isGrouped =
    separators.size === 1 && (parts.length > 1 || (separators.has(',') && last.length === 3 && decimals < 3));
  if (parts.length === 0 || isGrouped) return parts.join('') + last;
  return `${parts.join('')}.${last}`;
}
