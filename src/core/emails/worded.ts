import { claimEmail, emailValues, textFrom } from '#core/claims/email.ts';
import type { EmailText, UsualText } from '#core/claims/email-wishes.ts';
import type { Claim } from '#core/claims/claim.ts';
import type { Wanted } from '#core/claims/decision.ts';
import {
  isUsual,
  textOf,
  usualTextIn,
  type EmailTemplates,
  type TemplateCode,
  type TemplateText,
} from '#core/emails/templates.ts';
import type { WantedEmail } from '#core/effects/email.ts';
import type { EffectIntent } from '#core/effects/kinds.ts';
import type { Language } from '#core/texts/languages.ts';
import type { Writer } from '#core/texts/writer.ts';

/** A store as its emails need it. */
export type EmailsOfStore = {
  storeName: string;
  templates: EmailTemplates;
  /** The language of what the store words itself. */
  language: Language;
};

/** In which language a claim is written about: that of the shopper. */
export const languageOf = ({ language = 'en' }: Pick<Claim, 'language'>): Language => language;

/** The languages in which emails about a claim may be worded. */
export const languagesOf = (claim: Claim, { language }: Pick<EmailsOfStore, 'language'>): Language[] => [
  ...new Set([languageOf(claim), language]),
];

const isUnworded = (wanted: Wanted): wanted is WantedEmail => wanted.kind === 'email' && 'wish' in wanted.payload;

/** What is wanted, where no email of it is still to be worded; else null. */
export function alreadyWorded(wanted: readonly Wanted[]): EffectIntent[] | null {
  const worded = wanted.flatMap((one): EffectIntent[] => (isUnworded(one) ? [] : [one]));
  return worded.length === wanted.length ? worded : null;
}

export type WriterIn = (language: Language) => Writer;

/** For staff who edit an email: the language it is written in, and the one its shopper reads. */
export const emailLanguages = (
  claim: Pick<Claim, 'language'>,
  { language }: Pick<Writer, 'language'>,
): { language: Language; readerLanguage: Language } => ({ language, readerLanguage: languageOf(claim) });

/** What is to happen about a claim, with the emails in words, and without those that the store doesn't send. */
export const inWords = (
  claim: Claim,
  wanted: readonly Wanted[],
  store: EmailsOfStore,
  writerIn: WriterIn,
): EffectIntent[] =>
  wanted.flatMap((one): EffectIntent[] => (isUnworded(one) ? emailInWords(claim, one, store, writerIn) : [one]));

type Email = Extract<EffectIntent, { kind: 'email' }>;

function emailInWords(claim: Claim, intent: WantedEmail, store: EmailsOfStore, writerIn: WriterIn): Email[] {
  const { wish, ...payload } = intent.payload;
  const worded = 'usual' in wish ? usualInWords(claim, wish.usual, store, writerIn) : asWritten(wish, claim, writerIn);
  if (worded === null) return [];
  const { claimSummary } = wish;
  const text = { ...worded.text, ...(claimSummary === undefined ? {} : { claimSummary }) };
  return [{ ...intent, payload: { ...payload, ...claimEmail(payload.type, claim, text, worded.writer) } }];
}

/** A text and who writes what stands around it. */
export type Worded<Text> = { text: Text; writer: Writer };

/** What staff wrote, for the reader of the claim. */
function asWritten({ subject, header, body }: EmailText, claim: Claim, writerIn: WriterIn) {
  const writer = writerIn(languageOf(claim));
  const { write } = writer;
  const text = {
    subject: write(subject),
    body: write(body),
    ...(header === undefined ? {} : { header: write(header) }),
  };
  return { text, writer };
}

/** Null where the store doesn't send it. */
function usualInWords(
  claim: Claim,
  { code, facts, note }: UsualText,
  store: EmailsOfStore,
  writerIn: WriterIn,
): Worded<TemplateText> | null {
  const template = textOf(store.templates, code);
  if (template === null) return null;
  return filled({ ...claim, ...facts }, chosenFor(code, template, claim, store, writerIn), store, note);
}

/** The usual email as staff begin to edit it, in the language of its reader; our words where the store doesn't send it by itself. */
export function usualToEdit(
  claim: Claim,
  { code, facts, note }: UsualText,
  store: EmailsOfStore,
  writerIn: WriterIn,
): Worded<TemplateText> {
  const reader = writerIn(languageOf(claim));
  const template = textOf(store.templates, code);
  const chosen = template
    ? chosenFor(code, template, claim, store, writerIn)
    : { text: usualTextIn(code, reader), writer: reader };
  return filled({ ...claim, ...facts }, chosen, store, note);
}

type StoreTemplate = TemplateText & { usedFor: TemplateCode | null };

/** A template of the store in the words that the reader of a claim gets. */
export const wordsOf = (
  { usedFor, subject, header, body }: StoreTemplate,
  claim: Pick<Claim, 'language'>,
  store: EmailsOfStore,
  writerIn: WriterIn,
): Worded<TemplateText> =>
  usedFor === null
    ? { text: { subject, header, body }, writer: writerIn(store.language) }
    : chosenFor(usedFor, { subject, header, body }, claim, store, writerIn);

/** A template of the store for a claim, as its reader reads it; its question is left open. */
export function templateToEdit(
  claim: Claim,
  template: StoreTemplate,
  store: EmailsOfStore,
  writerIn: WriterIn,
): Worded<TemplateText> {
  const { text, writer } = wordsOf(template, claim, store, writerIn);
  const { storeName } = store;
  const values = { ...emailValues(claim, writer), storeName, question: '{{question}}' };
  return { text: textFrom(text, { values }), writer };
}

function filled(
  claim: Parameters<typeof emailValues>[0],
  { text, writer }: Worded<TemplateText>,
  { storeName }: EmailsOfStore,
  note: string | undefined,
): Worded<TemplateText> {
  const values = { ...emailValues(claim, writer), storeName };
  return { text: textFrom(text, { values, ...(note === undefined ? {} : { note }) }), writer };
}

/**
 * A store words an email in one language, and may say it in others among the texts of the portal; where it left the words
 * to us, its reader's language is used.
 */
function chosenFor(
  code: TemplateCode,
  template: TemplateText,
  claim: Pick<Claim, 'language'>,
  { language }: EmailsOfStore,
  writerIn: WriterIn,
): Worded<TemplateText> {
  const reader = writerIn(languageOf(claim));
  const isSaid = reader.language !== language && reader.isSaid(`email.${code}.body`);
  return isSaid || isUsual(code, template)
    ? { text: usualTextIn(code, reader), writer: reader }
    : { text: template, writer: writerIn(language) };
}
