/** Drops what is over from answers that are kept for a while. */
export function forget<T>(all: Map<string, T>, isOver: (one: T, index: number) => boolean): void {
  for (const [index, [key, one]] of [...all].entries()) if (isOver(one, index)) all.delete(key);
}
