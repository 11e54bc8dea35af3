/** That too few of something are in stock, in words; null when there are enough or nobody counts them. */
export function shortageText(title: string, available: number | null, wanted: number): string | null {
  if (available === null || available >= wanted) return null;
  return available <= 0 ? `${title} is out of stock.` : `Only ${available} of ${title} in stock.`;
}
