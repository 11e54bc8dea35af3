import type { Address } from '#core/address.ts';
import * as customer from '#contract/customer/shipping-claims.ts';
import type { RouteAnswer, RouteInput } from '#contract/route.ts';
import type { ShippingReason } from '#core/protection/reasons.ts';
import { HOME } from '#server/testing/home.ts';
import type { Life } from '../scheduler.ts';
import { outcomeOf, type OpenOrder, type Person, type Place } from './people.ts';
import { requestKeyOf } from './selection.ts';
import { portalOf } from './shopper.ts';

const MOST_TRIES = 8;
// Of the others a photo is asked for, and nothing is uploaded here.
const TOLD_WITHOUT_PHOTO = ['Lost', 'Stolen', 'Missing_Item', 'Incorrect_Address'] as const;
const ADDRESSES = ['shopper@makegood.example', 'shopper@makegood.example', 'again@elsewhere.example'];

/** Somebody whose package did not arrive as it should, who files claims and answers denials. */
export const protectedShopper = (turns: number): Person => ({
  name: 'protected shopper',
  async live(place, life) {
    const { scheduler, server } = place;
    for (let turn = 0; turn < turns; turn += 1) {
      await scheduler.step(life, 'misses a package', [], () => server.isUp);
      const denied = (await place.shippingClaims()).filter(({ status }) => status === 'Closed_Denied');
      if (denied.length > 0 && scheduler.chance.under(0.6)) {
        const { externalId, orderIdFromPlatform } = scheduler.chance.pick(denied);
        await answer(place, life, externalId, orderIdFromPlatform);
      } else await file(place, life, requestKeyOf(`pack${turn}0`));
    }
  },
});

async function answer(place: Place, life: Life, externalId: string, orderIdFromPlatform: string): Promise<void> {
  const { scheduler, server, slug } = place;
  const portal = await portalOf(place, orderIdFromPlatform);
  await scheduler.step(life, 'answers a denial', [], () => server.isUp);
  const input = { params: { slug, externalId }, body: { message: 'It is not here.' } };
  const outcome = await outcomeOf(server.ask(customer.answerShippingClaim, input, portal));
  scheduler.note(`${life.name}: answers a denial is ${typeof outcome === 'string' ? outcome : 'done'}`);
}

/** Mostly what was bought; sometimes what a reorder or an exchange sent. */
export async function chooseParcel({ orders, known, scheduler: { chance } }: Place): Promise<OpenOrder> {
  const [first, ...others] = orders;
  if (!first) throw new Error('there is no order to claim on');
  const later = (await known()).filter(({ orderId }) => !orders.some((one) => one.orderId === orderId));
  if (later.length > 0 && chance.under(0.3)) return chance.pick(later);
  return others.length === 0 || chance.under(0.7) ? first : chance.pick(others);
}

type Shown = RouteAnswer<typeof customer.shippingProtection>;
type Filing = RouteInput<typeof customer.fileShippingClaim>;

async function file(place: Place, life: Life, requestKey: string): Promise<void> {
  const { scheduler, server, slug, packages } = place;
  const { chance } = scheduler;
  const { order } = await chooseParcel(place);
  const params = { slug, idFromPlatform: order.idFromPlatform };
  const portal = await portalOf(place, order.idFromPlatform);
  const seen = await outcomeOf(server.ask(customer.shippingProtection, { params }, portal));
  if (typeof seen === 'string') return;
  const chosen = choose(place, seen.answer);
  if (chosen === null) return scheduler.note(`${life.name}: is offered nothing`);
  const body: Filing['body'] = { requestKey, email: chance.pick(ADDRESSES), ...chosen };
  for (let tried = 0; tried < MOST_TRIES; tried += 1) {
    const isImpatient = chance.under(0.2);
    await scheduler.step(life, isImpatient ? 'files twice' : 'files', [], () => server.isUp);
    const outcomes = await Promise.all(
      Array.from({ length: isImpatient ? 2 : 1 }, () =>
        outcomeOf(server.ask(customer.fileShippingClaim, { params, body }, portal)),
      ),
    );
    for (const outcome of outcomes) {
      scheduler.note(`${life.name}: files is ${typeof outcome === 'string' ? outcome : 'done'}`);
      if (typeof outcome === 'string') continue;
      packages.filed(outcome.answer.externalId, {
        isByStaff: false,
        reason: chosen.reason,
        method: chosen.method,
        units: chosen.selections.map(({ lineIdFromPlatform, quantity }) => ({ lineId: lineIdFromPlatform, quantity })),
      });
    }
    if (!outcomes.includes('unknown')) return;
  }
}

