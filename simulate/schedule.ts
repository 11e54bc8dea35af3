import { StoreSettings } from '#core/settings/settings.ts';
import { Chance } from '#sandbox/shopify/seed/random.ts';
import type { Db } from '#server/db/connect.ts';
import { orderByPlatformId, upsertOrders } from '#server/db/orders.ts';
import { readFacts, type Check } from './checks/facts.ts';
import { MOVEMENTS } from './checks/movements.ts';
import { RECORDS } from './checks/records.ts';
import { DEFECTS, type DefectName } from './defects.ts';
import { makeTwins } from './partners.ts';
import { carrier } from './people/carrier.ts';
import type { Person, Place } from './people/people.ts';
import { platformStaff } from './people/platform.ts';
import { postman } from './people/postman.ts';
import { shopper } from './people/shopper.ts';
import { staff } from './people/staff.ts';
import type { Due, Plant } from './plant.ts';
import { Server, startWorkerProcess, type Ground } from './processes.ts';
import { Life, Scheduler, type Hardship } from './scheduler.ts';
import { NOON } from './settings.ts';

export type Outcome = { violations: string[]; trace: readonly string[]; hash: string };

const CHECKS: readonly Check[] = [...MOVEMENTS, ...RECORDS];
const MOST_STEPS = 3_000;
const MOST_STEPS_AT_REST = 3_000;
// Longer than the longest wait between tries, many times over.
const LONGEST_REST_MS = 2 * 60 * 60_000;
const MOST_WAITS_AT_REST = 2_000;
const CALM: Hardship = { stop: 0, fault: 0, wait: 0, longWait: 0 };

/** One schedule from its seed: its people act on its processes under faults, the world comes to rest, and is looked at. */
export async function runSchedule(plant: Plant, seed: number, defectName?: DefectName): Promise<Outcome> {
  const chance = new Chance(seed);
  // A source of its own: what draws from it in the product must not shift who goes next.
  const inside = new Chance(seed + 1);
  plant.source.chance = () => inside.next();
  plant.clock.now = NOON;
  const scheduler = new Scheduler(chance, plant.clock, hardshipOf(chance));
  const place = await openPlace(plant, scheduler, defectName);
  await letPeopleLive(place);
  const problems = await comeToRest(place);
  const { twins, shopDomain, storeId } = place;
  const facts = await plant.database.inStore(storeId, (db) =>
    readFacts(db, storeId, twins, twins.shopify.store(shopDomain)),
  );
  const violations = [...problems, ...CHECKS.flatMap((check) => check(facts))];
  twins.shopify.forget(shopDomain);
  return { violations, trace: scheduler.trace, hash: scheduler.traceHash() };
}

async function letPeopleLive(place: Place): Promise<void> {
  const { scheduler } = place;
  const { chance } = scheduler;
  const workers = [
    startWorkerProcess(place, 'worker 1'),
    ...(chance.under(0.4) ? [startWorkerProcess(place, 'worker 2')] : []),
  ];
  // A living process renews the leases of its work in time.
  scheduler.mayWaitLong = () => workers.every((worker) => worker.inHand() === 0);
  for (const person of peopleOf(chance)) {
    const life = new Life(person.name, false);
    scheduler.start(() => person.live(place, life));
  }
  scheduler.note(`rest: the people are done (${await scheduler.run(MOST_STEPS)})`);
}

/** Some schedules are calm, some are full of stops, some of faults: together they reach what one mixture would not. */
function hardshipOf(chance: Chance): Hardship {
  const some = (most: number): number => (chance.under(0.3) ? 0 : chance.next() * most);
  return { stop: some(0.06), fault: some(0.25), wait: some(0.1), longWait: some(0.02) };
}

