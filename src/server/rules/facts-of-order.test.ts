import { afterAll, beforeAll, expect, test } from 'vitest';
import { findOrders, orderFacts } from '#contract/merchant/orders.ts';
import type { RouteInput } from '#contract/route.ts';
import { ACTIONS, type ActionType } from '#core/automations/actions.ts';
import type { Condition } from '#core/automations/condition.ts';
import { FACT_NAMES, factOf, isFactName, type FactName } from '#core/automations/facts.ts';
import type { Hook } from '#core/automations/hooks.ts';
import { RuleDraft } from '#core/automations/rule.ts';
import type { Receipt } from '#core/automations/rule-set.ts';
import { receiptsOfClaims } from '#server/db/rule-receipts.ts';
import { returnableOrder, settledClaim, submitReturn, type Returnable } from '#server/testing/claims.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { publishRules } from '#server/testing/rules.ts';
import { startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let admin: Caller;
let to: Returnable;
/** What production's rules were asked with, by moment. */
let asked: ReadonlyMap<Hook, Receipt['subjects']>;
let claimId: number;

// The claim itself counts later, and tags its order.
const CHANGING: readonly FactName[] = ['customer/returnsLastYear', 'order/tags'];
const MOST_CONDITIONS = 20;
const MOMENTS: readonly (readonly [Hook, ActionType, unknown])[] = [
  ['orderLookup', 'allowClaimTypeSelection', { claimTypeSelectionDetailText: 'Text' }],
  ['afterReasonSelection', 'offerInstantExchange', ACTIONS.offerInstantExchange.initial],
  ['beforeClaimSubmission', 'applyFee', { feeAmount: 5, feeType: 'fixed', feeDisplayName: 'Fee' }],
  ['claimCreated', 'applyClaimTags', { claimTags: [{ name: 'Never' }] }],
  ['returnShipmentCreated', 'applyClaimTags', { claimTags: [{ name: 'Never' }] }],
];

const factsAt = (hook: Hook): FactName[] =>
  FACT_NAMES.filter(
    (name) => factOf(name).hooks.includes(hook) && name !== 'claim/customField' && !CHANGING.includes(name),
  );

function conditionOn(fact: FactName): Condition {
  switch (factOf(fact).type) {
    case 'number':
      return { fact, operator: 'lessThan', value: -1 };
    case 'date':
      return { fact, operator: 'lessThan', value: '1999-01-01' };
    case 'boolean':
      return { fact, operator: 'equal', value: true };
    case 'strings':
      return { fact, operator: 'in', value: ['never'] };
    case 'numbers':
      return { fact, operator: 'in', value: [-1] };
  }
}

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.staff('Admin');
  // Rules that never match, and look at everything that is known.
  const never: Condition = { fact: 'order/number', operator: 'in', value: ['never'] };
  await publishRules(
    server.server.deps.database,
    server.storeId,
    MOMENTS.flatMap(([hook, type, params]) =>
      chunks(factsAt(hook), MOST_CONDITIONS - 1).map((facts, index) =>
        RuleDraft.parse({
          name: `${hook} ${index}`,
          hook,
          isEnabled: true,
          rule: {
            priority: index + 1,
            event: { type, params },
            conditions: { all: [never, ...facts.map(conditionOn)] },
          },
        }),
      ),
    ),
  );
  to = await returnableOrder(server);
  const claim = await settledClaim(
    server,
    admin,
    await submitReturn(server, to, { method: 'storeCredit', shippingMethod: 'label' }),
  );
  claimId = claim.id;
  const receipts = await server.server.deps.database.readStore(server.storeId, (db) =>
    receiptsOfClaims(db, server.storeId, [claim.id]),
  );
  asked = new Map(receipts.map(({ receipt }) => [receipt.hook, receipt.subjects]));
});
afterAll(() => server.close());

const chunks = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size));

