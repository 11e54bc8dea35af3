import { expectReached, law } from '#core/law.fixture.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entryOfEffect } from '#core/effects/kinds.ts';
import type { DifferenceCode } from '#core/books/differences.ts';
import { claimFacts, effectFacts } from '#core/books/facts.ts';
import { compare } from '#core/books/reconcile.ts';
import { doneEffect, worldOf, type MutableWorld } from '#core/books/world.fixture.ts';
import { cancelClaim } from '#core/claims/cancel.ts';
import type { Claim } from '#core/claims/claim.ts';
import type { EffectIntent } from '#core/effects/kinds.ts';
import type { LabelRefund } from '#core/effects/label-refund-state.ts';
import { attachShipment } from '#core/claims/shipments.ts';
import { claimOf, lineOf, NOW, orderOf, selectionOf } from '#core/claims/test-data.ts';

type Bought = { cost: number; refund: LabelRefund | null; isQuoted: boolean };
const bought = fc.record<Bought>({
  cost: fc.integer({ min: 1, max: 5000 }),
  refund: fc.constantFrom(null, 'submitted', 'refunded', 'notApplicable'),
  isQuoted: fc.boolean(),
});

const ADDRESS = {
  firstName: 'Elizabeth',
  lastName: 'Swan',
  line1: '179 N Harbor Dr',
  line2: '',
  city: 'Redondo Beach',
  stateOrProvinceCode: 'CA',
  postalCode: '90277',
  countryCode: 'US',
  phone: '',
};

const neverMade = (): never => {
  throw new Error('fewer claims were made than there are labels');
};

/** A claim with one bought label each, canceled where the label was voided. All of it happened and is booked. */
function shopOf(labels: readonly Bought[]): MutableWorld {
  const world = worldOf([]);
  labels.forEach((label, index) => addLabel(world, ASKED[index] ?? neverMade(), label));
  return world;
}

// Of every example the same: making one is most of the work.
const ASKED = [1, 2, 3, 4].map((id) =>
  claimOf(orderOf([lineOf({ idFromPlatform: 'a' })], { idFromPlatform: `order-${id}`, orderNo: `#${1000 + id}` }), {
    ids: { claimId: id, externalId: `R-${id}`, orderId: id },
    selections: [selectionOf()],
  }),
);

function addLabel(world: MutableWorld, asked: Claim, { cost: amount, refund, isQuoted }: Bought): void {
  const { id, externalId } = asked;
  const shipment = {
    type: 'Label' as const,
    provider: 'Easy_Post' as const,
    shipmentIdFromProvider: `shp_${id}`,
    carrier: 'USPS',
    service: 'Priority',
    cost: amount,
    trackingCode: `9400${id}`,
    trackingUrl: '',
    documentKey: `labels/${id}.pdf`,
    qrCodeUrl: null,
    fromAddress: ADDRESS,
    toAddress: ADDRESS,
  };
  const shown = attachShipment(asked, shipment, NOW).claim;
  const ended = refund === null ? { claim: shown, effects: [] } : cancelClaim(shown, NOW);
  const quoted = isQuoted ? { shipmentIdFromProvider: `shp_${id}`, rateId: 'rate_1' } : null;
  const label: EffectIntent = {
    kind: 'label',
    purposeKey: isQuoted ? `label:claim:${id}:shp_${id}` : `label:claim:${id}`,
    subject: { kind: 'claim', id },
    payload: {
      claimExternalId: externalId,
      claimLineIds: [1],
      from: ADDRESS,
      to: ADDRESS,
      weightOunces: 8,
      quoted,
    },
  };
  const cost = { amount, currencyCode: 'USD' };
  const done = (intent: EffectIntent, result: object): void => {
    const entry = entryOfEffect(intent, false, result);
    if (entry) world.entries.push({ ...entry, claimId: id });
    world.effects.push(doneEffect(intent, result));
  };
  world.claims.push(claimFacts(ended.claim));
  done(label, { cost, shipment });
  for (const intent of ended.effects)
    if (intent.kind === 'labelRefund') done(intent, { status: refund, cost, trackingCode: shipment.trackingCode });
  world.labels.push({
    shipmentIdFromProvider: shipment.shipmentIdFromProvider,
    trackingCode: shipment.trackingCode,
    reference: isQuoted ? `quote:claim:${id}:0b1c:${externalId}` : `label:claim:${id}:${externalId}`,
    cost,
    createdOn: NOW,
    refund,
  });
}

