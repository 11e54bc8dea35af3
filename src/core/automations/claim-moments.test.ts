import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aroundOf, type TestRule } from '#core/automations/around.fixture.ts';
import { leftToStaff } from '#core/automations/auto-finalize.ts';
import { claimAskings, type AroundClaim } from '#core/automations/claim-facts.ts';
import { atMoment, momentsOf } from '#core/automations/claim-moments.ts';
import { rulesText, withRuled } from '#core/automations/ruled.ts';
import { approveLine } from '#core/claims/approve.ts';
import type { Claim } from '#core/claims/claim.ts';
import { decide, type Command } from '#core/claims/commands/commands.ts';
import { choicesOf } from '#core/claims/choices-of.ts';
import { createClaim, draftClaim } from '#core/claims/create.ts';
import { finalizeClaim } from '#core/claims/finalize.ts';
import type { TrackerStatus } from '#core/claims/shipment-shapes.ts';
import { attachShipment, type NewShipment } from '#core/claims/shipments.ts';
import { rollupOf } from '#core/claims/status.ts';
import {
  claimOf,
  inputOf,
  lineOf,
  NOW,
  orderOf,
  paymentOf,
  POLICY,
  selectionOf,
  settingsOf,
  variantOf,
  WAY,
} from '#core/claims/test-data.ts';
import { law } from '#core/law.fixture.ts';
import type { Wanted } from '#core/claims/decision.ts';

const order = orderOf([lineOf({ idFromPlatform: 'a', quantity: 2 }), lineOf({ idFromPlatform: 'b' })]);
const MOMENTS = ['claimCreated', 'returnShipmentCreated', 'returnShipmentWebhook'] as const;
const everywhere = (type: TestRule['type'], params: object, rest: Partial<TestRule> = {}): TestRule[] =>
  MOMENTS.map((hook, index) => ({ id: index + 1, hook, type, params, ...rest }));
const REFUNDS = everywhere('autoFinalizeClaim', { allowedResolutionMethods: ['refund'] });

const FINALIZING = aroundOf(order, REFUNDS);

const paper = (documentKey: string): NewShipment => ({
  type: 'Label',
  provider: 'Easy_Post',
  shipmentIdFromProvider: `shp_${documentKey}`,
  carrier: 'USPS',
  service: 'Ground',
  cost: 500,
  trackingCode: documentKey,
  trackingUrl: '',
  documentKey,
  qrCodeUrl: null,
  ...WAY,
});

type World = { claim: Claim; effects: Map<string, Wanted>; around: AroundClaim };

/** As the door of claims does it. */
function change(world: World, command: Command): void {
  const held = { order, claims: [world.claim], policy: POLICY, around: world.around };
  const decided = decide(command, { claim: world.claim, now: NOW, held });
  const all = momentsOf(world.claim, decided.claim).map((moment) => atMoment(decided.claim, moment, world.around));
  const ruled = [...(decided.ruled ?? []), ...all.flatMap((one) => one.ruled)];
  world.claim = withRuled({ claim: decided.claim, tags: [] }, ruled, NOW).claim;
  for (const effect of [...decided.effects, ...all.flatMap((one) => one.effects)])
    if (!world.effects.has(effect.purposeKey)) world.effects.set(effect.purposeKey, effect);
}

/** The worker carries waiting rules out, each as often as it likes. */
function carryOutRules(world: World): void {
  for (const { kind, payload } of world.effects.values()) {
    if (kind !== 'autoFinalize' || leftToStaff(world.claim, payload.allowedMethods, world.around.riskLevel) !== null)
      continue;
    change(world, { kind: 'finalizeByRule', input: { ruleName: payload.ruleName, how: {} } });
  }
}

function begin(around: AroundClaim, methods: readonly ('refund' | 'giftCard')[]): World {
  const selections = methods.map((method, index) =>
    selectionOf({ method, lineIdFromPlatform: index === 0 ? 'a' : 'b' }),
  );
  const { claim, effects } = createClaim(inputOf(order, { selections, around }));
  return { claim, effects: new Map(effects.map((effect) => [effect.purposeKey, effect])), around };
}

