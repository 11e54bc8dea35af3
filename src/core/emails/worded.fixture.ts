import { claimEmail, usualWords } from '#core/claims/email.ts';
import type { ClaimEmail, EmailText, EmailType } from '#core/claims/email-wishes.ts';
import type { Claim } from '#core/claims/claim.ts';
import type { Decision, Wanted } from '#core/claims/decision.ts';
import { inWords } from '#core/emails/worded.ts';
import type { EffectIntent } from '#core/effects/kinds.ts';
import { ENGLISH } from '#core/texts/english.ts';

const STORE = { storeName: 'Acme', templates: { automated: [], byStaff: [] }, language: 'en' } as const;

/** What a decision wants done, its emails in English as they are without a say of the store. */
export const inEnglish = ({ claim, effects }: Pick<Decision, 'claim' | 'effects'>): EffectIntent[] =>
  inWords(claim, effects, STORE, () => ENGLISH);

/** What a decision wants done besides emails. */
export const withoutEmails = (wanted: readonly Wanted[]): EffectIntent[] =>
  wanted.flatMap((one): EffectIntent[] => (one.kind === 'email' ? [] : [one]));

/** An email of a claim in English, in the usual words unless others are given. */
export const englishEmail = (type: EmailType, claim: Claim, text?: EmailText<string>): ClaimEmail =>
  claimEmail(type, claim, text ?? usualWords(type, claim, ENGLISH), ENGLISH);
