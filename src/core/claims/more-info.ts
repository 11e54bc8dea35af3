import type { Claim } from '#core/claims/claim.ts';
import type { ClaimMedia } from '#core/claims/media-shapes.ts';
import { emailEffect, type Decision } from '#core/claims/decision.ts';
import { usualEmail, type EmailText } from '#core/claims/email-wishes.ts';
import { assertOpen } from '#core/claims/resolution.ts';
import { withEntry } from '#core/claims/timeline.ts';
import { Refusal } from '#core/refusal.ts';

/** Asks the shopper a question. An email carries it, unless `email` is null or there is no address: then only the portal asks. Refuses MESSAGE_EMPTY. */
export function requestMoreInfo(
  claim: Claim,
  message: string,
  now: string,
  email?: EmailText | null,
  claimSummary = true,
): Decision {
  assertOpen(claim);
  const text = required(message);
  const asked: Claim = { ...claim, question: { text, answer: '', isOpen: true } };
  const key = `email:needsInformation:${asked.timeline.length + 1}:claim:${claim.id}`;
  const effects =
    email === null
      ? []
      : emailEffect('needsInformation', asked, key, {
          ...(email ?? usualEmail('needsInformation', asked)),
          claimSummary,
        });
  const type = effects.length === 0 ? 'simple' : 'email';
  return {
    claim: withEntry(asked, { type, subject: 'More information requested', message: text }, now),
    effects,
  };
}

/** What was answered, with the photos and videos that came along. */
export type Answer = { message: string; media?: readonly ClaimMedia[] };

/** The shopper's (or staff's) answer; clears the question. Refuses NOTHING_ASKED and MESSAGE_EMPTY. */
export function answerMoreInfo(claim: Claim, answer: Answer, by: 'customer' | 'staff', now: string): Decision {
  assertOpen(claim);
  const { question } = claim;
  if (!question?.isOpen) throw new Refusal('conflict', 'NOTHING_ASKED', "There's no open question.");
  const message = required(answer.message);
  const answered: Claim = { ...claim, question: { ...question, answer: message, isOpen: false } };
  const subject = by === 'customer' ? 'The customer answered' : 'Answered for the customer';
  // The answer may be about any of the items, so its photos stay with its words.
  const media = [...(answer.media ?? [])];
  return {
    claim: withEntry(answered, { type: 'comment', subject, message, media }, now),
    effects: [],
  };
}

/** A comment for colleagues. `key` is the caller's own id for it; `subject` replaces the author as its heading. */
export type Comment = { message: string; author: string; key?: string | undefined; subject?: string | undefined };

/** A comment for colleagues; allowed at any time. The same again adds nothing. Refuses MESSAGE_EMPTY and COMMENT_ID_USED. */
export function addComment(claim: Claim, { message, author, key, subject = author }: Comment, now: string): Decision {
  const id = key === undefined ? {} : { id: `${claim.id}-by-${key}` };
  const entry = { type: 'comment', subject, message: required(message), by: author } as const;
  const known = claim.timeline.find((one) => one.id === id.id);
  if (!known) return { claim: withEntry(claim, { ...entry, ...id }, now), effects: [] };
  if (known.message !== entry.message || known.subject !== subject)
    throw new Refusal('conflict', 'COMMENT_ID_USED', 'This ID was already used for another comment.');
  return { claim, effects: [] };
}

/** A claim that ends asks nothing anymore. */
export const withoutOpenQuestion = (claim: Claim): Claim =>
  claim.question?.isOpen ? { ...claim, question: { ...claim.question, isOpen: false } } : claim;

function required(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '') throw new Refusal('notAllowed', 'MESSAGE_EMPTY', 'Must not be empty.');
  return trimmed;
}
