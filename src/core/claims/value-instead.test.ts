import { describe, expect, test } from 'vitest';
import { approveLine } from '#core/claims/approve.ts';
import { claimLedger, shopNowGoods } from '#core/claims/claim-money.ts';
import type { Claim } from '#core/claims/claim.ts';
import { finalizeClaim } from '#core/claims/finalize.ts';
import { allowedMethods } from '#core/claims/resolution.ts';
import {
  claimOf,
  lineOf,
  NOW,
  orderOf,
  paymentOf,
  POLICY as policy,
  refusalOf,
  selectionOf,
  settingsOf,
  variantOf,
} from '#core/claims/test-data.ts';
import type { Order } from '#core/orders/order.ts';
import { giveValueInstead, leftWithout, valueInstead, type SendingStep } from '#core/claims/value-instead.ts';

const order = orderOf(['a', 'b'].map((idFromPlatform) => lineOf({ idFromPlatform })));
const worth = claimOf(order).lines[0]?.requestedAmount ?? 0;
const DEARER = 500;
const settings = settingsOf({
  variantExchangePricing: 'PAYMENT',
  paymentProvider: 'stripe',
  exchangeShippingFee: 400,
  shopNowIncentiveBasisPoints: 1000,
});
const variants = new Map([['product-1', [variantOf({ price: 1000 + DEARER })]]]);
const exchange = selectionOf({ method: 'variantExchange', variantIdFromPlatform: 'variant-2' });

const replacement = {
  variantIdFromPlatform: 'variant-2',
  title: 'Coat',
  quantity: 1,
  unitPrice: 9000,
  unitTax: 0,
};

function carriedOut(asked: Claim): { claim: Claim; step: SendingStep; left: number } {
  const decided = asked.lines.reduce((claim, { id }) => approveLine(claim, id, {}, NOW).claim, asked);
  const { claim, effects, lineErrors } = finalizeClaim(decided, order, { policy }, NOW);
  expect(lineErrors).toEqual([]);
  const step = effects.find((one) => one.kind === 'exchangeOrder' || one.kind === 'returnExchange');
  if (!step) throw new Error('something is sent');
  return { claim, step, left: leftWithout(claim, step, order, [claim]) };
}

const give = ({ claim, step, left }: ReturnType<typeof carriedOut>, method: 'refund' | 'giftCard' = 'refund') =>
  giveValueInstead(claim, order, step, { method, policy, left, email: null }, NOW);

const payment = paymentOf({ amount: DEARER + 400 });

const OUR_REFUND = 'refund:claim:7:1:R-7K2M9QXD';

