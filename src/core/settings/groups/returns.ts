import { z } from 'zod';
import { days, onOff } from '#core/settings/field.ts';
import { settingsGroup } from '#core/settings/group.ts';

export const returns = settingsGroup({
  page: 'returns',
  title: 'Returns',
  help: 'Whether shoppers can return items in the portal, and how long each step may take.',
  fields: z.object({
    isReturnsEnabled: onOff({
      label: 'Accept returns in the portal',
      also: 'enable turn on off switch',
      default: true,
    }),
    isGiftReturnEnabled: onOff({
      label: 'Accept gift returns',
      also: 'present recipient giver',
      help: "The person who received an order as a gift returns it for a gift card, store credit or another variant. The buyer isn't notified, and the recipient doesn't see what it cost. Buyers then look up their orders by email or billing postal code, because the recipient knows the shipping address.",
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
      help: 'When nothing was shipped in time, the claim is canceled, an unused label is voided and the customer is emailed. Items sent ahead of a return are never canceled.',
      default: false,
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