type Query = Partial<RouteInput<typeof orderFacts>['query']>;
const factsOf = async (hook: Hook, query: Query = {}) => {
  const { data } = await admin(findOrders, {
    params: { storeId: server.storeId },
    query: { searchTerm: to.order.orderNo },
  });
  const storeOrderId = data[0]?.id ?? 0;
  return admin(orderFacts, { params: { storeId: server.storeId, storeOrderId }, query: { hook, ...query } });
};
const compared = (subjects: readonly Pick<Receipt['subjects'][number], 'subject' | 'facts'>[]) =>
  subjects.map(({ subject, facts }) => ({
    subject,
    facts: Object.fromEntries(Object.entries(facts).filter(([name]) => isFactName(name) && !CHANGING.includes(name))),
  }));

const choice = () => ({
  lineIdFromPlatform: to.line.lineIdFromPlatform,
  reasonId: to.order.reasons[0]?.id ?? '',
  resolution: 'storeCredit' as const,
});

test.each(['orderLookup', 'afterReasonSelection', 'beforeClaimSubmission'] as const)(
  'at %s an order is tried with what its claim was asked with',
  async (hook) => {
    const { subjects, lines } = await factsOf(hook, hook === 'orderLookup' ? {} : choice());
    const before = asked.get(hook);
    expect(before?.length).toBeGreaterThan(0);
    expect(compared(subjects)).toEqual(compared(before ?? []));
    expect(lines.map(({ name }) => name)).toEqual(expect.arrayContaining(subjects.map(({ name }) => name)));
  },
);

test.each(['claimCreated', 'returnShipmentCreated'] as const)(
  'at %s a claim is tried with what it was asked with',
  async (hook) => {
    const before = asked.get(hook);
    expect(before?.length).toBe(1);
    const { subjects } = await factsOf(hook, { claimId });
    expect(compared(subjects)).toEqual(compared(before ?? []));
    expect(subjects[0]?.name).toBe(to.line.name);
  },
);

test('a claim that is only created has all but its risk and its numbers', async () => {
  const [made] = compared(asked.get('claimCreated') ?? []);
  const { 'claim/riskLevel': _unknown, ...rest } = made?.facts ?? {};
  const { subjects } = await factsOf('claimCreated', choice());
  expect(subjects[0]?.facts).toMatchObject(rest);
  expect(subjects[0]?.facts).not.toHaveProperty('claim/riskLevel');
});

test('a moment of a claim that exists needs one of the order', async () => {
  expect((await factsOf('returnShipmentCreated')).subjects).toEqual([]);
  expect(await refusalOf(factsOf('returnShipmentCreated', { claimId: claimId + 1000 }))).toBe('404 CLAIM_NOT_FOUND');
});

test('what was returned already can be tried again, and no more than the order has', async () => {
  const units = to.line.quantity;
  const { subjects } = await factsOf('beforeClaimSubmission', { ...choice(), quantity: units });
  expect(subjects[0]?.facts).toMatchObject({ 'claim/quantity': units });
  expect(await refusalOf(factsOf('beforeClaimSubmission', { ...choice(), quantity: units + 1 }))).toBe(
    '422 QUANTITY_TOO_LARGE',
  );
});

test('a gift, another type of claim and an exchange are told', async () => {
  expect((await factsOf('orderLookup', { isGiftReturn: 'true' })).subjects[0]?.facts).toMatchObject({
    'claim/isGiftReturn': true,
  });
  const { subjects } = await factsOf('beforeClaimSubmission', {
    ...choice(),
    claimType: 'Warranty',
    resolution: 'variantExchange',
  });
  expect(subjects[0]?.facts).toMatchObject({
    'claim/type': 'Warranty',
    'claim/requestedResolution': 'variantExchange',
  });
  // It depends on what it is exchanged for.
  expect(subjects[0]?.facts).not.toHaveProperty('claim/exchangeOrderTotal');
});