function peopleOf(chance: Chance): Person[] {
  const claims = chance.pick([1, 1, 1, 1, 2, 2, 3]);
  return [
    shopper('shopper', Math.ceil(claims / 2)),
    ...(claims > 1 ? [shopper('second shopper', Math.floor(claims / 2))] : []),
    staff('staff', 1 + claims),
    ...(chance.under(0.6) ? [staff('second staff', claims)] : []),
    ...(chance.under(0.3) ? [platformStaff(chance.between(1, 2))] : []),
    ...(chance.under(0.4) ? [carrier(chance.between(1, 3))] : []),
    postman(chance.pick([0.2, 0.6, 0.9])),
  ];
}

async function openPlace(plant: Plant, scheduler: Scheduler, defectName?: DefectName): Promise<Place> {
  const webhooks: Place['webhooks'] = [];
  const twins = makeTwins(plant.shopify, (sent) => webhooks.push({ sent, tries: 0 }));
  plant.hooks.onWebhook = (sent) => webhooks.push({ sent, tries: 0 });
  const slug = `store-${plant.opened}`;
  const shopDomain = `${slug}.myshopify.com`;
  plant.opened += 1;
  const shop = plant.shopify.store(shopDomain);
  Object.assign(shop, structuredClone(plant.template), { domain: shopDomain });
  const { storeId, orderId } = await plant.database.asOwner((db) => openStore(db, plant, slug, shopDomain));
  const nextDue = (): Due => plant.nextDue(storeId);
  const ground: Ground = {
    plant,
    scheduler,
    twins,
    shopDomain,
    nextDue,
    defect: defectName === undefined ? null : DEFECTS[defectName](),
  };
  return {
    ...ground,
    server: new Server(ground),
    storeId,
    slug,
    orderId,
    webhooks,
    claims: () =>
      scheduler.inside(() =>
        plant.database.inStore(storeId, async (db) => {
          const rows = await db
            .selectFrom('claim')
            .select('document')
            .where('store_id', '=', storeId)
            .orderBy('claim_id')
            .execute();
          return rows.map(({ document }) => document);
        }),
      ),
  };
}

const DAYS = 3650;
const SETTINGS = StoreSettings.parse({
  refundWindowDays: DAYS,
  storeCreditWindowDays: DAYS,
  giftCardWindowDays: DAYS,
  exchangeWindowDays: DAYS,
  returnAddress: {
    firstName: 'Returns',
    lastName: 'Desk',
    line1: '417 Montgomery Street',
    line2: '',
    city: 'San Francisco',
    stateOrProvinceCode: 'CA',
    postalCode: '94104',
    countryCode: 'US',
    phone: '4155550100',
  },
});

async function openStore(db: Db, plant: Plant, slug: string, shopDomain: string) {
  const { store_id: storeId } = await db
    .insertInto('store')
    .values({
      slug,
      name: 'Store',
      currency_code: plant.order.currencyCode,
      shop_domain: shopDomain,
      settings: JSON.stringify(SETTINGS),
    })
    .returning('store_id')
    .executeTakeFirstOrThrow();
  await upsertOrders(db, storeId, [plant.order]);
  const order = await orderByPlatformId(db, storeId, plant.order.idFromPlatform);
  if (!order) throw new Error('the order was not written');
  return { storeId, orderId: order.order_id };
}

/** With every fault off, lets time pass until nothing is due any more. Says when that never comes. */
async function comeToRest({ scheduler, nextDue }: Place): Promise<string[]> {
  scheduler.hardship = CALM;
  const latest = scheduler.clock.now + LONGEST_REST_MS;
  for (let waited = 0; waited < MOST_WAITS_AT_REST && scheduler.clock.now < latest; waited += 1) {
    if ((await scheduler.run(MOST_STEPS_AT_REST)) === 'unfinished') return ['the processes never stop working'];
    const { effects, inbox } = nextDue();
    const due = Math.min(effects ?? Infinity, inbox ?? Infinity);
    if (due === Infinity) return [];
    scheduler.waitFor(Math.max(1, due - scheduler.clock.now + 1));
  }
  return ['work is still due when the partners have long been well'];
}