const codesOf = (world: MutableWorld): DifferenceCode[] => compare(world).map(({ code }) => code);

/** Changes the first that fits; false where none does. */
function changed<T>(items: T[], fits: (item: T) => boolean, to: (item: T) => Partial<T>): boolean {
  const index = items.findIndex(fits);
  const item = items[index];
  if (item !== undefined) items.splice(index, 1, { ...item, ...to(item) });
  return item !== undefined;
}

function removed<T>(items: T[], fits: (item: T) => boolean): boolean {
  const index = items.findIndex(fits);
  if (index >= 0) items.splice(index, 1);
  return index >= 0;
}

function doubled<T>(items: T[], fits: (item: T) => boolean, other: Partial<T>): boolean {
  const item = items.find(fits);
  if (item !== undefined) items.push({ ...item, ...other });
  return item !== undefined;
}

type Label = MutableWorld['labels'][number];
type Effect = MutableWorld['effects'][number];
type Shown = MutableWorld['claims'][number];

const any = (): boolean => true;
const isKept = ({ refund }: Label): boolean => refund === null;
const isAsked = ({ refund }: Label): boolean => refund === 'submitted';
const isPaid = ({ refund }: Label): boolean => refund === 'refunded' || refund === 'notApplicable';
const isBookedBack = ({ labelRefund, entry }: Effect): boolean => labelRefund !== null && entry !== null;
const isUnderWay = ({ labelRefund }: Effect): boolean => labelRefund?.status === 'submitted';
const allLabels = (claim: Shown, to: Partial<Shown['labels'][number]>): Partial<Shown> => ({
  labels: claim.labels.map((label) => ({ ...label, ...to })),
});
/** A step that failed is not booked, and leaves nothing with its claim. */
function fails({ effects, entries }: MutableWorld, step: Effect | undefined): boolean {
  removed(entries, ({ purposeKey }) => purposeKey === step?.entry?.purposeKey);
  return changed(
    effects,
    (effect) => effect === step,
    () => ({ state: 'failed' as const, entry: null }),
  );
}

/** A disturbance and the name it must be reported by; false if there is nothing to disturb. */
type Disturbance = [name: string, code: DifferenceCode, disturb: (world: MutableWorld) => boolean];

const AT_PROVIDER: Disturbance[] = [
  ['it does not know a label', 'EFFECT_WITHOUT_MOVEMENT', ({ labels }) => removed(labels, isKept)],
  [
    'it asked for another cost',
    'AMOUNT_DIFFERS',
    ({ labels }) => changed(labels, any, ({ cost }) => ({ cost: { ...cost, amount: cost.amount + 1 } })),
  ],
  [
    'it sold a label twice for one purpose',
    'MOVED_TWICE',
    ({ labels }) =>
      doubled(labels, (label) => isKept(label) && label.reference?.startsWith('label:') === true, {
        shipmentIdFromProvider: 'shp_again',
      }),
  ],
  [
    'it sold us a label that no step bought',
    'MOVEMENT_WITHOUT_EFFECT',
    ({ labels }) =>
      doubled(labels, any, { shipmentIdFromProvider: 'shp_new', reference: 'quote:claim:1:77:R-1', refund: null }),
  ],
  [
    'it rejected what the step says was refunded',
    'LABEL_REFUND_DIFFERS',
    ({ labels }) => changed(labels, isPaid, () => ({ refund: 'rejected' as const })),
  ],
  [
    'it refunded, and the step does not know',
    'LABEL_REFUND_DIFFERS',
    ({ labels }) => changed(labels, isAsked, () => ({ refund: 'refunded' as const })),
  ],
  [
    'it was never asked for the refund',
    'EFFECT_WITHOUT_MOVEMENT',
    ({ labels }) =>
      changed(
        labels,
        (label) => !isKept(label),
        () => ({ refund: null }),
      ),
  ],
  [
    'staff gave a label back there',
    'LABEL_GIVEN_BACK_BY_STAFF',
    ({ labels }) => changed(labels, isKept, () => ({ refund: 'refunded' as const })),
  ],
  [
    'it rejected a refund, and the step knows',
    'LABEL_REFUND_REJECTED',
    ({ labels, effects }) =>
      changed(labels, isAsked, () => ({ refund: 'rejected' as const })) &&
      changed(effects, isUnderWay, ({ labelRefund }) => ({
        labelRefund: labelRefund && { ...labelRefund, status: 'rejected' as const },
      })),
  ],
  [
    'it has not decided on a refund for more than a month',
    'LABEL_REFUND_LATE',
    (world) => {
      world.fromOn = '2026-01-01T00:00:00.000Z';
      return changed(world.effects, isUnderWay, () => ({ doneOn: '2026-02-01T00:00:00.000Z' }));
    },
  ],
];

