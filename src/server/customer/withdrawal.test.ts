import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as customer from '#contract/customer/customer.ts';
import * as contract from '#contract/customer/withdrawal.ts';
import * as actions from '#contract/merchant/claim-actions.ts';
import * as privacy from '#contract/merchant/privacy.ts';
import { RuleDraft } from '#core/automations/rule.ts';
import { addDays } from '#core/dates.ts';
import type { Order } from '#core/orders/order.ts';
import { lookAfterReturns } from '#server/email/remind-shoppers.ts';
import {
  approveAndFinalize,
  changeOrder,
  claimOf,
  listedClaims,
  returnableOrder,
  settledClaim,
  type Returnable,
} from '#server/testing/claims.ts';
import { openGift } from '#server/testing/gifts.ts';
import { rowsWith } from '#server/testing/marked.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { forgetRules, publishRules } from '#server/testing/rules.ts';
import { eventually, LONG_WINDOWS, startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

const OFFERED = { isWithdrawalOffered: true };

let server: TestServer;
let staff: Caller;
beforeAll(async () => {
  server = await startTestServer();
  staff = await server.staff('Staff');
});
beforeEach(async () => {
  await forgetRules(server.server.deps.database, server.storeId);
  await server.saveSettings({ ...LONG_WINDOWS, ...OFFERED });
});
afterAll(() => server.close());

/** An order in Germany, all of it delivered so many days ago. */
async function delivered(daysAgo = 1): Promise<Returnable> {
  const from = await returnableOrder(server);
  const deliveredOn = addDays(new Date().toISOString(), -daysAgo);
  await changeOrder(server, from, ({ fulfillments, shippingAddress, lines }) => ({
    fulfillmentStatus: 'fulfilled',
    fulfillments: fulfillments.map((one) => ({ ...one, deliveredOn })),
    shippingAddress: shippingAddress && { ...shippingAddress, countryCode: 'DE' },
    // Whatever the demo shop has not sent of it was canceled.
    lines: lines.map((line) => ({
      ...line,
      currentQuantity: Math.min(line.currentQuantity, sentOf(fulfillments, line)),
    })),
  }));
  return from;
}
const sentOf = (fulfillments: Order['fulfillments'], { idFromPlatform }: Order['lines'][number]): number =>
  fulfillments
    .flatMap(({ lines }) => lines)
    .filter((line) => line.lineIdFromPlatform === idFromPlatform)
    .reduce((sum, { quantity }) => sum + quantity, 0);

const params = ({ order }: Pick<Returnable, 'order'>) => ({ slug: server.slug, idFromPlatform: order.idFromPlatform });
const rightOf = (from: Returnable) => from.call(contract.getWithdrawal, { params: params(from) });

/** Everything that can be withdrawn. */
async function wholeOf(from: Returnable) {
  const { items } = await rightOf(from);
  return items
    .filter(({ quantity }) => quantity > 0)
    .map(({ lineIdFromPlatform, quantity }) => ({ lineIdFromPlatform, quantity }));
}

type Stated = { selections: { lineIdFromPlatform: string; quantity: number }[]; name: string; email: string };
const state = (from: Returnable, body: Stated) => from.call(contract.stateWithdrawal, { params: params(from), body });
const confirm = (from: Returnable, body: Stated, statementKey: string, requestKey: string = randomUUID()) =>
  from.call(contract.confirmWithdrawal, { params: params(from), body: { ...body, statementKey, requestKey } });

async function withdraw(from: Returnable, email = 'ada@home.example'): Promise<string> {
  const body = { selections: await wholeOf(from), name: 'Ada Byron', email };
  const { statementKey } = await state(from, body);
  return (await confirm(from, body, statementKey)).externalId;
}

const mailsTo = (address: string, externalId: string) =>
  server.mailbox.messages().filter((mail) => mail.to.includes(address) && mail.subject.includes(externalId));

test('a buyer states it, confirms it once, and gets the statement with its time by email', async () => {
  const from = await delivered();
  const { withdrawal } = await from.call(customer.getOrder, { params: params(from) });
  const right = await rightOf(from);
  expect(right).toMatchObject({ isOpen: true, lastDay: withdrawal?.lastDay, email: from.email });
  const selections = await wholeOf(from);
  const body = { selections, name: 'Ada Byron', email: 'copy@home.example' };
  const stated = await state(from, body);
  expect(stated.statement).toContain('Name: Ada Byron');
  const requestKey = randomUUID();
  const first = await confirm(from, body, stated.statementKey, requestKey);
  expect(await confirm(from, body, stated.statementKey, requestKey)).toEqual(first);
  const changed = confirm(from, { ...body, name: 'Ada Lovelace' }, stated.statementKey, requestKey);
  expect(await refusalOf(changed)).toBe('409 ALREADY_SUBMITTED');

  const claim = await claimOf(server, staff, first.externalId);
  expect(claim.withdrawal).toMatchObject({
    statedOn: first.statedOn,
    name: 'Ada Byron',
    email: 'copy@home.example',
    state: 'waiting',
    statement: stated.statement,
  });
  expect(claim.timeline.map(({ subject }) => subject)).toContain('Withdrawal stated');
  const [copy] = await eventually(async () => {
    const mails = mailsTo('copy@home.example', first.externalId);
    return mails.length > 0 && mails;
  }, 'the copy arrives');
  for (const paragraph of stated.statement) expect(copy?.text).toContain(paragraph);
  const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'long', timeZone: first.timeZone });
  expect(copy?.text.replaceAll(/\s+/g, ' ')).toContain(moment.format(new Date(first.statedOn)).replaceAll(/\s+/g, ' '));
  await eventually(async () => mailsTo(from.email.toLowerCase(), first.externalId).length > 0, 'the buyer is told too');
  // Nothing of it is left.
  expect(await wholeOf(from)).toEqual([]);
});

