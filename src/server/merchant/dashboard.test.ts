import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { showDashboard } from '#contract/merchant/analytics.ts';
import { showBilling } from '#contract/merchant/billing.ts';
import { balances } from '#contract/merchant/books.ts';
import { me } from '#contract/merchant/me.ts';
import { getDashboard } from '#contract/merchant/dashboard.ts';
import { registerProduct } from '#contract/customer/registrations.ts';
import { cancelRegistration } from '#contract/merchant/registrations.ts';
import { search } from '#contract/merchant/lists.ts';
import type { RouteInput } from '#contract/route.ts';
import { movementEntry } from '#core/books/entry.ts';
import { dayAfter, dayIn, daysOf, Period } from '#core/analytics/period.ts';
import type { DashboardId, Opens, Panel } from '#core/analytics/dashboard.ts';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import { learnShops } from '#server/sync/learn-shops.ts';
import { bookEntries } from '#server/db/journal.ts';
import { claimForChange, saveClaim } from '#server/db/claims.ts';
import { changeLine, finalizeAll, listedClaims } from '#server/testing/claims.ts';
import { shopOf, type Shop } from '#server/testing/effect-claims.ts';
import { startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';
import { onlyLine, quiet, staffClaim } from '#server/testing/staff-claims.ts';

let server: TestServer;
let shop: Shop;
let staff: Caller;
let admin: Caller;
beforeAll(async () => {
  server = await startTestServer();
  staff = await server.staff('Staff');
  admin = await server.staff('Admin');
  shop = await shopOf(server);
});
afterAll(async () => {
  await server.close();
});

const seenBy = (caller: Caller) => caller(getDashboard, { params: { storeId: server.storeId } });
const countOf = async (kind: 'Return' | 'Warranty', code: string): Promise<number> =>
  (await seenBy(staff)).kinds.find((one) => one.kind === kind)?.statuses.find((one) => one.code === code)?.count ?? 0;

test('a new claim that needs nothing back waits for staff, and is counted in this week', async () => {
  const before = await seenBy(staff);
  const open = await countOf('Return', 'Open');
  const { claim } = await staffClaim(shop, staff, 'refund');
  await quiet(shop, staff, claim);
  const after = await seenBy(staff);
  expect(await countOf('Return', 'Open')).toBe(open + 1);
  const waiting = ({ kinds }: typeof after) => kinds.find(({ kind }) => kind === 'Return')?.waiting ?? 0;
  expect(waiting(after)).toBe(waiting(before) + 1);
  expect(after.oldestWaiting.map((one) => one.claimId)).toContain(claim.id);
  const listed = await listedClaims(server, staff, { isWaitingForStaff: true });
  expect(listed).toHaveLength(waiting(after));
  expect(listed.map(({ id }) => id)).toContain(claim.id);
  const others = await listedClaims(server, staff, { isWaitingForStaff: false });
  expect(others.map(({ id }) => id)).not.toContain(claim.id);
  expect(after.weeks).toHaveLength(12);
  expect(after.weeks.at(-1)?.made.Return).toBe((before.weeks.at(-1)?.made.Return ?? 0) + 1);
});

test('a claim that is denied and not finalized still waits: its customer was told nothing', async () => {
  const { claim } = await staffClaim(shop, staff, 'refund');
  const denied = await changeLine(server, staff, claim, 1, { kind: 'denied', claimStatusDetailCode: 'Wrong_Item' });
  expect(denied.claimRollup).toMatchObject({ code: 'Denied', name: 'Will be denied', tone: 'waiting' });
  const idsOf = async (isWaitingForStaff: boolean) =>
    (await listedClaims(server, staff, { isWaitingForStaff })).map(({ id }) => id);
  const waiting = await idsOf(true);
  expect(waiting).toContain(claim.id);
  expect((await seenBy(staff)).kinds.find(({ kind }) => kind === 'Return')?.waiting).toBe(waiting.length);
  const nameInList = async () =>
    (await listedClaims(server, staff, {})).find(({ id }) => id === claim.id)?.claimRollup.name;
  expect(await nameInList()).toBe('Will be denied');
  await finalizeAll(server, staff, denied);
  expect(await nameInList()).toBe('Denied');
  expect(await idsOf(true)).not.toContain(claim.id);
});

test('what was refunded left this week, and only admins see it', async () => {
  const { claim } = await staffClaim(shop, staff, 'refund');
  const outNow = async (): Promise<number> =>
    (await seenBy(admin)).weeks.at(-1)?.moneyOut?.find((one) => one.currencyCode === claim.currencyCode)?.refunds ?? 0;
  const before = await outNow();
  const approved = await changeLine(server, staff, claim, 1, { kind: 'approved', resolutionMethod: 'refund' });
  await finalizeAll(server, staff, approved);
  const done = await quiet(shop, staff, claim);
  expect((await outNow()) - before).toBeCloseTo(onlyLine(done).amount ?? 0, 2);
  expect((await seenBy(staff)).weeks.every((week) => week.moneyOut === null)).toBe(true);
});

/** As if the carrier's last news came then. */
const underWay = ({ id }: ClaimShown, updatedOn: string): Promise<void> =>
  server.server.deps.database.inStore(server.storeId, async (db) => {
    const loaded = await claimForChange(db, server.storeId, id);
    const [slip] = loaded?.claim.shipments ?? [];
    if (!loaded || !slip) throw new Error('the claim has a shipment');
    const travelling = {
      ...slip,
      trackerStatus: 'in_transit' as const,
      trackerUpdatedOn: updatedOn,
      createdOn: updatedOn,
    };
    await saveClaim(
      db,
      server.storeId,
      loaded,
      { ...loaded.claim, shipments: [travelling] },
      { version: loaded.version, hasNewEffects: false },
    );
  });

test('a parcel without news for six days is shown as stuck since then', async () => {
  const { claim } = await staffClaim(shop, staff, 'refund', { shippingMethod: 'packingSlip' });
  await quiet(shop, staff, claim);
  const since = new Date(Date.now() - 6 * 86_400_000).toISOString();
  await underWay(claim, since);
  const { longestStuck } = await seenBy(staff);
  expect(longestStuck.find((one) => one.claimId === claim.id)).toMatchObject({ reason: 'notMoving', since });
  const listed = async (hasStuckShipment: boolean): Promise<boolean> =>
    (await listedClaims(server, staff, { hasStuckShipment })).some(({ id }) => id === claim.id);
  expect([await listed(true), await listed(false)]).toEqual([true, false]);
  const stuckNow = async (): Promise<number | undefined> =>
    (await seenBy(staff)).kinds.find(({ kind }) => kind === 'Return')?.stuck;
  const before = await stuckNow();
  // It stands as still while the shopper owes an answer.
  await server.server.deps.database.inStore(server.storeId, async (db) => {
    const loaded = await claimForChange(db, server.storeId, claim.id);
    if (!loaded) throw new Error('the claim is there');
    await saveClaim(
      db,
      server.storeId,
      loaded,
      { ...loaded.claim, question: { text: 'Which size?', answer: '', isOpen: true } },
      { version: loaded.version, hasNewEffects: false },
    );
  });
  expect((await seenBy(staff)).longestStuck.map((one) => one.claimId)).toContain(claim.id);
  await underWay(claim, new Date().toISOString());
  expect(await stuckNow()).toBe((before ?? 0) - 1);
  expect([await listed(true), await listed(false)]).toEqual([false, true]);
});

test('weeks begin in the time zone of the store, which is learned again every day', async () => {
  const { database } = server.server.deps;
  const zoneOf = () =>
    database.asOwner((db) =>
      db.selectFrom('store').select('time_zone').where('store_id', '=', server.storeId).executeTakeFirstOrThrow(),
    );
  const known = await zoneOf();
  const setZone = (time_zone: string) =>
    database.asOwner((db) =>
      db.updateTable('store').set({ time_zone }).where('store_id', '=', server.storeId).execute(),
    );
  await setZone('Pacific/Kiritimati');
  const { weeks } = await seenBy(staff);
  expect(weeks).toHaveLength(12);
  expect(weeks.every(({ startsOn, start }) => start === new Date(`${startsOn}T00:00:00+14:00`).toISOString())).toBe(
    true,
  );
  expect(weeks.every(({ startsOn }) => new Date(startsOn).getUTCDay() === 1)).toBe(true);
  await learnShops(server.server.deps).run(new AbortController().signal);
  expect(await zoneOf()).toEqual(known);
});

test('the plan of the shop is learned again every day', async () => {
  const planNow = async () => {
    await learnShops(server.server.deps).run(new AbortController().signal);
    return (await admin(me, {})).stores.find(({ id }) => id === server.storeId)?.shopifyPlan;
  };
  server.shop.plan = 'Basic';
  expect(await planNow()).toBe('Basic');
  server.shop.plan = 'Plus Trial';
  expect(await planNow()).toBe('Plus Trial');
});

const panelsOf = async (
  dashboard: DashboardId,
  period: Omit<RouteInput<typeof showDashboard>['query'], 'dashboard'> = {},
): Promise<Panel[]> =>
  (await admin(showDashboard, { params: { storeId: server.storeId }, query: { dashboard, ...period } })).panels;
function figureOf(
  panels: readonly Panel[],
  label: string,
): { value: number | null; before: number | null; opens: Opens | null } {
  const figures = panels.flatMap((panel) => (panel.kind === 'figures' ? panel.figures : []));
  const found = figures.find((one) => one.label === label);
  if (!found) throw new Error(`there is no figure ${label}`);
  return found;
}
function rowsOf(panels: readonly Panel[], title: string): (string | number | null)[][] {
  const found = panels.find((panel) => panel.title === title);
  if (found?.kind !== 'table') throw new Error(`there is no table ${title}`);
  return found.rows.map(({ cells }) => cells);
}
const barsOf = (panels: readonly Panel[]): { name: string; value: number; opens: Opens | null }[] =>
  panels.flatMap((panel) => (panel.kind === 'chart' ? panel.bars.flatMap((bar) => bar.parts) : []));
const sum = (numbers: readonly (string | number | null | undefined)[]): number =>
  numbers.reduce<number>((all, one) => all + Number(one ?? 0), 0);

/** How many claims the list shows that a number leads to. */
async function listedBehind(opens: Opens | null): Promise<number> {
  if (opens?.to !== 'claims') throw new Error('nothing is behind it');
  const { data } = await staff(search, {
    params: { storeId: server.storeId },
    body: { kind: opens.kind, filters: opens.filters, take: 100 },
  });
  return data.length;
}

/** Claims of the store with their lines and orders, as they are kept. */
const kept = () =>
  server.server.deps.database.readStore(server.storeId, async (db) => ({
    claims: (await db.selectFrom('claim').select('document').execute()).map((row) => row.document),
    orders: (await db.selectFrom('store_order').select('document').execute()).map((row) => row.document),
  }));

test('the figures of returns are those of the lists they lead to', async () => {
  const { claim } = await staffClaim(shop, staff, 'refund', { claimType: 'Warranty' });
  await quiet(shop, staff, claim);
  const panels = await panelsOf('returns');
  const returns = figureOf(panels, 'Return claims');
  expect(returns.value).toBeGreaterThan(0);
  expect(await listedBehind(returns.opens)).toBe(returns.value);
  expect(figureOf(panels, 'Warranty claims').value).toBe(1);
  expect(sum(rowsOf(panels, 'Return claims by status').map((cells) => cells[1]))).toBe(returns.value);
  const bars = barsOf(panels).filter((part) => part.value > 0);
  expect(sum(bars.map((part) => part.value))).toBe((returns.value ?? 0) + 1);
  for (const part of bars) expect(await listedBehind(part.opens)).toBe(part.value);
});

test('units returned and ordered are those of the claims and orders of the period, for all and for each product', async () => {
  const { claims, orders } = await kept();
  const year = await panelsOf('products', { period: '12m' });
  const returned = claims
    .filter((one) => one.claimType === 'Return')
    .flatMap((one) => one.lines)
    .filter((line) => line.status !== 'denied');
  expect(claims.flatMap((one) => one.lines).some((line) => line.status === 'denied')).toBe(true);
  const { time_zone: zone } = await server.server.deps.database.readStore(server.storeId, (db) =>
    db.selectFrom('store').select('time_zone').where('store_id', '=', server.storeId).executeTakeFirstOrThrow(),
  );
  const { from } = daysOf(Period.parse({ period: '12m' }), dayIn(new Date(), zone));
  const ordered = orders
    .filter((one) => one.canceledOn === null && dayIn(new Date(one.createdOn), zone) >= from)
    .flatMap((one) => one.lines)
    .filter((line) => !line.isGiftCard && !line.isProtection);
  expect(figureOf(year, 'Units returned').value).toBe(sum(returned.map((line) => line.quantity)));
  expect(figureOf(year, 'Units ordered').value).toBe(sum(ordered.map((line) => line.quantity)));
  for (const [name, units, bought] of rowsOf(year, 'Products')) {
    expect(units).toBe(sum(returned.filter((line) => line.name === name).map((line) => line.quantity)));
    expect(bought).toBe(sum(ordered.filter((line) => line.name === name).map((line) => line.quantity)));
  }
  expect(sum(rowsOf(year, 'By variant').map((cells) => cells[3]))).toBe(figureOf(year, 'Units returned').value);
});

test('an order that only takes a payment is of no units', async () => {
  const { database } = server.server.deps;
  const unitsOrdered = async () => figureOf(await panelsOf('products', { period: '12m' }), 'Units ordered').value ?? 0;
  const before = await unitsOrdered();
  const { order_id, document } = await database.readStore(server.storeId, (db) =>
    db
      .selectFrom('store_order')
      .select(['order_id', 'document'])
      .where(sql<boolean>`document ->> 'canceledOn' is null`)
      .orderBy('created_on', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow(),
  );
  const tagged = (tags: string[]) =>
    database.inStore(server.storeId, (db) =>
      db
        .updateTable('store_order')
        .set({ document: JSON.stringify({ ...document, tags }) })
        .where('order_id', '=', order_id)
        .execute(),
    );
  await tagged(['Makegood-Payment']);
  const units = sum(document.lines.filter((one) => !one.isGiftCard).map(({ quantity }) => quantity));
  expect(units).toBeGreaterThan(0);
  expect(await unitsOrdered()).toBe(before - units);
  await tagged(document.tags);
});

test('registrations are counted by channel and product, and lead to their list', async () => {
  await server.saveSettings({
    isRegistrationEnabled: true,
    offeredSalesChannels: ['Market', 'Fair'],
    isWarrantiesEnabled: true,
  });
  const wares = server.shop.products.filter(({ variants, isGiftCard }) => variants.length > 1 && !isGiftCard);
  const register = async (channel: string, ware: number) =>
    (
      await server.browser()(registerProduct, {
        params: { slug: server.slug },
        body: {
          variantIdFromPlatform: String(wares[ware]?.variants[0]?.id),
          email: `${channel}-${ware}@example.com`.toLowerCase(),
          firstName: 'Ada',
          lastName: 'Byron',
          registrationChannelName: channel,
          estimatedPurchaseDate: new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10),
        },
      })
    ).certificate;
  const unitsOrdered = async () => figureOf(await panelsOf('products'), 'Units ordered').value;
  const orderedHere = await unitsOrdered();
  const [first] = [await register('Market', 0), await register('Market', 1), await register('Fair', 0)];
  const canceled = await register('Fair', 2);
  const registered = async (filters: Record<string, unknown>) =>
    (
      await staff(search, {
        params: { storeId: server.storeId },
        body: { kind: 'Registration', filters, take: 100 },
      })
    ).data;
  const idOf = async (externalId: string) => (await registered({ searchTerm: externalId }))[0]?.id ?? 0;
  const params = { storeId: server.storeId, registrationId: await idOf(canceled.externalId) };
  await staff(cancelRegistration, { params });
  // Nobody ordered them here.
  expect(await unitsOrdered()).toBe(orderedHere);
  const panels = await panelsOf('registrations');
  expect(rowsOf(panels, 'Sales channels')).toEqual([
    ['Market', 2, 0, 0],
    ['Fair', 1, 0, 0],
  ]);
  expect(rowsOf(panels, 'Products').slice(0, 1)).toEqual([[wares[0]?.title, 2, 2, 0, 0]]);
  expect(figureOf(panels, 'Registrations')).toMatchObject({ value: 3, before: 0 });
  expect(figureOf(panels, 'Consented to marketing').value).toBe(0);
  const opens = barsOf(panels).find(({ value }) => value === 2)?.opens;
  if (opens?.to !== 'registrations') throw new Error('no registrations are behind it');
  const behind = (await registered(opens.filters)).map(({ id }) => id);
  expect(behind).toHaveLength(2);
  expect(behind).toContain(await idOf(first?.externalId ?? ''));
});

test('reasons add up to all units in claims', async () => {
  const { claims } = await kept();
  const panels = await panelsOf('reasons');
  const units = sum(claims.flatMap((one) => one.lines).map((line) => line.quantity));
  expect(figureOf(panels, 'Units in claims').value).toBe(units);
  expect(sum(barsOf(panels).map((part) => part.value))).toBe(units);
  expect(sum(rowsOf(panels, 'By product').map((cells) => cells[2]))).toBe(units);
  const table = panels.find(({ title }) => title === 'By reason and detail');
  if (table?.kind !== 'table') throw new Error('there are no reasons');
  const [first] = table.rows;
  const withReason = claims.filter(
    (one) =>
      one.claimType === 'Return' && one.lines.some((line) => line.reasonName === first?.cells[0] && !line.canceledOn),
  );
  expect(withReason.length).toBeGreaterThan(0);
  expect(await listedBehind(first?.opens ?? null)).toBe(withReason.length);
});

test('numbers are compared with as many days before', async () => {
  const { claims } = await kept();
  const made = claims.filter(({ claimType }) => claimType === 'Return').length;
  const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const shown = (from: string, to: string) => panelsOf('returns', { period: 'custom', from, to });
  // Everything was made within a day of now, whatever the time zone.
  const now = figureOf(await shown(day(1), day(-1)), 'Return claims');
  expect(now).toMatchObject({ value: made, before: 0 });
  const later = await shown(day(-2), day(-4));
  expect(figureOf(later, 'Return claims')).toMatchObject({ value: 0, before: made });
  const chart = later.find((panel) => panel.kind === 'chart');
  expect(chart?.kind === 'chart' ? sum(chart.before ?? []) : null).toBe(claims.length);
});

test('money is what the books hold, and both of its sides are the same', async () => {
  const { claim } = await staffClaim(shop, staff, 'giftCard', { shippingMethod: 'label' });
  await quiet(shop, staff, claim);
  const approved = await changeLine(server, staff, await quiet(shop, staff, claim), 1, {
    kind: 'approved',
    resolutionMethod: 'giftCard',
  });
  await finalizeAll(server, staff, approved);
  await quiet(shop, staff, approved);
  const panels = await panelsOf('money');
  const { accounts } = await admin(balances, { params: { storeId: server.storeId } });
  const balance = (account: string): number => accounts.find((one) => one.account === account)?.balance ?? 0;
  expect(balance('platform:giftCards')).toBeLessThan(0);
  expect(balance('store:labels')).toBeGreaterThan(0);
  expect(figureOf(panels, 'Refunded').value).toBeCloseTo(-balance('platform:refunds'), 2);
  expect(figureOf(panels, 'Gift cards and credit').value).toBeCloseTo(
    -balance('platform:giftCards') - balance('platform:storeCredit'),
    2,
  );
  const cost = new Map(rowsOf(panels, 'Costs').map(([what, amount]) => [what, amount]));
  const went = new Map(rowsOf(panels, 'Where the money went').map(([what, amount]) => [what, amount]));
  expect(cost.get('Value of returned goods')).toBeCloseTo(balance('store:returns'), 2);
  expect(cost.get('Bonuses')).toBeCloseTo(balance('store:incentives'), 2);
  expect(cost.get('Label costs')).toBeCloseTo(balance('store:labels'), 2);
  expect(cost.get('Net cost')).toBe(went.get('Net cost'));
  const inStore = accounts.filter(({ account }) => account.startsWith('store:'));
  expect(cost.get('Net cost')).toBeCloseTo(sum(inStore.map((one) => one.balance)), 2);
  const { claims } = await kept();
  const finalized = claims.flatMap((one) => one.lines).filter((line) => line.finalizedOn !== null);
  expect(sum(rowsOf(panels, 'Requested and given').map((cells) => cells[2]))).toBe(finalized.length);
});

test('money out over time is what home says left, refunds of card payments too', async () => {
  const { claim } = await staffClaim(shop, staff, 'refund');
  const effect = (kind: string, purposeKey: string) => ({ kind, purposeKey: `${purposeKey}:${claim.id}` });
  const movement = { partner: 'payments:captured', words: 'Payment' } as const;
  const entries = [
    movementEntry(effect('paymentCapture', 'capture'), {
      ...movement,
      way: 'in',
      money: { amount: 3000, currencyCode: 'USD' },
    }),
    movementEntry(effect('paymentRefund', 'refund'), {
      ...movement,
      way: 'out',
      money: { amount: 1250, currencyCode: 'USD' },
    }),
  ];
  await server.server.deps.database.inStore(server.storeId, (db) =>
    bookEntries(
      db,
      server.storeId,
      { subject: { kind: 'claim', id: claim.id }, effectId: null },
      entries.flatMap((one) => one ?? []),
    ),
  );
  const { weeks } = await seenBy(admin);
  const out = weeks.at(-1)?.moneyOut?.find((one) => one.currencyCode === 'USD');
  const from = weeks.at(-1)?.startsOn ?? '';
  const panels = await panelsOf('money', { period: 'custom', from, to: dayAfter(from, 6) });
  const parts = barsOf(panels);
  const part = (name: string) => sum(parts.filter((one) => one.name === name).map(({ value }) => value));
  expect(part('Refunded customer payments')).toBe(12.5);
  expect(part('Refunded through the store') + part('Refunded customer payments')).toBeCloseTo(out?.refunds ?? 0, 2);
  expect(sum(parts.map(({ value }) => value))).toBeCloseTo(out?.total ?? 0, 2);
});

test('operations tell how long claims took, and what is open now as home does, a denial to finalize too', async () => {
  const { claim: denied } = await staffClaim(shop, staff, 'refund');
  await changeLine(server, staff, denied, 1, { kind: 'denied', claimStatusDetailCode: 'Wrong_Item' });
  const panels = await panelsOf('operations');
  const { claims } = await kept();
  expect(figureOf(panels, 'Claims finalized').value).toBe(claims.filter((one) => one.finalizedOn !== null).length);
  const home = await seenBy(admin);
  const open = home.kinds.flatMap((kind) => kind.statuses).filter(({ code }) => code !== 'Approved');
  expect(figureOf(panels, 'Open claims').value).toBe(sum(open.map(({ count }) => count)) + 1);
  expect(figureOf(panels, 'Failed actions').value).toBe(home.effects.failed);
  const [took] = rowsOf(panels, 'How long it takes').filter(([step]) => step === 'Requested to finalized');
  expect(took?.[1]).toBe(figureOf(panels, 'Claims finalized').value);
});

test('days are those of the time zone of the store', async () => {
  const { database } = server.server.deps;
  const { claim } = await staffClaim(shop, staff, 'refund');
  await quiet(shop, staff, claim);
  await database.asOwner((db) =>
    db
      .updateTable('claim')
      .set({ created_on: '2025-01-01T02:00:00Z' })
      .where('store_id', '=', server.storeId)
      .where('claim_id', '=', claim.id)
      .execute(),
  );
  const on = async (day: string): Promise<number | null> =>
    figureOf(await panelsOf('returns', { period: 'custom', from: day, to: day }), 'Return claims').value;
  // The test shop is in Los Angeles.
  expect([await on('2024-12-31'), await on('2025-01-01')]).toEqual([1, 0]);
});

test('billing tells what was used this month, and the invoices with their files', async () => {
  const { database, files } = server.server.deps;
  const show = () => admin(showBilling, { params: { storeId: server.storeId } });
  const of = (usage: Awaited<ReturnType<typeof show>>['usage'], line: string) => usage.find((one) => one.line === line);
  const { orders } = await kept();
  const before = await show();
  const month = orders.filter(
    (one) => one.canceledOn === null && Date.parse(one.createdOn) >= Date.parse(`${before.from}T12:00:00Z`),
  );
  const sku = month[0]?.lines.find((line) => line.sku !== '')?.sku ?? '';
  await server.saveSettings({ protectionSkus: [sku] });
  const { usage } = await show();
  const covered = orders
    .filter((one) => one.canceledOn === null && one.createdOn.slice(0, 10) >= before.from)
    .filter((one) => one.lines.some((line) => line.sku === sku));
  // On the first days of a month the shop may have sold nothing yet.
  if (sku !== '') expect(of(usage, 'protectedOrders')?.count).toBeGreaterThan(0);
  expect(of(usage, 'protectedOrders')?.count).toBeLessThanOrEqual(covered.length);
  expect(of(usage, 'labels')).toMatchObject({ count: 1, amounts: [{ currencyCode: 'USD' }] });
  expect(of(usage, 'warrantyClaims')).toMatchObject({ count: 1, amounts: [] });
  expect(before.invoices).toEqual([]);
  const key = `invoices/${server.storeId}/1.csv`;
  await files.put(key, Buffer.from('order,fee'), 'text/csv; charset=utf-8');
  await database.asOwner((db) =>
    db
      .insertInto('invoice')
      .values({
        store_id: server.storeId,
        from_on: '2026-01-01T00:00:00Z',
        to_on: '2026-02-01T00:00:00Z',
        total_amount: 12_345,
        files: JSON.stringify({ orders: key }),
      })
      .execute(),
  );
  const [invoice] = (await show()).invoices;
  expect(invoice).toMatchObject({ totalAmount: 123.45, isMonthlyCrew: false, invoicePdfUrl: null });
  expect(await (await fetch(invoice?.ordersCsvUrl ?? '')).text()).toBe('order,fee');
});

test('an area that is off is left out', async () => {
  await server.saveSettings({ isWarrantiesEnabled: false });
  expect((await seenBy(staff)).kinds.map(({ kind }) => kind)).toEqual(['Return']);
});
