import { ApiError, refused } from './errors.ts';
import { newId, type Charge, type PaymentIntent, type Refund } from './state.ts';
import { chargeOnWire, refundOnWire } from './wire.ts';
import type { Cause, World } from './world.ts';

const ZERO_DECIMAL = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ');
const THREE_DECIMAL = 'bhd jod kwd omr tnd'.split(' ');
// Written with two decimals that must be zero, though neither has any.
const WHOLE_ONLY = ['isk', 'ugx'];

export const isThreeDecimal = (currency: string): boolean => THREE_DECIMAL.includes(currency);
export const isWholeOnly = (currency: string): boolean => WHOLE_ONLY.includes(currency);

export function amountText(amount: number, currency: string): string {
  const digits = ZERO_DECIMAL.includes(currency) ? 0 : isThreeDecimal(currency) ? 3 : 2;
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / 10 ** digits);
}

/** Refunds captured money, everything left of it if no amount is given. */
export function makeRefund(
  world: World,
  intent: PaymentIntent,
  given: { amount: number | null; metadata: Record<string, string>; reason: string | null },
  cause: Cause,
): Refund {
  const charge = world.state.charges.find(({ id, status }) => id === intent.latest_charge && status === 'succeeded');
  if (!charge) {
    throw refused(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      'payment_intent_unexpected_state',
    );
  }
  const amount = given.amount ?? charge.amount - charge.amount_refunded;
  if (world.state.disputes.some((dispute) => dispute.charge === charge.id && dispute.status !== 'won'))
    throw refused(`Charge ${charge.id} has been charged back; cannot issue a refund.`, 'charge_disputed');
  checkRefund(charge, amount);
  const refund: Refund = {
    id: newId('re'),
    created: world.now(),
    amount,
    charge: charge.id,
    currency: charge.currency,
    metadata: given.metadata,
    payment_intent: intent.id,
    reason: given.reason,
  };
  charge.amount_refunded += amount;
  world.state.refunds.push(refund);
  world.emit('refund.created', refundOnWire(refund), cause);
  world.emit('charge.refunded', chargeOnWire(world.state, charge), cause);
  return refund;
}

function checkRefund(charge: Charge, amount: number): void {
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) throw refused(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded');
  if (!charge.captured) {
    throw refused(
      'You cannot refund an uncaptured charge. Instead, capture the charge for an amount less than the original amount, or cancel its PaymentIntent.',
      'charge_not_refundable',
    );
  }
  if (amount < 1) throw refused('Invalid positive integer', 'parameter_invalid_integer');
  if (amount <= left) return;
  const isFirst = charge.amount_refunded === 0;
  throw new ApiError(400, {
    type: 'invalid_request_error',
    param: 'amount',
    message: `Refund amount (${amountText(amount, charge.currency)}) is greater than ${isFirst ? 'charge amount' : 'unrefunded amount on charge'} (${amountText(left, charge.currency)})`,
  });
}
