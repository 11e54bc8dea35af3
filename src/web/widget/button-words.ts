/** What shows words in a button: a text, or the value of an input. */
export type Words = { nodeValue: string | null };

export const wordsIn = (node: Node): Words[] => {
  if (node instanceof Text) return [node];
  const value = node instanceof HTMLInputElement && node.getAttributeNode('value');
  return value ? [value] : [...node.childNodes].flatMap(wordsIn);
};

/** Puts our words in place of the longest of a button, so that its icons, spinners and prices stay; and puts them back. */
export function buttonWords(): (all: readonly Words[], ours: string) => void {
  const theirs = new WeakMap<Words, string>();
  const rank = (one: Words): number => (theirs.has(one) ? 1e9 : (one.nodeValue?.trim().length ?? 0));
  return (all, ours) => {
    const [words] = all.toSorted((a, b) => rank(b) - rank(a));
    if (!words || words.nodeValue === ours) return;
    const next = ours || theirs.get(words);
    if (ours) theirs.set(words, words.nodeValue ?? '');
    else theirs.delete(words);
    if (next !== undefined) words.nodeValue = next;
  };
}
