import { registerProduct } from '#contract/customer/registrations.ts';
import { transferRegistration } from '#contract/merchant/registrations.ts';
import * as actions from '#contract/merchant/claim-actions.ts';
import type { RouteInput } from '#contract/route.ts';
import { methodEnum } from '#core/claims/method-names.ts';
import { isFromRegistration } from '#core/orders/order-origin.ts';
import type { Life } from '../scheduler.ts';
import { outcomeOf, type OpenOrder, type Person, type Place } from './people.ts';
import { typed } from './desk.ts';
import { requestKeyOf } from './selection.ts';
import { ask } from './staff.ts';

type Registered = RouteInput<typeof registerProduct>['body'];

const MOST_TRIES = 8;
const PURCHASED = ['2026-03-01', '2026-06-20'];
const METHODS = ['repair', 'warrantyReview', 'replacementOrder', 'replacementOrder', 'giftCard', 'refund'] as const;

/** Somebody who registers products that were bought elsewhere, and telephones when one of them breaks. */
export const registrant = (turns: number): Person => ({
  name: 'owner of a product',
  async live(place, life) {
    for (let turn = 0; turn < turns; turn += 1) {
      const body = productOf(place, turn);
      if (!(await register(place, life, body))) continue;
      const own = (await place.known()).find(
        ({ order }) => isFromRegistration(order.idFromPlatform) && order.email === body.email,
      );
      if (own && place.scheduler.chance.under(0.9)) await claimOn(place, life, own, requestKeyOf(`regi${turn}0`));
    }
  },
});

/** Somebody in the back office who gives registrations to other owners, who then claim on them. */
export const registrationDesk = (name: string, turns: number): Person => ({
  name,
  async live(place, life) {
    const { scheduler, server, storeId } = place;
    for (let turn = 0; turn < turns; turn += 1) {
      await scheduler.step(life, 'looks at registrations', [], () => server.isUp);
      const listed = await scheduler.inside(() =>
        place.plant.database.rowsAsOwner((db) =>
          db
            .selectFrom('registration')
            .select('registration_id')
            .where('store_id', '=', storeId)
            .orderBy('registration_id'),
        ),
      );
      if (listed.length === 0) continue;
      const { registration_id: registrationId } = scheduler.chance.pick(listed);
      const email = `${name.replaceAll(' ', '-')}${turn}@registered.example`;
      const params = { storeId, registrationId };
      const body = { email, firstName: 'Percy', lastName: 'Shelley' };
      await scheduler.step(life, 'transfers a registration', [], () => server.isUp);
      const outcome = await outcomeOf(ask(place, transferRegistration, { params, body }));
      scheduler.note(`${name}: transfers a registration is ${typeof outcome === 'string' ? outcome : 'done'}`);
      const own = (await place.known()).find(({ order }) => order.email === email);
      if (own) await claimOn(place, life, own, requestKeyOf(`${name.slice(0, 4)}${turn}7`));
    }
  },
});

function productOf({ template, scheduler: { chance } }: Place, turn: number): Registered {
  const variant = chance.pick(template.products.flatMap(({ variants }) => variants));
  return {
    variantIdFromPlatform: variant.idFromPlatform,
    quantity: chance.between(1, 3),
    // The same person may register the same product again.
    email: `owner${chance.between(0, turn)}@registered.example`,
    firstName: 'Mary',
    lastName: 'Shelley',
    registrationChannelName: 'Retail store',
    estimatedPurchaseDate: chance.pick(PURCHASED),
  };
}

async function register(place: Place, life: Life, body: Registered): Promise<boolean> {
  const { scheduler, server, slug } = place;
  for (let tried = 0; tried < MOST_TRIES; tried += 1) {
    const isImpatient = scheduler.chance.under(0.2);
    await scheduler.step(life, isImpatient ? 'registers twice' : 'registers', [], () => server.isUp);
    const outcomes = await Promise.all(
      Array.from({ length: isImpatient ? 2 : 1 }, () =>
        outcomeOf(server.ask(registerProduct, { params: { slug }, body }, {})),
      ),
    );
    if (outcomes.includes('unknown')) continue;
    const isDone = outcomes.some((outcome) => typeof outcome !== 'string');
    scheduler.note(`${life.name}: registers is ${isDone ? 'done' : 'refused'}`);
    return isDone;
  }
  return false;
}

/** By telephone: staff make the claim. */
async function claimOn(place: Place, life: Life, { orderId, order }: OpenOrder, requestKey: string): Promise<void> {
  const { scheduler, server, storeId, rules, forms } = place;
  const { chance } = scheduler;
  const body = {
    claimType: 'Warranty' as const,
    originalStoreOrderId: orderId,
    customerEmail: order.email,
    customerName: 'Mary Shelley',
    requestKey,
    claimLineItems: order.lines.map(({ idFromPlatform, quantity }) => ({
      lineIdFromPlatform: idFromPlatform,
      quantity: chance.between(1, quantity),
      reasonId: 'Wrong_Fit',
      requestedResolutionMethodEnum: methodEnum(chance.pick(METHODS)),
      variantExchangeLineItem: null,
    })),
  };
  forms.sends(requestKey, body.claimLineItems.map(typed));
  forms.isOwnedBy(requestKey, order.email);
  for (let tried = 0; tried < MOST_TRIES; tried += 1) {
    await scheduler.step(life, 'claims on the warranty', [], () => server.isUp);
    rules.begins(requestKey);
    const outcome = await outcomeOf(ask(place, actions.createClaim, { params: { storeId }, body }));
    if (typeof outcome !== 'string') rules.made(requestKey, outcome.answer.externalId);
    if (outcome === 'unknown') continue;
    scheduler.note(`${life.name}: claims on the warranty is ${outcome === 'refused' ? 'refused' : 'done'}`);
    return;
  }
}
