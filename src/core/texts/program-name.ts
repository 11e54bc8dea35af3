import type { Language } from '#core/texts/languages.ts';

/** What a store calls its warranty (S9.12). */
export const PROGRAM_NAMES = ['Warranty', 'Guarantee'] as const;
export type ProgramName = (typeof PROGRAM_NAMES)[number];

const PAIRS: readonly (readonly [RegExp, string])[] = [
  [/warranty/g, 'guarantee'],
  [/Warranty/g, 'Guarantee'],
];

const asGuarantee = (text: string): string => PAIRS.reduce((so, [from, to]) => so.replace(from, to), text);

/** The texts, by id, that the name of the program changes. Only English has two words for it: other languages ship with one. */
export function programTexts(
  texts: Readonly<Record<string, string>>,
  name: ProgramName,
  language: Language,
): Record<string, string> {
  if (name === 'Warranty' || language !== 'en') return {};
  const named = Object.entries(texts).map(([id, text]) => [id, asGuarantee(text)] as const);
  return Object.fromEntries(named.filter(([id, text]) => text !== texts[id]));
}
