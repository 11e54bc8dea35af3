import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ApiError } from '#contract/client.ts';
import { changeClaimReason } from '#contract/merchant/merchant.ts';
import * as rules from '#contract/merchant/rules.ts';
import { deleteReturnLocation, listReturnLocations } from '#contract/merchant/shipments.ts';
import { createTag, deleteTag, listTags } from '#contract/merchant/tags.ts';
import type { ActionType } from '#core/automations/actions.ts';
import { applyFee } from '#core/automations/actions/apply-fee.ts';
import { MOST_RULES, RuleDraft } from '#core/automations/rule.ts';
import { HOOK } from '#core/automations/rules.fixture.ts';
import { liveRules } from '#server/db/rules.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { forgetRules, publishRules } from '#server/testing/rules.ts';
import { startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';
import { changeSettings } from '#server/testing/settings.ts';

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
beforeEach(async () => {
  await forgetRules(server.server.deps.database, server.storeId);
  await changeSettings(ada, server.storeId, { isPublishedAtOnce: false });
});

const params = () => ({ storeId: server.storeId });
const ofRule = (storeRuleId: number) => ({ ...params(), storeRuleId });
const fee = (feeAmount: number, parts: Partial<RuleDraft> = {}): RuleDraft => ({
  name: `Fee of ${feeAmount}`,
  hook: HOOK,
  isEnabled: true,
  rule: {
    priority: 1,
    event: { type: 'applyFee', params: { feeAmount, feeType: 'fixed', feeDisplayName: 'Fee' } },
    conditions: { all: [] },
  },
  ...parts,
});
const create = (rule: RuleDraft) => ada(rules.createRule, { params: params(), body: rule });
const list = () => ada(rules.listRules, { params: params() });
const liveFee = async () => {
  const ruleSet = await server.server.deps.database.readStore(server.storeId, (db) => liveRules(db, server.storeId));
  return ruleSet.ask(HOOK, [{ subject: 'claim', facts: {} }]).of(applyFee)?.params.feeAmount ?? null;
};
const inOrder = async () => {
  const all = (await list()).rules.filter(({ hook }) => hook === HOOK);
  return all.toSorted((one, other) => one.rule.priority - other.rule.priority).map(({ id }) => id);
};

test('a rule is created last of its moment, read, changed and deleted', async () => {
  const first = await create(fee(1));
  const second = await create({ ...fee(2), rule: { ...fee(2).rule, priority: 1 } });
  expect([first.rule.priority, second.rule.priority]).toEqual([1, 2]);
  expect(second).toMatchObject({ change: 'added', problems: [], updatedBy: 'Admin Tester', revision: 1 });
  const saved = await ada(rules.updateRule, {
    params: ofRule(second.id),
    query: { revision: 1 },
    body: { ...fee(3), rule: { ...fee(3).rule, priority: 9 } },
  });
  expect(saved).toMatchObject({ name: 'Fee of 3', revision: 2, rule: { priority: 2 } });
  expect(await ada(rules.getRule, { params: ofRule(second.id) })).toEqual(saved);
  await ada(rules.deleteRule, { params: ofRule(first.id), query: { revision: 1 } });
  expect((await list()).rules.map(({ id }) => id)).toEqual([second.id]);
  expect(await refusalOf(ada(rules.getRule, { params: ofRule(first.id) }))).toBe('404 RULE_NOT_FOUND');
});

test('a save over a newer revision is refused with the name of who changed it', async () => {
  const { id } = await create(fee(1));
  await bo(rules.updateRule, { params: ofRule(id), query: { revision: 1 }, body: fee(2) });
  const outdated = ada(rules.updateRule, { params: ofRule(id), query: { revision: 1 }, body: fee(3) });
  await expect(outdated).rejects.toMatchObject({
    status: 409,
    body: { code: 'RULE_CHANGED', clientMessage: expect.stringContaining('Admin Tester changed this automation') },
  });
  expect(await refusalOf(ada(rules.deleteRule, { params: ofRule(id), query: { revision: 1 } }))).toBe(
    '409 RULE_CHANGED',
  );
  expect(await ada(rules.getRule, { params: ofRule(id) })).toMatchObject({ name: 'Fee of 2' });
});

test('each wrong field is named with its message', async () => {
  const wrong = fee(5, {
    rule: {
      ...fee(5).rule,
      event: { type: 'applyFee', params: { feeAmount: 5, feeType: 'fixed', feeDisplayName: '' } },
    },
  });
  await expect(create(wrong)).rejects.toMatchObject({
    status: 400,
    body: { fields: { 'body.rule.event.params.feeDisplayName': 'Fee display name is required' } },
  });
  await expect(create({ ...fee(5), name: ' ' })).rejects.toMatchObject({
    body: { fields: { 'body.name': 'Name is required' } },
  });
  expect((await list()).rules).toEqual([]);
});

test('a copy is disabled and last, and its name stays within bounds', async () => {
  const long = await create(fee(1, { name: 'x'.repeat(128) }));
  const copy = await ada(rules.duplicateRule, { params: ofRule(long.id) });
  expect(copy).toMatchObject({ isEnabled: false, name: `${'x'.repeat(121)} (Copy)`, rule: { priority: 2 } });
  expect(copy.rule.event).toEqual(long.rule.event);
});

test('the order asked for is the order kept, and only changed numbers are saved', async () => {
  const [first, second, third] = [await create(fee(1)), await create(fee(2)), await create(fee(3))];
  const madeOf = [first.id, second.id, third.id];
  const ruleIds = [second.id, first.id, third.id];
  const { changed } = await ada(rules.orderRules, { params: params(), body: { hook: HOOK, ruleIds, madeOf } });
  expect(changed).toEqual([
    { id: second.id, priority: 1 },
    { id: first.id, priority: 2 },
  ]);
  expect(await inOrder()).toEqual(ruleIds);
  const outdated = bo(rules.orderRules, { params: params(), body: { hook: HOOK, ruleIds: madeOf, madeOf } });
  expect(await refusalOf(outdated)).toBe('409 ORDER_CHANGED');
  const partly = bo(rules.orderRules, { params: params(), body: { hook: HOOK, ruleIds: [first.id], madeOf: ruleIds } });
  expect(await refusalOf(partly)).toBe('400 MALFORMED');
  expect(await inOrder()).toEqual(ruleIds);
  // An edit that was open meanwhile is not refused, and keeps the new number.
  const saved = await ada(rules.updateRule, { params: ofRule(first.id), query: { revision: 1 }, body: fee(7) });
  expect(saved.rule.priority).toBe(2);
});

test('changes wait in the draft; where the store publishes at once, only what was saved goes live', async () => {
  const waiting = await create(fee(1));
  expect(await liveFee()).toBeNull();
  await changeSettings(ada, server.storeId, { isPublishedAtOnce: true });
  const second = await create(fee(2));
  expect(await liveFee()).toBe(2);
  expect((await list()).rules.map(({ id, change }) => [id, change])).toEqual([
    [waiting.id, 'added'],
    [second.id, null],
  ]);
  await ada(rules.enableRule, { params: ofRule(second.id), body: { isEnabled: false } });
  expect(await liveFee()).toBeNull();
  expect((await list()).live).toMatchObject({ note: 'Switched “Fee of 2” off', publishedBy: 'Admin Tester' });
  await ada(rules.deleteRule, { params: ofRule(second.id), query: { revision: 2 } });
  expect((await list()).live).toMatchObject({ ruleCount: 0, note: 'Deleted “Fee of 2”' });
});

test('a rule that cannot run says why and cannot be switched on', async () => {
  const broken = fee(1, { isEnabled: false, rule: { ...fee(1).rule, event: { type: 'applyFee', params: {} } } });
  const [id = 0] = await publishRules(server.server.deps.database, server.storeId, [broken]);
  expect((await list()).rules[0]?.problems).toContain('Fee amount is required');
  expect(await refusalOf(ada(rules.enableRule, { params: ofRule(id), body: { isEnabled: true } }))).toBe(
    '422 RULE_INVALID',
  );
});

test('a rule that names what is gone says so; a new tag is added to the list', async () => {
  const tagging = fee(1, {
    hook: 'claimCreated',
    rule: {
      priority: 1,
      event: { type: 'applyClaimTags', params: { claimTags: [{ name: 'High risk' }] } },
      conditions: { all: [] },
    },
  });
  expect((await create(tagging)).problems).toEqual([]);
  const elsewhere = fee(1, {
    hook: 'returnShipmentQuote',
    rule: {
      priority: 1,
      event: { type: 'returnShippingConfig', params: { returnLocationId: 999_999, returnMethods: ['label'] } },
      conditions: { all: [] },
    },
  });
  const refused = await create(elsewhere).catch((error: unknown) => error);
  if (refused instanceof ApiError) throw new Error(JSON.stringify(refused.body));
  expect(refused).toMatchObject({ problems: [], gone: ['Names a return location that no longer exists.'] });
});

test('a rule about a reason that was deleted says so', async () => {
  const about = (reason: string): RuleDraft => {
    const draft = fee(1);
    const conditions = { all: [{ fact: 'claim/reason', operator: 'in' as const, value: [reason] }] };
    return { ...draft, rule: { ...draft.rule, conditions } };
  };
  const { id, gone } = await create(about('Wrong_Fit'));
  expect(gone).toEqual([]);
  expect(await refusalOf(retire('Wrong_Fit'))).toBe('409 REASON_USED');
  await ada(rules.deleteRule, { params: ofRule(id), query: { revision: 1 } });
  await retire('Wrong_Fit');
  expect((await create(about('Wrong_Fit'))).gone).toEqual(['Names a value of Reason that no longer exists.']);
});

const retire = (claimReasonId: string) =>
  ada(changeClaimReason, { params: { ...params(), claimReasonId }, body: { name: 'Was once', isDeleted: true } });

test('a tag, reason or return location that rules name is kept, and the text names the rules', async () => {
  const at = (type: ActionType, event: object, parts: Pick<RuleDraft, 'name' | 'hook'>): RuleDraft =>
    RuleDraft.parse({
      ...parts,
      isEnabled: true,
      rule: { priority: 1, event: { type, params: event }, conditions: { all: [] } },
    });
  const { locations } = await ada(listReturnLocations, { params: params() });
  const returnLocationId = locations[0]?.id ?? 0;
  const tagged = at('applyClaimTags', { claimTags: [{ name: 'Kept tag' }] }, { name: 'Tag it', hook: 'claimCreated' });
  const reasoned = fee(1, { name: 'Ask the reason', hook: HOOK, isEnabled: false });
  const conditions = { all: [{ fact: 'claim/reason', operator: 'in' as const, value: ['defective_item'] }] };
  const sent = at(
    'returnShippingConfig',
    { returnLocationId, returnMethods: ['label'] },
    { name: 'Send it there', hook: 'returnShipmentQuote' },
  );
  const named = [tagged, { ...reasoned, rule: { ...reasoned.rule, conditions } }, sent];
  await publishRules(server.server.deps.database, server.storeId, named);
  const { tags } = await ada(listTags, { params: params() });
  const tagId = tags.find(({ name }) => name === 'Kept tag')?.id ?? (await addTag('kept TAG')).id;
  const removals = [
    [() => ada(deleteTag, { params: { ...params(), tagId } }), 'TAG_USED', 'Automations use this claim tag: Tag it.'],
    [() => retire('Defective_Item'), 'REASON_USED', 'Automations use this reason: Ask the reason.'],
    [
      () => ada(deleteReturnLocation, { params: { ...params(), returnLocationId } }),
      'LOCATION_USED',
      'Automations use this return location: Send it there.',
    ],
  ] as const;
  const listed = await ada(rules.listNamedByRules, { params: params() });
  expect(listed).toEqual({
    claimTags: [{ id: tagId, rules: ['Tag it'] }],
    reasons: [{ id: 'Defective_Item', rules: ['Ask the reason'] }],
    returnLocations: [{ id: returnLocationId, rules: ['Send it there'] }],
  });
  // Also what only the live version still names.
  const { database } = server.server.deps;
  await database.inStore(server.storeId, (db) =>
    db.deleteFrom('draft_rule').where('store_id', '=', server.storeId).execute(),
  );
  for (const [remove, code, text] of removals) {
    const refused = await remove().catch((error: unknown) => error);
    expect(refused).toMatchObject({ status: 409, code, message: `${text} Change them first.` });
  }
  await publishRules(database, server.storeId, []);
  for (const [remove] of removals) await remove();
});

const addTag = (name: string) => ada(createTag, { params: params(), body: { name } });

test('a store can have 500 rules', async () => {
  const { database } = server.server.deps;
  await publishRules(
    database,
    server.storeId,
    Array.from({ length: MOST_RULES - 1 }, (_, index) => fee(index)),
  );
  const last = await create(fee(1));
  expect(await refusalOf(create(fee(2)))).toBe('409 TOO_MANY_RULES');
  expect(await refusalOf(ada(rules.duplicateRule, { params: ofRule(last.id) }))).toBe('409 TOO_MANY_RULES');
});

test('exchanges may cost something where a payment provider is chosen and connected (R6.07)', async () => {
  const chosen = async (paymentProvider: 'none' | 'stripe' | 'platformCheckout') => {
    await server.saveSettings({ paymentProvider });
    return (await list()).canTakePayments;
  };
  expect(await chosen('none')).toBe(false);
  expect(await chosen('stripe')).toBe(true);
  await server.server.deps.database.asOwner((db) =>
    db.deleteFrom('store_connection').where('store_id', '=', server.storeId).execute(),
  );
  expect(await chosen('platformCheckout')).toBe(false);
});

test('staff do not reach rules', async () => {
  const staff = await server.staff('Staff');
  expect(await refusalOf(staff(rules.listRules, { params: params() }))).toBe('403 ROLE_NEEDED');
  expect(await refusalOf(staff(rules.createRule, { params: params(), body: fee(1) }))).toBe('403 ROLE_NEEDED');
});
