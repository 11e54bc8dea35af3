/** A sentence that stock is short; null if there is enough or it isn't tracked. */
export function shortageText(title: string, available: number | null, wanted: number): string | null {
  if (available === null || available >= wanted) return null;
  return available <= 0 ? `${title} is out of stock.` : `Only ${available} of ${title} in stock.`;
}
