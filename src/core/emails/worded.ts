import { claimEmail, emailValues, textFrom, type DefaultEmailText } from '#core/claims/email.ts';
import type { Claim } from '#core/claims/claim.ts';
import {
  isUsual,
  textOf,
  usualTextIn,
  type EmailTemplates,
  type TemplateCode,
  type TemplateText,
} from '#core/emails/templates.ts';
import type { EffectIntent } from '#core/effects/kinds.ts';
import { ENGLISH } from '#core/texts/english.ts';
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

/** Whether the store has a say in any of them. */
export const hasUnwordedEmails = (intents: readonly EffectIntent[]): boolean =>
  intents.some((intent) => intent.kind === 'email' && intent.payload.unworded !== undefined);

type WriterIn = (language: Language) => Writer;

/** What is to happen about a claim, with the emails in the words of the store, and without those that it doesn't send. */
export const asStoreWords = (
  claim: Claim,
  intents: readonly EffectIntent[],
  store: EmailsOfStore,
  writerIn: WriterIn,
): EffectIntent[] =>
  intents.flatMap<EffectIntent>((intent) =>
    intent.kind === 'email' ? emailAsStoreWords(claim, intent, store, writerIn) : [intent],
  );

/** The usual text in the words of the store; its own where the store doesn't send it by itself. In English where the words are ours. */
export function inStoreWords(claim: Claim, { usual, ...text }: DefaultEmailText, store: EmailsOfStore): TemplateText {
  const template = textOf(store.templates, usual.code);
  const values = { ...emailValues({ ...claim, ...usual.facts }), storeName: store.storeName };
  return template ? textFrom(template, { values, ...noted(usual) }) : text;
}

type Email = Extract<EffectIntent, { kind: 'email' }>;

function emailAsStoreWords(claim: Claim, intent: Email, store: EmailsOfStore, writerIn: WriterIn): Email[] {
  const { unworded: text, ...payload } = intent.payload;
  if (text === undefined) return [intent];
  const reader = writerIn(languageOf(claim));
  if (!text.usual) return [{ ...intent, payload: { ...payload, ...claimEmail(payload.type, claim, text, reader) } }];
  const { code, facts } = text.usual;
  const chosen = chosenFor(code, store, reader, writerIn);
  if (chosen === null) return [];
  const values = { ...emailValues({ ...claim, ...facts }, chosen.writer), storeName: store.storeName };
  const worded = { ...text, ...textFrom(chosen.template, { values, ...noted(text.usual) }) };
  return [{ ...intent, payload: { ...payload, ...claimEmail(payload.type, claim, worded, chosen.writer) } }];
}

const noted = ({ note }: { note?: string }): { note?: string } => (note === undefined ? {} : { note });

/**
 * A store words an email in one language, and may say it in others among the texts of the portal; where it left the words
 * to us, its reader's language is used. Null where it isn't sent.
 */
function chosenFor(
  code: TemplateCode,
  { templates, language }: EmailsOfStore,
  reader: Writer,
  writerIn: WriterIn,
): { template: TemplateText; writer: Writer } | null {
  const template = textOf(templates, code);
  if (template === null) return null;
  if (reader.language !== language && reader.isSaid(`email.${code}.body`))
    return { template: usualTextIn(code, reader), writer: reader };
  return isUsual(code, template)
    ? { template: reader === ENGLISH ? template : usualTextIn(code, reader), writer: reader }
    : { template, writer: writerIn(language) };
}
