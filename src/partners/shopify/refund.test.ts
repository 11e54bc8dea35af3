import { describe, expect, test } from 'vitest';
import { refundablePayments } from './refund.ts';

const CARD = 'stripe';
const CREDIT = 'shopify_store_credit';
const moved = (
  id: string,
  kind: string,
  amount: string,
  { status = 'SUCCESS', gateway = CARD, of = null as string | null } = {},
) => ({
  id,
  kind,
  status,
  gateway,
  amountSet: { presentmentMoney: { amount, currencyCode: 'USD' } },
  parentTransaction: of === null ? null : { id: of },
});
const leftOf = (...transactions: ReturnType<typeof moved>[]) =>
  refundablePayments([moved('card', 'SALE', '100.00'), ...transactions], 'USD').map(({ left }) => left);

describe('what a payment of an order can still give back', () => {
  test('is less by what went back, and by what is still on its way', () => {
    expect(leftOf()).toEqual([10_000]);
    expect(leftOf(moved('1', 'REFUND', '30.00', { of: 'card' }))).toEqual([7000]);
    expect(leftOf(moved('1', 'REFUND', '30.00', { of: 'card', status: 'PENDING' }))).toEqual([7000]);
    expect(leftOf(moved('1', 'REFUND', '30.00', { of: 'card', status: 'FAILURE' }))).toEqual([10_000]);
  });
  test('is not less by store credit, unless it was paid with store credit', () => {
    expect(leftOf(moved('1', 'REFUND', '30.00', { of: 'card', gateway: CREDIT }))).toEqual([10_000]);
    const paid = moved('credit', 'SALE', '50.00', { gateway: CREDIT });
    expect(leftOf(paid, moved('1', 'REFUND', '30.00', { of: 'credit', gateway: CREDIT }))).toEqual([10_000, 2000]);
  });
});
