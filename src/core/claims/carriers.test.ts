import { expect, test } from 'vitest';
import { carrierOf, shippedBy, trackingLink } from '#core/claims/carriers.ts';

test.each([
  ['DHLExpress', 'ExpressWorldwide', 'DHL Express Worldwide', 'dhl'],
  ['USPS', 'GroundAdvantage', 'USPS Ground Advantage', 'usps'],
  ['FedExDefault', 'FEDEX_GROUND', 'FedEx Ground', 'fedex'],
  ['UPSDAP', 'UPSSaver', 'UPS Saver', 'ups'],
  ['UPS', 'Ground', 'UPS Ground', 'ups'],
  ['CanadaPost', 'ExpeditedParcel', 'Canada Post Expedited Parcel', null],
  ['BlueBirdCouriers', 'NEXT_DAY', 'Blue Bird Couriers Next Day', null],
  ['USPS', '', 'USPS', 'usps'],
  ['', '', '', null],
])('%s with %s reads %s', (carrier, service, text, icon) => {
  expect(shippedBy(carrier, service)).toBe(text);
  expect(carrierOf(carrier).icon).toBe(icon);
});

test('each carrier names its own page of drop-off points, and one without such a page none', () => {
  expect(carrierOf('UPSDAP').dropOffUrl).toBe('https://www.ups.com/dropoff/');
  expect(carrierOf('FedExDefault').dropOffUrl).toContain('fedex.com');
  expect(carrierOf('OnTrac').dropOffUrl).toBeNull();
  expect(carrierOf('BlueBirdCouriers').dropOffUrl).toBeNull();
});

test('a parcel is followed at its carrier, or else found on the web', () => {
  const parcel = { carrier: 'DHLExpress', trackingCode: '12 3&4', trackingUrl: '' };
  expect(trackingLink({ ...parcel, trackingUrl: 'https://track.example/1' })).toBe('https://track.example/1');
  expect(trackingLink(parcel)).toBe('https://www.google.com/search?q=DHL%2012%203%264');
  expect(trackingLink({ ...parcel, trackingCode: '' })).toBe('');
});