/** Mostly what the page offers; at times something that it does not, or more than there is. */
function choose({ scheduler: { chance } }: Place, { whyNot, reasons, items }: Shown) {
  const isStubborn = chance.under(0.15);
  const offered = reasons.filter(
    ({ state, isPhotoRequired, units }) => state === 'open' && !isPhotoRequired && units.length > 0,
  );
  if (!isStubborn && (whyNot !== null || offered.length === 0)) return null;
  const one = isStubborn || offered.length === 0 ? null : chance.pick(offered);
  const reason: ShippingReason = one?.reason ?? chance.pick(TOLD_WITHOUT_PHOTO);
  const units = one?.units ?? items.map(({ lineIdFromPlatform, quantity }) => ({ lineIdFromPlatform, quantity }));
  const some = units.filter(() => chance.under(0.6));
  const selections = (some.length > 0 ? some : units.slice(0, 1)).map(({ lineIdFromPlatform, quantity }) => ({
    lineIdFromPlatform,
    quantity: chance.between(1, quantity) + (isStubborn && chance.under(0.3) ? 1 : 0),
  }));
  if (selections.length === 0) return null;
  return { reason, method: chance.pick(['Refund', 'Reorder'] as const), selections };
}

const DOORS: readonly Address[] = [HOME, { ...HOME, line1: '22 Old Road', city: 'San Jose', postalCode: '95110' }];

/** Somebody who follows the links of reorders that came by email, old ones too, and confirms where the package goes. */
export const linkHolder = (turns: number, name = 'link holder'): Person => ({
  name,
  async live(place, life) {
    const { scheduler, server, twins } = place;
    const { chance } = scheduler;
    const arrived = (): Link[] => twins.letters.flatMap(({ reorder }) => reorder ?? []);
    for (let turn = 0; turn < turns; turn += 1) {
      await scheduler.step(life, 'opens a link', [], () => server.isUp && arrived().length > 0);
      const links = arrived();
      const link = (chance.under(0.7) ? links.at(-1) : undefined) ?? chance.pick(links);
      await follow(place, life, link, chance.pick(DOORS));
    }
  },
});

type Link = { claimId: number; token: string };

async function follow(place: Place, life: Life, { claimId, token }: Link, address: Address): Promise<void> {
  const { scheduler, server, slug, packages } = place;
  const params = { slug, shippingClaimId: claimId };
  const opened = await outcomeOf(server.ask(customer.openReorder, { params, body: { token } }, {}));
  if (opened === 'refused' && scheduler.chance.under(0.5))
    return scheduler.note(`${life.name}: opens a link is ${opened}`);
  for (let tried = 0; tried < MOST_TRIES; tried += 1) {
    const isTwice = scheduler.chance.under(0.25);
    await scheduler.step(life, isTwice ? 'confirms twice' : 'confirms', [], () => server.isUp);
    packages.confirms(claimId, address);
    const outcomes = await Promise.all(
      Array.from({ length: isTwice ? 2 : 1 }, () =>
        outcomeOf(server.ask(customer.confirmReorder, { params, body: { token, shippingAddress: address } }, {})),
      ),
    );
    for (const outcome of outcomes)
      scheduler.note(`${life.name}: confirms is ${typeof outcome === 'string' ? outcome : 'done'}`);
    if (!outcomes.includes('unknown')) return;
  }
}
