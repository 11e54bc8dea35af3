/** At most so many characters of a text, cut between code points: half an emoji is not text. */
export function cutText(text: string, longest: number): string {
  const fitting = text.slice(0, longest);
  return fitting.isWellFormed() || fitting.length === text.length ? fitting : fitting.slice(0, -1);
}
