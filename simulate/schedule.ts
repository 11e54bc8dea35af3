import { inspect } from 'node:util';
import type { Order } from '#core/orders/order.ts';
import { Chance } from '#sandbox/shopify/seed/random.ts';
import type { ShopState } from '#sandbox/shopify/state.ts';
import type { Db } from '#server/db/connect.ts';
import { orderByPlatformId, upsertOrders } from '#server/db/orders.ts';
import { upsertProducts } from '#server/db/products.ts';
import { beginSync, endSync } from '#server/sync/sync-state.ts';
import { insertReturnLocation } from '#server/db/return-locations.ts';
import { GIFTS } from './checks/gifts.ts';
import { FORGOTTEN, MONEY } from './checks/money.ts';
import { heldFacts, readFacts, type Check, type MoneyFacts } from './checks/facts.ts';
import { MOVEMENTS } from './checks/movements.ts';
import { judged } from './checks/told.ts';
import { FORMS } from './checks/forms.ts';
import { REGISTERED } from './checks/registered.ts';
import { RECORDS } from './checks/records.ts';
import { COVERS } from './checks/covers.ts';
import { PACKAGES } from './checks/packages.ts';
import { REPAIRS } from './checks/repairs.ts';
import { DEFECTS, type DefectName } from './defects.ts';
import { makeTwins } from './partners.ts';
import { calendar } from './people/calendar.ts';
import { claimsClosing, claimsDesk } from './people/claims-desk.ts';
import { coverBuyer, coverDesk, orderOffice } from './people/covers.ts';
import { linkHolder, protectedShopper } from './people/packages.ts';
import { carrier, carrierOffice } from './people/carrier.ts';
import { appellant, quotedShopper } from './people/claimant.ts';
import { dashboard } from './people/dashboard.ts';
import { desk, serviceDesk } from './people/desk.ts';
import { NAMES_OF_MONEY_CALLS, type MoneyCall } from './money-calls.ts';
import type { OpenOrder, Person, Place } from './people/people.ts';
import { buyers, lostAndFound, platformStaff, providerAtRest, slowProvider } from './people/platform.ts';
import { draftOf } from './people/automations.ts';
import { owner } from './people/owner.ts';
import { postman } from './people/postman.ts';
import { recipient } from './people/recipient.ts';
import { registrant, registrationDesk } from './people/registrant.ts';
import { laterShopper, shopper, shopperAgain } from './people/shopper.ts';
import { afterSales, closing, staff } from './people/staff.ts';
import { visitors } from './people/visitors.ts';
import { withdrawing } from './people/withdrawing.ts';
import { workshop } from './people/workshop.ts';
import { warehouse } from './people/warehouse.ts';
import { NOTHING_DUE, type Due, type Plant, type Template } from './plant.ts';
import { Server, startRegularJobs, startSync, startWorkerProcess, type Ground } from './processes.ts';
import { Life, Scheduler, type Hardship } from './scheduler.ts';
import { forgetCompiled } from '#server/db/rules.ts';
import { Covers } from './covers.ts';
import { Packages } from './packages.ts';
import { Forms } from './forms.ts';
import { Quotes } from './quotes.ts';
import { Rules, savedIn } from './rules.ts';
import { replaceSettings } from '#server/testing/replace-settings.ts';
import { publishRules } from '#server/testing/rules.ts';
import { NOON } from './settings.ts';
import { RETURN_ADDRESS, storyOf, type Story } from './story.ts';
import { knownOf } from './template.ts';
import { fare } from './worlds.ts';

export type Outcome = {
  violations: string[];
  /** How much happened: claims made, and effects done. */
  claims: number;
  moved: number;
  trace: readonly string[];
  hash: string;
};

const CHECKS: readonly Check<MoneyFacts>[] = [
  ...MOVEMENTS,
  ...RECORDS,
  ...MONEY,
  ...GIFTS,
  ...REGISTERED,
  ...FORMS,
  ...REPAIRS,
  ...PACKAGES,
  ...COVERS,
];
const MOST_STEPS = 3_000;
const MOST_STEPS_AT_REST = 3_000;
// Longer than the longest wait between tries, many times over.
const LONGEST_REST_MS = 2 * 60 * 60_000;
const MOST_WAITS_AT_REST = 2_000;
const CALM: Hardship = { stop: 0, fault: 0, loss: 0, wait: 0, longWait: 0 };

/** Where a schedule begins: the same beginning gives the same schedule. */
export type Beginning = {
  seed: number;
  /** The call whose first answer it loses. */
  answerToLose: MoneyCall;
  defect?: DefectName | undefined;
};

