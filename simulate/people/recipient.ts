import type { GiftRecipient } from '#contract/customer/customer.ts';
import type { Person, Place } from './people.ts';
import { chooseLines, chooseOrder, requestKeyOf } from './selection.ts';
import { MOST_CHOICES, submit, type Submission } from './shopper.ts';

/** Who was given the order. */
export const RECIPIENT: GiftRecipient = {
  email: 'grace@recipient.example',
  address: {
    firstName: 'Grace',
    lastName: 'Hopper',
    line1: '9 Harbour Road',
    line2: '',
    city: 'San Diego',
    stateOrProvinceCode: 'CA',
    postalCode: '92101',
    countryCode: 'US',
    phone: '4155550166',
  },
};

/** Somebody who was given what the shopper bought, and gives it back without the shopper hearing of it. */
export const recipient = (claims: number): Person => ({
  name: 'gift recipient',
  async live(place, life) {
    for (let made = 0; made < claims; made += 1)
      for (let choice = 0; choice < MOST_CHOICES; choice += 1) {
        const input = giftReturnOf(place, requestKeyOf(`gift${made}${choice}`));
        if (!(await submit(place, life, input))) break;
      }
  },
});

const WISHES = ['giftCard', 'storeCredit', 'variantExchange'] as const;

function giftReturnOf(place: Place, requestKey: string): Submission {
  const { slug } = place;
  const { order } = chooseOrder(place);
  return {
    params: { slug, idFromPlatform: order.idFromPlatform },
    body: {
      requestKey,
      shippingMethod: 'label',
      recipient: RECIPIENT,
      selections: chooseLines(place, order, WISHES).map(({ line, quantity, method, instead }) => ({
        lineIdFromPlatform: line.idFromPlatform,
        quantity,
        reasonId: 'Wrong_Fit',
        method,
        ...instead,
      })),
    },
  };
}
