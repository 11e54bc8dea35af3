import { methodEnum } from '#core/claims/method-names.ts';
import type { ResolutionMethod } from '#core/claims/claim.ts';
import * as actions from '#contract/merchant/claim-actions.ts';
import { outcomeOf, type Person, type Place } from './people.ts';
import { chooseLines, chooseOrder, requestKeyOf } from './selection.ts';
import { ask } from './staff.ts';

const MOST_TRIES = 6;
const WARRANTY_METHODS = ['repair', 'warrantyReview', 'replacementOrder', 'other', 'refund'] as const;

/** What is asked for: on the warranty mostly other things than of a return. */
const wishOf = ({ story, scheduler }: Place, method: ResolutionMethod) => ({
  requestedResolutionMethodEnum: methodEnum(
    story.isWarranty && scheduler.chance.under(0.8) ? scheduler.chance.pick(WARRANTY_METHODS) : method,
  ),
});

/** Somebody in the back office who makes returns for shoppers on the telephone; nothing has to be sent to them. */
export const desk = (name: string, claims: number): Person => ({
  name,
  async live(place, life) {
    const { scheduler, server, storeId } = place;
    for (let made = 0; made < claims; made += 1) {
      const { order, orderId } = chooseOrder(place);
      const body = {
        claimType: place.story.isWarranty ? ('Warranty' as const) : ('Return' as const),
        originalStoreOrderId: orderId,
        customerEmail: 'shopper@makegood.example',
        customerName: 'Shopper',
        requestKey: requestKeyOf(`${name} ${made}`),
        claimLineItems: chooseLines(place, order).map(({ line, quantity, method, instead }) => ({
          lineIdFromPlatform: line.idFromPlatform,
          quantity,
          reasonId: 'Wrong_Fit',
          ...wishOf(place, method),
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
