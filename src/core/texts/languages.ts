/** The languages of the portal, each by its own name, in the order in which people choose. */
export const LANGUAGES = {
  en: { name: 'English', dir: 'ltr' },
  es: { name: 'Español', dir: 'ltr' },
  fr: { name: 'Français', dir: 'ltr' },
  de: { name: 'Deutsch', dir: 'ltr' },
  pt: { name: 'Português', dir: 'ltr' },
  it: { name: 'Italiano', dir: 'ltr' },
  nl: { name: 'Nederlands', dir: 'ltr' },
  ja: { name: '日本語', dir: 'ltr' },
  ar: { name: 'العربية', dir: 'rtl' },
} as const satisfies Readonly<Record<string, { name: string; dir: 'ltr' | 'rtl' }>>;

export type Language = keyof typeof LANGUAGES;
export const isLanguage = (code: string): code is Language => Object.hasOwn(LANGUAGES, code);
export const LANGUAGE_CODES: readonly Language[] = Object.keys(LANGUAGES).filter(isLanguage);

/** A language as it is kept: absent for English. */
export const keptLanguage = (language: Language = 'en'): { language?: Language } =>
  language === 'en' ? {} : { language };

const languageOf = (wish: string): string => wish.toLowerCase().split('-')[0] ?? '';

/** The offered language that suits these wishes best ("pt-BR" before "en"); the store's own where none of them does. */
export function languageFor(
  wishes: readonly string[],
  offered: readonly Language[] = LANGUAGE_CODES,
  otherwise: Language = 'en',
): Language {
  for (const wish of wishes) {
    const language = offered.find((code) => code === languageOf(wish));
    if (language) return language;
  }
  return otherwise;
}

/** The languages that these wishes name, whatever a store offers, and English, in which most stores write. */
export const languagesWished = (wishes: readonly string[]): Language[] => [
  ...new Set([...wishes.map(languageOf).filter(isLanguage), 'en' as const]),
];

/** How to write numbers, money and dates: as the region that was wished for does, where it speaks the language. */
export const localeFor = (language: Language, wishes: readonly string[]): string =>
  wishes.find((wish) => languageOf(wish) === language) ?? language;

/** The wishes of an Accept-Language header, the dearest first. */
export const wishesOf = (header: string): string[] =>
  header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const weight = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find((found) => found !== undefined);
      return { tag: tag.trim(), weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ tag, weight }) => tag !== '' && tag !== '*' && weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
