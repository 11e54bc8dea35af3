import { useEffect, useRef, useState, type RefObject } from 'react';
import type { Answer } from './api.ts';
import { loadStripe, type Stripe, type StripeElements, type StripeError } from './stripe.ts';
import { currentLanguage, t } from './texts.ts';

type Payment = Pick<Answer<'createPaymentIntent'>, 'clientSecret' | 'browser'>;

export type CardForm = {
  /** Where the provider draws its form. */
  host: RefObject<HTMLDivElement | null>;
  /** Where it draws the buttons of wallets: Apple Pay, Google Pay, Link. */
  walletsHost: RefObject<HTMLDivElement | null>;
  /** Whether this browser has a wallet. */
  hasWallets: boolean;
  state: 'loading' | 'ready' | 'failed';
  retry: () => void;
  /**
   * Sends the card, or what a wallet offers in its place; null once the provider has taken it. The shopper's bank may ask
   * in between, and where it does so on a page of its own, it leads back to `addressBack`.
   */
  confirm: (addressBack: string) => Promise<StripeError | null>;
};

const BUTTON_HEIGHT = 48;

/** The provider's card form and wallets, mounted while the component is there. `onWallet`: a wallet's sheet was agreed to. */
export function useCardForm({ clientSecret, browser }: Payment, onWallet: () => void): CardForm {
  const host = useRef<HTMLDivElement>(null);
  const walletsHost = useRef<HTMLDivElement>(null);
  const [walletsOf, setWalletsOf] = useState<string | null>(null);
  const on = useRef(onWallet);
  useEffect(() => {
    on.current = onWallet;
  });
  const form = useRef<{ stripe: Stripe; elements: StripeElements } | null>(null);
  const [tries, setTries] = useState(0);
  const attempt = `${clientSecret} ${tries}`;
  const [last, setLast] = useState<{ attempt: string; state: CardForm['state'] }>({ attempt, state: 'loading' });
  const { scriptUrl, publishableKey } = browser ?? { scriptUrl: '', publishableKey: '' };

  useEffect(() => {
    let isGone = false;
    let unmount = (): void => undefined;
    const say = (state: CardForm['state']): void => {
      if (!isGone) setLast({ attempt, state });
    };
    const fail = (): void => say('failed');
    async function show(): Promise<void> {
      if (clientSecret === null) return fail();
      const stripe = await loadStripe(scriptUrl, publishableKey, currentLanguage());
      if (isGone || !host.current || !walletsHost.current) return;
      const elements = stripe.elements({ clientSecret, appearance: { variables: looks() } });
      // The wallets stand above the form, so it doesn't offer them again.
      const card = elements.create('payment', { wallets: { applePay: 'never', googlePay: 'never' } });
      const wallets = elements.create('expressCheckout', {
        buttonHeight: BUTTON_HEIGHT,
        // Those that pay by card: only a card can be held and charged later.
        paymentMethods: {
          applePay: 'auto',
          googlePay: 'auto',
          link: 'auto',
          amazonPay: 'never',
          klarna: 'never',
          paypal: 'never',
        },
      });
      unmount = () => {
        card.destroy();
        wallets.destroy();
      };
      card.on('ready', () => say('ready'));
      card.on('loaderror', fail);
      wallets.on('availablepaymentmethodschange', ({ paymentMethods = {} }) => {
        const has = Object.values(paymentMethods).some(({ available }) => available);
        if (!isGone) setWalletsOf(has ? attempt : null);
      });
      wallets.on('confirm', () => on.current());
      card.mount(host.current);
      wallets.mount(walletsHost.current);
      form.current = { stripe, elements };
    }
    show().catch(fail);
    return () => {
      isGone = true;
      form.current = null;
      unmount();
    };
  }, [attempt, clientSecret, scriptUrl, publishableKey]);

  async function confirm(addressBack: string): Promise<StripeError | null> {
    if (!form.current) return { type: 'api_error', message: t('pay.card.notLoaded') };
    const { stripe, elements } = form.current;
    const { error: incomplete } = await elements.submit();
    if (incomplete) return incomplete;
    const { error } = await stripe.confirmPayment({
      elements,
      confirmParams: { return_url: addressBack },
      redirect: 'if_required',
    });
    return error ?? null;
  }

  const state = last.attempt === attempt ? last.state : 'loading';
  return {
    host,
    walletsHost,
    hasWallets: walletsOf === attempt,
    state,
    retry: () => setTries((before) => before + 1),
    confirm,
  };
}

/** The store's color and our shapes, which the provider's own page cannot inherit. */
function looks(): Record<string, string> {
  const ink = getComputedStyle(document.documentElement).getPropertyValue('--brand-ink').trim();
  return { ...(ink !== '' && { colorPrimary: ink }), borderRadius: '8px', fontSizeBase: '16px' };
}
