import type { CoverConsent } from '#core/protection/widget-config.ts';
import type { Chosen } from './cart-keeper.ts';
import type { Said } from './cover-view.ts';

type Shown = { said: Said; currencyCode: string; country: string; page: string };

/** What the shopper chose and was shown, no longer than it may be; the price in minor units. */
export const consentOf = (
  { id, choice, wasAdded, cart }: Chosen,
  price: number,
  { said, currencyCode, country, page }: Shown,
): CoverConsent => ({
  consentId: id,
  cartToken: cart.token.slice(0, 200),
  choice,
  wasAddedForShopper: wasAdded,
  label: said.label.slice(0, 128),
  description: said.description.slice(0, 500),
  price,
  currencyCode,
  countryCode: country.length === 2 ? country : '',
  page: page.slice(0, 500),
});

/** Nobody waits for it, and nothing is said where it fails. */
export function sendConsent(address: string, consent: CoverConsent): void {
  try {
    navigator.sendBeacon(`${address}/consent`, JSON.stringify(consent));
  } catch {
    // The attribute of the cart still says what was chosen.
  }
}
