import { z } from 'zod';

/**
 * Who takes money from shoppers. `canHold`: holds money now and takes it later; without it a payment is taken when it is
 * made. `isOfServer`: the money comes into the server's account, for all its stores; without it, into the store's own.
 */
export const PAYMENT_PROVIDERS = {
  stripe: { name: 'Stripe', canHold: true, isOfServer: true },
  platformCheckout: { name: "Your store's checkout", canHold: false, isOfServer: false },
} as const;
export type PaymentProvider = keyof typeof PAYMENT_PROVIDERS;

const isProvider = (key: string): key is PaymentProvider => key in PAYMENT_PROVIDERS;
export const PaymentProvider = z.enum(Object.keys(PAYMENT_PROVIDERS).filter(isProvider));

/** Whether a store that is set up like this can hold a shopper's money. */
export const canHoldMoney = ({ paymentProvider }: { paymentProvider: PaymentProvider | 'none' }): boolean =>
  paymentProvider !== 'none' && PAYMENT_PROVIDERS[paymentProvider].canHold;
