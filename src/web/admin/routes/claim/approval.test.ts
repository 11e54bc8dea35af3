import { describe, expect, test } from 'vitest';
import type { ClaimLineShown } from '#contract/claim-shapes.ts';
import type { WantedShown } from '#contract/money-shapes.ts';
import {
  amountWarning,
  approvalProblem,
  approvedChange,
  costOf,
  differenceOf,
  firstApproval,
  type Approval,
  type Terms,
} from './approval.ts';
import { lineActions, lineLock } from './claim-words.ts';
import { claimLine, lineStatus } from './test-line.ts';

const line = (over: Partial<ClaimLineShown> = {}): ClaimLineShown =>
  claimLine({ allowedMethods: ['refund', 'giftCard', 'variantExchange', 'replacementOrder'], quantity: 2, ...over });
const item = (over: Partial<WantedShown> = {}): WantedShown => ({
  variantIdFromPlatform: 'v1',
  productIdFromPlatform: '1',
  title: 'Blue',
  sku: '',
  imgUrl: null,
  quantity: 2,
  unitPrice: 12,
  unitTax: 1,
  cost: 26,
  ...over,
});
const approval = (over: Partial<Approval>): Approval => ({ ...firstApproval(line()), ...over });

describe('how the dialog begins', () => {
  test('as asked for', () => expect(firstApproval(line())).toMatchObject({ method: 'refund', amount: 20 }));
  test('as decided before', () =>
    expect(
      firstApproval(line({ status: lineStatus('approved'), resolutionMethodEnum: 'Gift_Card', amount: 5 })),
    ).toMatchObject({
      method: 'giftCard',
      amount: 5,
    }));
  test('a warranty review must end otherwise', () =>
    expect(
      firstApproval(line({ requestedResolutionMethodEnum: 'Warranty_Review', allowedMethods: ['refund', 'repair'] }))
        .method,
    ).toBe('refund'));
});

test('what cannot be given back from here begins as resolved externally', () => {
  const only = line({ allowedMethods: [], externalMethods: ['refund'] });
  const first = firstApproval(only);
  expect(first).toMatchObject({ method: 'refund', amount: 20, isExternal: true, refund: null });
  expect(approvedChange(first, only)).toMatchObject({ resolutionMethod: 'refund', wasResolvedExternally: true });
  expect(lineLock(only)).toBeNull();
  expect(lineActions(only)).toMatchObject({ canDeny: true });
  const decided = { ...only, status: lineStatus('approved'), resolutionMethodEnum: 'Refund', amount: 20 } as const;
  expect(lineActions({ ...decided, wasResolvedExternally: true })).toMatchObject({
    approve: 'Change',
    canRevert: false,
  });
});

describe('what is missing', () => {
  const problem = (over: Partial<Approval>): string | null => approvalProblem(approval(over), line());
  test('an amount, for money only', () => {
    expect(problem({ amount: null })).toBe('Enter an amount.');
    expect(problem({ amount: -5 })).toBe('Must be zero or a positive number.');
    expect(problem({ amount: 0 })).toBeNull();
    expect(problem({ method: 'repair', amount: null })).toBeNull();
  });
  test('exactly one variant, no more of it than comes back', () => {
    expect(problem({ method: 'variantExchange' })).toBe('Choose the variant to send.');
    expect(problem({ method: 'variantExchange', exchange: item() })).toBeNull();
    for (const quantity of [0, 3, 1.5, Number.NaN])
      expect(problem({ method: 'variantExchange', exchange: item({ quantity }) })).toBe('Send 1 to 2.');
  });
  test('at least one replacement, each 1 to 9999', () => {
    expect(problem({ method: 'replacementOrder' })).toBe('Choose at least one variant to send.');
    expect(problem({ method: 'replacementOrder', replacements: [item({ quantity: 9999 })] })).toBeNull();
    expect(problem({ method: 'replacementOrder', replacements: [item(), item({ quantity: 10_000 })] })).toContain(
      '9999',
    );
  });
});

