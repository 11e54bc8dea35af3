import { PaymentProvider } from '#core/payments/providers.ts';
import { z } from 'zod';
import { Money } from '#core/money.ts';

/** The shopper's payment that an effect does something with. */
export const PaymentOf = z.object({
  paymentId: z.number().int(),
  idFromPlatform: z.string(),
  provider: PaymentProvider,
});

/** Some of it, or all. */
export const PaymentMove = PaymentOf.extend({ amount: Money });
