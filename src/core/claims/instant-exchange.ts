import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import { withEntry } from '#core/claims/timeline.ts';
import { isActive } from '#core/claims/active.ts';

/** Lines whose goods count as sent or not by what becomes of their order: payments of others are settled. */
const isUnsettled = (claim: Claim, line: ClaimLine): boolean =>
  line.canceledOn === null &&
  (line.finalizedOn === null ||
    (line.status === 'approved' &&
      (claim.finalizedOn === null || claim.instantExchange?.isOnlyReturnAwaited === true)));

const NOT_SENT = {
  refused: {
    type: 'warning',
    subject: "The new items of the instant exchange couldn't be ordered",
    message: 'Nothing was sent. Try again, or choose a different resolution.',
  },
  calledOff: {
    type: 'processing',
    subject: "The new items of the instant exchange weren't ordered",
    message:
      'The order was canceled earlier. If you approve the exchange again, the items are sent when the claim is finalized.',
  },
} as const;

/**
 * The order of an instant exchange was refused or canceled: nothing was sent, so no one owes for it, and the lines
 * continue as an ordinary exchange.
 */
export function exchangeNotSent(
  claim: Claim,
  lineIds: readonly number[],
  why: keyof typeof NOT_SENT,
  now: string,
): Claim {
  const isUnsent = (line: ClaimLine): boolean =>
    lineIds.includes(line.id) && isUnsettled(claim, line) && line.exchangeOrderedOn !== null;
  if (!claim.lines.some(isUnsent)) return claim;
  const lines = claim.lines.map((line) => (isUnsent(line) ? { ...line, exchangeOrderedOn: null } : line));
  return withEntry({ ...claim, lines }, NOT_SENT[why], now);
}

/** They were ordered in the end: a person tried again, or ordered them elsewhere. */
export const exchangeSent = (claim: Claim, lineIds: readonly number[], now: string): Claim => {
  if (!claim.instantExchange) return claim;
  const isSent = (line: ClaimLine): boolean =>
    lineIds.includes(line.id) && isUnsettled(claim, line) && line.exchangeOrderedOn === null;
  return { ...claim, lines: claim.lines.map((line) => (isSent(line) ? { ...line, exchangeOrderedOn: now } : line)) };
};

/** Whether the new items of these lines are still needed; without lines, they are not tied to any. */
export const isStillWanted = (claim: Claim, lineIds: readonly number[]): boolean =>
  claim.lines.some((line) => (lineIds.length === 0 || lineIds.includes(line.id)) && isActive(line));

/** Goods that an order ahead of the return was to send for a line. */
type Ahead = { claimLineId: number | null; variantIdFromPlatform: string; quantity: number };

/**
 * Whether a refused instant exchange order may be retried: not once one of its lines was denied, canceled, decided
 * otherwise, or finalized without it, because its items would be sent in addition to the decision.
 */
export const mayBeSentAhead = (claim: Claim, goods: readonly Ahead[]): boolean =>
  goods.every((item) => {
    const line = claim.lines.find(({ id }) => id === item.claimLineId);
    if (!line) return true;
    const isSame =
      line.exchange?.variantIdFromPlatform === item.variantIdFromPlatform && line.exchange.quantity === item.quantity;
    return (
      isActive(line) &&
      (line.method === null || (line.method === 'variantExchange' && isSame)) &&
      (line.finalizedOn === null || line.exchangeOrderedOn !== null)
    );
  });
