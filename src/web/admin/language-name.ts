const languageNames = new Intl.DisplayNames('en', { type: 'language' });

/** A language by its English name. */
export const languageName = (language: string): string => languageNames.of(language) ?? language;
