import type { CoverConsent } from '#core/protection/widget-config.ts';
import type { Chosen } from './cart-keeper.ts';
import type { Said } from './cover-view.ts';

type Around = { said: Said; address: string; currencyCode: string; country: string };

/** Sends what the shopper chose and was shown. Nobody waits for it, and nothing is said where it fails. */
export function sendConsent({ id, choice, wasAdded, cart }: Chosen, price: number, around: Around): void {
  const { said, address, currencyCode, country } = around;
  const consent: CoverConsent = {
    consentId: id,
    cartToken: cart.token.slice(0, 200),
    choice,
    wasAddedForShopper: wasAdded,
    label: said.label.slice(0, 128),
    description: said.description.slice(0, 500),
    price,
    currencyCode,
    countryCode: country.length === 2 ? country : '',
    page: location.pathname.slice(0, 500),
  };
  try {
    navigator.sendBeacon(`${address}/consent`, JSON.stringify(consent));
  } catch {
    // The attribute of the cart still says what was chosen.
  }
}
