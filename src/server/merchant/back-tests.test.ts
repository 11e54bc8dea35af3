import { afterAll, beforeAll, expect, test } from 'vitest';
import * as contract from '#contract/merchant/back-tests.ts';
import * as rules from '#contract/merchant/rules.ts';
import { dayAfter, dayIn } from '#core/analytics/period.ts';
import { RuleDraft } from '#core/automations/rule.ts';
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

test('a period that ends before it begins, and what nobody asked for, are refused', async () => {
  const body = { from: today(), until: dayAfter(today(), -1) };
  expect(await refusalOf(admin(contract.startBackTest, { params: params(), body }))).toBe('400 PERIOD_INVALID');
  const at = { ...params(), backTestId: 999 };
  expect(await refusalOf(admin(contract.getBackTest, { params: at }))).toBe('404 BACK_TEST_NOT_FOUND');
  const staff = await server.staff('Staff');
  expect(await refusalOf(staff(contract.listBackTests, { params: params() }))).toMatch(/^403/);
});
