import { describe, expect, test } from 'vitest';
import { HOLD_MARGIN_MS, holdStep, isKeptAtEnd, isLost, type HoldFacts, type HoldPolicy } from '#core/payments/hold.ts';

const DAY = 86_400_000;
const facts = (changes: Partial<HoldFacts> = {}): HoldFacts => ({
  status: 'Authorized',
  captureBefore: 7 * DAY,
  isShort: false,
  capture: 'no',
  holdAgain: 'no',
  areGoodsOut: true,
  areGoodsBack: false,
  isUsed: false,
  isMoneyOwed: false,
  stage: 'undecided',
  returnUntil: 21 * DAY,
  areCarriersAsked: true,
  isTaskRaised: false,
  ...changes,
});
const CAPTURE: HoldPolicy = { lapse: 'capture' };
const AGAIN: HoldPolicy = { lapse: 'holdAgain' };

describe('a hold for goods that are out', () => {
  test('is left alone while there is time', () => {
    expect(holdStep(facts(), CAPTURE, 5 * DAY)).toBe('nothing');
  });
  test('is taken or made again a day before it ends, by what the provider says and not by a fixed number of days', () => {
    expect(holdStep(facts(), CAPTURE, 6 * DAY)).toBe('capture');
    expect(holdStep(facts(), AGAIN, 6 * DAY)).toBe('holdAgain');
    expect(holdStep(facts({ captureBefore: 30 * DAY }), CAPTURE, 6 * DAY)).toBe('nothing');
  });
  test('is taken when it could not be made again', () => {
    expect(holdStep(facts({ holdAgain: 'failed' }), AGAIN, 6 * DAY)).toBe('capture');
  });
  test('is taken when one made again would be about to end at once', () => {
    expect(holdStep(facts({ isShort: true }), AGAIN, 6 * DAY)).toBe('capture');
  });
  test('is taken when the goods are late, and not on the last day to bring them', () => {
    expect(holdStep(facts({ captureBefore: 60 * DAY }), AGAIN, 21 * DAY)).toBe('nothing');
    expect(holdStep(facts({ captureBefore: 60 * DAY }), AGAIN, 21 * DAY + 1)).toBe('capture');
  });
  test('is not taken for late goods before carriers are asked, but is before it ends', () => {
    const unasked = facts({ captureBefore: 60 * DAY, areCarriersAsked: false });
    expect(holdStep(unasked, CAPTURE, 21 * DAY + 1)).toBe('nothing');
    expect(holdStep(unasked, CAPTURE, 59 * DAY)).toBe('capture');
  });
  test('raises a task once when it is gone', () => {
    expect(holdStep(facts({ status: 'Expired' }), CAPTURE, 0)).toBe('raiseTask');
    expect(holdStep(facts({ capture: 'failed' }), CAPTURE, 0)).toBe('raiseTask');
    expect(holdStep(facts({ status: 'Refunded' }), CAPTURE, 0)).toBe('raiseTask');
    expect(holdStep(facts({ status: 'CapturedInPart' }), CAPTURE, 0)).toBe('raiseTask');
    expect(holdStep(facts({ status: 'CapturedInPart', isTaskRaised: true }), CAPTURE, 0)).toBe('nothing');
    expect(holdStep(facts({ capture: 'underWay' }), CAPTURE, 7 * DAY)).toBe('raiseTask');
    expect(holdStep(facts({ status: 'Expired', isTaskRaised: true }), CAPTURE, 0)).toBe('nothing');
  });
  test('is of no concern once the goods are back, unless money is owed', () => {
    expect(holdStep(facts({ areGoodsBack: true }), CAPTURE, 7 * DAY)).toBe('nothing');
    expect(holdStep(facts({ areGoodsBack: true, isMoneyOwed: true }), CAPTURE, 6 * DAY)).toBe('capture');
    const inPart = facts({ areGoodsBack: true, isMoneyOwed: true, status: 'CapturedInPart' });
    expect(holdStep(inPart, CAPTURE, 6 * DAY)).toBe('nothing');
  });
  test('is taken before it ends for what is finalized, though nothing is waited for, or has a person asked', () => {
    for (const areGoodsOut of [false, true]) {
      const used = facts({ areGoodsOut, areGoodsBack: true, isUsed: true, isMoneyOwed: true });
      expect(holdStep(used, CAPTURE, 5 * DAY)).toBe('nothing');
      expect(holdStep(used, CAPTURE, 6 * DAY)).toBe('capture');
      expect(holdStep(used, AGAIN, 6 * DAY)).toBe('holdAgain');
      for (const status of ['Expired', 'Refunded', 'CapturedInPart'] as const)
        expect(holdStep({ ...used, status }, CAPTURE, 0)).toBe('raiseTask');
      expect(holdStep({ ...used, status: 'Captured' }, CAPTURE, 6 * DAY)).toBe('nothing');
    }
  });
  test('outlives the end of its claim until the goods are back, and is looked after meanwhile', () => {
    expect(isKeptAtEnd(facts())).toBe(true);
    expect(isKeptAtEnd(facts({ areGoodsBack: true }))).toBe(false);
    expect(isKeptAtEnd(facts({ areGoodsOut: false }))).toBe(false);
    const kept = facts({ stage: 'kept' });
    expect(holdStep(kept, CAPTURE, 5 * DAY)).toBe('nothing');
    expect(holdStep(kept, CAPTURE, 6 * DAY)).toBe('capture');
    expect(holdStep(kept, AGAIN, 6 * DAY)).toBe('holdAgain');
    expect(holdStep({ ...kept, captureBefore: 60 * DAY }, AGAIN, 21 * DAY + 1)).toBe('capture');
    expect(holdStep({ ...kept, status: 'Expired' }, CAPTURE, 0)).toBe('raiseTask');
    expect(holdStep({ ...kept, areGoodsBack: true }, CAPTURE, 0)).toBe('settle');
    expect(holdStep({ ...kept, areGoodsBack: true, status: 'Captured' }, CAPTURE, 0)).toBe('settle');
    expect(holdStep(facts({ stage: 'settled' }), CAPTURE, 21 * DAY)).toBe('nothing');
  });
});

