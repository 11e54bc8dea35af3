import type { Language } from '#core/texts/languages.ts';

/** As much of Stripe.js as the card form and the wallets above it need; its script is loaded when a shopper comes to pay. */
export type StripeError = { type: string; code?: string; message?: string };
type Failed = { error?: StripeError };
type StripeElement = {
  mount: (target: HTMLElement) => void;
  destroy: () => void;
};
type PaymentElement = StripeElement & { on: (event: 'ready' | 'loaderror', listener: () => void) => unknown };
type Wallet = 'applePay' | 'googlePay' | 'link';
/** Buttons of the wallets that this browser has, and of none when it has none. */
type WalletsElement = StripeElement & {
  on: ((event: 'confirm', listener: () => void) => unknown) &
    ((
      event: 'availablepaymentmethodschange',
      listener: (event: { paymentMethods?: Partial<Record<Wallet, { available: boolean }>> | undefined }) => void,
    ) => unknown);
};
type Shown<Name extends string> = Record<Name, 'auto' | 'never'>;
export type StripeElements = {
  create: ((type: 'payment', options: { wallets: Shown<'applePay' | 'googlePay'> }) => PaymentElement) &
    ((
      type: 'expressCheckout',
      options: {
        buttonHeight: number;
        paymentMethods: Shown<Wallet | 'amazonPay' | 'klarna' | 'paypal'>;
      },
    ) => WalletsElement);
  submit: () => Promise<Failed>;
};
type ElementsOptions = {
  clientSecret: string;
  appearance: { variables: Readonly<Record<string, string>> };
};
export type Stripe = {
  elements: (options: ElementsOptions) => StripeElements;
  confirmPayment: (options: {
    elements: StripeElements;
    confirmParams: { return_url: string };
    redirect: 'if_required';
  }) => Promise<Failed>;
};

declare global {
  interface Window {
    Stripe?: (publishableKey: string, options: { locale: Language }) => Stripe;
  }
}

const scripts = new Map<string, Promise<void>>();

/** The provider's client; rejects when its script does not arrive, and may then be asked again. */
export async function loadStripe(scriptUrl: string, publishableKey: string, locale: Language): Promise<Stripe> {
  const known = scripts.get(scriptUrl);
  const loading = known ?? loadScript(scriptUrl);
  scripts.set(scriptUrl, loading);
  try {
    await loading;
  } catch (error) {
    scripts.delete(scriptUrl);
    throw error;
  }
  if (!window.Stripe) throw new Error('the script of the card form did not bring it');
  return window.Stripe(publishableKey, { locale });
}

const loadScript = (url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error('the card form did not load'));
    });
    document.head.append(script);
  });

/** Refused for a reason the shopper can mend; any other failure leaves open whether the payment was made. */
export const isRefusedCard = ({ type }: StripeError): boolean => type === 'card_error' || type === 'validation_error';
