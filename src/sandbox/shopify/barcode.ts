/** The EAN-13 of a variant, with a right check digit; of the numbers that GS1 leaves to shops themselves. */
export function barcodeOf(variantId: number): string {
  const digits = `20${String(variantId % 10_000_000_000).padStart(10, '0')}`;
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
