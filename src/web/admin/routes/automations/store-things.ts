import type { Words } from '#core/automations/action.ts';
import type { ValueWords } from '#core/automations/explain.ts';
import type { Fact, NamedThing } from '#core/automations/facts.ts';
import { moneyText } from '../../../ui/money-text.tsx';
import { countryName } from '../../country-name.ts';

export type Thing = {
  value: string;
  label: string;
  /** It is offered no more; what names it already still says so. */
  isRetired?: boolean;
};
/** What rules refer to by id, as a store has it. */
export type ThingKind = 'productGroups' | 'returnLocations' | 'customFields' | 'shipRates';
export type StoreThings = Readonly<
  Record<ThingKind | 'claimTags' | 'fulfillmentLocations' | 'customerSegments' | 'reasons', readonly Thing[]>
> & {
  currencyCode: string;
  /** A payment provider is chosen and connected (R6.07). */
  canTakePayments: boolean;
  /** The store platform doesn't answer, so what it has is as it last was, or unknown. */
  isUnreachable: boolean;
};

const KINDS: Readonly<
  Record<NamedThing, keyof Omit<StoreThings, 'currencyCode' | 'canTakePayments' | 'isUnreachable'>>
> = {
  reason: 'reasons',
  productGroup: 'productGroups',
  returnLocation: 'returnLocations',
  fulfillmentLocation: 'fulfillmentLocations',
  customerSegment: 'customerSegments',
  customField: 'customFields',
};

export const thingsNamed = (things: StoreThings, of: NamedThing): readonly Thing[] => things[KINDS[of]];

const labelOf = (things: readonly Thing[], value: string | number, what: string): string =>
  things.find((one) => one.value === String(value))?.label ?? `${what} ${value}`;

/** The words of summaries and conditions in one store. */
export const wordsOf = (things: StoreThings): Words & ValueWords => ({
  money: (amount) => moneyText(amount, things.currencyCode),
  productGroup: (id) => labelOf(things.productGroups, id, 'Product group'),
  returnLocation: (id) => labelOf(things.returnLocations, id, 'Return location'),
  fulfillmentLocation: (id) => labelOf(things.fulfillmentLocations, id, 'Location'),
  customField: (id) => labelOf(things.customFields, id, 'Custom field'),
  shipRate: (id) => labelOf(things.shipRates, id, 'Rate'),
  nameOf: (fact, value) => nameOf(things, fact, value),
});

function nameOf(things: StoreThings, { options }: Fact, value: string | number): string {
  if (options?.kind === 'countries') return countryName(String(value));
  const known =
    options?.kind === 'definite' ? options.options : options?.kind === 'named' ? thingsNamed(things, options.of) : [];
  return known.find((one) => one.value === String(value))?.label ?? String(value);
}