test('an item without the right of withdrawal says so in the language of its reader', async () => {
  await server.saveSettings({ ...LONG_WINDOWS, ...OFFERED, withdrawalExemptTags: ['Made to order'] });
  const from = await delivered();
  const exempt = (await wholeOf(from))[0]?.lineIdFromPlatform ?? '';
  await changeOrder(server, from, ({ lines }) => ({
    lines: lines.map((line) => (line.idFromPlatform === exempt ? { ...line, productTags: ['made to order'] } : line)),
  }));
  const { items } = await rightOf(from);
  expect(items.find(({ lineIdFromPlatform }) => lineIdFromPlatform === exempt)).toMatchObject({
    quantity: 0,
    whyNot: { id: 'ineligible.WITHDRAWAL_EXEMPT' },
  });
  const body = {
    selections: [{ lineIdFromPlatform: exempt, quantity: 1 }],
    name: 'Ada Byron',
    email: 'ada@home.example',
  };
  expect(await refusalOf(state(from, body))).toMatch(/METHOD_NOT_ELIGIBLE/);
});

test('the statement and its copy are in the language that the buyer reads', async () => {
  const from = await delivered();
  const german = { ...from, call: ((route, input) => from.call(route, input, 'de')) satisfies Caller };
  const body = { selections: await wholeOf(from), name: 'Ada Byron', email: 'kopie@home.example' };
  const { statement, statementKey } = await state(german, body);
  expect(statement[0]).toMatch(/^An .+: Hiermit widerrufe ich meinen Vertrag über alle Waren der Bestellung/);
  // What was shown in one language isn't confirmed in another.
  expect(await refusalOf(confirm(from, body, statementKey))).toBe('409 STATEMENT_CHANGED');
  const { externalId } = await confirm(german, body, statementKey);
  const copy = await eventually(async () => mailsTo('kopie@home.example', externalId)[0], 'the copy arrives');
  expect(copy.subject).toBe(`Dein Widerruf ${externalId}`);
  for (const paragraph of statement) expect(copy.text).toContain(paragraph);
});

