import { z } from 'zod';
import { choice, count, days, fixed, onOff, text } from '#core/settings/field.ts';
import { EXCHANGE_DISCOUNT } from '#core/orders/discount-codes.ts';
import { settingsGroup } from '#core/settings/group.ts';
import { WINDOW_TURNED, windowProblem } from '#core/settings/window.ts';

const PRICING = {
  NO_PAYMENT_OR_REFUND: 'Nothing: every exchange is even',
  PAYMENT: 'The customer pays the difference for a more expensive item',
  PAYMENT_AND_PARTIAL_REFUND: 'The customer pays the difference, or gets it back',
} as const;

export const variantExchanges = settingsGroup({
  page: 'returns',
  title: 'Exchanges',
  help: 'What shoppers can exchange, what happens to a price difference, and how the exchange order is created.',
  fields: z.object({
    isExchangeEnabled: onOff({
      label: 'Offer exchanges',
      also: 'swap size color replace',
      default: true,
      turns: { field: 'variantExchangeValidityDays', ...WINDOW_TURNED },
    }),
    variantExchangeValidityDays: days({
      label: 'Exchange window',
      also: 'deadline period time limit',
      help: 'Days after delivery in which a shopper can ask for an exchange.',
      default: 30,
      onlyWhen: { field: 'isExchangeEnabled', is: true },
    }),
    variantExchangePricing: choice({
      label: 'Price difference, same product',
      options: PRICING,
      default: 'NO_PAYMENT_OR_REFUND',
    }),
    isAdvancedExchangeEnabled: onOff({
      label: 'Exchange for another product',
      help: "Only for orders in your store's currency.",
      default: true,
    }),
    advancedExchangePricing: choice({
      label: 'Price difference, another product',
      options: PRICING,
      default: 'PAYMENT_AND_PARTIAL_REFUND',
      onlyWhen: { field: 'isAdvancedExchangeEnabled', is: true },
    }),
    exchangeRemainderMethod: choice({
      label: 'Refund the difference as',
      also: 'remainder cheaper left over',
      help: 'When the new item costs less, unless staff choose otherwise.',
      options: { refund: 'Refund', giftCard: 'Gift card', storeCredit: 'Store credit' },
      default: 'refund',
    }),
    isExchangeOfExchangeAllowed: onOff({
      label: 'Exchange items that came from an exchange',
      also: 'again twice repeated',
      help: 'Otherwise such items can only be returned.',
      default: true,
    }),
    minInventoryAvailableToCustomer: count({
      label: 'Minimum inventory',
      also: 'stock threshold available least',
      help: 'Shoppers can choose a variant while at least this many are in stock. 0 counts as 1. An automation about product exchanges replaces this for its products.',
      default: 1,
      most: 9999,
    }),
    variantExchangeShippingTitle: text({
      label: 'Shipping title on exchange orders',
      help: 'Names the free shipping line of the order, so that your warehouse ships it that way. Empty for none.',
      also: 'method rate line',
      most: 128,
      shownWhen: { group: 'returns', field: 'isReturnProcessApiEnabled', is: false },
    }),
    exchangeDiscountCode: fixed({
      label: 'Discount code on exchange orders',
      help: 'Followed by the number of the original order.',
      value: EXCHANGE_DISCOUNT,
      shownWhen: { group: 'returns', field: 'isReturnProcessApiEnabled', is: false },
    }),
  }),
  check: (its) => windowProblem(its.isExchangeEnabled, 'variantExchangeValidityDays', its.variantExchangeValidityDays),
});