/** One schedule: its people act on its processes under faults, the world comes to rest, and is looked at. */
export async function runSchedule(plant: Plant, { seed, answerToLose, defect }: Beginning): Promise<Outcome> {
  const chance = new Chance(seed);
  // A source of its own: what draws from it in the product must not shift who goes next.
  const inside = new Chance(seed + 1);
  plant.source.chance = () => inside.next();
  plant.clock.now = NOON;
  const scheduler = new Scheduler(chance, plant.clock, hardshipOf(chance));
  scheduler.answersToLose.add(answerToLose);
  for (const call of NAMES_OF_MONEY_CALLS) if (chance.under(0.5)) scheduler.answersToLose.add(call);
  const { locks } = plant;
  if (locks) {
    scheduler.interleaving = chance.pick([0.05, 0.3, 1]);
    scheduler.settleLocks = () => locks.settle();
  }
  const place = await openPlace(plant, scheduler, storyOf(chance, answerToLose), defect);
  await letPeopleLive(place);
  const problems = await comeToRest(place);
  const facts = await readFacts(place);
  await plant.retire(place.storeId);
  if (facts.letters.some(({ messageId }) => messageId.includes('email:quoteReminder')))
    scheduler.note('mail: reminds of a quote');
  const judgement = judged(facts, place.sold);
  scheduler.note(`oracle: compares ${judgement.compared} claims`);
  if (judgement.windows > 0)
    scheduler.note(`oracle: looks at ${judgement.windows} windows that rules may have changed`);
  if (judgement.again > 0) scheduler.note(`oracle: compares ${judgement.again} claims about goods that were exchanged`);
  if (judgement.onOrder > 0)
    scheduler.note(`oracle: compares ${judgement.onOrder} claims about goods that were exchanged on their order`);
  if (judgement.waived > 0)
    scheduler.note(`oracle: compares ${judgement.waived} claims about goods whose price was waived in part`);
  if (judgement.gifts > 0)
    scheduler.note(`oracle: compares ${judgement.gifts} claims of people who were given an order`);
  if (judgement.registered > 0)
    scheduler.note(`oracle: compares ${judgement.registered} claims about registered products`);
  if (judgement.repairs > 0) scheduler.note(`oracle: compares ${judgement.repairs} claims about repairs`);
  if (judgement.withdrawals > 0) scheduler.note(`oracle: compares ${judgement.withdrawals} withdrawals`);
  if (judgement.packages > 0) scheduler.note(`oracle: compares ${judgement.packages} shipping claims`);
  if (judgement.covers > 0) scheduler.note(`oracle: compares ${judgement.covers} covers of canceled orders`);
  if (judgement.coversBesideClaims > 0)
    scheduler.note(`oracle: compares ${judgement.coversBesideClaims} covers beside claims`);
  if (facts.claims.some(({ claim }) => place.rules.of(claim.externalId).length > 1))
    scheduler.note('oracle: accepts either of the rules that held while a claim was submitted');
  for (const doubt of judgement.doubts) scheduler.note(`oracle: does not know a claim, since ${doubt}`);
  if (facts.capturedByHand.size > 0 && facts.claims.some(({ claim }) => claim.instantExchange))
    scheduler.note('oracle: does not know what goods that were sent ahead take of a hold that somebody captured');
  for (const doubt of judgement.doubtsOfCovers) scheduler.note(`oracle: does not know a cover, since ${doubt}`);
  const met = [...scheduler.failures, ...plant.strays()];
  const failures = met.map((error) => `somebody met ${inspect(error)}`);
  const violations = [...failures, ...problems, ...CHECKS.flatMap((check) => check(facts)), ...judgement.wrong];
  plant.shopify.forget(place.shopDomain);
  const moved = facts.effects.filter(({ state }) => state === 'done').length;
  return { violations, moved, claims: facts.claims.length, trace: scheduler.trace, hash: scheduler.traceHash() };
}

async function letPeopleLive(place: Place): Promise<void> {
  const { scheduler, story } = place;
  const { chance } = scheduler;
  const workers = [
    startWorkerProcess(place, 'worker 1'),
    ...(chance.under(0.3) ? [startWorkerProcess(place, 'worker 2')] : []),
  ];
  if (story.isPaid || story.hasDays) startRegularJobs(place, place.storeId);
  if (story.hasCancellations || story.isExchangedAgain) startSync(place, place.storeId);
  // A living process renews the leases of its work in time.
  scheduler.mayWaitLong = () => workers.every((worker) => worker.inHand() === 0);
  for (const person of peopleOf(story, chance)) {
    const life = new Life(person.name, false);
    scheduler.start(() => person.live(place, life));
  }
  scheduler.note(`rest: the people are done (${await scheduler.run(MOST_STEPS)})`);
}

