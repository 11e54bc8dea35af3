import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type PostgresServer } from './database/places.ts';
import { callOfSchedule, lossesByFifty, NAMES_OF_MONEY_CALLS } from './money-calls.ts';
import { openPlant } from './plant.ts';
import { runSchedule } from './schedule.ts';
import type { Result } from './simulation.ts';
import { simulateSpread } from './spread.ts';

const SEED = 20_260_701;
// Where nothing overlaps a schedule takes a third of the time.
const OVERLAPPING = 4;
const SCHEDULES = Number(process.env['SCHEDULES'] ?? 200);
// A machine that does nothing else needs a thirtieth of it; there may be others.
const LONGEST_MS = 3_600_000;
let server: PostgresServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
const onServer = () => ({
  database: 'postgres' as const,
  server,
  processes: availableParallelism(),
  seed: SEED,
  from: 0,
});
const nothingViolated = ({ violations }: Result): void =>
  expect(violations.map(({ schedule, violations: what }) => [schedule, ...what])).toEqual([]);

/** What must have happened somewhere in all that, or nothing was shown of it. */
const DEEDS = [
  'shopper: submits twice',
  'shopper: hears no answer',
  'shopper: submits with a change is done',
  'shopper: submits with a change is refused',
  'shopper: is at the checkout',
  'shopper later: answers is done',
  'shopper later: owes N.N',
  'shopper later: sees the payment made is done',
  'staff: finalizes is done',
  'staff: cancels is done',
  'staff: restores is done',
  'staff: denies line N is done',
  'staff: reverts line N is done',
  'staff: asks the customer is done',
  'staff: cancels a label is done',
  'staff: marks an effect as resolved externally is done',
  'after-sales: gives their value is done',
  'worker N: CustomerCreate answered',
  'workshop: quotes a repair is done',
  'workshop: quotes a repair again is done',
  'workshop: approves a repair nobody answered about is done',
  'workshop: begins a repair is done',
  'workshop: is done with a repair is done',
  'workshop: sends an item back is done',
  'workshop: buys a label for an item that goes back is done',
  'workshop: cancels the label of the way back is done',
  'workshop: receives a package is done',
  'quoted shopper: declines is done',
  'quoted shopper: agrees is done',
  'quoted shopper: lets a quote be',
  'quoted shopper: owes N.N',
  'quoted shopper: sees the payment made is done',
  'appellant: appeals twice',
  'appellant: appeals is done',
  'appellant: appeals is refused',
  'mail: reminds of a quote',
  'replacement: is decided before the return',
  'replacement: is decided after the return',
  'owner: adds applyFee is done',
  'owner: adds chargeForReturnLabel is done',
  'owner: adds chargeForExchangeOrderShipping is done',
  'owner: adds modifyIncentives is done',
  'owner: adds modifyResolutionWindow is done',
  'owner: switches a rule is done',
  'owner: deletes a rule is done',
  'owner: changes bonus is done',
  'owner: changes exchanges is done',
  'owner: changes fees is done',
  'owner: changes gift cards is done',
  'owner: changes inspection is done',
  'owner: changes refund window is done',
  'owner: changes Shop Now is done',
  'owner: changes stock is done',
  'shopper again: gives back goods of an order of its own is done',
  'shopper again: exchanges goods of an order of its own is done',
  'protected shopper: files is done',
  'protected shopper: files is refused',
  'protected shopper: answers a denial is done',
  'claims desk: files for a customer is done',
  'claims desk: refunds a shipping claim with delivery is done',
  'claims desk: refunds a shipping claim and the cover is done',
  'claims desk: grants a reorder is done',
  'claims desk: grants a reorder is refused',
  'claims desk: denies a shipping claim is done',
  'claims desk: resolves a shipping claim is done',
  'claims desk: reopens a shipping claim is done',
  'link holder: confirms twice',
  'link holder: confirms is done',
  'link holder: confirms is refused',
  'cover buyer: buys the cover with an order',
  'order office: cancels an order is done',
  'order office: cancels an order is refused',
  'order office: cancels an order whatever was sent is done though sent',
  'order office: takes a package back is done',
  'worker N: RefundCreate for a cover',
  'provider of the shop: carries out a refund',
  'provider of the shop: carries out a refund by hand',
  'provider of the shop: declines a refund',
  'provider of the shop: declines a refund by hand',
  'dashboard: captures a hold is done',
  'dashboard: captures a part of a hold is done',
  'lost and found: refunds lost items by hand is done',
  'evening registration desk: transfers a registration is done',
  'evening registration desk: transfers a registration is refused',
  'oracle: compares N claims about goods that were exchanged on their order',
  'oracle: compares N claims about goods whose price was waived in part',
  'oracle: compares N shipping claims',
  'oracle: compares N covers of canceled orders',
  'oracle: accepts either of the rules that held while a claim was submitted',
  'oracle: compares N claims about goods that were exchanged',
  'oracle: looks at N windows that rules may have changed',
];
/** What happens often enough to happen in the fewest schedules that are run. */
const COMMON_DEEDS = [
  'gift recipient: submits is done',
  'workshop: quotes a repair is done',
  'appellant: appeals is done',
  'oracle: compares N claims about repairs',
  'oracle: compares N shipping claims',
  'oracle: compares N covers of canceled orders',
  'oracle: compares N claims of people who were given an order',
];

