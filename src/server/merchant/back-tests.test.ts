import { afterAll, beforeAll, expect, test } from 'vitest';
import * as contract from '#contract/merchant/back-tests.ts';
import * as rules from '#contract/merchant/rules.ts';
import { dayAfter, dayIn } from '#core/analytics/period.ts';
import { RuleDraft } from '#core/automations/rule.ts';
import { replay } from '#core/back-test/replay.ts';
import { claimsToBackTest } from '#server/db/back-tests.ts';
import { liveVersion } from '#server/db/rule-versions.ts';
import { storeById } from '#server/db/stores.ts';
import { compiled, pastClaims, todayOf } from '#server/rules/back-test.ts';
import { claimOf, returnableOrder, submitReturn } from '#server/testing/claims.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { publishRules } from '#server/testing/rules.ts';
import { eventually, LONG_WINDOWS, startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await startTestServer();
  await server.saveSettings(LONG_WINDOWS);
  admin = await server.staff('Admin');
});
afterAll(() => server.close());

const fee = (feeAmount: number) =>
  RuleDraft.parse({
    name: `Fee of ${feeAmount}`,
    hook: 'beforeClaimSubmission',
    isEnabled: true,
    rule: {
      priority: 1,
      event: { type: 'applyFee', params: { feeAmount, feeType: 'fixed', feeDisplayName: 'Handling fee' } },
      conditions: { all: [] },
    },
  });

const today = (): string => dayIn(new Date(), 'UTC');
const params = () => ({ storeId: server.storeId });
const period = () => ({ from: dayAfter(today(), -1), until: dayAfter(today(), 1) });

test('a draft is replayed over past claims: how many change, the money it moves, and why, claim by claim', async () => {
  const from = await returnableOrder(server);
  const [ruleId = 0] = await publishRules(server.server.deps.database, server.storeId, [fee(2)]);
  const externalId = await submitReturn(server, from);
  const claim = await claimOf(server, admin, externalId);
  expect(await refusalOf(admin(contract.startBackTest, { params: params(), body: period() }))).toBe(
    '409 NOTHING_TO_TEST',
  );
  const { revision } = await admin(rules.getRule, { params: { ...params(), storeRuleId: ruleId } });
  await admin(rules.updateRule, { params: { ...params(), storeRuleId: ruleId }, query: { revision }, body: fee(3.5) });

  const { id } = await admin(contract.startBackTest, { params: params(), body: period() });
  const at = { ...params(), backTestId: id };
  await eventually(
    async () => (await admin(contract.getBackTest, { params: at })).state === 'done',
    'the back-test is done',
  );
  const done = await admin(contract.getBackTest, { params: at });
  expect(done).toMatchObject({ total: 1, looked: 1, changed: 1, refusedWhole: 0 });
  expect(done.money).toEqual([{ currencyCode: claim.currencyCode, amounts: [{ what: 'Fees', amount: 1.5 }] }]);
  const { claims, next } = await admin(contract.listBackTestedClaims, { params: at, query: { after: 0 } });
  expect(next).toBeNull();
  expect(claims).toMatchObject([{ claimId: claim.id, externalId, differences: ['Fees: $3.50 instead of $2.00.'] }]);
  const why = await admin(contract.explainBackTestedClaim, { params: { ...at, claimId: claim.id } });
  expect(why.before.receipts).toMatchObject([
    { hook: 'beforeClaimSubmission', subjects: [{ verdicts: [{ ruleId, isMatch: true }] }] },
  ]);
  expect(why.after.rules).toMatchObject([{ id: ruleId, rule: { event: { params: { feeAmount: 3.5 } } } }]);
  expect((await admin(contract.listBackTests, { params: params() })).backTests).toMatchObject([{ id, state: 'done' }]);
  // What was submitted stays as it was.
  expect((await claimOf(server, admin, externalId)).ledger).toEqual(claim.ledger);
});

test('the live rules replayed over their own recorded decisions decide all of them again', async () => {
  const { database } = server.server.deps;
  const rule = (hook: string, type: string, own: object, condition: object): RuleDraft =>
    RuleDraft.parse({
      name: type,
      hook,
      isEnabled: true,
      rule: { priority: 1, event: { type, params: own }, conditions: { all: [condition] } },
    });
  const windows = { kind: 'eligibilityDays', refund: 900, giftCard: null, exchange: null, warrantyReview: null };
  await publishRules(database, server.storeId, [
    rule(
      'orderLookup',
      'modifyResolutionWindow',
      { ...windows, ineligibleLineItemFootnote: '' },
      { fact: 'order/total', operator: 'greaterThan', value: 0 },
    ),
    rule(
      'claimCreated',
      'applyClaimTags',
      { claimTags: [{ name: 'few' }] },
      { fact: 'claim/quantity', operator: 'lessThan', value: 2 },
    ),
  ]);
  const ids: number[] = [];
  for (const method of ['refund', 'storeCredit', 'giftCard'] as const)
    ids.push((await claimOf(server, admin, await submitReturn(server, await returnableOrder(server), { method }))).id);

  const { labels } = server.server.deps;
  const offered = { labels, payments: await server.server.deps.paymentsOf(server.storeId, 'stripe') };
  const replayed = await database.readStore(server.storeId, async (db) => {
    const store = await storeById(db, server.storeId);
    if (!store) throw new Error('the store is there');
    const dates = { store_id: server.storeId, from_on: new Date(0), until_on: new Date('2100-01-01') };
    const all = await claimsToBackTest(db, dates, { after: 0, limit: 100 });
    const these = all.filter(({ claimId }) => ids.includes(claimId));
    const past = await pastClaims(db, server.storeId, these, todayOf(store, offered));
    const live = compiled((await liveVersion(db, server.storeId))?.rules ?? []);
    return past.map((one) => ({ recorded: one.past.receipts, again: replay(one.past, live).receipts() }));
  });
  expect(replayed).toHaveLength(3);
  for (const { recorded, again } of replayed) {
    const hooks = recorded.map(({ hook }) => hook).toSorted();
    expect(hooks).toEqual(['beforeClaimSubmission', 'claimCreated', 'orderLookup']);
    for (const receipt of recorded) expect(again).toContainEqual(receipt);
  }
  // As a merchant asks it: the draft is what is live, with a disabled rule more.
  await admin(rules.createRule, { params: params(), body: { ...fee(1), isEnabled: false } });
  const { id } = await admin(contract.startBackTest, { params: params(), body: period() });
  const at = { ...params(), backTestId: id };
  await eventually(
    async () => (await admin(contract.getBackTest, { params: at })).state === 'done',
    'the back-test is done',
  );
  expect(await admin(contract.getBackTest, { params: at })).toMatchObject({ changed: 0, money: [] });
});

test('a period that ends before it begins, and what nobody asked for, are refused', async () => {
  const body = { from: today(), until: dayAfter(today(), -1) };
  expect(await refusalOf(admin(contract.startBackTest, { params: params(), body }))).toBe('400 PERIOD_INVALID');
  const at = { ...params(), backTestId: 999 };
  expect(await refusalOf(admin(contract.getBackTest, { params: at }))).toBe('404 BACK_TEST_NOT_FOUND');
  const staff = await server.staff('Staff');
  expect(await refusalOf(staff(contract.listBackTests, { params: params() }))).toMatch(/^403/);
});
