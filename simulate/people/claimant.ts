import * as customer from '#contract/customer/customer.ts';
import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import { amountOf } from '#server/amounts.ts';
import type { Life } from '../scheduler.ts';
import { outcomeOf, type Person, type Place } from './people.ts';
import { payForClaim, portalOf } from './shopper.ts';

/** Somebody whose item is to be repaired, who answers what it would cost: pays, agrees, declines, or lets it be. */
export const quotedShopper = (turns: number): Person => ({
  name: 'quoted shopper',
  async live(place, life) {
    const { scheduler, server, nextDue } = place;
    for (let turn = 0; turn < turns; turn += 1) {
      await scheduler.step(life, 'reads the mail', [], () => server.isUp && nextDue().quotes > 0);
      const quoted = (await place.claims()).filter(({ lines }) => lines.some(isQuoted));
      if (quoted.length > 0) await answer(place, life, scheduler.chance.pick(quoted));
    }
  },
});

const isQuoted = ({ repair, status, canceledOn }: ClaimLine): boolean =>
  repair?.state === 'quoted' && status === 'open' && canceledOn === null;

async function answer(place: Place, life: Life, claim: Claim): Promise<void> {
  const { chance } = place.scheduler;
  const { externalId, orderIdFromPlatform } = claim;
  const roll = chance.next();
  if (roll < 0.1) return place.scheduler.note(`${life.name}: lets a quote be`);
  const params = { slug: place.slug, externalId };
  const line = chance.pick(claim.lines.filter(isQuoted));
  if (roll < 0.2) {
    const portal = await portalOf(place, orderIdFromPlatform);
    const ofLine = { params: { ...params, claimLineItemId: line.id } };
    await twiceAtTimes(place, life, 'declines', () => place.server.ask(customer.declineQuote, ofLine, portal));
    return;
  }
  // What other items of the claim pay for is agreed to without a payment.
  if (roll < 0.35) {
    const portal = await portalOf(place, orderIdFromPlatform);
    const quotes = claim.lines.filter(isQuoted).map(({ id, repair }) => ({
      claimLineItemId: id,
      price: amountOf(repair?.price ?? 0, claim.currencyCode),
    }));
    const body = { quotes };
    const outcomes = await twiceAtTimes(place, life, 'agrees', () =>
      place.server.ask(customer.acceptQuotes, { params, body }, portal),
    );
    if (outcomes.some((outcome) => outcome !== 'refused')) place.quotes.answered(externalId);
    if (outcomes.some((outcome) => typeof outcome !== 'string')) return;
  }
  await payForClaim(place, life, params, orderIdFromPlatform);
}

/** A hand that shakes clicks twice. */
async function twiceAtTimes(place: Place, life: Life, deed: string, call: () => Promise<unknown>) {
  const { scheduler, server } = place;
  const isTwice = scheduler.chance.under(0.15);
  await scheduler.step(life, isTwice ? `${deed} twice` : deed, [], () => server.isUp);
  const outcomes = await Promise.all(Array.from({ length: isTwice ? 2 : 1 }, () => outcomeOf(call())));
  for (const outcome of outcomes)
    scheduler.note(`${life.name}: ${deed} is ${typeof outcome === 'string' ? outcome : 'done'}`);
  return outcomes;
}

/** Somebody who does not accept a denial, and tries again though that is offered once. */
export const appellant = (turns: number): Person => ({
  name: 'appellant',
  async live(place, life) {
    const { scheduler, server, slug, nextDue } = place;
    for (let turn = 0; turn < turns; turn += 1) {
      await scheduler.step(life, 'reads the mail', [], () => server.isUp && nextDue().denials > 0);
      const denied = (await place.claims()).filter(isDenied);
      if (denied.length === 0) continue;
      const { externalId, orderIdFromPlatform } = scheduler.chance.pick(denied);
      const portal = await portalOf(place, orderIdFromPlatform);
      const input = { params: { slug, externalId }, body: { message: 'It broke by itself.' } };
      const outcomes = await twiceAtTimes(place, life, 'appeals', () =>
        server.ask(customer.appealClaim, input, portal),
      );
      for (const outcome of outcomes) if (typeof outcome !== 'string') place.quotes.appealed(externalId);
    }
  },
});

const isDenied = ({ claimType, lines }: Claim): boolean =>
  claimType === 'Warranty' && lines.some(({ status, finalizedOn }) => status === 'denied' && finalizedOn !== null);
