import * as contract from '#contract/merchant/shipping-claims.ts';
import type { ShippingClaimShown } from '#contract/shipping-claim-shapes.ts';
import { SHIPPING_DENIALS, type ShippingDenial, ShippingReason } from '#core/protection/reasons.ts';
import type { Life } from '../scheduler.ts';
import { chooseParcel } from './packages.ts';
import { outcomeOf, type Person, type Place } from './people.ts';
import { decimalsOf, requestKeyOf } from './selection.ts';
import { ask, STAFF } from './staff.ts';

const MOST_TRIES = 6;

/** Somebody in the back office who files claims for shoppers on the telephone, and decides what was filed. */
export const claimsDesk = (name: string, turns: number): Person => ({
  name,
  async live(place, life) {
    const { scheduler, server, nextDue } = place;
    for (let turn = 0; turn < turns; turn += 1) {
      if (scheduler.chance.under(0.3)) {
        await file(place, life, requestKeyOf(`${name.slice(0, 4)}${turn}1`));
        continue;
      }
      await scheduler.step(life, 'looks at shipping claims', [], () => server.isUp && nextDue().packages > 0);
      const all = await place.shippingClaims();
      const open = all.filter(({ status }) => status === 'Open' || status === 'InProgress');
      const claims = open.length > 0 && scheduler.chance.under(0.85) ? open : all;
      if (claims.length > 0) await decide(place, life, scheduler.chance.pick(claims).id, false);
    }
  },
});

/** Somebody who ends all that is open, but for what waits for an address. */
export const claimsClosing: Person = {
  name: 'claims closing',
  async live(place, life) {
    const { scheduler, server } = place;
    await scheduler.step(life, 'looks at shipping claims', [], () => server.isUp);
    for (const { id, status, reorder } of await place.shippingClaims())
      if ((status === 'Open' || status === 'InProgress') && reorder === null) await decide(place, life, id, true);
  },
};

async function file(place: Place, life: Life, requestKey: string): Promise<void> {
  const { scheduler, server, storeId, packages } = place;
  const { chance } = scheduler;
  await scheduler.step(life, 'opens an order', [], () => server.isUp);
  const { orderId } = await chooseParcel(place);
  const opened = await outcomeOf(ask(place, contract.shippingOrder, { params: { storeId, orderId } }));
  if (typeof opened === 'string') return;
  const { lineItems, whyNot } = opened.answer;
  if ((whyNot !== null || lineItems.length === 0) && chance.under(0.85)) return;
  const some = lineItems.filter(() => chance.under(0.5));
  const selections = (some.length > 0 ? some : lineItems.slice(0, 1)).map(({ idFromPlatform, quantity }) => ({
    idFromPlatform,
    quantity: chance.between(1, quantity),
  }));
  if (selections.length === 0) return;
  const reason = chance.pick(ShippingReason.options);
  const resolutionMethod = chance.pick(['Refund', 'Reorder'] as const);
  const body = {
    requestKey,
    originalStoreOrderId: orderId,
    reason,
    resolutionMethod,
    notifyCustomer: chance.under(0.7),
    lineItems: selections,
  };
  for (let tried = 0; tried < MOST_TRIES; tried += 1) {
    await scheduler.step(life, 'files for a customer', [], () => server.isUp);
    const outcome = await outcomeOf(ask(place, contract.createShippingClaim, { params: { storeId }, body }));
    scheduler.note(`${life.name}: files for a customer is ${typeof outcome === 'string' ? outcome : 'done'}`);
    if (typeof outcome !== 'string')
      packages.filed(outcome.answer.externalId, {
        isByStaff: true,
        reason,
        method: resolutionMethod,
        units: selections.map(({ idFromPlatform, quantity }) => ({ lineId: idFromPlatform, quantity })),
      });
    if (outcome !== 'unknown') return;
  }
}

async function decide(place: Place, life: Life, shippingClaimId: number, isClosing: boolean): Promise<void> {
  const { scheduler, server, storeId } = place;
  const params = { storeId, shippingClaimId };
  const opened = await outcomeOf(ask(place, contract.getShippingClaim, { params }));
  if (typeof opened === 'string') return;
  const decision = decisionOn(place, opened.answer, isClosing);
  if (decision === null) return;
  await scheduler.step(life, decision.name, [], () => server.isUp);
  const outcome = await outcomeOf(decision.call());
  scheduler.note(`${life.name}: ${decision.name} is ${typeof outcome === 'string' ? outcome : 'done'}`);
  // Stock that ran out lets staff choose again.
  if (outcome === 'refused' && isClosing) {
    const last = denies(place, opened.answer);
    await scheduler.step(life, last.name, [], () => server.isUp);
    await outcomeOf(last.call());
  }
}