/** Some schedules are calm, some are full of stops, some of faults: together they reach what one mixture would not. */
function hardshipOf(chance: Chance): Hardship {
  const some = (most: number): number => (chance.under(0.3) ? 0 : chance.next() * most);
  return { stop: some(0.06), fault: some(0.25), loss: some(0.6), wait: some(0.1), longWait: some(0.02) };
}

function peopleOf(story: Story, chance: Chance): Person[] {
  const { claims, madeBy, hasDays, isSellingOut } = story;
  const first = Math.ceil(claims / 2);
  const makers =
    madeBy === 'staff'
      ? [desk('desk', claims)]
      : [shopper('shopper', first), ...(claims > 1 ? [shopper('second shopper', claims - first)] : [])];
  return [
    ...makers,
    staff('staff', 1 + claims),
    ...(chance.under(0.5) ? [staff('second staff', claims)] : []),
    ...(chance.under(0.3) ? [platformStaff(chance.between(1, 2))] : []),
    ...(chance.under(0.4) ? [slowProvider] : []),
    ...(story.settings.paymentProvider === 'stripe' && chance.under(0.5) ? [dashboard(chance.between(2, 4))] : []),
    ...(isSellingOut ? [buyers, afterSales(4)] : []),
    ...(story.hasPackages
      ? [
          protectedShopper(chance.between(2, 4)),
          claimsDesk('claims desk', chance.between(3, 6)),
          ...(chance.under(0.3) ? [claimsDesk('second claims desk', 2)] : []),
          linkHolder(chance.between(1, 4)),
          ...(chance.under(0.4) ? [lostAndFound(chance.between(1, 3))] : []),
          ...(!isSellingOut && chance.under(0.3) ? [buyers] : []),
        ]
      : []),
    ...(madeBy === 'shopper' && chance.under(0.9) ? [laterShopper(chance.between(2, 5))] : []),
    ...(madeBy === 'shopper' && chance.under(0.4) ? [carrier(chance.between(1, 3))] : []),
    ...(chance.under(0.6) ? [carrierOffice] : []),
    ...(chance.under(0.3) ? [visitors] : []),
    ...(story.hasGift ? [recipient(chance.between(1, 2))] : []),
    ...(story.hasWithdrawals ? [withdrawing(chance.between(1, 3))] : []),
    ...(story.hasCancellations
      ? [coverBuyer(chance.between(1, 2)), orderOffice(chance.between(3, 7)), coverDesk(chance.between(1, 2))]
      : []),
    ...(story.hasRegistrations
      ? [registrant(chance.between(1, 3)), registrationDesk('registration desk', chance.between(1, 2))]
      : []),
    ...(story.hasRepairs
      ? [serviceDesk(chance.between(1, 2)), workshop(chance.between(5, 10)), quotedShopper(chance.between(2, 5))]
      : []),
    ...(story.denies > 0 ? [appellant(chance.between(2, 5))] : []),
    ...(story.isChangingRules ? [owner(chance.between(1, 4))] : []),
    ...(story.isExchangedAgain || story.hasPackages || story.hasCancellations
      ? [warehouse, shopperAgain(chance.between(1, 3))]
      : []),
    ...(hasDays ? [calendar(chance.between(1, 3))] : []),
    postman(chance.pick([0.2, 0.6, 0.9])),
  ];
}

