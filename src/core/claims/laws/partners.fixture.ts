import type { Claim } from '#core/claims/claim.ts';
import type { EffectIntent } from '#core/effects/kinds.ts';
import { recordPayment } from '#core/claims/payments.ts';
import { stockTaken } from '#core/claims/reservation.ts';
import { allocate } from '#core/money.ts';
import { nowOf, sum, takenByPlatform, type ProviderPayment, type World } from '#core/claims/laws/world.fixture.ts';

/** Carries one waiting effect out at its partner; one that has to wait for another is left. */
export function carryOut(world: World, index: number): void {
  const effect = world.effects[index];
  if (!effect || effect.isDone || !perform(world, effect.intent)) return;
  effect.isDone = true;
}

/** Carries everything out and lets the platform tell all of it. */
export function settleDown(world: World): void {
  for (let round = 0; round < 3; round += 1) world.effects.forEach((_, index) => carryOut(world, index));
  for (const refund of world.refunds) refund.shown = 'all';
}

function perform(world: World, intent: EffectIntent): boolean {
  switch (intent.kind) {
    case 'refund':
      refund(world, intent);
      return true;
    case 'paymentCapture':
    case 'paymentRefund':
    case 'paymentRelease':
      return move(world, intent);
    case 'returnExchange':
      takeBack(world, intent);
      change(world, intent.subject.id, stockTaken);
      return true;
    case 'exchangeOrder':
    case 'releaseStock':
      change(world, intent.subject.id, stockTaken);
      return true;
    default:
      return true;
  }
}

function refund(world: World, { purposeKey, payload }: EffectIntent<'refund'>): void {
  const { amount, lines } = payload;
  const shares = allocate(
    amount.amount,
    lines.map((line) => line.amount),
  );
  const idFromPlatform = `refund-${world.refunds.length}`;
  world.refunds.push({
    isOurs: true,
    shown: 'nothing',
    refund: {
      idFromPlatform,
      purposeKey: `${purposeKey}:${payload.claimExternalId}`,
      createdOn: nowOf(world),
      note: '',
      total: amount.amount,
      lines: lines.map((line, index) => ({
        lineIdFromPlatform: line.lineIdFromPlatform,
        quantity: line.quantity,
        subtotal: shares[index] ?? 0,
        tax: 0,
      })),
    },
  });
}

/** Items returned in an exchange are a zero refund at the platform, whose id we don't get. */
const takeBack = (world: World, { purposeKey, payload }: EffectIntent<'returnExchange'>): unknown =>
  world.refunds.push({
    isOurs: true,
    shown: 'nothing',
    refund: {
      idFromPlatform: `refund-${world.refunds.length}`,
      purposeKey: `${purposeKey}:${payload.claimExternalId}`,
      createdOn: nowOf(world),
      note: '',
      total: 0,
      lines: payload.returnLines.map(({ lineIdFromPlatform, quantity }) => ({
        lineIdFromPlatform,
        quantity,
        subtotal: 0,
        tax: 0,
      })),
    },
  });

type PaymentMove = Extract<EffectIntent, { kind: 'paymentCapture' | 'paymentRefund' | 'paymentRelease' }>;

function move(world: World, intent: PaymentMove): boolean {
  const payment = world.payments.get(intent.payload.paymentId);
  if (!payment) throw new Error(`no payment ${intent.payload.paymentId}`);
  if (intent.kind === 'paymentRelease') {
    payment.refunded = payment.captured;
    payment.released = payment.amount - payment.captured;
  } else if (intent.kind === 'paymentCapture') {
    payment.captures += 1;
    payment.captured += intent.payload.amount.amount;
    payment.released = payment.amount - payment.captured;
  } else {
    if (payment.captures === 0) return false;
    payment.refunded += intent.payload.amount.amount;
  }
  change(world, payment.claimId, (claim) => told(claim, intent.payload.paymentId, payment, nowOf(world)));
  return true;
}

const told = (claim: Claim, id: number, payment: ProviderPayment, now: string): Claim =>
  recordPayment(
    claim,
    id,
    {
      status: payment.captured === 0 ? 'Expired' : payment.refunded >= payment.captured ? 'Refunded' : 'Captured',
      capturedAmount: payment.captured,
      refundedAmount: payment.refunded,
      authorizationExpiresOn: null,
      capturedOn: payment.captured > 0 ? now : null,
    },
    now,
  );

function change(world: World, claimId: number | null, to: (claim: Claim) => Claim): void {
  world.claims = world.claims.map((claim) => (claim.id === claimId ? to(claim) : claim));
}

/** The provider releases an uncaptured hold by itself. */
export function lapse(world: World, paymentId: number): void {
  const payment = world.payments.get(paymentId);
  const claim = world.claims.find((one) => one.id === payment?.claimId);
  const known = claim?.payments.find((one) => one.id === paymentId);
  if (!payment || known?.captureAsked !== null || payment.captures > 0) return;
  payment.released = payment.amount;
  change(world, payment.claimId, (one) => told(one, paymentId, payment, nowOf(world)));
}

/** Staff refund units or a sum at the platform, whatever of ours is under way there. */
export function refundAtPlatform(world: World, lineId: string, units: number, goodwill: number): void {
  const line = world.bought.lines.find((one) => one.idFromPlatform === lineId);
  if (!line) return;
  const refunded = world.refunds.flatMap((one) => one.refund.lines).filter((one) => one.lineIdFromPlatform === lineId);
  const left = line.quantity - (world.removed.get(lineId) ?? 0) - sum(refunded.map((one) => one.quantity));
  const quantity = Math.min(units, left);
  const moneyLeft = world.bought.totalPaid - sum(world.refunds.map((one) => one.refund.total));
  const worth = quantity > 0 ? Math.floor(((line.paidTotal + line.taxTotal) * quantity) / line.quantity) : goodwill;
  const total = Math.max(0, Math.min(worth, moneyLeft));
  if (quantity === 0 && total === 0) return;
  world.refunds.push({
    isOurs: false,
    shown: 'all',
    refund: {
      idFromPlatform: `refund-${world.refunds.length}`,
      purposeKey: null,
      createdOn: nowOf(world),
      note: 'Sorry',
      total,
      lines: quantity > 0 ? [{ lineIdFromPlatform: lineId, quantity, subtotal: total, tax: 0 }] : [],
    },
  });
}

/** Staff take units off an order line that were not sent yet. */
export function editOrder(world: World, lineId: string, units: number): void {
  const line = world.bought.lines.find((one) => one.idFromPlatform === lineId);
  if (!line) return;
  const sent = sum(
    world.bought.fulfillments
      .flatMap((parcel) => parcel.lines)
      .filter((one) => one.lineIdFromPlatform === lineId)
      .map((one) => one.quantity),
  );
  const unsent = line.quantity - sent - takenByPlatform(world, lineId);
  const gone = Math.max(0, Math.min(units, unsent));
  if (gone > 0) world.removed.set(lineId, (world.removed.get(lineId) ?? 0) + gone);
}
