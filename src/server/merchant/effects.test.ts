import { aboutClaim, aboutStore, type Subject } from '#core/effects/subject.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as actions from '#contract/merchant/claim-actions.ts';
import * as merchant from '#contract/merchant/merchant.ts';
import { getDashboard } from '#contract/merchant/dashboard.ts';
import type { ClaimShown, EffectShown } from '#contract/claim-shapes.ts';
import { claimForChange } from '#server/db/claims.ts';
import type { Db } from '#server/db/connect.ts';
import type { EffectRow } from '#server/db/effects.ts';
import { raiseTask } from '#server/db/tasks.ts';
import { changeLine, endPauses, finalizeAll, listedClaims, markElsewhere } from '#server/testing/claims.ts';
import { shopOf, type Shop } from '#server/testing/effect-claims.ts';
import { eventually, startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { choiceOf, itemOf, quiet, staffClaim, stockUp, variantsOf } from '#server/testing/staff-claims.ts';

let server: TestServer;
let shop: Shop;
let staff: Caller;
beforeAll(async () => {
  server = await startTestServer();
  staff = await server.staff('Staff');
  shop = await shopOf(server);
});
afterAll(async () => {
  await server.close();
});

const params = (effectId: number) => ({ storeId: server.storeId, effectId });
const list = (query: { state?: 'open' | EffectShown['state']; before?: number; take?: number } = {}) =>
  staff(actions.listEffects, { params: { storeId: server.storeId }, query });
const settle = (effectId: number, reason = 'Paid by bank transfer') =>
  staff(actions.settleEffect, { params: params(effectId), body: { reason } });
const shown = ({ id }: ClaimShown) => staff(merchant.getClaim, { params: { storeId: server.storeId, claimId: id } });
const rowOf = async ({ externalId }: ClaimShown) => (await listedClaims(server, staff, { searchTerm: externalId }))[0];

/** A finalized claim whose refund the shop does not answer for. */
async function stuckRefund(): Promise<{ claim: ClaimShown; refund: EffectShown }> {
  const { claim } = await staffClaim(shop, staff, 'refund');
  server.shopify.faults.add({ shop: null, match: 'returnCreate', mode: 'fail', times: 10_000, ms: 0 });
  server.shopify.faults.add({ shop: null, match: 'returnProcess', mode: 'fail', times: 10_000, ms: 0 });
  const approved = await changeLine(server, staff, claim, 1, { kind: 'approved', resolutionMethod: 'refund' });
  await finalizeAll(server, staff, approved);
  return eventually(async () => {
    const now = await shown(claim);
    const refund = now.effects.find((effect) => effect.kind === 'refund');
    return refund?.state === 'waiting' && refund.lastError !== null && { claim: now, refund };
  }, 'the refund waits');
}

/** As if the shop had refused it. */
const fail = (effectId: number): Promise<unknown> =>
  server.server.deps.database.asOwner(async (db) => {
    await db
      .updateTable('effect')
      .set({ state: 'failed', last_error: 'Refused' })
      .where('effect_id', '=', effectId)
      .execute();
    await db
      .updateTable('claim')
      .set({ has_error: true })
      .where('claim_id', 'in', db.selectFrom('effect').select('subject_id').where('effect_id', '=', effectId))
      .execute();
  });

/** An order with two units of an item, counted from the end: others are taken from the beginning. */
function orderOfTwo(at: number): Shop['orders'][number] {
  const some = shop.orders.filter(({ order: { fulfillments, customer }, lineIdFromPlatform }) => {
    const sent = fulfillments.flatMap(({ lines }) => lines);
    return customer && sent.some((line) => line.lineIdFromPlatform === lineIdFromPlatform && line.quantity > 1);
  });
  const order = some.at(at);
  if (!order) throw new Error('the shop has such orders');
  return order;
}

test('an exchange and a replacement of one claim are two orders of different names, the same when tried again', async () => {
  const order = orderOfTwo(-1);
  const claimLineItems = [itemOf(order, 'refund'), itemOf(order, 'refund')];
  const { claim } = await staffClaim(shop, staff, 'refund', { claimLineItems }, order);
  const [first] = claim.claimLineItems;
  const [variant] = first ? variantsOf(shop, first.originalStoreOrderLineItem) : [];
  if (!variant) throw new Error('the product has a variant');
  stockUp(variant, 5);
  const exchanged = await changeLine(server, staff, claim, 1, {
    kind: 'approved',
    resolutionMethod: 'variantExchange',
    variantExchangeLineItem: choiceOf(variant),
  });
  const replaced = await changeLine(server, staff, exchanged, 2, {
    kind: 'approved',
    resolutionMethod: 'replacementOrder',
    replacementItems: [choiceOf(variant)],
  });
  server.shopify.faults.add({ shop: null, match: 'OrderCreate', mode: 'fail', times: 2, ms: 0 });
  await finalizeAll(server, staff, replaced);
  const orderSteps = async () => (await shown(claim)).effects.filter(({ kind }) => kind === 'exchangeOrder');
  const tried = await eventually(async () => {
    const steps = await orderSteps();
    return steps.every(({ attempts, state }) => attempts > 0 && state === 'waiting') && steps;
  }, 'both orders wait for their next try');
  server.shopify.faults.clear();
  await endPauses(server);
  for (const { id } of tried) await staff(actions.retryEffect, { params: params(id) }).catch(() => {});
  const { resolutionSummary, externalId } = await quiet(shop, staff, claim);
  const names = [`#EX-${externalId}`, `#EX-${externalId}-2`];
  expect(resolutionSummary.exchangeOrders.map(({ orderNo }) => orderNo)).toEqual(names);
  const made = server.shop.orders.filter(({ name }) => name.startsWith(`#EX-${externalId}`));
  expect(made.map(({ name }) => name).toSorted()).toEqual(names);
});

describe('the email about the outcome', () => {
  const mailTo = ({ externalId }: ClaimShown) =>
    server.mailbox.messages().filter(({ subject }) => subject === `Your return ${externalId} is complete`);
  const mailOf = ({ effects }: ClaimShown) =>
    effects.find(({ purposeKey }) => purposeKey.startsWith('email:finalized'));

  test('is not sent while the refund it speaks of is failing, and is once the refund is made', async () => {
    const { claim, refund } = await stuckRefund();
    expect(mailOf(claim)).toMatchObject({ state: 'waiting', attempts: 0, isHeldBack: true });
    const home = await staff(getDashboard, { params: { storeId: server.storeId } });
    expect(home.effects.retried).toEqual({ payouts: 1, others: 0, nextTryOn: expect.any(String) });
    await fail(refund.id);
    // A try by hand does not send it either.
    const held = mailOf(claim);
    if (!held) throw new Error('the customer is written to');
    await endPauses(server);
    await staff(actions.retryEffect, { params: params(held.id) });
    server.shopify.faults.clear();
    await staff(actions.retryEffect, { params: params(refund.id) });
    const done = await eventually(async () => {
      const now = await shown(claim);
      return mailOf(now)?.state === 'done' && now;
    }, 'the email is sent');
    const made = done.effects.find(({ id }) => id === refund.id);
    expect(made?.state).toBe('done');
    expect(Date.parse(mailOf(done)?.doneOn ?? '')).toBeGreaterThanOrEqual(Date.parse(made?.doneOn ?? ''));
    expect(mailOf(done)).toMatchObject({ attempts: 1, isHeldBack: false });
    expect(mailTo(claim)).toHaveLength(1);
  });

  test('waits for what an earlier part of the claim promised, too', async () => {
    const order = orderOfTwo(-2);
    const claimLineItems = [itemOf(order, 'refund'), itemOf(order, 'giftCard')];
    const { claim } = await staffClaim(shop, staff, 'refund', { claimLineItems }, order);
    let decided = await changeLine(server, staff, claim, 1, { kind: 'approved', resolutionMethod: 'refund' });
    decided = await changeLine(server, staff, decided, 2, { kind: 'approved', resolutionMethod: 'giftCard' });
    server.shopify.faults.add({ shop: null, match: 'returnCreate', mode: 'fail', times: 10_000, ms: 0 });
    server.shopify.faults.add({ shop: null, match: 'returnProcess', mode: 'fail', times: 10_000, ms: 0 });
    const { lineItems, ...text } = await staff(actions.finalizePreview, {
      params: { storeId: server.storeId, claimId: claim.id },
      query: { waiveBalance: 'false' },
    });
    const first = await staff(actions.finalize, {
      params: { storeId: server.storeId, claimId: claim.id },
      body: {
        version: decided.version,
        lineItems: { ...lineItems, giftCards: [] },
        notifyCustomerByEmail: { subject: 'First part', header: text.header, body: text.body },
      },
    });
    await finalizeAll(server, staff, first.claim);
    const waiting = await eventually(async () => {
      const now = await shown(claim);
      return now.effects.some(({ kind, state }) => kind === 'giftCard' && state === 'done') && now;
    }, 'the gift card is issued');
    const letters = ({ effects }: ClaimShown) =>
      effects.filter(({ purposeKey }) => purposeKey.startsWith('email:finalized')).map(({ state }) => state);
    expect(letters(waiting)).toEqual(['waiting', 'waiting']);
    server.shopify.faults.clear();
    const refund = waiting.effects.find(({ kind }) => kind === 'refund');
    await endPauses(server);
    await staff(actions.retryEffect, { params: params(refund?.id ?? 0) }).catch(() => {});
    await eventually(async () => letters(await shown(claim)).every((state) => state === 'done'), 'both are sent');
  });
});

describe('a step marked as done elsewhere', () => {
  test('counts as done everywhere, and tells who said so and why', async () => {
    const { claim, refund } = await stuckRefund();
    expect(claim.claimRollup.code).toBe('Approved');
    expect(claim.resolutionSummary.refunds).toMatchObject([{ isRefundPending: true, isFailed: false }]);
    await fail(refund.id);
    expect(await shown(claim)).toMatchObject({
      claimLineItems: [{ errors: ['Refused'] }],
      resolutionSummary: { refunds: [{ isRefundPending: true, isFailed: true }] },
    });
    expect(await rowOf(claim)).toMatchObject({ lineItemHasError: true });
    expect(await refusalOf(settle(refund.id, ' '))).toBe('400 MALFORMED');
    await markElsewhere(server, staff, refund.id, 'Paid by bank transfer');
    const settled = await eventually(async () => {
      const now = await shown(claim);
      return now.claimRollup.code === 'Completed' && now;
    }, 'the claim is completed');
    expect(settled.effects.find((effect) => effect.id === refund.id)).toMatchObject({
      state: 'doneElsewhere',
      settledBy: 'Staff Tester',
      settledReason: 'Paid by bank transfer',
    });
    expect(settled.claimLineItems[0]?.errors).toEqual([]);
    expect(settled.resolutionSummary.refunds).toMatchObject([
      { isRefundPending: false, isFailed: false, wasResolvedExternally: true },
    ]);
    // Not as the last entry: the email may be sent in the same moment.
    expect(settled.timeline).toContainEqual(
      expect.objectContaining({
        subject: `Marked as resolved externally: ${refund.summary}`,
        by: 'Staff Tester',
        message: 'Paid by bank transfer',
      }),
    );
    expect(await rowOf(claim)).toMatchObject({ lineItemHasError: false, claimRollup: { code: 'Completed' } });
    // It isn't done again.
    const overtaken = {
      body: {
        code: 'EFFECT_DONE',
        message: 'Staff Tester marked this action as resolved externally: Paid by bank transfer',
      },
    };
    await expect(settle(refund.id)).rejects.toMatchObject(overtaken);
    await expect(staff(actions.retryEffect, { params: params(refund.id) })).rejects.toMatchObject(overtaken);
    server.shopify.faults.clear();
    const order = server.shop.orders.find((one) => String(one.id) === claim.originalStoreOrder.idFromPlatform);
    expect(order?.refunds).toEqual([]);
  });

  test('is refused while it is under way, and in another store', async () => {
    const { claim } = await staffClaim(shop, staff, 'refund');
    const { effects } = await quiet(shop, staff, claim);
    const email = effects.find((effect) => effect.kind === 'email');
    if (!email) throw new Error('the claim was written of');
    const lease = new Date(Date.now() + 600_000);
    const put = (state: 'running' | 'done') =>
      server.server.deps.database.asOwner((db) =>
        db.updateTable('effect').set({ state, taken_until: lease }).where('effect_id', '=', email.id).execute(),
      );
    await put('running');
    expect(await refusalOf(settle(email.id))).toBe('409 EFFECT_RUNNING');
    await put('done');
    expect(await refusalOf(settle(999_999))).toBe('404 EFFECT_NOT_FOUND');
  });

  test('of two staff at once only one marks it', async () => {
    const { claim, refund } = await stuckRefund();
    // Nor is it tried again just now.
    await fail(refund.id);
    const outcomes = await Promise.all([refusalOf(settle(refund.id)), refusalOf(settle(refund.id, 'In cash'))]);
    expect(outcomes.toSorted()).toEqual(['409 EFFECT_DONE', 'no refusal']);
    server.shopify.faults.clear();
    const entries = (await shown(claim)).timeline.filter((entry) => entry.subject.includes('resolved externally'));
    expect(entries).toHaveLength(1);
  });
});

test('a decision that waited for a step to end sees that it ended', async () => {
  const { claim } = await staffClaim(shop, staff, 'refund');
  await quiet(shop, staff, claim);
  const { database } = server.server.deps;
  const setState = (db: Db, state: EffectRow['state']) =>
    db
      .updateTable('effect')
      .set({ state, taken_until: state === 'running' ? new Date(Date.now() + 600_000) : null })
      .where('subject_id', '=', claim.id)
      .execute();
  await database.asOwner((db) => setState(db, 'running'));
  const hold = (db: Db) => claimForChange(db, shop.server.storeId, claim.id);
  const held = Promise.withResolvers<void>();
  const step = database.asOwner(async (db) => {
    await hold(db);
    held.resolve();
    await setState(db, 'done');
    await new Promise((wake) => setTimeout(wake, 200));
  });
  await held.promise;
  const decision = database.inStore(shop.server.storeId, hold);
  await step;
  expect(await decision).toMatchObject({ isEffectsOutstanding: false });
});

test('what is waiting is tried again when staff ask', async () => {
  const { claim, refund } = await stuckRefund();
  server.shopify.faults.clear();
  await endPauses(server);
  await staff(actions.retryEffect, { params: params(refund.id) });
  const done = await quiet(shop, staff, claim);
  expect(done.effects.find((effect) => effect.id === refund.id)?.state).toBe('done');
});

test('the list shows everything of the store, newest first, page by page, by state', async () => {
  const { claim, refund } = await stuckRefund();
  const open = await list();
  expect(open.data.find((row) => row.id === refund.id)).toMatchObject({
    kind: 'refund',
    claimId: claim.id,
    claimExternalId: claim.externalId,
    orderNo: claim.originalStoreOrder.orderNo,
  });
  expect(open.data.every((row) => ['waiting', 'running', 'failed'].includes(row.state))).toBe(true);
  const { waiting, running, failed } = open.counts;
  expect(waiting + running + failed).toBe(open.data.length);
  expect((await list({ state: 'failed' })).data).toHaveLength(failed);
  server.shopify.faults.clear();
  await endPauses(server);
  await staff(actions.retryEffect, { params: params(refund.id) });
  await quiet(shop, staff, claim);
  const all = await list({ state: 'done', take: 100 });
  const paged: number[] = [];
  let before: number | null = null;
  do {
    const page: Awaited<ReturnType<typeof list>> = await list({
      state: 'done',
      take: 4,
      ...(before === null ? {} : { before }),
    });
    paged.push(...page.data.map((row) => row.id));
    before = page.nextBefore;
  } while (before !== null);
  expect(paged).toEqual(all.data.map((row) => row.id));
  expect(paged).toEqual([...paged].toSorted((one, other) => other - one));
});

test('tasks are listed oldest first with their claim until somebody has seen to them', async () => {
  const { claim } = await staffClaim(shop, staff, 'refund');
  const raise = (purposeKey: string, subject: Subject) =>
    server.server.deps.database.inStore(server.storeId, (db) =>
      raiseTask(db, server.storeId, { subject, purposeKey, kind: 'hold', message: `Look at ${purposeKey}` }),
    );
  await raise('one', aboutClaim(claim));
  await raise('one', aboutClaim(claim));
  await raise('two', aboutStore(server.storeId));
  const tasks = () => staff(actions.listTasks, { params: { storeId: server.storeId } });
  const { data } = await tasks();
  expect(data).toMatchObject([
    { message: 'Look at one', claimId: claim.id, claimExternalId: claim.externalId },
    { message: 'Look at two', claimId: null, claimExternalId: null },
  ]);
  expect((await shown(claim)).tasks).toMatchObject([{ message: 'Look at one' }]);
  const finish = (taskId: number) =>
    staff(actions.finishTask, { params: { storeId: server.storeId, taskId }, body: { note: 'Called them' } });
  const first = data[0]?.id ?? 0;
  await finish(first);
  expect((await tasks()).data).toMatchObject([{ message: 'Look at two' }]);
  expect((await shown(claim)).tasks).toEqual([]);
  expect(await refusalOf(finish(first))).toBe('404 TASK_NOT_FOUND');
});
