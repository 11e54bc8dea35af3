import { textFrom, type DefaultEmailText } from '#core/claims/email.ts';
import { paragraphsOf } from '#core/emails/markup.ts';
import { textOf, type EmailTemplates, type TemplateText } from '#core/emails/templates.ts';
import type { EffectIntent } from '#core/effects/kinds.ts';

/** A store as its emails need it. */
export type EmailsOfStore = { storeName: string; templates: EmailTemplates };

/** Whether the store has a say in any of them. */
export const hasUsualEmails = (intents: readonly EffectIntent[]): boolean =>
  intents.some((intent) => intent.kind === 'email' && intent.payload.usual !== undefined);

/** What is to happen, with the emails in the words of the store, and without those that it doesn't send. */
export const asStoreWords = (intents: readonly EffectIntent[], store: EmailsOfStore): EffectIntent[] =>
  intents.flatMap<EffectIntent>((intent) => (intent.kind === 'email' ? emailAsStoreWords(intent, store) : [intent]));

/** The usual text in the words of the store; its own where the store doesn't send it by itself. */
export function inStoreWords(
  { usual, ...text }: DefaultEmailText,
  { storeName, templates }: EmailsOfStore,
): TemplateText {
  const template = textOf(templates, usual.code);
  return template ? textFrom(template, { ...usual, values: { ...usual.values, storeName } }) : text;
}

type Email = Extract<EffectIntent, { kind: 'email' }>;

function emailAsStoreWords(intent: Email, { storeName, templates }: EmailsOfStore): Email[] {
  const { usual, ...payload } = intent.payload;
  if (usual === undefined) return [intent];
  const template = textOf(templates, usual.code);
  if (template === null) return [];
  const { subject, header, body } = textFrom(template, { ...usual, values: { ...usual.values, storeName } });
  const content = { ...payload.content, heading: header, paragraphs: paragraphsOf(body) };
  return [{ ...intent, payload: { ...payload, subject, content } }];
}
