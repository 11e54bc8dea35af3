import type { PortalTextShown } from '#contract/merchant/portal-texts.ts';

/** Texts that have every word that was typed: in English, in their language or in their key. */
export function findTexts(
  texts: readonly PortalTextShown[],
  { typed, isChangedOnly }: { typed: string; isChangedOnly: boolean },
): PortalTextShown[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return texts.filter(({ id, english, shipped, said }) => {
    if (isChangedOnly && said === null) return false;
    const searched = [id, english, shipped, said ?? ''].join('\n').toLowerCase();
    return words.every((word) => searched.includes(word));
  });
}
