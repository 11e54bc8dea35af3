import { decidedFromTheStart } from '#core/claims/active.ts';
import { unitsTaken } from '#core/claims/claim-units.ts';
import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import type { Decision } from '#core/claims/decision.ts';
import type { ClaimMedia } from '#core/claims/media-shapes.ts';
import { shopperName, withEntry } from '#core/claims/timeline.ts';
import { CLAIM_TYPES } from '#core/claims/types.ts';
import { Refusal } from '#core/refusal.ts';

/** Denied by staff. What the shopper declined themselves is no denial. */
const isDenied = ({ status, canceledOn, repair }: ClaimLine): boolean =>
  status === 'denied' && canceledOn === null && repair === undefined;

/** Denied by staff, and the shopper knows. */
export const isAppealable = (line: ClaimLine): boolean => isDenied(line) && line.finalizedOn !== null;

/** Whether the denial of a line may still be appealed, now or once it is carried out. */
export const mayBeAppealed = ({ claimType, appeal }: Claim, line: ClaimLine): boolean =>
  CLAIM_TYPES[claimType].canAppeal && appeal === undefined && isDenied(line);

/** Whether staff have an appeal to decide. */
export const isAppealOpen = ({ appeal, finalizedOn, lines }: Claim): boolean =>
  appeal !== undefined && finalizedOn === null && lines.some(({ canceledOn }) => canceledOn === null);

/** Whether the shopper may ask for another look at a denial: once, after the claim has ended, while its units are free. */
export const canAppeal = (claim: Claim, isFree: (line: ClaimLine) => boolean): boolean =>
  isOffered(claim) && claim.lines.filter(isAppealable).every(isFree);

const isOffered = (claim: Claim): boolean =>
  CLAIM_TYPES[claim.claimType].canAppeal &&
  claim.appeal === undefined &&
  claim.finalizedOn !== null &&
  claim.erasedOn === undefined &&
  claim.lines.some(isAppealable);

export type Appeal = { message: string; media: readonly ClaimMedia[] };

/**
 * The shopper asks for another look at everything that was denied, which staff then decide again. Refuses
 * APPEAL_NOT_OFFERED, MESSAGE_EMPTY and UNITS_TAKEN.
 */
export function appealClaim(
  claim: Claim,
  { message, media }: Appeal,
  isFree: (line: ClaimLine) => boolean,
  now: string,
): Decision {
  if (!isOffered(claim))
    throw new Refusal(
      'conflict',
      'APPEAL_NOT_OFFERED',
      "This claim can't be looked at again. Please contact the store.",
    );
  const text = message.trim();
  if (text === '') throw new Refusal('notAllowed', 'MESSAGE_EMPTY', 'Must not be empty.');
  const taken = claim.lines.find((line) => isAppealable(line) && !isFree(line));
  if (taken) throw unitsTaken(taken).naming({ item: taken.name });
  const appealed: Claim = {
    ...claim,
    finalizedOn: null,
    appeal: { text, on: now },
    lines: claim.lines.map((line) => (isAppealable(line) ? toDecideAgain(line, now) : line)),
  };
  const entry = {
    type: 'comment' as const,
    subject: 'The customer appealed the denial',
    message: text,
    media: [...media],
    by: shopperName(claim.customerName),
  };
  return { claim: withEntry(appealed, entry, now), effects: [] };
}

const toDecideAgain = (line: ClaimLine, now: string): ClaimLine => ({
  ...line,
  ...decidedFromTheStart(line.requestedMethod, line.requestedAmount),
  // Carried out as denied, it brought none.
  incentiveAmount: line.requestedIncentiveAmount,
  denialDetail: null,
  deniedOn: null,
  finalizedOn: null,
  restoredOn: now,
});
