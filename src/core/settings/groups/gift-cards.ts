import { z } from 'zod';
import { bonus, choice, fixed, insideOf, text } from '#core/settings/field.ts';
import { settingsGroup } from '#core/settings/group.ts';
import { GIFT_CARD_DISCOUNT } from '#core/orders/discount-codes.ts';

const PERCENT = 'At most 100 percent.';
const FIXED = 'Must be under 10,000.';

export const giftCards = settingsGroup({
  page: 'returns',
  title: 'Bonus and gift card details',
  help: 'What you add when the money stays with you, and how gift cards are issued.',
  fields: z.object({
    giftCardIncentiveType: choice({
      label: 'Bonus on gift card and store credit',
      also: 'incentive extra encourage',
      options: {
        none: 'None',
        percent: 'A percentage of the value of the returned items',
        fixed: 'An amount, once for each claim',
      },
      default: 'percent',
    }),
    giftCardIncentiveAmount: bonus({
      label: 'Bonus',
      help: "An amount counts for orders in your store's currency.",
      default: 10,
      typeField: 'giftCardIncentiveType',
    }),
    giftCardType: choice({
      label: 'Issue gift cards as',
      options: {
        Gift_Card: 'A gift card of your store',
        Store_Credit: "Store credit on the customer's account",
        Gift_Card_Order: 'A free order for a gift card',
      },
      default: 'Gift_Card',
    }),
    giftCardAttributes: insideOf(
      'templateSuffix',
      text({
        label: 'Gift card template',
        help: "Suffix of your theme's gift card template, such as birthday for gift_card.birthday. Empty for the usual one.",
        also: 'suffix design liquid',
        most: 100,
        onlyWhen: { field: 'giftCardType', is: 'Gift_Card' },
      }),
    ),
    giftCardOrderPrefix: text({
      label: 'Prefix for gift card order numbers',
      most: 20,
      default: '#C-GC-',
      onlyWhen: { field: 'giftCardType', is: 'Gift_Card_Order' },
    }),
    giftCardProductIdFromPlatform: text({
      label: 'Gift card product',
      help: 'The ID of the product that gift card orders are for. Empty for none.',
      also: 'id shopify',
      most: 40,
      onlyWhen: { field: 'giftCardType', is: 'Gift_Card_Order' },
    }),
    giftCardOrderDiscountCode: fixed({
      label: 'Discount code on gift card orders',
      help: 'Shows your bookkeepers that nobody paid for the order.',
      value: GIFT_CARD_DISCOUNT,
    }),
  }),
  check: ({
    giftCardIncentiveType: type,
    giftCardIncentiveAmount: amount,
    giftCardProductIdFromPlatform: product,
  }) => ({
    ...(type === 'percent' && amount > 100 ? { giftCardIncentiveAmount: PERCENT } : {}),
    ...(type === 'fixed' && amount >= 10_000 ? { giftCardIncentiveAmount: FIXED } : {}),
    ...(/^\d*$/.test(product) ? {} : { giftCardProductIdFromPlatform: 'Must be the number of a product.' }),
  }),
});
