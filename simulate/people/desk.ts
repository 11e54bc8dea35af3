import { methodEnum } from '#core/claims/method-names.ts';
import type { ResolutionMethod } from '#core/claims/claim.ts';
import * as actions from '#contract/merchant/claim-actions.ts';
import { outcomeOf, type Person, type Place } from './people.ts';
import { chooseLines, chooseOrder, requestKeyOf } from './selection.ts';
import { ask } from './staff.ts';

const MOST_TRIES = 6;
const WAYS = ['none', 'none', 'label', 'packingSlip'] as const;
const WARRANTY_METHODS = ['repair', 'warrantyReview', 'replacementOrder', 'other', 'refund'] as const;

/** What is broken is mostly to be repaired. */
const REPAIR_METHODS = ['repair', 'repair', 'repair', 'repair', 'warrantyReview', 'refund', 'giftCard'] as const;

/** What is asked for: on the warranty mostly other things than of a return. */
const wishOf = (
  { scheduler: { chance } }: Place,
  method: ResolutionMethod,
  others: readonly ResolutionMethod[] | null,
) => ({
  requestedResolutionMethodEnum: methodEnum(others !== null && chance.under(0.8) ? chance.pick(others) : method),
});

/** Somebody in the back office who makes returns for shoppers on the telephone; nothing has to be sent to them. */
export const desk = (name: string, claims: number): Person => make(name, claims, false);

/** Somebody who takes in what broke; some of it has to be sent to them. */
export const serviceDesk = (claims: number): Person => make('service', claims, true);

const make = (name: string, claims: number, isService: boolean): Person => ({
  name,
  async live(place, life) {
    const { scheduler, server, storeId, story } = place;
    const isWarranty = isService || story.isWarranty;
    const others = isService ? REPAIR_METHODS : isWarranty ? WARRANTY_METHODS : null;
    for (let made = 0; made < claims; made += 1) {
      const { order, orderId } = chooseOrder(place);
      const body = {
        claimType: isWarranty ? ('Warranty' as const) : ('Return' as const),
        originalStoreOrderId: orderId,
        customerEmail: 'shopper@makegood.example',
        customerName: 'Shopper',
        requestKey: requestKeyOf(`${name} ${made}`),
        shippingMethod: isService ? scheduler.chance.pick(WAYS) : ('none' as const),
        claimLineItems: chooseLines(place, order).map(({ line, quantity, method, instead }) => ({
          lineIdFromPlatform: line.idFromPlatform,
          quantity,
          reasonId: 'Wrong_Fit',
          ...wishOf(place, method, others),
          variantExchangeLineItem: instead,
        })),
      };
      for (let tried = 0; tried < MOST_TRIES; tried += 1) {
        await scheduler.step(life, 'makes a claim', [], () => server.isUp);
        place.rules.begins(body.requestKey);
        const outcome = await outcomeOf(ask(place, actions.createClaim, { params: { storeId }, body }));
        if (typeof outcome !== 'string') place.rules.made(body.requestKey, outcome.answer.externalId);
        if (outcome !== 'unknown') break;
      }
    }
  },
});
