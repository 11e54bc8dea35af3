import { z } from 'zod';
import { choice, days, onOff, text } from '#core/settings/field.ts';
import { settingsGroup } from '#core/settings/group.ts';

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
    isExchangeEnabled: onOff({ label: 'Offer exchanges', also: 'swap size color replace', default: true }),
    exchangeWindowDays: days({
      label: 'Exchange window',
      also: 'deadline period time limit',
      help: 'Days after delivery in which a shopper can ask for an exchange.',
      default: 60,
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
    exchangeOrderType: choice({
      label: 'Exchange order',
      options: {
        separateOrder: 'A separate order',
        platformReturn: "Your store platform's own exchange on the original order",
      },
      default: 'separateOrder',
    }),
    exchangeOrderPrefix: text({
      label: 'Prefix for exchange order numbers',
      most: 20,
      default: '#EX-',
      onlyWhen: { field: 'exchangeOrderType', is: 'separateOrder' },
    }),
  }),
});