const IN_OUR_RECORDS: Disturbance[] = [
  [
    'a step failed though its label was bought',
    'MOVED_THOUGH_FAILED',
    (world) => {
      const step = world.effects.find(({ movement }) => movement?.kind === 'label');
      changed(
        world.claims,
        ({ id }) => id === step?.claimId,
        () => ({ labels: [] }),
      );
      return fails(world, step);
    },
  ],
  [
    'a step failed though the label was refunded',
    'MOVED_THOUGH_FAILED',
    (world) => fails(world, world.effects.find(isBookedBack)),
  ],
  ['a label is not booked', 'EFFECT_NOT_BOOKED', ({ entries }) => removed(entries, ({ kind }) => kind === 'label')],
  [
    'a refund is not booked',
    'EFFECT_NOT_BOOKED',
    ({ entries }) => removed(entries, ({ kind }) => kind === 'labelRefund'),
  ],
  [
    'a refund is booked that was only asked for',
    'ENTRY_WITHOUT_CAUSE',
    ({ effects, entries }) => {
      const step = effects.find(isUnderWay);
      const purposeKey = `effect:${step?.purposeKey}`;
      return doubled(entries, ({ claimId }) => claimId === step?.claimId, { purposeKey, kind: 'labelRefund' });
    },
  ],
  [
    'the step of a refund that is booked is gone',
    'MOVEMENT_WITHOUT_EFFECT',
    ({ effects, claims }) => {
      const step = effects.find(isBookedBack);
      changed(
        claims,
        ({ id }) => id === step?.claimId,
        (claim) => allLabels(claim, { isCanceled: false }),
      );
      return removed(effects, (effect) => effect === step);
    },
  ],
  [
    'a claim shows a label nobody bought',
    'LABEL_WITHOUT_STEP',
    ({ claims }) =>
      changed(claims, any, ({ labels }) => ({
        labels: [...labels, { shipmentIdFromProvider: 'shp_none', trackingCode: '1', cost: 100, isCanceled: false }],
      })),
  ],
  [
    'a claim does not show its label',
    'LABEL_NOT_ON_CLAIM',
    ({ claims }) => changed(claims, any, () => ({ labels: [] })),
  ],
  [
    'a claim shows another cost',
    'LABEL_COST_DIFFERS',
    ({ claims }) => changed(claims, any, (claim) => allLabels(claim, { cost: 9999 })),
  ],
  [
    'a label is called off and nobody gives it back',
    'LABEL_NOT_GIVEN_BACK',
    ({ claims }) =>
      changed(
        claims,
        (claim) => claim.labels.some(({ isCanceled }) => !isCanceled),
        (claim) => allLabels(claim, { isCanceled: true }),
      ),
  ],
  [
    'a label that was given back is still offered',
    'LABEL_STILL_SHOWN',
    ({ claims }) =>
      changed(
        claims,
        (claim) => claim.labels.some(({ isCanceled }) => isCanceled),
        (claim) => allLabels(claim, { isCanceled: false }),
      ),
  ],
];

