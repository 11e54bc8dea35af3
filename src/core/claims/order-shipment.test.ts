import { describe, expect, test } from 'vitest';
import { Address } from '#core/address.ts';
import { cancelClaim } from '#core/claims/cancel.ts';
import { intentOf } from '#core/effects/kinds.ts';
import { orderShipment, type WantedShipment } from '#core/claims/order-shipment.ts';
import { claimOf, lineOf, NOW, orderOf, refusalOf } from '#core/claims/test-data.ts';
import { weightOunces } from '#core/claims/weight.ts';

const order = orderOf([lineOf({ idFromPlatform: 'a', quantity: 3, grams: 400 })]);
const claim = claimOf(order, { shippingMethod: 'none', source: 'Merchant_App' });
const from = Address.parse({ firstName: 'Ada', line1: '1 High Street', city: 'Albany', postalCode: '12207' });
const to = Address.parse({ firstName: 'Returns', line1: '9 Dock Road', city: 'Troy', postalCode: '12180' });
const label: WantedShipment = {
  type: 'Label',
  from,
  to,
  weightOunces: 14,
  shipmentIdFromProvider: 'shp_1',
  rate: { id: 'rate_1', carrier: 'USPS', service: 'GroundAdvantage', cost: { amount: 593, currencyCode: 'USD' } },
};

describe('a label staff choose', () => {
  const { claim: ordered, effects } = orderShipment(claim, label, NOW);
  test('is bought at its rate, once for its quote', () => {
    expect(effects).toHaveLength(1);
    expect(effects.map(intentOf)).toEqual(effects);
    expect(effects[0]).toMatchObject({
      kind: 'label',
      purposeKey: 'label:claim:7:shp_1',
      payload: { from, to, weightOunces: 14, quoted: { shipmentIdFromProvider: 'shp_1', rateId: 'rate_1' } },
    });
    expect(orderShipment(ordered, label, NOW).effects[0]?.purposeKey).toBe(effects[0]?.purposeKey);
  });
  test('is told in the timeline, and shown to the shopper', () => {
    expect(ordered.shippingMethod).toBe('label');
    expect(ordered.timeline.at(-1)).toMatchObject({
      type: 'shipment',
      subject: 'Shipping label ordered',
      message: 'USPS Ground Advantage, $5.93',
    });
  });
});

test('each packing slip is one of its own', () => {
  const first = orderShipment(claim, { type: 'Packing_Slip', from, to }, NOW);
  const second = orderShipment(first.claim, { type: 'Packing_Slip', from, to }, NOW);
  expect(first.effects[0]).toMatchObject({ kind: 'packingSlip', payload: { from, to } });
  expect(second.effects[0]?.purposeKey).not.toBe(first.effects[0]?.purposeKey);
});

test('nothing is shipped to where it comes from, nor for a canceled claim', () => {
  const here = { ...to, firstName: 'Ada', line1: ' 1 HIGH  street', city: 'albany', postalCode: '12207' };
  expect(refusalOf(() => orderShipment(claim, { ...label, to: here }, NOW))).toBe('ADDRESSES_SAME');
  expect(refusalOf(() => orderShipment(cancelClaim(claim, NOW).claim, label, NOW))).toBe('CLAIM_CANCELED');
});

test('a parcel weighs what its units weigh, in whole ounces and at least one', () => {
  expect(weightOunces(claim, order)).toBe(14);
  expect(weightOunces(claim, orderOf([lineOf({ idFromPlatform: 'a', grams: 0 })]))).toBe(1);
});