describe('goods that cannot be sent', () => {
  test('of an exchange that was paid for: its own worth goes out, and what was paid goes back', () => {
    const before = carriedOut(claimOf(order, { settings, variants, selections: [exchange], payment }));
    const { claim, effects } = give(before);
    expect(effects.find(({ kind }) => kind === 'refund')?.payload).toMatchObject({
      amount: { amount: worth },
      isInstead: true,
      lines: [{ claimLineId: 1, quantity: 1, amount: worth }],
    });
    expect(effects.find(({ kind }) => kind === 'paymentRefund')?.payload).toMatchObject({
      amount: { amount: DEARER + 400 },
    });
    expect(claim.lines[0]).toMatchObject({
      method: 'refund',
      issuedAmount: worth,
      isReturnedAtPlatform: true,
    });
    expect(claimLedger(claim)).toMatchObject({ balance: worth, deductions: { total: 0 } });
  });

  test('what another item of the claim helped to pay for them is given back too', () => {
    const selections = [exchange, selectionOf({ lineIdFromPlatform: 'b' })];
    const asked = claimOf(order, { settings, source: 'Merchant_App', variants, selections });
    const before = carriedOut(asked);
    const refunded = before.claim.settlements[0]?.issued.refund ?? 0;
    expect(refunded).toBeLessThan(worth);
    const { claim, effects } = give(before);
    const back = effects.find(({ kind }) => kind === 'refund')?.payload;
    expect(back).toMatchObject({ amount: { amount: 2 * worth - refunded } });
    expect(claimLedger(claim).balance).toBe(2 * worth);
    // Another purpose than the refund of the round.
    expect(new Set(effects.map(({ purposeKey }) => purposeKey)).size).toBe(effects.length);
  });

  test('not for an item of the same order that staff resolved externally', () => {
    const other = { ...exchange, lineIdFromPlatform: 'b' };
    const asked = claimOf(order, {
      settings,
      source: 'Merchant_App',
      variants,
      selections: [exchange, other],
    });
    const outside = approveLine(asked, 1, { wasResolvedExternally: true }, NOW).claim;
    const decided = approveLine(outside, 2, {}, NOW).claim;
    const { claim, effects } = finalizeClaim(decided, order, { policy, waiveBalance: true }, NOW);
    const [step] = effects.filter((one) => one.kind === 'exchangeOrder');
    const [item] = step?.payload.lines ?? [];
    if (!step || !item) throw new Error('something is sent');
    // As an order ahead of the return, which was made out before staff decided.
    const both = {
      ...step,
      payload: { ...step.payload, lines: [{ ...item, claimLineId: 1 }, item] },
    };
    const alone = valueInstead(claim, step, 0);
    expect(alone.issued).toBeGreaterThan(0);
    expect(valueInstead(claim, both, 0)).toEqual(alone);
  });

  test('of a gift bear the fee that was waived, in whichever round that was', () => {
    const gift = claimOf(order, {
      settings: settingsOf({ variantExchangePricing: 'NO_PAYMENT_OR_REFUND' }),
      variants,
      selections: [exchange, selectionOf({ lineIdFromPlatform: 'b' })],
    });
    const asked: Claim = { ...gift, isGiftReturn: true, feeApplied: 300 };
    const replacementItems = [{ ...replacement, productIdFromPlatform: null, sku: '', imgUrl: null }];
    const sent = approveLine(asked, 2, { method: 'replacementOrder', replacementItems }, NOW).claim;
    const decided = approveLine(sent, 1, {}, NOW).claim;
    const issued = [[[1, 2]], [[1], [2]], [[2], [1]]].map((rounds) => {
      const steps: SendingStep[] = [];
      const done = rounds.reduce((claim, lineIds) => {
        const round = finalizeClaim(claim, order, { policy, lineIds }, NOW);
        steps.push(...round.effects.filter((one) => one.kind === 'exchangeOrder'));
        return round.claim;
      }, decided);
      const step = steps.find(({ payload }) => !('purpose' in payload) || payload.purpose === 'exchange');
      if (!step) throw new Error('it is sent');
      return valueInstead(done, step, 0).issued;
    });
    expect(issued).toEqual([worth - 300, worth - 300, worth - 300]);
  });

  test('bought with a credit: its worth without the bonus for spending it at once', () => {
    const asked = claimOf(order, {
      settings,
      variants,
      selections: [selectionOf({ method: 'giftCard', isShopNow: true })],
      shopNowItems: [{ productIdFromPlatform: 'product-1', variantIdFromPlatform: 'variant-2', quantity: 1 }],
      payment: paymentOf({ amount: 9000 }),
    });
    const before = carriedOut(asked);
    expect(before.claim.settlements[0]?.shopNowIncentive).toBeGreaterThan(0);
    const { claim } = give(before, 'giftCard');
    const { settlements } = claim;
    expect(settlements.reduce((sum, record) => sum + record.paymentUsed, 0)).toBe(0);
    expect(settlements.at(-1)?.issued.giftCard).toBe(worth);
    expect(claimLedger(claim)).toMatchObject({ balance: worth, deductions: { total: 0 } });
  });

  test('bought with a credit: they are given up for the credits that are not carried out yet, too', () => {
    const credit = (lineIdFromPlatform: string) =>
      selectionOf({ lineIdFromPlatform, method: 'giftCard', isShopNow: true });
    const asked = claimOf(order, {
      settings,
      variants: new Map([['product-1', [variantOf({ price: 500 })]]]),
      selections: [credit('a'), credit('b')],
      shopNowItems: [{ productIdFromPlatform: 'product-1', variantIdFromPlatform: 'variant-2', quantity: 1 }],
    });
    const decided = asked.lines.reduce((claim, { id }) => approveLine(claim, id, {}, NOW).claim, asked);
    const first = finalizeClaim(decided, order, { policy, lineIds: [1] }, NOW);
    const step = first.effects.find((one) => one.kind === 'exchangeOrder');
    if (!step) throw new Error('it is sent');
    const left = leftWithout(first.claim, step, order, [first.claim]);
    const { claim } = give({ claim: first.claim, step, left }, 'giftCard');
    expect(claim.lines.slice(1).flatMap((line) => allowedMethods(claim, line))).toContain('variantExchange');
    expect(claimLedger(claim)).toMatchObject({ balance: 2 * worth, deductions: { total: 0 } });
    expect(shopNowGoods(claim)).toEqual([]);
    const second = finalizeClaim(claim, order, { policy, stock: new Map([['variant-2', 0]]) }, NOW);
    expect(second.lineErrors).toEqual([]);
    expect(second.effects.map(({ kind }) => kind)).not.toContain('exchangeOrder');
    expect(second.claim.settlements.at(-1)?.issued.giftCard).toBe(worth);
    expect(claimLedger(second.claim)).toMatchObject({
      balance: 2 * worth,
      deductions: { total: 0 },
    });
  });

  test('of a replacement: what the item is worth, as far as the order has it', () => {
    const selections = [selectionOf()];
    const asked = claimOf(order, { claimType: 'Warranty', source: 'Merchant_App', selections });
    const decided = approveLine(
      asked,
      1,
      {
        method: 'replacementOrder',
        replacementItems: [{ ...replacement, productIdFromPlatform: null, sku: '', imgUrl: null }],
      },
      NOW,
    ).claim;
    const { claim, effects } = finalizeClaim(decided, order, { policy }, NOW);
    const step = effects.find((one) => one.kind === 'exchangeOrder');
    if (!step) throw new Error('it is sent');
    expect(valueInstead(claim, step, leftWithout(claim, step, order, [claim]))).toMatchObject({
      issued: worth,
    });
    expect(valueInstead(claim, step, 100)).toMatchObject({ issued: 100, credited: 100 });
    const given = giveValueInstead(claim, order, step, { method: 'refund', policy, left: 100, email: null }, NOW);
    expect(given.claim.lines[0]).toMatchObject({
      method: 'refund',
      amount: 100,
      replacementItems: [],
    });
  });

  test('for units that the store refunded itself are refused, their value was given; a refund of ours is none of these', () => {
    const refund = (lineIdFromPlatform: string, total: number): Order => ({
      ...order,
      totalRefunded: total,
      refunds: [
        {
          idFromPlatform: 'refund-1',
          purposeKey: lineIdFromPlatform === 'b' ? OUR_REFUND : null,
          createdOn: NOW,
          note: '',
          total,
          lines: [{ lineIdFromPlatform, quantity: 1, subtotal: total, tax: 0 }],
        },
      ],
      lines: order.lines.map((line) => ({
        ...line,
        currentQuantity: line.idFromPlatform === lineIdFromPlatform ? 0 : line.quantity,
      })),
    });
    const selections = [exchange, selectionOf({ lineIdFromPlatform: 'b' })];
    const { claim, step, left } = carriedOut(claimOf(order, { settings, variants, selections, payment }));
    const input = { method: 'giftCard', policy, left, email: null } as const;
    const giveFor = (told: Order) => () => giveValueInstead(claim, told, step, input, NOW);
    expect(refusalOf(giveFor(refund('a', worth)))).toBe('UNITS_GONE');
    expect(giveFor(refund('b', claim.settlements[0]?.issued.refund ?? 0))().claim.lines[0]?.method).toBe('giftCard');
  });

  test('are refused where what they were paid with was given back by the sum alone', () => {
    const selections = [exchange, selectionOf({ lineIdFromPlatform: 'b' })];
    const { claim, step, left } = carriedOut(claimOf(order, { settings, variants, selections, payment }));
    const ours = claim.settlements[0]?.issued.refund ?? 0;
    const by = (id: string, total: number) => ({
      idFromPlatform: id,
      purposeKey: id === 'ours' ? OUR_REFUND : null,
      createdOn: NOW,
      note: '',
      total,
      lines: id === 'ours' ? [{ lineIdFromPlatform: 'b', quantity: 1, subtotal: total, tax: 0 }] : [],
    });
    const giveAfter = (sum: number) => () => {
      const refunds = [by('ours', ours), ...(sum > 0 ? [by('by-hand', sum)] : [])];
      const told: Order = { ...order, totalRefunded: ours + sum, refunds };
      return giveValueInstead(claim, told, step, { method: 'giftCard', policy, left, email: null }, NOW);
    };
    const spare = order.totalPaid - 2 * worth;
    expect(giveAfter(spare)().claim.lines[0]?.method).toBe('giftCard');
    expect(refusalOf(giveAfter(spare + 1))).toBe('MONEY_GONE');
    // Requests that aren't finalized come last.
    const waiting = claimOf(order, {
      ids: { claimId: 8, externalId: 'R-8', orderId: 3 },
      selections: [selectionOf({ lineIdFromPlatform: 'b' })],
    });
    const input = {
      method: 'giftCard',
      policy,
      left,
      email: null,
      otherClaims: [waiting],
    } as const;
    expect(giveValueInstead(claim, order, step, input, NOW).claim.lines[0]?.method).toBe('giftCard');
  });

  test('that are decided anew anyway, or whose payment went back already, are refused', () => {
    const asked = claimOf(order, { settings, variants, selections: [exchange], payment });
    const { claim, step, left } = carriedOut(asked);
    expect(refusalOf(() => valueInstead(asked, step, left))).toBe('VALUE_NOT_OFFERED');
    const back = {
      ...claim,
      payments: claim.payments.map((one) => ({ ...one, refundedAmount: 100 })),
    };
    expect(refusalOf(() => valueInstead(back, step, left))).toBe('PAYMENT_GIVEN_BACK');
    const gift = { ...claim, isGiftReturn: true };
    const input = { method: 'refund', policy, left, email: null } as const;
    expect(refusalOf(() => giveValueInstead(gift, order, step, input, NOW))).toBe('METHOD_NOT_ALLOWED');
  });
});
