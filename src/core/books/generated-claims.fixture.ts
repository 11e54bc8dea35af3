import fc from 'fast-check';
import { approveLine } from '#core/claims/approve.ts';
import type { Claim, ResolutionMethod } from '#core/claims/claim.ts';
import type { RemainderMethod } from '#core/claims/goods-shapes.ts';
import type { EffectIntent } from '#core/effects/kinds.ts';
import { finalizeClaim } from '#core/claims/finalize.ts';
import { askCapture } from '#core/claims/payments.ts';
import { denyLine, FINAL_METHODS } from '#core/claims/resolution.ts';
import {
  claimOf,
  lineOf,
  NOW,
  orderOf,
  paymentOf,
  selectionOf,
  settingsOf,
  variantOf,
} from '#core/claims/test-data.ts';
import { giveValueInstead, leftWithout } from '#core/claims/value-instead.ts';
import type { Order } from '#core/orders/order.ts';
import { bonusOf, type FlatSettings } from '#core/settings/settings.fixture.ts';
import { withoutEmails } from '#core/emails/worded.fixture.ts';

const LINES = ['a', 'b', 'c', 'd'];
const requestedOf = (index: number): 'giftCard' | 'refund' => (index % 2 === 0 ? 'giftCard' : 'refund');

export type FinalizedClaim = { order: Order; claim: Claim; effects: EffectIntent[] };

const decision = fc.record({
  method: fc.constantFrom<ResolutionMethod>('refund', 'giftCard', 'storeCredit', 'variantExchange', 'replacementOrder'),
  amount: fc.integer({ min: 0, max: 1000 }),
  isDenied: fc.boolean(),
  isExternal: fc.boolean(),
  price: fc.integer({ min: 0, max: 3000 }),
});
const plan = fc.record({
  decisions: fc.array(decision, { minLength: 4, maxLength: 4 }),
  fee: fc.integer({ min: 0, max: 5000 }),
  paid: fc.integer({ min: 0, max: 3000 }),
  isTaken: fc.boolean(),
  isCheckout: fc.boolean(),
  /** The first lines are finalized in a round of their own. */
  firstRound: fc.constantFrom<readonly number[]>([], [1], [1, 2]),
  /** The first goods cannot be sent, and their value is given. */
  unsent: fc.constantFrom(null, 'refund' as const, 'giftCard' as const, 'storeCredit' as const),
});

type Plan = typeof plan extends fc.Arbitrary<infer P> ? P : never;

/** The settings that make a difference, in every combination. */
const ALL_SETTINGS = [0, 1000].flatMap((basisPoints) =>
  (['Gift_Card', 'Store_Credit', 'Gift_Card_Order'] as const).flatMap((giftCardType) =>
    [false, true].map((isReturnProcessApiEnabled) =>
      settingsOf({ ...bonusOf(basisPoints), giftCardType, isReturnProcessApiEnabled }),
    ),
  ),
);

type Asked = { order: Order; settings: FlatSettings; claim: Claim };

/** The claim as it is made, once for each combination of settings: laws ask for it thousands of times. */
function askedFor(id: number): Asked[] {
  const order = orderOf(
    LINES.map((idFromPlatform) => lineOf({ idFromPlatform })),
    { idFromPlatform: `order-${id}`, orderNo: `#${1000 + id}` },
  );
  const ids = { claimId: id, externalId: `R-${id}`, orderId: id };
  const selections = LINES.map((lineIdFromPlatform, index) =>
    selectionOf({ lineIdFromPlatform, method: requestedOf(index) }),
  );
  return ALL_SETTINGS.map((settings) => ({ order, settings, claim: claimOf(order, { ids, settings, selections }) }));
}

/** A claim that ended in one or two rounds, with everything it wanted of partners. Claims of one store have ids of their own. */
export const finalizedClaim = (id: number): fc.Arbitrary<FinalizedClaim> =>
  fc.tuple(plan, fc.constantFrom(...askedFor(id))).map(([chosen, asked]) => carriedOut(id, chosen, asked));

const EXCHANGED_FOR = variantOf().idFromPlatform;

function carriedOut(id: number, chosen: Plan, { order, settings, claim: asked }: Asked): FinalizedClaim {
  const decided = chosen.decisions.reduce((claim, each, index) => {
    if (each.isDenied) return denyLine(claim, index + 1, 'Wrong_Item', '', NOW).claim;
    const wanted = {
      variantIdFromPlatform: EXCHANGED_FOR,
      productIdFromPlatform: 'product-9',
      title: 'Coat',
      sku: '',
      imgUrl: null,
      quantity: 1,
      unitPrice: each.price,
      unitTax: 0,
    };
    const input = {
      method: FINAL_METHODS[requestedOf(index)].includes(each.method) ? each.method : requestedOf(index),
      amount: each.amount,
      exchange: wanted,
      replacementItems: [wanted],
      wasResolvedExternally: each.isExternal,
      pricing: settings,
    };
    return approveLine(claim, index + 1, input, NOW).claim;
  }, asked);
  const received = { provider: 'platformCheckout', status: 'Captured', captureAsked: chosen.paid } as const;
  const payment = paymentOf({
    id,
    idFromPlatform: `pi_${id}`,
    amount: chosen.paid,
    ...(chosen.isCheckout ? { ...received, capturedAmount: chosen.paid } : {}),
  });
  const paid = { ...decided, feeApplied: chosen.fee, payments: chosen.paid === 0 ? [] : [payment] };
  const taken =
    chosen.isTaken && chosen.paid > 0 ? askCapture(paid, payment, chosen.paid) : { claim: paid, effects: [] };
  const rounds = chosen.firstRound.length === 0 ? [undefined] : [chosen.firstRound, undefined];
  const finalized = rounds.reduce<FinalizedClaim>(
    (so, lineIds) => {
      // Denied lines need no finalizing of their own.
      if (so.claim.finalizedOn !== null) return so;
      const input = { policy: settings, waiveBalance: true, ...(lineIds ? { lineIds } : {}) };
      const { claim, effects } = finalizeClaim(so.claim, order, input, NOW);
      return { order, claim, effects: [...so.effects, ...withoutEmails(effects)] };
    },
    { order, claim: taken.claim, effects: withoutEmails(taken.effects) },
  );
  return chosen.unsent === null ? finalized : withoutGoods(finalized, chosen.unsent, settings);
}

function withoutGoods(
  { order, claim, effects }: FinalizedClaim,
  method: RemainderMethod,
  policy: FlatSettings,
): FinalizedClaim {
  const step = effects.find((effect) => effect.kind === 'exchangeOrder' || effect.kind === 'returnExchange');
  if (!step) return { order, claim, effects };
  const left = leftWithout(claim, step, order, [claim]);
  const given = giveValueInstead(claim, order, step, { method, policy, left, email: null }, NOW);
  return {
    order,
    claim: given.claim,
    effects: [...effects.filter((effect) => effect !== step), ...withoutEmails(given.effects)],
  };
}