/**
 * Everything that can happen to a hold, in any order: unreported changes at the provider, lost or failed answers,
 * webhooks, returns, hours without a check, and staff who finalize before anything is back. Time moves in half days;
 * the provider's own state is kept next to what is known here.
 */
type World = HoldFacts & { now: number; provider: 'held' | 'taken' | 'gone'; endsOn: number };
const HALF = DAY / 2;
const END = 12 * DAY;

const start = (endsOn: number): World => ({
  ...facts({ areGoodsOut: false, captureBefore: endsOn, returnUntil: 8 * DAY }),
  now: 0,
  provider: 'held',
  endsOn,
});

/** The watch runs: what it decides is written in the same transaction as it is read. */
function watched(world: World, policy: HoldPolicy): World {
  switch (holdStep(world, policy, world.now)) {
    case 'nothing':
      return world;
    case 'capture':
      return { ...world, capture: 'underWay' };
    case 'holdAgain':
      return { ...world, holdAgain: 'underWay' };
    case 'raiseTask':
      return { ...world, isTaskRaised: true };
    case 'settle':
      return settled(world);
  }
}

/** The amount owed is captured from a hold and the rest released; captured money beyond it is refunded. */
function settled(world: World): World {
  const ended: World = { ...world, stage: 'settled' };
  if (world.status !== 'Authorized' || world.capture !== 'no') return ended;
  if (world.isMoneyOwed) return { ...ended, capture: 'underWay' };
  return { ...ended, provider: 'gone', status: 'Expired' };
}

const decided = (world: World): World => (isKeptAtEnd(world) ? { ...world, stage: 'kept' } : settled(world));

/** In any stage of its claim: items are out or finalized, and as far as anyone can know nothing secures them. */
const isUnsecured = (world: World): boolean =>
  ((world.areGoodsOut && !world.areGoodsBack) || (world.isUsed && world.stage !== 'settled')) &&
  world.status !== 'Captured' &&
  isLost(world, world.now);

const lapsed = (world: World): World =>
  world.provider === 'held' && world.now >= world.endsOn ? { ...world, provider: 'gone' } : world;