describe('the difference in price, in cents', () => {
  const PAYMENT: Terms = { pricing: 'PAYMENT', taxRate: null };
  const of = (over: Partial<WantedShown>, pricing: Terms['pricing'], taxRate: Terms['taxRate'] = null): number | null =>
    differenceOf(item(over), line(), { pricing, taxRate }, 'USD');
  test('as far as the store counts it', () => {
    expect(of({}, 'PAYMENT_AND_PARTIAL_REFUND')).toBe(600);
    expect(of({ unitPrice: 5 }, 'PAYMENT_AND_PARTIAL_REFUND')).toBe(-800);
    expect(of({ unitPrice: 5 }, 'PAYMENT')).toBe(0);
    expect(of({}, 'NO_PAYMENT_OR_REFUND')).toBe(0);
  });
  test('unknown until the terms are', () => expect(differenceOf(item(), line(), undefined, 'USD')).toBeNull());
  test('with the tax of all units rounded once, as the server has it', () => {
    const taxed = { unitPrice: 10.05, unitTax: 0.7, quantity: 2 };
    expect(of(taxed, 'PAYMENT_AND_PARTIAL_REFUND')).toBe(150);
    // 7 percent of 20.10 are 1.41, not twice 0.70.
    const terms = { pricing: 'PAYMENT_AND_PARTIAL_REFUND' as const, taxRate: { part: 7, whole: 100 } };
    expect(of(taxed, terms.pricing, terms.taxRate)).toBe(151);
    expect(costOf(item(taxed), terms, 'USD')).toBe(2151);
  });
  test('what was agreed stays agreed, also of what was asked for and staff decided otherwise', () => {
    const decided = { variantExchangeLineItem: item(), exchangeDeltaAmount: 1.5 };
    expect(differenceOf(item(), line(decided), PAYMENT, 'USD')).toBe(150);
    const asked = item({ variantIdFromPlatform: 'v2' });
    const both = { ...decided, requestedVariantExchangeLineItem: asked, requestedExchangeDeltaAmount: 3 };
    expect(differenceOf(asked, line(both), PAYMENT, 'USD')).toBe(300);
  });
});

test('an amount above the original value, or above what was asked for, is warned of', () => {
  expect(amountWarning(20, line(), 'USD')).toBeNull();
  // A part was already refunded; the original value includes the tax on top.
  const taxed = line({ requestedAmount: 15, subtotal: 20, tax: 4, originalAmount: 24 });
  expect(amountWarning(24, taxed, 'USD')).toContain('$9.00 more than the customer requested');
  expect(amountWarning(25, taxed, 'USD')).toContain('$1.00 above the original value of $24.00');
  expect(amountWarning(25, line(), 'USD')).toContain('$5.00 above the original value of $20.00');
  expect(amountWarning(18, line({ requestedAmount: 15 }), 'USD')).toContain('$3.00 more than the customer requested');
});

describe('what is sent', () => {
  test('an untouched amount is left to the server', () => {
    expect(approvedChange(approval({}), line())).toMatchObject({ resolutionMethod: 'refund', amount: null });
    expect(approvedChange(approval({ amount: 12.5 }), line())).toMatchObject({ amount: 12.5 });
  });
  test('only what the method needs', () => {
    const all = { exchange: item(), replacements: [item({ productIdFromPlatform: null })] };
    expect(approvedChange(approval({ ...all, method: 'replacementOrder' }), line())).toMatchObject({
      variantExchangeLineItem: null,
      replacementItems: [{ variantIdFromPlatform: 'v1', productIdFromPlatform: '1', quantity: 2 }],
    });
    expect(approvedChange(approval({ ...all, method: 'variantExchange' }), line())).toMatchObject({
      variantExchangeLineItem: { variantIdFromPlatform: 'v1' },
      replacementItems: [],
    });
  });
});

test('the refund that settled it is sent with what was resolved externally alone, none of these as none', () => {
  const sent = (over: Partial<Approval>) => approvedChange(approval(over), line());
  expect(sent({ isExternal: true, refund: 'r1' })).toMatchObject({ externalRefundIdFromPlatform: 'r1' });
  expect(sent({ isExternal: true, refund: '' })).toMatchObject({ externalRefundIdFromPlatform: null });
  expect(sent({ isExternal: false, refund: 'r1' })).toMatchObject({ externalRefundIdFromPlatform: null });
  const before = { wasResolvedExternally: true, externalRefundIdFromPlatform: 'r1' };
  expect(firstApproval(line(before)).refund).toBe('r1');
  expect(firstApproval(line({ wasResolvedExternally: true })).refund).toBe('');
  expect(firstApproval(line()).refund).toBeNull();
});
