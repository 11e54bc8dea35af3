import { z } from 'zod';
import { onOff, text } from '#core/settings/field.ts';
import { settingsGroup } from '#core/settings/group.ts';

export const shippingClaimsAdvanced = settingsGroup({
  page: 'shipping-claims',
  title: 'Provider settings',
  help: 'Only provider admins see these settings.',
  isProviderOnly: true,
  fields: z.object({
    isMerchantFinalizationEnabled: onOff({
      label: "The store's staff decides claims",
      help: 'Otherwise claims wait in the queue of the provider.',
      also: 'merchant finalization concierge',
      default: true,
    }),
    isZeroDollarReorderEnabled: onOff({
      label: 'Reorder at a price of zero',
      help: 'Otherwise the items keep their prices and a discount takes the total to zero.',
      default: false,
    }),
    isRefundMultipleGspEnabled: onOff({
      label: 'Refund every cover of an order',
      help: 'Otherwise one cover is refunded with a claim.',
      default: false,
    }),
    shipProtectOrderTag: text({
      label: 'Tag of protected orders',
      help: 'Orders with this tag are protected whatever was bought. Leave it empty for none.',
      most: 255,
    }),
  }),
});
