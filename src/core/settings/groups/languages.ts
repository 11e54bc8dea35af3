import { z } from 'zod';
import { choice, choices } from '#core/settings/field.ts';
import { settingsGroup } from '#core/settings/group.ts';
import { LANGUAGE_CODES, LANGUAGES, type Language } from '#core/texts/languages.ts';

const NAMES = Object.fromEntries(LANGUAGE_CODES.map((code) => [code, LANGUAGES[code].name])) as Record<
  Language,
  string
>;

export const languages = settingsGroup({
  page: 'languages',
  title: 'Languages of the portal',
  help: "The portal opens in the language of the shopper's browser, if you offer it. Shoppers can change it at the end of each page.",
  fields: z.object({
    portalLanguages: choices({
      label: 'Offered languages',
      also: 'translation locale multilingual',
      options: NAMES,
      default: [...LANGUAGE_CODES],
    }),
    defaultLanguage: choice({
      label: 'Default language',
      help: 'For shoppers whose browser asks for none of the offered languages.',
      also: 'fallback',
      options: NAMES,
      default: 'en',
    }),
  }),
  check: ({ portalLanguages, defaultLanguage }) =>
    portalLanguages.includes(defaultLanguage) ? {} : { defaultLanguage: 'Must be one of the offered languages.' },
});