function happenings(world: World, policy: HoldPolicy): World[] {
  const next: World[] = [];
  const add = (changes: Partial<World>): void => {
    next.push(watched(lapsed({ ...world, ...changes }), policy));
  };
  if (world.now < END) {
    add({ now: world.now + HALF });
    // Nothing runs for as long as that: neither watch nor worker.
    next.push(lapsed({ ...world, now: Math.min(END, world.now + 3 * DAY) }));
  }
  // Goods go out only against a hold that is known to stand.
  if (!world.areGoodsOut && world.stage === 'undecided' && world.status === 'Authorized' && !isLost(world, world.now))
    add({ areGoodsOut: true });
  if (world.areGoodsOut && !world.areGoodsBack) add({ areGoodsBack: true });
  if (!world.isMoneyOwed) add({ isMoneyOwed: true });
  // A round is paid with what is held, and other items are left open.
  if (!world.isUsed && world.stage === 'undecided' && world.status === 'Authorized' && !isLost(world, world.now))
    add({ isUsed: true, isMoneyOwed: true });
  if (world.capture === 'underWay') {
    if (world.provider === 'held') {
      add({ provider: 'taken' });
      add({ provider: 'taken', status: 'Captured', capture: 'no' });
    }
    if (world.provider === 'taken') add({ status: 'Captured', capture: 'no' });
    if (world.provider === 'gone') add({ capture: 'failed' });
    add({ capture: 'failed' });
  }
  if (world.holdAgain === 'underWay') {
    const endsOn = world.now + 3 * DAY;
    if (world.provider === 'held') add({ holdAgain: 'no', captureBefore: endsOn, endsOn });
    add({ holdAgain: 'failed' });
  }
  if (world.provider === 'gone' && world.status === 'Authorized') add({ status: 'Expired' });
  // Captured in part by someone at the provider, which releases the rest.
  if (world.status === 'Authorized' && world.provider === 'held') add({ status: 'CapturedInPart', provider: 'gone' });
  // Refunded by someone at the provider.
  if (world.status === 'Captured' || world.status === 'CapturedInPart') add({ status: 'Refunded', provider: 'gone' });
  if (world.provider === 'held' && world.now < world.endsOn) next.push({ ...world, provider: 'gone' });
  if (world.stage === 'undecided') next.push(watched(lapsed(decided(world)), policy));
  return next;
}

/** Every world there can be, found once for each policy. */
const explored = new Map<HoldPolicy, readonly World[]>();
function worldsOf(policy: HoldPolicy): readonly World[] {
  const known = explored.get(policy);
  if (known) return known;
  const worlds: World[] = [];
  const seen = new Set<string>();
  const open = [2, 7, 20].map((days) => start(days * DAY));
  for (let world = open.pop(); world; world = open.pop()) {
    const key = JSON.stringify(world);
    if (seen.has(key)) continue;
    seen.add(key);
    worlds.push(world);
    open.push(...happenings(world, policy));
  }
  explored.set(policy, worlds);
  return worlds;
}

describe.each([CAPTURE, AGAIN])('every way a hold can go, when a lapsing hold means %o', (policy) => {
  test('once it is looked at, nobody is left with goods out or finalized, no hold, no charge and nobody told', () => {
    const unsecured = worldsOf(policy)
      .map((world) => watched(world, policy))
      .filter(isUnsecured);
    expect(unsecured.filter(({ isTaskRaised }) => !isTaskRaised)).toEqual([]);
    expect(worldsOf(policy).length).toBeGreaterThan(1000);
  });
  test('a hold that stands is taken or made again before it ends, when the watch runs and the provider answers', () => {
    const open: World[] = [2, 7, 20].map((days) => ({ ...start(days * DAY), areGoodsOut: true }));
    for (let world = open.pop(); world; world = open.pop()) {
      expect(world.isTaskRaised || world.provider === 'gone').toBe(false);
      if (world.now >= END || world.provider !== 'held') continue;
      const stepped = watched({ ...world, now: world.now + HALF }, policy);
      const answered: World =
        stepped.capture === 'underWay'
          ? { ...stepped, provider: 'taken', status: 'Captured', capture: 'no' }
          : stepped.holdAgain === 'underWay'
            ? { ...stepped, holdAgain: 'no', captureBefore: stepped.now + 3 * DAY, endsOn: stepped.now + 3 * DAY }
            : stepped;
      open.push(lapsed(answered));
    }
  });
  test('the search finds the bad state when the task is left out', () => {
    expect(worldsOf(policy).some((world) => isUnsecured(world) && world.isTaskRaised)).toBe(true);
  });
  test('the search reaches claims that are decided before the goods are back, and what ends them', () => {
    const seen = new Set(
      worldsOf(policy)
        .filter(({ areGoodsOut }) => areGoodsOut)
        .map(({ stage, status, areGoodsBack }) => `${stage} ${status} ${areGoodsBack ? 'back' : 'out'}`),
    );
    const ways = [
      'kept Authorized out',
      'kept Captured out',
      'kept Expired out',
      'kept Refunded out',
      'kept CapturedInPart out',
      'settled Expired back',
    ];
    expect([...seen]).toEqual(expect.arrayContaining(ways));
    expect([...seen].filter((one) => one.startsWith('settled') && one.endsWith('out'))).toEqual([]);
  });
});

test('there is a day for retries', () => expect(HOLD_MARGIN_MS).toBe(DAY));
