import { z } from 'zod';
import { action, allInOrder, union } from '#core/automations/action.ts';
import { Amount, checkAmount, Fraction, percentText } from '#core/automations/amounts.ts';
import { PublicText } from '#core/public-text.ts';

const RateIds = z.array(z.number().int().positive());

const Modification = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('ADD_OR_REMOVE_RATES'),
    action: z.enum(['ADD', 'REMOVE', 'REPLACE']),
    addOrRemoveStoreShipRateIds: RateIds,
  }),
  z.strictObject({
    kind: z.literal('APPLY_FIXED_FEE'),
    amount: Amount,
    applyPerItem: z.boolean(),
    fixedFeeStoreShipRateIds: RateIds,
  }),
  z.strictObject({
    kind: z.literal('APPLY_PERCENTAGE_FEE'),
    percentage: Fraction,
    percentageFeeStoreShipRateIds: RateIds,
  }),
  z
    .strictObject({
      kind: z.literal('APPLY_SHIPPING_DISCOUNT'),
      discountType: z.enum(['fixedAmount', 'percentage', 'removePlusPricing']),
      discountAmount: z.number('Must provide a number.').min(0),
      discountMessage: PublicText(128),
      discountStoreShipRateIds: RateIds,
      isCheckboxApplicationEnabled: z.boolean(),
    })
    .superRefine(({ discountType, discountAmount }, context) => {
      if (discountType === 'removePlusPricing') return;
      const type = discountType === 'percentage' ? 'percent' : 'fixed';
      checkAmount({ type, amount: discountAmount }, 'discountAmount', context);
    }),
]);
type Modification = z.output<typeof Modification>;

/** The rates a change concerns; none means all. */
function ratesOf(change: Modification): readonly number[] {
  switch (change.kind) {
    case 'ADD_OR_REMOVE_RATES':
      return change.addOrRemoveStoreShipRateIds;
    case 'APPLY_FIXED_FEE':
      return change.fixedFeeStoreShipRateIds;
    case 'APPLY_PERCENTAGE_FEE':
      return change.percentageFeeStoreShipRateIds;
    case 'APPLY_SHIPPING_DISCOUNT':
      return change.discountStoreShipRateIds;
  }
}

const RATE_CHANGES = { ADD: 'Adds', REMOVE: 'Removes', REPLACE: 'Replaces all rates with' } as const;

function textOf(change: Modification, money: (amount: number) => string): string {
  switch (change.kind) {
    case 'ADD_OR_REMOVE_RATES':
      return RATE_CHANGES[change.action];
    case 'APPLY_FIXED_FEE':
      return `Adds ${money(change.amount)}${change.applyPerItem ? ' per item' : ''}`;
    case 'APPLY_PERCENTAGE_FEE':
      return `Adds ${percentText(change.percentage)}`;
    case 'APPLY_SHIPPING_DISCOUNT':
      return discountText(change, money);
  }
}

function discountText(
  {
    discountType,
    discountAmount,
    discountMessage,
    isCheckboxApplicationEnabled,
  }: Extract<Modification, { kind: 'APPLY_SHIPPING_DISCOUNT' }>,
  money: (amount: number) => string,
): string {
  const amount = discountType === 'percentage' ? percentText(discountAmount) : money(discountAmount);
  return [
    discountType === 'removePlusPricing' ? 'Removes Plus pricing' : `Takes off ${amount}`,
    ...(isCheckboxApplicationEnabled ? [' by a checkbox'] : []),
    ...(discountMessage === '' ? [] : [` (${discountMessage})`]),
  ].join('');
}

export const quoteOrderShipmentModify = action({
  label: 'Modify Checkout Rates',
  description: 'Add, remove or change the price of shipping rates at checkout.',
  hooks: ['orderCheckoutQuoteShipping'],
  perLine: false,
  params: z.strictObject({
    checkoutRateModifications: z.array(Modification).min(1, 'Please add at least one modification').max(20),
  }),
  initial: { checkoutRateModifications: [] },
  summary: ({ checkoutRateModifications }, { money, shipRate }) =>
    checkoutRateModifications.map((change) => {
      const rates = ratesOf(change);
      const on = rates.length === 0 ? 'all rates' : rates.map(shipRate).join(', ');
      return `${textOf(change, money)}: ${on}`;
    }),
  references: ({ checkoutRateModifications }) => ({ shipRates: union(checkoutRateModifications.map(ratesOf)) }),
  combine: allInOrder,
});
