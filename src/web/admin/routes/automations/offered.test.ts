import { expect, test } from 'vitest';
import { z } from 'zod';
import { ACTIONS } from '#core/automations/actions.ts';
import { factOf } from '#core/automations/facts.ts';
import { Hook } from '#core/automations/hooks.ts';
import { ACTION_FIELDS } from './action-fields.ts';
import { exchangeMethods, factsAt } from './offered.ts';
import { PARCEL_PRESETS, presetOf } from './parcel-presets.ts';

const EVERYTHING = {
  hasShippingProtection: true,
  hasCustomFields: true,
  hasSegments: true,
  hasAbTests: true,
  warehouse: { hasDispositions: true },
};
const NOTHING = {
  hasShippingProtection: false,
  hasCustomFields: false,
  hasSegments: false,
  hasAbTests: false,
  warehouse: null,
};

test('every fact that is offered is known at the moment', () => {
  for (const hook of Hook.options)
    for (const fact of factsAt(hook, EVERYTHING)) expect(factOf(fact).hooks).toContain(hook);
});

/** What a store has more facts for with a part of `EVERYTHING`, over all moments. */
function broughtBy(part: Partial<typeof EVERYTHING>): string[] {
  const more = Hook.options.flatMap((hook) => {
    const without = factsAt(hook, NOTHING);
    return factsAt(hook, { ...NOTHING, ...part }).filter((fact) => !without.includes(fact));
  });
  return [...new Set(more)].toSorted();
}

test('facts are offered with what reports them (R6.02 to R6.06)', () => {
  expect(broughtBy({ hasShippingProtection: true })).toEqual(['cart/deliveryGroupType', 'customer/tags']);
  expect(factsAt('orderCheckoutBegin', NOTHING)).not.toContain('customer/tags');
  expect(factsAt('orderLookup', NOTHING)).toContain('customer/tags');
  expect(broughtBy({ hasAbTests: true })).toEqual(['cart/abTestGroup']);
  expect(broughtBy({ hasCustomFields: true })).toEqual(['claim/customField']);
  expect(broughtBy({ hasSegments: true })).toEqual(['customer/segment']);
  expect(factsAt('orderCheckoutBegin', EVERYTHING)).not.toContain('customer/segment');
  expect(broughtBy({ warehouse: { hasDispositions: false } })).toEqual(['rma/isEveryItemReceived', 'rma/status']);
  expect(broughtBy({ warehouse: { hasDispositions: true } })).toContain('rma/disposition');
});

test('a store that takes no cards exchanges without payment; what a rule says stays (R6.07)', () => {
  const all = ['NO_PAYMENT_OR_REFUND', 'PAYMENT', 'PAYMENT_AND_PARTIAL_REFUND'].map((value) => ({
    value,
    label: value,
  }));
  const offered = (chosen: string, canTakePayments: boolean): string[] =>
    exchangeMethods(all, chosen, canTakePayments).map(({ value }) => value);
  expect(offered('NO_PAYMENT_OR_REFUND', true)).toHaveLength(3);
  expect(offered('NO_PAYMENT_OR_REFUND', false)).toEqual(['NO_PAYMENT_OR_REFUND']);
  expect(offered('PAYMENT', false)).toEqual(['NO_PAYMENT_OR_REFUND', 'PAYMENT']);
});

test('a parcel begins at 10 inches, and is known as the box of a carrier (R9.06)', () => {
  const { parcel } = z
    .object({ parcel: z.record(z.string(), z.unknown()) })
    .parse(ACTIONS.quoteOrderShipmentParcel.initial);
  expect(parcel).toEqual({ name: '', length: 10, width: 10, height: 10 });
  expect(presetOf(parcel)).toBeUndefined();
  expect(PARCEL_PRESETS.map(({ name, length, width, height }) => `${name} ${length}x${width}x${height}`)).toEqual([
    'FedEx Small 12.25x10.9x1.5',
    'FedEx Medium 13.25x11.5x2.38',
    'FedEx Large 17.88x12.38x3',
    'UPS Small 13x11x2',
    'UPS Medium 16x11x3',
    'UPS Large 18x13x3',
    'UPS Extra Large 18x13x6',
    'UPS Tube 38x6x6',
  ]);
  for (const preset of PARCEL_PRESETS) expect(presetOf({ ...preset, name: 'Mine' })).toEqual(preset);
});

test('shops restock at Shopify alone (R6.09)', () => {
  const fields = ACTION_FIELDS.restockInventory;
  const platform = typeof fields === 'string' ? undefined : fields.find(({ name }) => name === 'restockPlatform');
  expect(platform?.look).toEqual({ kind: 'choice', options: [{ value: 'SHOPIFY', label: 'Shopify' }] });
});
