import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import { withEntry } from '#core/claims/timeline.ts';
import { isActive } from '#core/claims/active.ts';

/** Lines whose goods count as sent or not by what becomes of their order: payments of others are settled. */
const isUnsettled = (claim: Claim, line: ClaimLine): boolean =>
  line.canceledOn === null &&
  (line.finalizedOn === null ||
    (line.status === 'approved' && (claim.finalizedOn === null || claim.areSentGoodsAwaited === true)));

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

/** The order that was to send goods ahead was refused or called off: nothing is out, so nobody owes for it, and the lines go on as an ordinary exchange. */
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
  if (!claim.isInstantExchange) return claim;
  const isSent = (line: ClaimLine): boolean =>
    lineIds.includes(line.id) && isUnsettled(claim, line) && line.exchangeOrderedOn === null;
  return { ...claim, lines: claim.lines.map((line) => (isSent(line) ? { ...line, exchangeOrderedOn: now } : line)) };
};

/** Whether goods for these lines are to be sent at all by now; no lines are goods of no line's own. */
export const isStillWanted = (claim: Claim, lineIds: readonly number[]): boolean =>
  claim.lines.some((line) => (lineIds.length === 0 || lineIds.includes(line.id)) && isActive(line));

/** Goods that an order ahead of the return was to send for a line. */
type Ahead = { claimLineId: number | null; variantIdFromPlatform: string; quantity: number };

/**
 * Whether a refused order of goods ahead of the return may still be tried again: not once one of its lines was denied,
 * canceled, decided as something else or for other goods, or carried out without it, since its goods would be sent
 * beside what was decided.
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
