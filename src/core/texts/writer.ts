import { formatDate } from '#core/dates.ts';
import { formatMoney, minorFromDecimal, type Money } from '#core/money.ts';
import { compileMessage } from '#core/texts/compile.ts';
import { DEFAULT_TEXTS, ownTextId } from '#core/texts/defaults.ts';
import { LANGUAGES, type Language } from '#core/texts/languages.ts';
import { formatMessage, type Message } from '#core/texts/message.ts';
import type { PortalTextId } from '#core/texts/ids.ts';
import type { Phrase, PhraseValue, Words } from '#core/texts/phrase.ts';

/** Writes phrases for the readers of one language. */
export type Writer = {
  language: Language;
  /** How numbers, money and dates are written. */
  locale: string;
  write(words: Words): string;
  /** A text of the store's own, in this language where it is said in it. */
  own(text: string): string;
  /** A text as it is in the catalog, before it has values. */
  text(id: PortalTextId): string;
  /** Whether it is the store that says it so. */
  isSaid(id: PortalTextId): boolean;
  money(money: Money): string;
  date(iso: string): string;
};

/** `said`: what a store says differently. */
export function writerOf(
  shipped: Readonly<Record<string, string>>,
  language: Language,
  { locale = language, said = {} }: { locale?: string; said?: Readonly<Record<string, string>> } = {},
): Writer {
  const texts: Readonly<Record<string, string>> = { ...shipped, ...said };
  const { dir } = LANGUAGES[language];
  // Most emails name the same few texts.
  const compiled = new Map<string, Message>();
  const messageOf = (id: string): Message => {
    const known = compiled.get(id) ?? compileMessage(texts[id] ?? id);
    compiled.set(id, known);
    return known;
  };
  const money = (of: Money): string => formatMoney(of, locale);
  const date = (iso: string): string => formatDate(iso, locale);
  function write(words: Words): string {
    if (typeof words === 'string') return words;
    const { id, values = {} }: Phrase = words;
    const written = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueOf(value)]));
    return formatMessage(messageOf(id), written, { language: locale, dir });
  }
  function valueOf(value: PhraseValue): string | number {
    if (typeof value !== 'object') return value;
    if ('day' in value) return date(value.day);
    if ('id' in value) return write(value);
    if ('own' in value) return own(value.own);
    const { amount, currencyCode } = value;
    return money({ amount: minorFromDecimal(String(amount), currencyCode), currencyCode });
  }
  function own(text: string): string {
    const id = Object.hasOwn(DEFAULT_TEXTS, text) ? DEFAULT_TEXTS[text] : undefined;
    return said[ownTextId(text)] ?? (id === undefined ? text : write({ id }));
  }
  return { language, locale, write, own, text: (id) => texts[id] ?? id, isSaid: (id) => id in said, money, date };
}
