import { describe, expect, test } from 'vitest';
import { refundablePayments, transferOf } from './refund.ts';

const CARD = 'stripe';
const CREDIT = 'shopify_store_credit';
const moved = (
  id: string,
  kind: string,
  amount: string,
  { status = 'SUCCESS', gateway = CARD, of = null as string | null, isByHand = false } = {},
) => ({
  id,
  kind,
  status,
  gateway,
  manualPaymentGateway: isByHand,
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

describe('of an order that was paid in part in cash', () => {
  const dollars = (amount: string) => ({ presentmentMoney: { amount, currencyCode: 'USD' } });
  const cash = { gateway: 'Cash on Delivery (COD)', isByHand: true };
  const refundOf = (amount: number, incentiveAmount = 0, payments = [moved('cash', 'SALE', '20.00', cash)]) =>
    transferOf(
      { amount: { amount, currencyCode: 'USD' }, incentiveAmount, to: 'originalPayment' },
      {
        id: 'order',
        presentmentCurrencyCode: 'USD',
        totalReceivedSet: dollars('120.00'),
        totalRefundedSet: dollars('0.00'),
        transactions: [...payments, moved('card', 'SALE', '100.00')],
        refunds: [],
        returns: { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } },
      },
    ).orderTransactions.map(({ parentId, transactionAmount }) => [parentId, transactionAmount.amount]);

  test('the card gives all it can, and a refund that needs the cash is refused as a whole', () => {
    expect(refundOf(10_000)).toEqual([['card', '100.00']]);
    expect(() => refundOf(10_001)).toThrow(/pay it back yourself/);
    expect(() => refundOf(12_001)).toThrow(/only 120.00 USD/);
  });
  test('the cash of the till is told by its name', () => {
    const till = [moved('till', 'SALE', '20.00', { gateway: 'cash' })];
    expect(() => refundOf(10_001, 0, till)).toThrow(/pay it back yourself/);
  });
});

test('store credit is never more than refunds that are still on their way leave', () => {
  const dollars = (amount: string) => ({ presentmentMoney: { amount, currencyCode: 'USD' } });
  const transactions = [
    moved('card', 'SALE', '100.00'),
    moved('back', 'REFUND', '70.00', { of: 'card', status: 'PENDING' }),
  ];
  const creditOf = (amount: number) =>
    transferOf(
      { amount: { amount, currencyCode: 'USD' }, to: 'storeCredit' },
      {
        id: 'order',
        presentmentCurrencyCode: 'USD',
        totalReceivedSet: dollars('100.00'),
        totalRefundedSet: dollars('0.00'),
        transactions,
        refunds: [
          { id: '1', note: null, totalRefundedSet: dollars('0.00'), transactions: { nodes: transactions.slice(1) } },
        ],
        returns: { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } },
      },
    );
  expect(creditOf(3000)).toMatchObject({ refundMethods: [{ storeCreditRefund: {} }] });
  expect(() => creditOf(3001)).toThrow(/only 30.00 USD/);
});