type Decision = { name: string; call: () => Promise<unknown> };

const isOver = ({ status }: ShippingClaimShown): boolean => status.startsWith('Closed');

function decisionOn(place: Place, page: ShippingClaimShown, isClosing: boolean): Decision | null {
  const { chance } = place.scheduler;
  const params = { storeId: place.storeId, shippingClaimId: page.id };
  const { version } = page;
  if (isOver(page))
    return chance.under(0.5)
      ? {
          name: 'reopens a shipping claim',
          call: () => ask(place, contract.reopenShippingClaim, { params, body: { version } }),
        }
      : refunds(place, page);
  if (page.reorderUntil !== null && chance.under(0.6)) return null;
  const roll = chance.next();
  if (roll < 0.4) return refunds(place, page);
  if (roll < 0.7) return reorders(place, page);
  if (roll < 0.82) return denies(place, page);
  if (roll < 0.9 || isClosing)
    return {
      name: 'resolves a shipping claim',
      call: () =>
        ask(place, contract.resolveShippingClaim, { params, body: { version, notifyCustomer: chance.under(0.5) } }),
    };
  return {
    name: 'takes a shipping claim',
    call: () => {
      const assigneeId = chance.under(0.7) ? STAFF.userId : null;
      const body = { assigneeId, from: page.assignee?.userId ?? null };
      return ask(place, contract.assignShippingClaim, { params, body });
    },
  };
}

function refunds(place: Place, page: ShippingClaimShown): Decision {
  const { chance } = place.scheduler;
  const unit = 10 ** decimalsOf(page.currencyCode);
  const minor = (amount: number): number => Math.round(amount * unit);
  const paid = minor(page.originalStoreOrder.shippingPaid);
  const most = minor(page.mostRefundable);
  const delivery = chance.pick([0, 0, paid, paid, Math.floor(paid / 2), paid + 1]);
  const charges = chance.pick([0, 0, 0, 0, 150, most]);
  const isCoverRefunded = chance.under(0.5);
  return {
    name: `refunds a shipping claim${delivery > 0 ? ' with delivery' : ''}${charges > 0 ? ' and charges' : ''}${isCoverRefunded && page.coverAmount > 0 ? ' and the cover' : ''}`,
    call: () => {
      const { idFromPlatform } = page.originalStoreOrder;
      const { orders } = place.twins.shopify.store(place.shopDomain);
      const refundsBefore = orders.find(({ id }) => String(id) === idFromPlatform)?.refunds.map(({ id }) => id) ?? [];
      place.packages.refunds(page.externalId, { delivery, charges, isCoverRefunded, refundsBefore });
      return ask(place, contract.finalizeShippingClaim, {
        params: { storeId: place.storeId, shippingClaimId: page.id },
        body: {
          version: page.version,
          resolutionMethod: 'Refund',
          shippingFee: delivery / unit,
          handlingFee: charges / unit,
          isCoverRefunded,
        },
      });
    },
  };
}

const reorders = (place: Place, { id, externalId, version, reorderUntil }: ShippingClaimShown): Decision => ({
  name: reorderUntil === null ? 'grants a reorder' : 'sends the link again',
  call: () => {
    place.packages.grants(externalId);
    return ask(place, contract.finalizeShippingClaim, {
      params: { storeId: place.storeId, shippingClaimId: id },
      body: { version, resolutionMethod: 'Reorder' },
    });
  },
});

const DENIALS = Object.keys(SHIPPING_DENIALS) as ShippingDenial[];

const denies = (place: Place, { id, version }: ShippingClaimShown): Decision => ({
  name: 'denies a shipping claim',
  call: () =>
    ask(place, contract.denyShippingClaim, {
      params: { storeId: place.storeId, shippingClaimId: id },
      body: { version, reason: place.scheduler.chance.pick(DENIALS), note: 'The carrier says so.' },
    }),
});