async function openPlace(plant: Plant, scheduler: Scheduler, story: Story, defectName?: DefectName): Promise<Place> {
  forgetCompiled();
  const webhooks: Place['webhooks'] = [];
  const twins = makeTwins(plant.shopify, (sent) => webhooks.push({ sent, tries: 0 }));
  plant.hooks.onWebhook = (sent) => webhooks.push({ sent, tries: 0 });
  const template = scheduler.chance.pick(plant.templates);
  const slug = `store-${plant.opened}`;
  const shopDomain = `${slug}.myshopify.com`;
  plant.opened += 1;
  const shop = plant.shopify.store(shopDomain);
  Object.assign(shop, structuredClone(template.shop), { domain: shopDomain, searchLagMs: story.searchLagMs });
  if (!story.hasMail) forgetMail(shop);
  if (story.isGuest) forgetCustomers(shop);
  if (story.hasPackages) for (const order of shop.orders) letFare(order, scheduler.chance, plant.clock.now);
  const known = story.hasPackages ? (await knownOf(plant.shopify, shop)).orders : template.orders;
  const sold = { orders: structuredClone(shop.orders) };
  const { storeId, orders } = await plant.database.asOwner((db) =>
    openStore(db, { ...template, orders: known }, story, { slug, shopDomain }),
  );
  if (story.hasRules) {
    const drafts = Array.from({ length: scheduler.chance.between(1, 3) }, () => draftOf(scheduler.chance, template));
    await publishRules(plant.database, storeId, drafts);
  }
  let due: Due = NOTHING_DUE;
  scheduler.beforeChoice = async () => void (due = await plant.due(storeId));
  const ground: Ground = {
    plant,
    scheduler,
    twins,
    shopDomain,
    nextDue: () => due,
    defect: defectName === undefined ? null : DEFECTS[defectName](),
    covers: new Covers(),
  };
  return {
    ...ground,
    story,
    server: new Server(ground),
    storeId,
    slug,
    template,
    orders,
    webhooks,
    rules: new Rules(scheduler, { settings: story.settings, automations: (await savedIn(plant, storeId)).automations }),
    forms: new Forms(),
    quotes: new Quotes(scheduler),
    packages: new Packages(),
    sold,
    shippingClaims: () =>
      scheduler.inside(async () => {
        const rows = await plant.database.rowsAsOwner((db) =>
          db
            .selectFrom('shipping_claim')
            .select('document')
            .where('store_id', '=', storeId)
            .orderBy('shipping_claim_id'),
        );
        return rows.map(({ document }) => document);
      }),
    known: () =>
      scheduler.inside(async () => {
        const rows = await plant.database.rowsAsOwner((db) =>
          db
            .selectFrom('store_order')
            .select(['order_id', 'document'])
            .where('store_id', '=', storeId)
            .orderBy('order_id'),
        );
        return rows.map((row) => ({ orderId: row.order_id, order: row.document }));
      }),
    claims: () =>
      scheduler.inside(async () => {
        const rows = await plant.database.rowsAsOwner((db) =>
          db.selectFrom('claim').select('document').where('store_id', '=', storeId).orderBy('claim_id'),
        );
        return rows.map(({ document }) => document);
      }),
  };
}

/** Some packages arrived, some are lost, of some nobody has heard. */
function letFare(order: ShopState['orders'][number], chance: Chance, now: number): void {
  for (const index of order.fulfillments.keys())
    fare(
      order,
      index,
      {
        end: chance.pick(['delivered', 'delivered', 'givenUp', 'givenUp', 'silent']),
        sentDaysAgo: chance.pick([8, 12, 12, 70]),
        heardDaysAgo: chance.pick([1, 7, 10]),
      },
      now,
    );
}

function forgetMail(shop: ShopState): void {
  for (const order of shop.orders) order.email = null;
  for (const customer of shop.customers) customer.email = '';
}

function forgetCustomers(shop: ShopState): void {
  for (const order of shop.orders) order.customerId = null;
  shop.customers = [];
}

type Named = { slug: string; shopDomain: string };

async function openStore(db: Db, { shop, orders, products }: Template, story: Story, { slug, shopDomain }: Named) {
  const { store_id: storeId } = await db
    .insertInto('store')
    .values({
      slug,
      name: 'Store',
      currency_code: shop.currency,
      shop_domain: shopDomain,
    })
    .returning('store_id')
    .executeTakeFirstOrThrow();
  await replaceSettings(db, storeId, story.settings);
  if (await beginSync(db, storeId, 'orders')) await endSync(db, storeId, 'orders', new Date(NOON).toISOString());
  const mailed = story.hasMail
    ? orders
    : orders.map((order) => ({ ...order, email: '', customer: withoutMail(order.customer) }));
  const known = story.isGuest ? mailed.map((order) => ({ ...order, customer: null })) : mailed;
  await upsertOrders(db, storeId, known);
  await upsertProducts(db, storeId, [...products]);
  await insertReturnLocation(db, storeId, { name: 'Returns Desk', isDefault: true, address: RETURN_ADDRESS });
  const written: OpenOrder[] = [];
  for (const order of orders) {
    const row = await orderByPlatformId(db, storeId, order.idFromPlatform);
    if (!row) throw new Error('the order was not written');
    written.push({ orderId: row.order_id, order });
  }
  return { storeId, orders: written };
}

