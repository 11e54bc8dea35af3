import type { Claim } from '#core/claims/claim.ts';
import type { EmailTrouble } from '#core/claims/delivery-shapes.ts';
import { withEntry } from '#core/claims/timeline.ts';
import type { Decision } from '#core/claims/decision.ts';

export type EmailFailure = Omit<EmailTrouble, 'on'> & { subject: string };

const SUBJECTS = { bounce: "An email couldn't be delivered", complaint: 'An email was reported as spam' } as const;

/** Notes that an email never arrived, or was reported as spam. */
export function emailFailed(claim: Claim, { subject, ...trouble }: EmailFailure, now: string): Decision {
  const { emailTrouble: known } = claim;
  // One bad address fails every email: it is news once.
  if (known && known.kind === trouble.kind && known.email === trouble.email) return { claim, effects: [] };
  const noted = withEntry(
    { ...claim, emailTrouble: { ...trouble, on: now } },
    {
      type: 'warning',
      subject: SUBJECTS[trouble.kind],
      message: [`“${subject}” to ${trouble.email}.`, trouble.reason].filter(Boolean).join(' '),
    },
    now,
  );
  return { claim: noted, effects: [] };
}

/** What went wrong with the address that the claim has now; null when nothing did, or staff corrected it. */
export const emailTroubleOf = ({ emailTrouble, customerEmail }: Claim): EmailTrouble | null =>
  emailTrouble && emailTrouble.email.toLowerCase() === customerEmail.toLowerCase() ? emailTrouble : null;
