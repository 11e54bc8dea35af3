import { methodEnum, methodOf } from '#core/claims/method-names.ts';
import type { ResolutionMethod } from '#core/claims/claim.ts';
import * as actions from '#contract/merchant/claim-actions.ts';
import type { RouteInput } from '#contract/route.ts';
import type { Life } from '../scheduler.ts';
import { outcomeOf, type Person, type Place } from './people.ts';
import { chooseLines, chooseOrder, requestKeyOf } from './selection.ts';
import { ask } from './staff.ts';

const MOST_TRIES = 6;
const MOST_CHOICES = 3;
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
export const serviceDesk = (claims: number, name = 'service'): Person => make(name, claims, true);

const make = (name: string, claims: number, isService: boolean): Person => ({
  name,
  async live(place, life) {
    for (let made = 0; made < claims; made += 1)
      // What was chosen may be in another claim by now.
      for (let choice = 0; choice < (isService ? MOST_CHOICES : 1); choice += 1) {
        const input = claimOf(place, requestKeyOf(`${name} ${made}${choice}`), isService);
        if ((await makeClaim(place, life, input)) !== 'refused') break;
      }
  },
});

type NewClaim = RouteInput<typeof actions.createClaim>;

function claimOf(place: Place, requestKey: string, isService: boolean): NewClaim {
  const { scheduler, storeId, story } = place;
  const { order, orderId } = chooseOrder(place);
  const isWarranty = isService || story.isWarranty;
  const others = isService ? REPAIR_METHODS : isWarranty ? WARRANTY_METHODS : null;
  const body: NewClaim['body'] = {
    claimType: isWarranty ? 'Warranty' : 'Return',
    originalStoreOrderId: orderId,
    customerEmail: 'shopper@makegood.example',
    customerName: 'Shopper',
    requestKey,
    shippingMethod: isService ? scheduler.chance.pick(WAYS) : 'none',
    claimLineItems: chooseLines(place, order).map(({ line, quantity, method, instead }) => ({
      lineIdFromPlatform: line.idFromPlatform,
      quantity,
      reasonId: 'Wrong_Fit',
      ...wishOf(place, method, others),
      variantExchangeLineItem: instead,
    })),
  };
  return { params: { storeId }, body };
}

/** An item as staff typed it. */
export const typed = ({
  lineIdFromPlatform: lineId,
  quantity,
  requestedResolutionMethodEnum,
  variantExchangeLineItem,
}: NewClaim['body']['claimLineItems'][number]) => {
  const method = methodOf(requestedResolutionMethodEnum);
  // What was chosen before another way was is left in the form, and counts for nothing.
  const variant = method === 'variantExchange' ? variantExchangeLineItem?.variantIdFromPlatform : null;
  return { lineId, quantity, method, variant: variant ?? null };
};

async function makeClaim(place: Place, life: Life, input: NewClaim): Promise<'done' | 'refused' | 'unknown'> {
  const { scheduler, server, rules, forms } = place;
  const { requestKey = '' } = input.body;
  forms.sends(requestKey, input.body.claimLineItems.map(typed));
  for (let tried = 0; tried < MOST_TRIES; tried += 1) {
    await scheduler.step(life, 'makes a claim', [], () => server.isUp);
    rules.begins(requestKey);
    const outcome = await outcomeOf(ask(place, actions.createClaim, input));
    if (typeof outcome !== 'string') rules.made(requestKey, outcome.answer.externalId);
    if (outcome !== 'unknown') return outcome === 'refused' ? 'refused' : 'done';
  }
  return 'unknown';
}