test(
  `${SCHEDULES} schedules of stops, lost answers and races move nothing twice and leave nothing undone`,
  async () => {
    const result = await simulateSpread({ ...onServer(), schedules: SCHEDULES });
    const { done, claims, moved, deeds } = result;
    nothingViolated(result);
    // Every call that moves money loses its answer in one schedule of fifty, on average.
    const lost = lossesByFifty(result.lost).flatMap(({ losses }) => losses);
    for (const name of NAMES_OF_MONEY_CALLS) {
      const rows = lost.filter((one) => one.name === name);
      const schedules = rows.reduce((sum, one) => sum + one.schedules, 0);
      expect(schedules, name).toBeGreaterThanOrEqual(rows.length);
    }
    // Where nobody can submit anything, nothing goes wrong either.
    expect(claims).toBeGreaterThan(done / 2);
    expect(moved).toBeGreaterThan(done);
    if (SCHEDULES >= 200) expect(COMMON_DEEDS.filter((deed) => !deeds[deed])).toEqual([]);
    if (SCHEDULES >= 2000) expect(DEEDS.filter((deed) => !deeds[deed])).toEqual([]);
  },
  LONGEST_MS,
);

test(
  `${SCHEDULES / OVERLAPPING} schedules whose transactions overlap are survived, and wait for each other's locks`,
  async () => {
    const result = await simulateSpread({
      ...onServer(),
      connections: 4,
      schedules: Math.ceil(SCHEDULES / OVERLAPPING),
    });
    nothingViolated(result);
    expect(result.deeds['server: waits for a lock']).toBeGreaterThan(0);
    expect(result.deeds['worker N: waits for a lock']).toBeGreaterThan(0);
  },
  LONGEST_MS,
);

test(
  'the same seed takes the same steps, whatever was run before and on either database',
  async () => {
    const plant = await openPlant();
    const hashOf = async (seed: number): Promise<string> =>
      (await runSchedule(plant, { seed, answerToLose: callOfSchedule(seed) })).hash;
    const first = [await hashOf(3), await hashOf(4)];
    await plant.sweep();
    const again = [await hashOf(4), await hashOf(3)];
    await plant.close();
    expect(again.toReversed()).toEqual(first);
    expect(first[0]).not.toBe(first[1]);
    const task = { ...onServer(), schedules: 20 };
    const [embedded, server] = [
      await simulateSpread({ ...task, database: 'pglite', processes: 1 }),
      await simulateSpread({ ...task, processes: 2 }),
    ];
    expect(embedded).toEqual(server);
  },
  LONGEST_MS,
);

const MOST_SCHEDULES = 2000;
test.each([
  ['noPurposeKey', /the partner holds/],
  ['effectBeforeCommit', /the partner holds|there is no such claim|the books say nothing of it/],
  ['retryWithoutLookup', /the partner holds/],
] as const)(
  'finds the seeded defect %s',
  async (defect, words) => {
    const { violations, done } = await simulateSpread({ ...onServer(), schedules: MOST_SCHEDULES, defect });
    const sentences = violations.flatMap((one) => one.violations).join('\n');
    expect(sentences, `not found in ${done} schedules`).toMatch(words);
  },
  LONGEST_MS,
);
