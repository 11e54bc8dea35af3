import { z } from 'zod';
import { action, union, type Match } from '#core/automations/action.ts';

const params = z.strictObject({
  storeProductGroupIds: z.array(z.number().int().positive()).min(1, 'Please select at least one Product Group'),
  advancedExchangeMethod: z.enum(['NO_PAYMENT_OR_REFUND', 'PAYMENT', 'PAYMENT_AND_PARTIAL_REFUND']),
  isNoAdjustmentVariantExchangeEnabled: z.boolean(),
  minInventoryAvailableToCustomer: z.number('Must provide a number.').int('Must be a whole number').min(0).max(999_999),
  isAdvancedExchangeFilterAndSearchEnabled: z.boolean(),
  excludedAdvancedExchangeOptionNames: z.array(z.string().trim().min(1).max(100)),
  advancedExchangeSortCriteria: z.enum(['ALPHABETICAL', 'NEWEST_FIRST']),
  exchangeKind: z.enum(['product', 'variant']),
});
type Params = z.output<typeof params>;

const METHODS: Readonly<Record<Params['advancedExchangeMethod'], string>> = {
  NO_PAYMENT_OR_REFUND: 'No payment or refund',
  PAYMENT: 'The shopper pays a difference',
  PAYMENT_AND_PARTIAL_REFUND: 'The shopper pays a difference or gets it back',
};

/** The product groups of all rules; everything else as the first one says (decisions 16). */
const combine = (matches: readonly [Match<Params>, ...Match<Params>[]]) => ({
  ...matches[0],
  productGroupIds: union(matches.map(({ params: { storeProductGroupIds } }) => storeProductGroupIds)),
});

export const offerAdvancedExchange = action({
  label: 'Product Exchange',
  description: 'Let the shopper exchange an item for other products.',
  hooks: ['exchangeProductSelection', 'afterReasonSelection'],
  perLine: true,
  params,
  initial: {
    storeProductGroupIds: [],
    advancedExchangeMethod: 'NO_PAYMENT_OR_REFUND',
    isNoAdjustmentVariantExchangeEnabled: false,
    minInventoryAvailableToCustomer: 0,
    isAdvancedExchangeFilterAndSearchEnabled: true,
    excludedAdvancedExchangeOptionNames: ['Title'],
    advancedExchangeSortCriteria: 'ALPHABETICAL',
    exchangeKind: 'product',
  },
  summary: (its, { productGroup }) => [
    its.storeProductGroupIds.map(productGroup).join(', '),
    METHODS[its.advancedExchangeMethod],
    ...(its.minInventoryAvailableToCustomer === 0 ? [] : [`At least ${its.minInventoryAvailableToCustomer} in stock`]),
  ],
  references: ({ storeProductGroupIds: productGroups }) => ({ productGroups }),
  combine,
});