const anyStatus = fc.constantFrom<TrackerStatus>('pre_transit', 'in_transit', 'delivered', 'failure');
const anyStep = fc.oneof(
  fc.record({ step: fc.constant('paper' as const), key: fc.constantFrom('one', 'two') }),
  fc.record({
    step: fc.constant('news' as const),
    shipmentId: fc.constantFrom(1, 2),
    status: anyStatus,
    minute: fc.integer({ min: 10, max: 14 }),
  }),
  fc.constant({ step: 'worker' as const }),
);
const anySteps = fc.array(anyStep, { maxLength: 12 });
const anyMethods = fc.constantFrom<('refund' | 'giftCard')[]>(
  ['refund'],
  ['refund', 'refund'],
  ['refund', 'giftCard'],
  ['giftCard'],
);

function live(world: World, steps: readonly (typeof anyStep extends fc.Arbitrary<infer Step> ? Step : never)[]): World {
  for (const one of steps) {
    if (one.step === 'worker') carryOutRules(world);
    else if (one.step === 'paper')
      change(world, { kind: 'shipmentMade', input: { shipment: paper(one.key), wantedOn: NOW, policy: undefined } });
    else {
      const updatedOn = `2026-03-17T12:${one.minute}:00.000Z`;
      const news = { status: one.status, updatedOn, events: [] };
      change(world, { kind: 'parcelMoved', input: { shipmentId: one.shipmentId, news } });
    }
  }
  carryOutRules(world);
  return world;
}

test('law: whatever comes in whatever order and however often, a rule finalizes once, all of it or nothing', () => {
  fc.assert(
    fc.property(anySteps, anyMethods, (steps, methods) => {
      const { claim, effects } = live(begin(FINALIZING, methods), steps);
      const isAllowed = methods.every((method) => method === 'refund');
      expect(claim.settlements).toHaveLength(isAllowed ? 1 : 0);
      expect(claim.lines.every((line) => (line.finalizedOn !== null) === isAllowed)).toBe(true);
      expect([...effects.values()].filter(({ kind }) => kind === 'refund')).toHaveLength(isAllowed ? 1 : 0);
      expect(claim.timeline.filter(({ subject }) => subject.startsWith('Finalized by'))).toHaveLength(
        isAllowed ? 1 : 0,
      );
    }),
    law(1000),
  );
});

test('law: rules that do not match change nothing', () => {
  const never = { conditions: [{ fact: 'claim/quantity', operator: 'greaterThan', value: 99 } as const] };
  const rules = [
    ...everywhere('autoFinalizeClaim', { allowedResolutionMethods: ['refund'] }, never),
    ...everywhere('applyClaimTags', { claimTags: [{ name: 'Never' }] }, never).map((rule) => ({
      ...rule,
      id: rule.id + 10,
    })),
  ];
  const arounds = [aroundOf(order, rules), aroundOf(order, [])];
  fc.assert(
    fc.property(anySteps, anyMethods, (steps, methods) => {
      const [ruled, unruled] = arounds.map((around) => live(begin(around, methods), steps));
      expect(ruled?.claim).toEqual(unruled?.claim);
      expect(ruled?.effects).toEqual(unruled?.effects);
    }),
    law(500),
  );
});

test.each(['NO_PAYMENT_OR_REFUND', 'PAYMENT', 'PAYMENT_AND_PARTIAL_REFUND'] as const)(
  'an exchange order costs as much before a claim is submitted as once it exists, with %s',
  (variantExchangePricing) => {
    const discounted = orderOf([
      lineOf({ idFromPlatform: 'a', quantity: 2, paidTotal: 1500, taxTotal: 120 }),
      lineOf({ idFromPlatform: 'b' }),
    ]);
    const wanted = { method: 'variantExchange', variantIdFromPlatform: 'variant-2' } as const;
    const input = inputOf(discounted, {
      source: 'Merchant_App',
      settings: { variantExchangePricing },
      selections: [selectionOf({ ...wanted, quantity: 2 }), selectionOf({ ...wanted, lineIdFromPlatform: 'b' })],
      variants: new Map([['product-1', [variantOf({ price: 900 })]]]),
    });
    const [asked] = claimAskings(draftClaim(input), aroundOf(discounted, []));
    expect(asked?.facts['claim/exchangeOrderTotal']).toBe(28.44);
    expect(choicesOf(input).goodsTotal).toBe(2844);
  },
);

