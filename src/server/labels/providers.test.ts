import { expect, test } from 'vitest';
import { createEasyPostLabels } from '#partners/easypost/adapter.ts';
import type { Labels } from '#partners/ports.ts';
import { startEasyPostSandbox } from '#sandbox/easypost/server.ts';
import { labelsFor, sellerOf } from '#server/labels/providers.ts';

const KEYS = { apiKey: 'test', webhookSecret: 'secret' };
const context = { requestId: 'test' };
const FROM = {
  firstName: 'Ada',
  lastName: 'Byron',
  line1: '417 Montgomery Street',
  line2: '',
  city: 'San Francisco',
  stateOrProvinceCode: 'CA',
  postalCode: '94104',
  countryCode: 'US',
  phone: '4155559999',
};

test('a store buys labels where it is set to, and gets none where that provider is not set up', () => {
  const labels = createEasyPostLabels(KEYS);
  expect(labelsFor([labels], { labelProvider: 'Easy_Post' })).toBe(labels);
  expect(labelsFor([], { labelProvider: 'Easy_Post' })).toBeNull();
});

test('a label goes back to the account that sold it, whichever the store buys from now', async () => {
  const sandboxes = [
    await startEasyPostSandbox({ ...KEYS, port: 0 }),
    await startEasyPostSandbox({ ...KEYS, port: 0 }),
  ];
  const [first, second] = sandboxes.map(({ url }): Labels => createEasyPostLabels({ ...KEYS, baseUrl: `${url}/v2` }));
  if (!first || !second) throw new Error('there are two');
  const to = { ...FROM, firstName: 'Warehouse', line1: '388 Townsend Street', postalCode: '94107' };
  const quoted = await second.quote({ from: FROM, to, parcel: { weightOunces: 20 }, reference: 'mine' }, context);
  const { shipmentIdFromProvider } = await second.buy(
    quoted.shipmentIdFromProvider,
    quoted.rates[0]?.id ?? '',
    context,
  );
  expect(await sellerOf([first, second], shipmentIdFromProvider, context)).toBe(second);
  expect(await sellerOf([first, second], 'shp_unknown', context)).toBeNull();
  expect(await sellerOf([first], shipmentIdFromProvider, context)).toBe(first);
  await Promise.all(sandboxes.map((one) => one.close()));
});
