import { formatDate } from '#core/dates.ts';
import { formatMoney, minorFromDecimal } from '#core/money.ts';
import claim from '#core/texts/catalogs/en/claim.ts';
import register from '#core/texts/catalogs/en/register.ts';
import returning from '#core/texts/catalogs/en/return.ts';
import start from '#core/texts/catalogs/en/start.ts';
import withdrawal from '#core/texts/catalogs/en/withdrawal.ts';
import { compileMessage } from '#core/texts/compile.ts';
import { formatMessage } from '#core/texts/message.ts';
import type { Phrase, PhraseValue, Words } from '#core/texts/phrase.ts';

const TEXTS = { ...start, ...returning, ...claim, ...register, ...withdrawal };

/** In English, as callers of the API and emails read it. */
export function english(words: Words): string {
  if (typeof words === 'string') return words;
  const { id, values = {} }: Phrase = words;
  const written = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, writtenOf(value)]));
  return formatMessage(compileMessage(TEXTS[id]), written, { language: 'en-US', dir: 'ltr' });
}

function writtenOf(value: PhraseValue): string | number {
  if (typeof value !== 'object') return value;
  if ('day' in value) return formatDate(value.day);
  if ('id' in value) return english(value);
  const { amount, currencyCode } = value;
  return formatMoney({ amount: minorFromDecimal(String(amount), currencyCode), currencyCode });
}
