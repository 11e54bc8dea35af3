import { isAfter } from '#core/dates.ts';
import type { Order } from '#core/orders/order.ts';
import { unlessRefused } from '#core/refusal.ts';
import { reopenShippingClaim } from '#core/protection/decide-shipping.ts';
import type { ClaimsOfOrder } from '#core/protection/file-claim.ts';
import { keepingHold, type Person } from '#core/protection/hold-claim.ts';
import type { ShippingClaim } from '#core/protection/shipping-claim.ts';
import {
  asCustomersTurn,
  asTeamsTurn,
  withShippingEntry,
  type ShippingDecision,
} from '#core/protection/shipping-decision.ts';

/** Messages a claim takes in an hour; more are for a person to look at first. */
export const MOST_IN_AN_HOUR = 30;
/** Messages staff send to one shopper in an hour. */
export const MOST_OUT_IN_AN_HOUR = 20;
const ANSWER_LETTERS = 2000;

/** Who takes part in the conversation of a claim, besides staff. */
export const participantsOf = (
  { customerEmail }: Pick<ShippingClaim, 'customerEmail'>,
  order: Pick<Order, 'email' | 'customer'>,
): string[] => [
  ...new Set(
    [customerEmail, order.email, order.customer?.email ?? '']
      .map((email) => email.trim())
      .filter((email) => email !== ''),
  ),
];

/**
 * A message of the shopper came. It opens a denied claim again, as an answer in the portal does, unless its items are part of
 * another claim by now. Nothing is answered by itself.
 */
export function messageReceived(
  claim: ShippingClaim,
  at: ClaimsOfOrder,
  { text, from }: { text: string; from: string },
  now: string,
): ShippingDecision {
  const heard: ShippingClaim = asTeamsTurn({ ...claim, lastMessageFromCustomerOn: now }, now);
  const why = text.trim().slice(0, ANSWER_LETTERS).toWellFormed() || 'Answered by email.';
  const opened =
    claim.status === 'Closed_Denied'
      ? unlessRefused(() => reopenShippingClaim(heard, { ...at, why }, from, now))
      : null;
  if (opened !== null) return opened;
  return {
    claim: withShippingEntry(heard, { type: 'email', subject: 'Email received', message: `From ${from}` }, now),
    effects: [],
    entries: [],
  };
}

/** Nothing waits for an answer any more: staff wrote, or said that none is needed. */
export const messagesAnswered = (claim: ShippingClaim, now: string): ShippingDecision => ({
  claim: hasUnansweredMessage(claim) ? asCustomersTurn({ ...claim, answeredOn: now }, now) : claim,
  effects: [],
  entries: [],
});

/** Staff wrote to the shopper, who is to answer now. Writing lets the holder keep the claim. */
export const messageWritten = (claim: ShippingClaim, by: Person, now: string): ShippingDecision =>
  keepingHold(messagesAnswered(asCustomersTurn(claim, now), now), by, now);

/** The shopper wrote, and nobody wrote or decided since. */
export function hasUnansweredMessage({
  lastMessageFromCustomerOn: last,
  answeredOn,
  resolution,
  denial,
  reorder,
  erasedOn,
}: Pick<
  ShippingClaim,
  'lastMessageFromCustomerOn' | 'answeredOn' | 'resolution' | 'denial' | 'reorder' | 'erasedOn'
>): boolean {
  if (last === undefined || erasedOn !== undefined) return false;
  const answers = [answeredOn, resolution?.on, denial?.on, reorder?.askedOn].filter((on) => on !== undefined);
  return !answers.some((on) => on === last || isAfter(on, last));
}
