import { confirmWithdrawal, getWithdrawal, stateWithdrawal } from '#contract/customer/withdrawal.ts';
import type { RouteInput } from '#contract/route.ts';
import type { Life } from '../scheduler.ts';
import { outcomeOf, type Person, type Place } from './people.ts';
import { chooseAnyOrder, requestKeyOf } from './selection.ts';
import { portalOf } from './shopper.ts';

type Stated = RouteInput<typeof stateWithdrawal>;

const MOST_TRIES = 8;
/** Who bought it, and somebody else whom the copy of the statement is for. */
const ADDRESSES = ['shopper@makegood.example', 'shopper@makegood.example', 'withdraws@elsewhere.example'];

/** A consumer who withdraws from an order, or from some of it, whatever the store's own rules say. */
export const withdrawing = (turns: number): Person => ({
  name: 'withdrawing shopper',
  async live(place, life) {
    for (let turn = 0; turn < turns; turn += 1) {
      const stated = await choose(place, life);
      if (stated === null) continue;
      const outcome = await withdraw(place, life, stated, requestKeyOf(`with${turn}0`));
      place.scheduler.note(`${life.name}: withdraws is ${outcome}`);
    }
  },
});

/** All that can be withdrawn from, or a part of it. */
async function choose(place: Place, life: Life): Promise<Stated | null> {
  const { scheduler, server, slug } = place;
  const { chance } = scheduler;
  await scheduler.step(life, 'reads of withdrawing', [], () => server.isUp);
  const { order } = await chooseAnyOrder(place);
  const params = { slug, idFromPlatform: order.idFromPlatform };
  const read = await outcomeOf(server.ask(getWithdrawal, { params }, await portalOf(place, order.idFromPlatform)));
  if (typeof read === 'string') return null;
  const left = read.answer.items.filter(({ quantity }) => quantity > 0);
  const isWhole = chance.under(0.5);
  const some = left.filter(() => isWhole || chance.under(0.5));
  if (some.length === 0) return null;
  return {
    params,
    body: {
      name: 'Shopper',
      email: chance.pick(ADDRESSES),
      selections: some.map(({ lineIdFromPlatform, quantity }) => ({
        lineIdFromPlatform,
        quantity: isWhole ? quantity : chance.between(1, quantity),
      })),
    },
  };
}

/** In two steps; begun again where the order has changed in between. */
async function withdraw(place: Place, life: Life, stated: Stated, requestKey: string): Promise<string> {
  const { scheduler, server, rules, forms } = place;
  const portal = await portalOf(place, stated.params.idFromPlatform);
  let statementKey: string | null = null;
  const items = stated.body.selections.map(({ lineIdFromPlatform: lineId, quantity }) => ({ lineId, quantity }));
  forms.sends(
    requestKey,
    items.map((item) => ({ ...item, method: 'refund', variant: null })),
  );
  for (let tried = 0; tried < MOST_TRIES; tried += 1) {
    if (statementKey === null) {
      await scheduler.step(life, 'states a withdrawal', [], () => server.isUp);
      const shown = await outcomeOf(server.ask(stateWithdrawal, stated, portal));
      if (shown === 'refused') return 'refused';
      if (shown !== 'unknown') ({ statementKey } = shown.answer);
      continue;
    }
    const isImpatient = scheduler.chance.under(0.15);
    await scheduler.step(life, isImpatient ? 'confirms twice' : 'confirms', [], () => server.isUp);
    rules.begins(requestKey);
    const { params, body } = stated;
    const confirmed = { params, body: { ...body, statementKey, requestKey } };
    const outcomes = await Promise.all(
      Array.from({ length: isImpatient ? 2 : 1 }, () => outcomeOf(server.ask(confirmWithdrawal, confirmed, portal))),
    );
    for (const outcome of outcomes) {
      if (typeof outcome === 'string') continue;
      rules.made(requestKey, outcome.answer.externalId);
    }
    if (outcomes.some((outcome) => typeof outcome !== 'string')) return 'done';
    // The statement is no longer the one that was shown, or the right has ended: the next statement tells.
    if (outcomes.includes('refused')) statementKey = null;
  }
  return 'given up';
}
