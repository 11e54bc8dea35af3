import claim from '#core/texts/catalogs/en/claim.ts';
import email from '#core/texts/catalogs/en/email.ts';
import policy from '#core/texts/catalogs/en/policy.ts';
import protection from '#core/texts/catalogs/en/protection.ts';
import register from '#core/texts/catalogs/en/register.ts';
import returning from '#core/texts/catalogs/en/return.ts';
import start from '#core/texts/catalogs/en/start.ts';
import withdrawal from '#core/texts/catalogs/en/withdrawal.ts';
import type { Words } from '#core/texts/phrase.ts';
import { writerOf, type Writer } from '#core/texts/writer.ts';

export const ENGLISH: Writer = writerOf(
  { ...start, ...returning, ...claim, ...register, ...withdrawal, ...protection, ...email, ...policy },
  'en',
  { locale: 'en-US' },
);

/** In English, as callers of the API and staff read it. */
export const english = (words: Words): string => ENGLISH.write(words);