describe('a claim is left to staff', () => {
  const claim = claimOf(order);
  const [line] = claim.lines;
  test.each([
    ['of high risk', claim, 'High', 'The risk of this claim is high.'],
    [
      'with an open question',
      { ...claim, question: { isOpen: true } },
      'Low',
      'The customer has yet to answer a question.',
    ],
    [
      'decided by staff',
      { ...claim, lines: [{ ...line, status: 'denied' }] },
      'Low',
      'Staff decided an item themselves.',
    ],
    [
      'brought back',
      { ...claim, lines: [{ ...line, restoredOn: NOW }] },
      'Low',
      'An item was brought back for review.',
    ],
    ['that is over', { ...claim, finalizedOn: NOW }, 'Low', 'Nothing is left to finalize.'],
  ] as const)('%s', (_name, changed, risk, why) => {
    expect(leftToStaff(changed as Claim, ['refund'], risk)).toBe(why);
  });

  test.each(['warrantyReview', 'replacementOrder'] as const)('that asks for %s', (requestedMethod) => {
    const asking = { ...claim, lines: claim.lines.map((one) => ({ ...one, requestedMethod })) };
    expect(leftToStaff(asking, [requestedMethod], 'Low')).toBe(
      'A warranty review or a replacement order needs a decision by staff.',
    );
  });

  test('and not otherwise', () => expect(leftToStaff(claim, ['refund'], 'Medium')).toBeNull());
});

test('rules are named as people read them', () => {
  const { rules } = aroundOf(order, [
    { id: 1, hook: 'claimCreated', type: 'allowCustomerToKeepItem', params: {}, name: 'One' },
    { id: 2, hook: 'claimCreated', type: 'allowCustomerToKeepItem', params: {}, name: 'Two' },
  ]);
  expect(rulesText(rules, [1])).toBe('rule “One”');
  expect(rulesText(rules, [1, 2])).toBe('rules “One” and “Two”');
});

describe('a claim held for review', () => {
  const around = aroundOf(order, [{ id: 1, hook: 'claimCreated', type: 'allowCustomerToKeepItem', params: {} }]);
  const byLabel = {
    around,
    shippingMethod: 'label' as const,
    returnAddress: order.shippingAddress,
    settings: settingsOf({ returnShippingFee: 700, isInstantExchangeEnabled: true, paymentProvider: 'stripe' }),
  };
  const status = (of: Claim): string => rollupOf(of, false).detail;

  test('waits for no package and pays for no label, until staff order one', () => {
    const { claim, effects } = createClaim(inputOf(order, byLabel));
    expect(effects.filter(({ kind }) => kind === 'label' || kind === 'packingSlip')).toEqual([]);
    expect(claim).toMatchObject({ shippingMethod: 'none', returnRequired: false, returnShippingAmountApplied: 0 });
    expect(status(claim)).toBe('Pending_Review');
    const approved = approveLine(claim, 1, {}, NOW).claim;
    const done = finalizeClaim(approved, order, { policy: { ...POLICY, isRestocked: true } }, NOW);
    expect([rollupOf(done.claim, false).rollup, done.effects.filter(({ kind }) => kind === 'restock')]).toEqual([
      'Completed',
      [],
    ]);
    const ordered = attachShipment(claim, paper('1'), NOW).claim;
    expect(ordered.returnRequired).toBe(true);
    expect(status(ordered)).toBe('Awaiting_Customer_Dropoff_Label_Provided');
  });

  test('goes on waiting for what secures items that were sent ahead', () => {
    const claim = claimOf(order, {
      ...byLabel,
      payment: paymentOf({ amount: 5000 }),
      variants: new Map([['product-1', [variantOf()]]]),
      selections: [selectionOf({ method: 'variantExchange', variantIdFromPlatform: 'variant-2' })],
      isInstantExchange: true,
    });
    expect(claim).toMatchObject({ shippingMethod: 'label', returnRequired: true });
  });
});
