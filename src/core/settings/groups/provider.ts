import { z } from 'zod';
import { onOff } from '#core/settings/field.ts';
import { settingsGroup } from '#core/settings/group.ts';

export const provider = settingsGroup({
  page: 'provider',
  title: 'Areas',
  help: 'What the provider switches on for this store. Returns, warranties and registrations have settings of their own.',
  isProviderOnly: true,
  fields: z.object({
    isShippingProtectionEnabled: onOff({ label: 'Shipping protection', default: false }),
    isOrderEditingOffered: onOff({
      label: 'Order editing',
      help: "Shows its settings to the store. Shoppers can't edit orders yet.",
      default: false,
    }),
  }),
});