test('all that was paid goes back by the way it was paid, delivery included, whatever the store’s own rules are', async () => {
  await server.saveSettings({
    ...OFFERED,
    isReturnsEnabled: false,
    returnFee: 700,
    returnShippingFee: 300,
    isRefundsEnabled: false,
  });
  const rule = (hook: string, type: string, own: object): RuleDraft =>
    RuleDraft.parse({
      name: type,
      hook,
      isEnabled: true,
      rule: { priority: 1, event: { type, params: own }, conditions: { all: [] } },
    });
  await publishRules(server.server.deps.database, server.storeId, [
    rule('beforeClaimSubmission', 'applyFee', { feeAmount: 5, feeType: 'fixed', feeDisplayName: 'Fee' }),
    rule('claimCreated', 'applyClaimTags', { claimTags: [{ name: 'new' }] }),
  ]);
  await server.saveSettings({ ...LONG_WINDOWS, ...OFFERED });
  let from = await delivered();
  const isDeliveryPaid = ({ currencyCode, shippingPaid }: Order): boolean => currencyCode === 'USD' && shippingPaid > 0;
  while (!isDeliveryPaid(await orderKept(from))) from = await delivered();
  await server.saveSettings({ ...OFFERED, isReturnsEnabled: false, returnFee: 700, returnShippingFee: 300 });
  const { shippingPaid, taxTotal, totalPaid, lines } = await orderKept(from);
  const shippingTax = lines.reduce((left, line) => left - line.taxTotal, taxTotal);
  const isAllSent = lines.every(({ quantity, currentQuantity }) => quantity === currentQuantity);
  const externalId = await withdraw(from);
  const claim = await claimOf(server, staff, externalId);
  expect(claim.tags).toEqual(['new']);
  expect(shippingTax).toBeGreaterThan(0);
  expect(claim.withdrawal?.deliveryAmount).toBe((shippingPaid + shippingTax) / 100);
  expect(isAllSent).toBe(true);
  expect(claim.ledger.balance).toBe(totalPaid / 100);
  expect(
    await refusalOf(
      staff(actions.changeFees, {
        params: { storeId: server.storeId, claimId: claim.id },
        body: { version: claim.version, feeApplied: 3 },
      }),
    ),
  ).toContain('WITHDRAWAL_WITHOUT_FEES');
  const done = await approveAndFinalize(server, staff, externalId);
  expect(done.withdrawal?.state).toBe('done');
  await eventually(async () => {
    const { effects } = await claimOf(server, staff, externalId);
    return effects.some(({ kind, state: its }) => kind === 'refund' && its === 'done');
  }, 'the refund is made');
  const shop = server.shop.orders.find(({ id }) => id === from.shopOrder.id);
  const moved = shop?.transactions.filter(({ kind }) => kind === 'REFUND').map(({ amount }) => amount);
  expect(moved).toEqual([{ shop: totalPaid, presentment: totalPaid }]);
});

const orderKept = async ({ shopOrder }: Returnable): Promise<Order> =>
  server.server.deps.database.inStore(
    server.storeId,
    async (db) =>
      (
        await db
          .selectFrom('store_order')
          .select('document')
          .where('id_from_platform', '=', String(shopOrder.id))
          .executeTakeFirstOrThrow()
      ).document,
  );

test('what a store asks of returns stands in nobody’s way', async () => {
  await server.saveSettings({
    ...LONG_WINDOWS,
    ...OFFERED,
    isClaimImageFromCustomerRequired: true,
    isReturnPhoneRequired: true,
    allowClaimsOnPartiallyFulfilledOrders: false,
  });
  const from = await delivered();
  await changeOrder(server, from, () => ({ fulfillmentStatus: 'partial' }));
  const claim = await claimOf(server, staff, await withdraw(from));
  expect(claim.withdrawal?.state).toBe('waiting');
});

