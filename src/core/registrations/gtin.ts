const LENGTHS: ReadonlySet<number> = new Set([8, 12, 13, 14]);

/**
 * A product's number in GS1's system, as 14 digits; null where the text is none. GTIN-8, UPC-A and EAN-13 are the same
 * number with fewer digits, and the last digit proves the others.
 */
export function gtin14(text: string): string | null {
  const digits = text.replaceAll(/[\s-]/g, '');
  if (!/^\d+$/.test(digits) || !LENGTHS.has(digits.length)) return null;
  const padded = digits.padStart(14, '0');
  return Number(padded.at(-1)) === checkDigit(padded.slice(0, -1)) && Number(padded) > 0 ? padded : null;
}

/** The last digit of a GTIN, from the thirteen before it. */
export function checkDigit(digits: string): number {
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
}
