/** The list with the element at `from` moved by one place; the same list at its ends. */
export function moved<T>(list: readonly T[], from: number, by: 1 | -1): T[] {
  const next = [...list];
  const to = from + by;
  const [taken, neighbor] = [list[from], list[to]];
  if (taken === undefined || neighbor === undefined) return next;
  next[to] = taken;
  next[from] = neighbor;
  return next;
}
