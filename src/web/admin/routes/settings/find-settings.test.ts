import { describe, expect, test } from 'vitest';
import { fieldsOf } from '#core/settings/group.ts';
import { GROUP_NAMES, SETTINGS_GROUPS } from '#core/settings/settings.ts';
import { RULE_VERSIONS } from '../automations/automation-places.ts';
import { findSettings } from './find-settings.ts';
import { SECTION_NAMES } from './section-names.ts';

const found = (typed: string, sections = SECTION_NAMES): string[] =>
  findSettings(sections, typed).map(({ field, page }) => field ?? page);

describe('every setting', () => {
  const shown = GROUP_NAMES.flatMap((name) =>
    fieldsOf(SETTINGS_GROUPS[name]).flatMap(([field, { label, look }]) =>
      look.kind === 'hidden' ? [] : [[`${name}.${field}`, label] as const],
    ),
  );
  test.each(shown)('%s is found by its label “%s”', (field, label) => expect(found(label)).toContain(field));
});

test('the label counts most, then what else people call it, then the help', () => {
  expect(found('refund window')[0]).toBe('refunds.refundValidityDays');
  expect(found('restocking')).toEqual(['fees.returnFee', 'returns.isReplenishInventoryWhenReturned']);
  expect(found('COLOUR')[0]).toBe('theme.merchantPrimaryColor');
  expect(found('COLOUR')).toEqual(found('color'));
  expect(found('original packaging')).toEqual([]);
  expect(found('after delivery refund')).toContain('refunds.refundValidityDays');
  expect(found('decrement')).toContain('stock.inventoryHandling');
});

test('pages without settings are found too, and those that a viewer lacks are not', () => {
  expect(found('invite')).toEqual(['users']);
  expect(found('warehouse')[0]).toBe('shipping-policies');
  expect(found('test store')).toEqual(['provider']);
  const seen = SECTION_NAMES.filter(({ needs }) => needs === undefined);
  expect(found('test store', seen)).toEqual([]);
  expect(found('registrations', seen)[0]).toBe('registrations');
  expect(found('tag of protected orders')).toEqual(['shippingClaimsAdvanced.shipProtectOrderTag']);
  expect(found('tag of protected orders', seen)).toEqual([]);
});

test('a setting of the page below another is opened there', () => {
  expect(findSettings(SECTION_NAMES, 'publish at once')).toEqual([
    expect.objectContaining({ field: 'automations.isPublishedAtOnce', fieldOn: RULE_VERSIONS }),
  ]);
});

test('nothing typed, an end of a word and a hidden setting find nothing', () => {
  for (const typed of ['', '  ', '-', 'indow', 'retired reasons', 'refund nowhere']) expect(found(typed)).toEqual([]);
});
