import { refused } from './errors.ts';
import { newId, type Dispute } from './state.ts';
import { disputeOnWire } from './wire.ts';
import { NOBODY, type World } from './world.ts';

/** The cardholder has their bank take back what was captured of a payment. */
export function openDispute(world: World, intentId: string): Dispute {
  const charge = world.state.charges.find((one) => one.payment_intent === intentId && one.captured);
  if (!charge) throw refused(`Nothing was captured of ${intentId}, so nobody can dispute it.`);
  const dispute: Dispute = {
    id: newId('dp'),
    created: world.now(),
    amount: charge.amount_captured,
    charge: charge.id,
    currency: charge.currency,
    payment_intent: intentId,
    status: 'needs_response',
  };
  world.state.disputes.push(dispute);
  world.emit('charge.dispute.created', disputeOnWire(dispute), NOBODY);
  return dispute;
}

/** The bank decides the open dispute of a payment. The charge stays disputed even if the store wins. */
export function closeDispute(world: World, intentId: string, outcome: 'won' | 'lost'): Dispute {
  const dispute = world.state.disputes.find(
    (one) => one.payment_intent === intentId && one.status === 'needs_response',
  );
  if (!dispute) throw refused(`There is no open dispute of ${intentId}.`);
  dispute.status = outcome;
  world.emit('charge.dispute.closed', disputeOnWire(dispute), NOBODY);
  return dispute;
}
