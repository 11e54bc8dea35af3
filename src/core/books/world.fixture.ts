import { entriesOfChange } from '#core/books/booked.ts';
import { entryOfEffect } from '#core/effects/kinds.ts';
import {
  type ChargeFacts,
  claimFacts,
  effectFacts,
  type EffectFacts,
  type MovementFacts,
  orderFacts,
} from '#core/books/facts.ts';
import type { FinalizedClaim } from '#core/books/generated-claims.fixture.ts';
import type { World } from '#core/books/world.ts';
import type { Claim } from '#core/claims/claim.ts';
import type { EffectIntent } from '#core/effects/kinds.ts';
import { NOW } from '#core/claims/test-data.ts';
import type { Minor } from '#core/money.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer U)[] ? U[] : T[K] };
export type MutableWorld = Mutable<World>;

let nextId = 1;

/** A world in which everything these claims wanted has happened, once, and is booked. */
export function worldOf(finalized: readonly FinalizedClaim[]): MutableWorld {
  const world: MutableWorld = {
    fromOn: '2026-03-01T00:00:00.000Z',
    toOn: '2026-04-01T00:00:00.000Z',
    claims: finalized.map(({ claim }) => claimFacts(claim)),
    orders: finalized.map(({ order, claim }) => orderFacts(order, [claim], [])),
    effects: [],
    entries: [],
    movements: [],
    payments: [],
    charges: [],
    labels: [],
    ofShippingClaims: [],
    billing: [],
  };
  for (const { claim, effects } of finalized) {
    const claimId = claim.id;
    world.entries.push(...entriesOfChange(null, claim).map((entry) => ({ ...entry, claimId })));
    for (const intent of effects) {
      const result = resultOf(intent);
      const entry = entryOfEffect(intent, false, result);
      if (entry) world.entries.push({ ...entry, claimId });
      world.effects.push(doneEffect(intent, result));
      world.movements.push(...movementOf(claim, intent, result));
    }
    world.payments.push(...claim.payments.map((payment) => paymentFacts(claimId, payment)));
    world.charges.push(...claim.payments.map((payment) => chargeOf(payment, effects)));
  }
  return world;
}

type Result = {
  idFromPlatform?: string;
  returnIdFromPlatform?: string;
  amount?: { amount: Minor; currencyCode: string };
};

function resultOf(intent: EffectIntent): Result {
  switch (intent.kind) {
    case 'refund':
    case 'giftCard':
      return { idFromPlatform: String(nextId++), amount: intent.payload.amount };
    case 'exchangeOrder':
      return { idFromPlatform: String(nextId++) };
    case 'returnExchange':
      return { returnIdFromPlatform: String(nextId++) };
    case 'paymentCapture':
    case 'paymentRefund':
      return { amount: intent.payload.amount };
    default:
      return {};
  }
}

export const doneEffect = (intent: EffectIntent, result: Result): EffectFacts =>
  effectFacts({
    ...intent,
    summary: intent.kind,
    state: 'done',
    result,
    doneOn: NOW,
    settledBy: null,
    settledReason: null,
  });

const CARD_KINDS = { Gift_Card: 'giftCard', Store_Credit: 'storeCredit', Gift_Card_Order: 'giftCardOrder' } as const;

function movementOf(
  claim: Claim,
  intent: EffectIntent,
  { idFromPlatform, returnIdFromPlatform }: Result,
): MovementFacts[] {
  const base = {
    idFromPlatform: idFromPlatform ?? returnIdFromPlatform ?? '',
    purposeKey: `${intent.purposeKey}:${claim.externalId}`,
    createdOn: NOW,
    isCanceled: false,
    orderIdFromPlatform: claim.orderIdFromPlatform,
  };
  switch (intent.kind) {
    case 'refund':
      return [{ ...base, kind: 'refund', amount: intent.payload.amount }];
    case 'giftCard': {
      const kind = CARD_KINDS[intent.payload.type];
      return [{ ...base, kind, orderIdFromPlatform: null, amount: intent.payload.amount }];
    }
    case 'exchangeOrder': {
      const amount = { amount: 12_345, currencyCode: claim.currencyCode };
      return [{ ...base, kind: 'exchangeOrder', orderIdFromPlatform: base.idFromPlatform, amount }];
    }
    case 'returnExchange':
      return [{ ...base, kind: 'returnExchange', amount: { amount: 0, currencyCode: claim.currencyCode } }];
    default:
      return [];
  }
}

const paymentFacts = (
  claimId: number,
  { id, idFromPlatform, amount, currencyCode, provider }: Claim['payments'][number],
) => ({
  id,
  claimId,
  idFromPlatform,
  currencyCode,
  createdOn: NOW,
  isTakenAtOnce: provider === 'platformCheckout',
  amount,
});

function chargeOf(payment: Claim['payments'][number], effects: readonly EffectIntent[]): ChargeFacts {
  const sumOf = (kind: 'paymentCapture' | 'paymentRefund'): Minor =>
    effects.reduce((sum, intent) => sum + (intent.kind === kind ? intent.payload.amount.amount : 0), 0);
  const captured = payment.provider === 'platformCheckout' ? payment.amount : sumOf('paymentCapture');
  const amount = { amount: payment.amount, currencyCode: payment.currencyCode };
  const status = captured > 0 ? 'captured' : 'released';
  return { idFromPlatform: payment.idFromPlatform, status, amount, captured, refunded: sumOf('paymentRefund') };
}
