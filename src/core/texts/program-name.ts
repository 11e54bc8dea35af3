import type { Language } from '#core/texts/languages.ts';

/** What a store calls its warranty (S9.12). */
export const PROGRAM_NAMES = ['Warranty', 'Guarantee'] as const;
export type ProgramName = (typeof PROGRAM_NAMES)[number];

const PAIRS: readonly (readonly [RegExp, string])[] = [
  [/warranty/g, 'guarantee'],
  [/Warranty/g, 'Guarantee'],
];

/** A sentence with the name a store gives its warranty. Only English has two words for it: other languages ship with one. */
export const inProgram = (text: string, name: ProgramName, language: Language): string =>
  name === 'Warranty' || language !== 'en' ? text : PAIRS.reduce((so, [from, to]) => so.replace(from, to), text);

/** The texts, by id, that the name of the program changes. */
export const programTexts = (
  texts: Readonly<Record<string, string>>,
  name: ProgramName,
  language: Language,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts)
      .map(([id, text]) => [id, inProgram(text, name, language)] as const)
      .filter(([id, text]) => text !== texts[id]),
  );