test('a withdrawal is not canceled when nobody knows that its items were shipped', async () => {
  await server.saveSettings({ ...LONG_WINDOWS, ...OFFERED, isExpiredReturnCanceled: true });
  const externalId = await withdraw(await delivered());
  await settledClaim(server, staff, externalId);
  const later = new Date(addDays(new Date().toISOString(), 40));
  await lookAfterReturns({ ...server.server.deps }, server.storeId, later);
  const claim = await claimOf(server, staff, externalId);
  expect(claim.timeline.map(({ subject }) => subject)).toContain('The return expired');
  expect(claim.withdrawal?.state).toBe('waiting');
  expect(claim.claimLineItems.map(({ canceledOn }) => canceledOn)).toEqual(claim.claimLineItems.map(() => null));
});

test('lists find withdrawals, and those whose refund is due', async () => {
  const from = await delivered();
  const externalId = await withdraw(from);
  const found = async (filters: object): Promise<string[]> =>
    (await listedClaims(server, staff, filters)).map((claim) => claim.externalId);
  expect(await found({ isWithdrawal: true })).toContain(externalId);
  expect(await found({ isWithdrawal: false })).not.toContain(externalId);
  expect(await found({ isWithdrawalDue: true })).not.toContain(externalId);
});

test('refused: without the setting, for another country, once the time is up, for a recipient, and where the order changed', async () => {
  const from = await delivered();
  const selections = await wholeOf(from);
  const body = { selections, name: 'Ada', email: 'ada@home.example' };
  const { statementKey } = await state(from, body);
  expect(await refusalOf(confirm(from, { ...body, name: 'Eve' }, statementKey))).toBe('409 STATEMENT_CHANGED');
  await changeOrder(server, from, ({ fulfillments }) => ({
    fulfillments: fulfillments.map((one) => ({ ...one, deliveredOn: addDays(new Date().toISOString(), -20) })),
  }));
  expect(await refusalOf(confirm(from, body, statementKey))).toBe('409 WITHDRAWAL_ENDED');
  expect((await from.call(customer.getOrder, { params: params(from) })).withdrawal).toBeNull();
  await server.saveSettings({ ...LONG_WINDOWS, ...OFFERED, withdrawalCountries: ['FR'] });
  expect(await refusalOf(rightOf(from))).toMatch(/WITHDRAWAL_NOT_OFFERED$/);
  await server.saveSettings(LONG_WINDOWS);
  expect(await refusalOf(state(from, body))).toMatch(/WITHDRAWAL_NOT_OFFERED$/);

  await server.saveSettings({ ...LONG_WINDOWS, ...OFFERED, isGiftReturnEnabled: true });
  const gift = await openGift(server);
  expect(await refusalOf(gift.call(contract.getWithdrawal, { params: params(gift) }))).toMatch(
    /WITHDRAWAL_NOT_OFFERED$/,
  );
});

test('erasing the buyer leaves nothing of a statement, nor of its copy', async () => {
  const mark = 'zqmark';
  const { database } = server.server.deps;
  const from = await delivered();
  const body = { selections: await wholeOf(from), name: `${mark} Byron`, email: `${mark}@home.example` };
  const { statementKey } = await state(from, body);
  const { externalId } = await confirm(from, body, statementKey);
  await eventually(async () => mailsTo(body.email, externalId).length > 0, 'the copy arrives');
  expect(await rowsWith(database, mark)).not.toEqual([]);
  const claim = await claimOf(server, staff, externalId);
  const at = { storeId: server.storeId, claimId: claim.id };
  await staff(actions.cancelClaim, { params: at, body: { version: claim.version } });
  const admin = await server.staff('Admin');
  const params = { storeId: server.storeId };
  const asked = await admin(privacy.askPrivacy, { params, body: { kind: 'erase', email: from.email } });
  await eventually(async () => {
    const { data } = await admin(privacy.listPrivacyRequests, { params });
    if (data.find(({ id }) => id === asked.id)?.state === 'done') return true;
    await refusalOf(admin(privacy.retryPrivacyRequest, { params: { ...params, privacyRequestId: asked.id } }));
    return false;
  }, 'the buyer is erased');
  expect(await rowsWith(database, mark)).toEqual([]);
  expect((await claimOf(server, staff, externalId)).withdrawal).toBeNull();
});
