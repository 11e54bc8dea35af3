import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as ruleSets from '#contract/merchant/rule-sets.ts';
import * as rules from '#contract/merchant/rules.ts';
import type { RuleDraft } from '#core/automations/rule.ts';
import { HOOK } from '#core/automations/rules.fixture.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { forgetRules } from '#server/testing/rules.ts';
import { startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let ada: Caller;
let bo: Caller;

beforeAll(async () => {
  server = await startTestServer({ orders: 5 });
  ada = await server.staff('Admin', 'ada@test.example');
  bo = await server.staff('Admin', 'bo@test.example');
});
afterAll(async () => {
  await server.close();
});
beforeEach(() => forgetRules(server.server.deps.database, server.storeId));

const params = () => ({ storeId: server.storeId });
const ofRule = (storeRuleId: number) => ({ ...params(), storeRuleId });
const ofVersion = (number: number) => ({ ...params(), number });
const fee = (feeAmount: number): RuleDraft => ({
  name: `Fee of ${feeAmount}`,
  hook: HOOK,
  isEnabled: true,
  rule: {
    priority: 1,
    event: { type: 'applyFee', params: { feeAmount, feeType: 'fixed', feeDisplayName: 'Fee' } },
    conditions: { all: [] },
  },
});
const noReturns: RuleDraft = {
  name: 'Final sale',
  hook: 'orderLookup',
  isEnabled: true,
  rule: {
    priority: 1,
    event: {
      type: 'modifyResolutionWindow',
      params: {
        kind: 'eligibilityDays',
        refund: 0,
        giftCard: 0,
        exchange: 0,
        warrantyReview: null,
        ineligibleLineItemFootnote: '',
      },
    },
    conditions: { all: [] },
  },
};
const create = (rule: RuleDraft) => ada(rules.createRule, { params: params(), body: rule });
const list = () => ada(rules.listRules, { params: params() });
const publish = async (note = '', caller = ada) => {
  const { draftRevision } = await list();
  return caller(ruleSets.publishRuleSet, { params: params(), body: { draftRevision, note } });
};
const restore = async (number: number, unpublished?: 'keep' | 'discard') => {
  const { draftRevision } = await list();
  const body = { draftRevision, ...(unpublished ? { unpublished } : {}) };
  return ada(ruleSets.restoreVersion, { params: ofVersion(number), body });
};
const change = (id: number, revision: number, rule: RuleDraft) =>
  ada(rules.updateRule, { params: ofRule(id), query: { revision }, body: rule });

test('publishing makes a version with author, time and note, and nothing waits any more', async () => {
  await create(fee(1));
  const { version, findings } = await publish('The first');
  expect(version).toMatchObject({
    number: 1,
    note: 'The first',
    publishedBy: 'Admin Tester',
    ruleCount: 1,
    isLive: true,
  });
  expect(findings).toEqual([]);
  expect((await list()).rules.map(({ change: differs }) => differs)).toEqual([null]);
  expect(await refusalOf(publish())).toBe('409 NOTHING_TO_PUBLISH');
});

test('who publishes a draft that changed meanwhile is told who changed it', async () => {
  await create(fee(1));
  const { draftRevision } = await list();
  await create(fee(2));
  const late = bo(ruleSets.publishRuleSet, { params: params(), body: { draftRevision } });
  await expect(late).rejects.toMatchObject({
    status: 409,
    body: { code: 'DRAFT_CHANGED', clientMessage: expect.stringContaining('Admin Tester changed the draft') },
  });
  expect((await list()).live).toBeNull();
});

test('an older version brought back has the same content, under the same ids, as a new version', async () => {
  const first = await create(fee(1));
  const second = await create(fee(2));
  const { version: one } = await publish();
  await ada(rules.deleteRule, { params: ofRule(first.id), query: { revision: 1 } });
  await change(second.id, 1, fee(3));
  const { version: two } = await publish();
  expect(two.contentHash).not.toBe(one.contentHash);
  const back = await restore(1);
  expect(back).toMatchObject({ number: 3, contentHash: one.contentHash, note: 'Version 1 brought back', isLive: true });
  const after = await list();
  expect(after.rules.map(({ id, name, change: differs }) => [id, name, differs])).toEqual([
    [first.id, 'Fee of 1', null],
    [second.id, 'Fee of 2', null],
  ]);
  expect(await refusalOf(restore(3))).toBe('409 NOTHING_TO_PUBLISH');
  expect(await refusalOf(restore(99))).toBe('404 VERSION_NOT_FOUND');
  const { versions } = await ada(ruleSets.listVersions, { params: params(), query: {} });
  expect(versions.map(({ number, isLive }) => [number, isLive])).toEqual([
    [3, true],
    [2, false],
    [1, false],
  ]);
  const kept = await ada(ruleSets.getVersion, { params: ofVersion(2) });
  expect(kept.rules.map(({ name }) => name)).toEqual(['Fee of 3']);
});

test('changes that wait in the draft are lost only when someone says so', async () => {
  const { id } = await create(fee(1));
  await publish();
  await change(id, 1, fee(2));
  await publish();
  const waiting = await create(fee(5));
  expect(await refusalOf(restore(1))).toBe('409 UNPUBLISHED_CHANGES');
  await restore(1, 'keep');
  expect((await list()).rules.map(({ id: its, change: differs }) => [its, differs])).toEqual([
    [id, 'changed'],
    [waiting.id, 'added'],
  ]);
  await restore(2, 'discard');
  expect((await list()).rules.map(({ name, change: differs }) => [name, differs])).toEqual([['Fee of 2', null]]);
});

test('discarding a draft brings back what runs', async () => {
  const { id } = await create(fee(1));
  await publish();
  await ada(rules.deleteRule, { params: ofRule(id), query: { revision: 1 } });
  await create(fee(2));
  expect((await list()).removed).toEqual([{ id, name: 'Fee of 1' }]);
  const { draftRevision } = await list();
  await ada(ruleSets.discardDraft, { params: params(), body: { draftRevision } });
  expect(await list()).toMatchObject({ removed: [], rules: [{ id, name: 'Fee of 1', change: null }] });
});

test('two versions, or a version and the draft, are compared by field', async () => {
  const first = await create(fee(1));
  const second = await create(fee(2));
  await publish();
  await ada(rules.deleteRule, { params: ofRule(first.id), query: { revision: 1 } });
  await change(second.id, 1, { ...fee(3), isEnabled: false });
  const third = await create(fee(4));
  const difference = await ada(ruleSets.compareVersions, { params: params(), query: { from: 1, to: 'draft' } });
  expect(difference).toEqual({
    added: [{ id: third.id, name: 'Fee of 4' }],
    removed: [{ id: first.id, name: 'Fee of 1' }],
    changed: [
      {
        id: second.id,
        name: 'Fee of 3',
        fields: [
          { path: 'name', before: 'Fee of 2', after: 'Fee of 3' },
          { path: 'isEnabled', before: true, after: false },
          { path: 'params.feeAmount', before: 2, after: 3 },
        ],
      },
    ],
  });
});

test('the linter tells what is wrong and lets people publish it', async () => {
  const { id } = await create(noReturns);
  const { findings } = await ada(ruleSets.lintDraft, { params: params() });
  expect(findings).toMatchObject([{ kind: 'noWayBack', ruleId: id }]);
  expect((await publish()).findings).toEqual(findings);
});

test('a rule is linted before it is saved, and only what concerns it is told', async () => {
  const lint = (draft: RuleDraft, storeRuleId?: number) =>
    ada(ruleSets.lintRule, {
      params: params(),
      body: { draft, ...(storeRuleId === undefined ? {} : { storeRuleId }) },
    });
  await create(noReturns);
  const shadowing = await create(fee(1));
  const last = { ...fee(2), rule: { ...fee(2).rule, priority: 2 } };
  expect((await lint(last)).findings).toMatchObject([{ kind: 'shadowed', ruleId: 0, others: [shadowing.id] }]);
  const never = {
    ...fee(1),
    rule: {
      ...fee(1).rule,
      conditions: {
        all: [
          { fact: 'claim/quantity', operator: 'lessThan' as const, value: 1 },
          { fact: 'claim/quantity', operator: 'greaterThan' as const, value: 1 },
        ],
      },
    },
  };
  expect((await lint(never, shadowing.id)).findings).toMatchObject([{ kind: 'neverMatches', ruleId: shadowing.id }]);
  expect((await lint(fee(3), shadowing.id)).findings).toEqual([]);
});

test('rules are exported as text, changed there and imported', async () => {
  const [first, second] = [await create(fee(1)), await create(fee(2))];
  const { text } = await ada(ruleSets.exportText, { params: params() });
  const { rules: kept } = await list();
  const unchanged = await ada(ruleSets.planText, { params: params(), body: { text } });
  expect(unchanged.difference).toEqual({ added: [], removed: [], changed: [] });
  const added = text
    .replace(new RegExp(`  - id: ${second.id}\n`), '  - ')
    .replace(/ {2}- +name: Fee of 2/, '  - name: Fee of 3');
  expect(added).not.toBe(text);
  const plan = await ada(ruleSets.planText, { params: params(), body: { text: added } });
  expect(plan.difference).toMatchObject({ added: [{ name: 'Fee of 3' }], removed: [{ id: second.id }], changed: [] });
  expect((await list()).rules).toEqual(kept);
  const applied = await ada(ruleSets.applyText, { params: params(), body: { text: added } });
  expect(applied).toMatchObject({ difference: plan.difference, number: null });
  expect((await list()).rules.map(({ name }) => name)).toEqual(['Fee of 1', 'Fee of 3']);
  // What was exported before is outdated now.
  expect(await refusalOf(bo(ruleSets.applyText, { params: params(), body: { text } }))).toBe('409 RULES_TEXT_OUTDATED');
  expect(await refusalOf(bo(ruleSets.applyText, { params: params(), body: { text: 'rules: [' } }))).toBe(
    '422 RULES_TEXT_INVALID',
  );
  const now = await ada(ruleSets.exportText, { params: params() });
  const published = await bo(ruleSets.applyText, { params: params(), body: { text: now.text, isPublished: true } });
  expect(published.number).toBe(1);
  expect((await list()).live).toMatchObject({ number: 1, ruleCount: 2 });
  expect((await list()).rules[0]?.id).toBe(first.id);
});

test('a new rule of a file runs after those of its priority, in the plan as well', async () => {
  await create(fee(1));
  const { text } = await ada(ruleSets.exportText, { params: params() });
  const [start = '', rule = ''] = text.split('rules:\n');
  const added = `${start}rules:\n${rule}${rule
    .replace(/ {2}- id: .*\n {4}/, '  - ')
    .replaceAll('Fee of 1', 'Fee of 2')
    .replace('feeAmount: 1', 'feeAmount: 2')}`;
  const { findings } = await ada(ruleSets.planText, { params: params(), body: { text: added } });
  expect(findings.map(({ message }) => message)).toEqual([
    '“Fee of 2” never has a say: whenever it matches, “Fee of 1” came first.',
  ]);
  const applied = await ada(ruleSets.applyText, { params: params(), body: { text: added } });
  expect(applied.findings).toMatchObject(findings.map(({ kind, message }) => ({ kind, message })));
});

test('a rule set without its origin fills an empty draft only', async () => {
  await create(fee(1));
  const { text } = await ada(ruleSets.exportText, { params: params() });
  const bare = text.replace(/basedOn: .*\n/, '');
  expect(await refusalOf(ada(ruleSets.applyText, { params: params(), body: { text: bare } }))).toBe(
    '409 RULES_TEXT_OUTDATED',
  );
  await forgetRules(server.server.deps.database, server.storeId);
  await ada(ruleSets.applyText, { params: params(), body: { text: bare } });
  expect((await list()).rules.map(({ name }) => name)).toEqual(['Fee of 1']);
});

test('staff reach neither the draft nor its text', async () => {
  const staff = await server.staff('Staff');
  expect(await refusalOf(staff(ruleSets.exportText, { params: params() }))).toBe('403 ROLE_NEEDED');
  const body = { draftRevision: 0 };
  expect(await refusalOf(staff(ruleSets.publishRuleSet, { params: params(), body }))).toBe('403 ROLE_NEEDED');
});
