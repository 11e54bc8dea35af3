/** The languages of the portal, each by its own name, in the order in which people choose. */
export const LANGUAGES = {
  en: { name: 'English', dir: 'ltr' },
} as const satisfies Readonly<Record<string, { name: string; dir: 'ltr' | 'rtl' }>>;

export type Language = keyof typeof LANGUAGES;
export const isLanguage = (code: string): code is Language => Object.hasOwn(LANGUAGES, code);

/** The language that suits these wishes best ("pt-BR" before "en"); English where none of them is shipped. */
export function languageFor(wishes: readonly string[]): Language {
  for (const wish of wishes) {
    const [code = ''] = wish.toLowerCase().split('-');
    if (isLanguage(code)) return code;
  }
  return 'en';
}

/** How to write numbers, money and dates: as the region that was wished for does, where it speaks the language. */
export const localeFor = (language: Language, wishes: readonly string[]): string =>
  wishes.find((wish) => wish.toLowerCase().split('-')[0] === language) ?? language;
