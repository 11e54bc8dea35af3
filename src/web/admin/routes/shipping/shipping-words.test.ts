import { expect, test } from 'vitest';
import type { ShippingClaimShown } from '#contract/shipping-claim-shapes.ts';
import { pollDelay } from './shipping-words.ts';

const claim = (
  status: ShippingClaimShown['status'],
  summary: Partial<ShippingClaimShown['resolutionSummary']> = {},
): Parameters<typeof pollDelay>[0] => ({
  status,
  emailConversation: { subject: '', customerName: '', customerEmail: '', isAnswerable: true, messages: [] },
  resolutionSummary: { wasResolvedExternally: false, exchangeOrder: null, refund: null, ...summary },
});

test('a claim is asked again until what it brings is there, or was brought outside', () => {
  expect(pollDelay(claim('Open'))).toBe(false);
  expect(pollDelay(claim('Closed_Reordered'))).toBe(10_000);
  expect(pollDelay(claim('Closed_Reordered', { wasResolvedExternally: true }))).toBe(false);
  const exchangeOrder = { platformAdminUrl: '', orderNameFromPlatform: '#1', lineItems: [] };
  expect(pollDelay(claim('Closed_Reordered', { exchangeOrder }))).toBe(false);
  const refund = { amount: 1, shippingFee: 0, handlingFee: 0, cover: 0, isRefundPending: true };
  expect(pollDelay(claim('Closed_Refunded', { refund }))).toBe(10_000);
  expect(pollDelay(claim('Closed_Refunded', { refund: { ...refund, isRefundPending: false } }))).toBe(false);
});