const withoutMail = (customer: Order['customer']): Order['customer'] => customer && { ...customer, email: '' };

// From what a repair costs to the way back, with nothing to disturb it.
const CALM_DAYS = 4;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
// To the day of a quote's reminder, to the last day of a hold, past its end and past the day the goods of an instant exchange were to be back.
// Two hours are enough for the regular jobs.
const WEEKS = [2 * HOUR_MS, 3.4 * DAY_MS, 2.9 * DAY_MS, DAY_MS, 7 * DAY_MS];

/**
 * With every fault off, lets time pass until nothing is due any more. Says when that never comes, and what is still held
 * before the time comes at which holds and reserved stock end by themselves.
 */
async function comeToRest(place: Place): Promise<string[]> {
  const { scheduler, story, twins, shopDomain } = place;
  scheduler.hardship = CALM;
  const [afterJobs = 0, ...weeks] = WEEKS;
  const letLive = (person: Person): void => scheduler.start(() => person.live(place, new Life(person.name, false)));
  letLive(providerAtRest);
  if (story.hasRepairs) letLive(serviceDesk(1, 'evening'));
  for (let day = 0; story.hasRepairs && day < CALM_DAYS; day += 1) {
    for (const person of [workshop(3), quotedShopper(2)]) letLive(person);
    const problems = await untilNothingIsDue(place);
    if (problems.length > 0) return problems;
  }
  if (scheduler.chance.under(0.75)) letLive(closing);
  if (story.hasPackages) {
    for (const person of [claimsClosing, linkHolder(2, 'evening link holder')]) letLive(person);
    const problems = await untilNothingIsDue(place);
    if (problems.length > 0) return problems;
    // What could not be ordered is with staff again.
    for (const person of [claimsClosing, linkHolder(1, 'late link holder')]) letLive(person);
  }
  const hasJobs = story.isPaid || story.hasDays || story.hasCancellations || story.isExchangedAgain;
  // A payment that somebody begins and leaves is released an hour later.
  const toTheJobs = [0, ...(hasJobs ? [afterJobs] : [])];
  const problemsBefore = await problemsAfter(place, toTheJobs);
  if (problemsBefore.length > 0) return problemsBefore;
  // What exchanges sent has come back since, and what was denied is appealed: somebody decides that, too.
  // Who has an open claim keeps the product: now most are decided.
  if (story.hasRegistrations) {
    letLive(registrationDesk('evening registration desk', 2));
    const problems = await untilNothingIsDue(place);
    if (problems.length > 0) return problems;
  }
  if (story.isExchangedAgain) {
    letLive(shopperAgain(4, 'evening shopper'));
    const problems = await problemsAfter(place, toTheJobs);
    if (problems.length > 0) return problems;
  }
  if (story.isExchangedAgain || story.denies > 0 || story.hasRegistrations) {
    if (story.denies > 0) letLive(appellant(2));
    letLive(closing);
    // What is decided now may be sent at once, and who was waiting for it pays for the next exchange.
    const problems = await problemsAfter(place, toTheJobs);
    if (problems.length > 0) return problems;
  }
  twins.shopify.store(shopDomain).searchLagMs = 0;
  const held = await heldFacts(place);
  const forgotten = FORGOTTEN.flatMap((check) => check(held));
  return [...forgotten, ...(await problemsAfter(place, story.hasDays ? weeks : []))];
}

/** Lets these times pass one after the other, each until nothing is due. Stops at the first problem. */
async function problemsAfter(place: Place, waits: readonly number[]): Promise<string[]> {
  for (const wait of waits) {
    place.scheduler.waitFor(wait);
    const problems = await untilNothingIsDue(place);
    if (problems.length > 0) return problems;
  }
  return [];
}

async function untilNothingIsDue({ scheduler, nextDue, plant }: Place): Promise<string[]> {
  const latest = scheduler.clock.now + LONGEST_REST_MS;
  for (let waited = 0; waited < MOST_WAITS_AT_REST && scheduler.clock.now < latest; waited += 1) {
    if ((await scheduler.run(MOST_STEPS_AT_REST)) === 'unfinished') return ['the processes never stop working'];
    if (plant.locks && plant.locks.waiting > 0) return ['a transaction waits for a lock that nobody gives'];
    const { effects, inbox } = nextDue();
    const due = Math.min(effects ?? Infinity, inbox ?? Infinity);
    if (due === Infinity) return [];
    scheduler.waitFor(Math.max(1, due - scheduler.clock.now + 1));
  }
  return ['work is still due when the partners have long been well'];
}
