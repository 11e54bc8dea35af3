import { PAYMENT_PROVIDERS } from '#core/payments/providers.ts';
import { z } from 'zod';
import { choice } from '#core/settings/field.ts';
import { settingsGroup } from '#core/settings/group.ts';

export const payments = settingsGroup({
  page: 'integrations',
  part: 'integrations',
  title: 'Payments',
  help: 'Who collects what a customer owes for an exchange.',
  fields: z.object({
    paymentProvider: choice({
      label: 'Payment provider',
      also: 'card checkout collect',
      help: "Without one, shoppers can't choose an exchange that costs more.",
      options: {
        none: 'None',
        stripe: PAYMENT_PROVIDERS.stripe.name,
        platformCheckout: PAYMENT_PROVIDERS.platformCheckout.name,
      },
      default: 'none',
    }),
  }),
});