const shop = fc.array(bought, { minLength: 3, maxLength: ASKED.length });

test('law: labels bought, given back and booked have no difference, whoever chose the rate', () => {
  fc.assert(
    fc.property(shop, (labels) => {
      expect(compare(shopOf(labels))).toEqual([]);
    }),
    law(1000),
  );
});

describe('law: one disturbance of a label is named, once, and nothing else', () => {
  test.each([...AT_PROVIDER, ...IN_OUR_RECORDS])('%s', (_name, code, disturb) => {
    let seen = 0;
    fc.assert(
      fc.property(shop, (labels) => {
        const world = shopOf(labels);
        if (!disturb(world)) return;
        seen += 1;
        expect(codesOf(world)).toEqual([code]);
      }),
      law(500),
    );
    expectReached(seen, 50);
  });
});

test('a step to give a label back that waits, failed or was done elsewhere is told as other steps are', () => {
  const world = shopOf([{ cost: 593, refund: 'submitted', isQuoted: false }]);
  const step = world.effects.find(({ labelRefund }) => labelRefund !== null);
  if (!step) throw new Error('no step gives the label back');
  world.labels = world.labels.map((label) => ({ ...label, refund: null }));
  const told = (state: 'waiting' | 'failed' | 'doneElsewhere') => {
    const settled = state === 'doneElsewhere' ? { settledBy: 'Ada', settledReason: 'On the phone' } : {};
    const effects = world.effects.map((effect) => (effect === step ? { ...step, ...settled, state } : effect));
    return compare({ ...world, effects });
  };
  expect(told('waiting')).toEqual([]);
  expect(told('failed')).toMatchObject([{ code: 'EFFECT_FAILED', isExplained: true, claimExternalId: 'R-1' }]);
  expect(told('doneElsewhere')).toMatchObject([{ code: 'EFFECT_DONE_ELSEWHERE', isExplained: true }]);
  expect(told('doneElsewhere')[0]?.message).toContain('Ada: On the phone');
});

test('a label that waits to be bought hides no debt to the shopper', () => {
  const world = shopOf([{ cost: 593, refund: null, isQuoted: true }]);
  const [label] = world.effects;
  const owing = {
    purposeKey: 'settlement:claim:1:lines:1',
    kind: 'settlement',
    memo: 'Finalized R-1',
    postings: [
      { account: 'store:returns' as const, amount: 700, currencyCode: 'USD' },
      { account: 'shopper:claim' as const, amount: -700, currencyCode: 'USD' },
    ],
  };
  world.claims = world.claims.map((claim) => ({ ...claim, isEnded: true, settlements: [owing], labels: [] }));
  world.entries = [{ ...owing, claimId: 1 }];
  world.effects = label ? [{ ...label, state: 'waiting', entry: null }] : [];
  world.labels = [];
  expect(codesOf(world)).toEqual(['CLAIM_NOT_EVEN']);
});

test('a label staff gave back is booked once it is refunded here', () => {
  const intent: EffectIntent = {
    kind: 'labelRefund',
    purposeKey: 'labelRefund:claim:1:shipment:1',
    subject: { kind: 'claim', id: 1 },
    payload: { shipmentId: 1, shipmentIdFromProvider: 'shp_1' },
  };
  const result = {
    label: 'The label refund was requested',
    url: null,
    cost: { amount: 593, currencyCode: 'USD' },
  };
  expect(entryOfEffect(intent, false, { ...result, status: 'refunded' })?.kind).toBe('labelRefund');
  expect(entryOfEffect(intent, false, { ...result, status: 'submitted' })).toBeNull();
  expect(entryOfEffect(intent, true, { ...result, status: 'refunded' })).toBeNull();
  const settled = { summary: '', settledBy: null, settledReason: null, doneOn: null };
  expect(effectFacts({ ...intent, ...settled, state: 'waiting', result: null }).labelRefund).toEqual({
    shipmentIdFromProvider: 'shp_1',
    status: null,
    cost: null,
  });
});
