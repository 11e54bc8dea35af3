import { z } from 'zod';
import { area, days, onOff, text, webAddress } from '#core/settings/field.ts';
import { settingsGroup } from '#core/settings/group.ts';

export const returns = settingsGroup({
  page: 'returns',
  title: 'Returns',
  help: 'Whether shoppers can return items in the portal, and how long each step may take.',
  fields: z.object({
    isReturnsEnabled: area({
      label: 'Returns',
      whenOff: "Returns aren't offered to customers. You can still change these settings.",
      also: 'enable turn on off switch',
      default: true,
    }),
    isGiftReturnEnabled: onOff({
      label: 'Accept gift returns',
      also: 'present recipient giver',
      help: "The person who received an order as a gift returns it for a gift card, store credit or another variant. The buyer isn't notified, and the recipient doesn't see what it cost. Buyers then look up their orders by email or billing postal code, because the recipient knows the shipping address.",
      default: false,
    }),
    returnPolicyUrl: webAddress({
      label: 'Return policy URL',
      help: 'If you have a page with your policy, the portal and search engines are sent there, and the published page links to it.',
      also: 'terms link page',
    }),
    isClaimImageFromCustomerRequired: onOff({
      label: 'Ask for a photo or video of each item',
      also: 'image picture media upload required proof',
      help: 'Shoppers add at least one before they continue. An automation about custom fields replaces this for the items it matches.',
      default: false,
    }),
    allowClaimsOnPartiallyFulfilledOrders: onOff({
      label: 'Accept returns of partly shipped orders',
      also: 'partially fulfilled',
      help: 'Items that shipped can be returned while others are still to come. Applies to warranty claims too.',
      default: true,
    }),
    isReplenishInventoryWhenReturned: onOff({
      label: 'Restock returned items',
      also: 'inventory replenish available quantity',
      help: 'Finalizing puts items that came back into stock as available. An automation about restocking replaces this.',
      default: false,
    }),
    defaultDeliveryDays: days({
      label: 'Assumed delivery time',
      help: "Counted from fulfillment when the carrier didn't report a delivery.",
      default: 5,
      most: 60,
    }),
    defaultReturnExpirationDays: days({
      label: 'Time to ship the package',
      also: 'expiration expire label deadline send by',
      help: 'Printed on the label as the send-by date.',
      default: 30,
    }),
    isExpiredReturnCanceled: onOff({
      label: 'Cancel returns that expire',
      also: 'expired deadline not shipped label unused',
      help: 'When nothing was shipped in time, the claim is canceled, an unused label is voided and the customer is emailed. Withdrawals and items sent ahead of a return are never canceled.',
      default: false,
    }),
    isReturnProcessApiEnabled: onOff({
      label: "Use your store platform's own returns",
      also: 'return process api shopify original order',
      help: 'Exchanges happen on the original order. Otherwise each exchange is a separate order.',
      default: false,
    }),
    exchangeOrderPrefix: text({
      label: 'Prefix for exchange order numbers',
      most: 20,
      default: '#EX-',
      shownWhen: { field: 'isReturnProcessApiEnabled', is: false },
    }),
    isReviewOffered: onOff({
      label: 'Let shoppers ask for a review',
      also: 'exception appeal',
      help: "A shopper who reads why an item or method isn't available can tell you why you should make an exception. It becomes a claim in manual review. Nothing is promised until you approve it. Applies to warranty claims too.",
      default: true,
    }),
    isReturnInspectionEnabled: onOff({
      label: 'Inspect returned items',
      help: 'Staff inspect the items that came back before they decide. Applies to claims submitted from now on.',
      default: false,
    }),
  }),
});
