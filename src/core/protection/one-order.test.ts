import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holdsUnits } from '#core/claims/active.ts';
import type { Claim } from '#core/claims/claim.ts';
import { createClaim } from '#core/claims/create.ts';
import { anyPaidOrder } from '#core/claims/laws/orders.fixture.ts';
import { inputOf, lineOf, NOW, orderOf, refundOf, refusalOf, selectionOf, settingsOf } from '#core/claims/test-data.ts';
import { LIFETIME_DAYS } from '#core/dates.ts';
import { expectReached, law } from '#core/law.fixture.ts';
import { unitsValue } from '#core/money.ts';
import { withProtection } from '#core/orders/held-by-protection.ts';
import { orderBalance } from '#core/orders/balance.ts';
import type { Order } from '#core/orders/order.ts';
import { decideAutomatically, type AutomaticTerms } from '#core/protection/automatic.ts';
import {
  confirmReorder,
  denyShippingClaim,
  goneMeanwhile,
  grantReorder,
  isLinkOpen,
  refundShippingClaim,
  reopenShippingClaim,
  reorderKnown,
  reorderRefused,
  resolveShippingClaim,
} from '#core/protection/decide-shipping.ts';
import { coverLeft } from '#core/protection/cover-left.ts';
import { fileShippingClaim, type FileShippingClaim, type ShippingTerms } from '#core/protection/file-claim.ts';
import { heldBy } from '#core/protection/held.ts';
import { withReorderWorth } from '#core/protection/reorder-worth.ts';
import { resolvedAmount, type ShippingClaim } from '#core/protection/shipping-claim.ts';
import type { ShippingDecision } from '#core/protection/shipping-decision.ts';
import { Refusal } from '#core/refusal.ts';

const TERMS: ShippingTerms = {
  isOffered: true,
  isUnprotectedPermitted: true,
  isImageRequired: false,
  timeZone: 'UTC',
  homeCountryCode: '',
  daysAfterDelivery: { Damaged: 30, Wrong_Item: 30, Missing_Item: 30, Quality_Issue: 30 },
  stolenFromDays: 2,
  lostAfterDays: 7,
  lostAbroadAfterDays: 20,
  endsAfterDays: 60,
};
const STAFF = { name: 'Grace', in: 'Merchant_App' } as const;
const LONG = settingsOf({ refundValidityDays: LIFETIME_DAYS });

/** An order with what was claimed of it, and the orders that sent lost items again. */
type World = {
  bought: Order;
  lost: ShippingClaim[];
  returns: Claim[];
  again: { of: number; order: Order; returns: Claim[] }[];
  steps: string[];
  minute: number;
};
const worldOf = (bought: Order): World => ({ bought, lost: [], returns: [], again: [], steps: [], minute: 0 });
const nowIn = (world: World): string => new Date(Date.UTC(2026, 2, 16, 12, world.minute)).toISOString();
const known = ({ bought, lost }: World): Order =>
  withProtection(bought, { shipping_claims: lost.flatMap((claim) => heldBy(claim) ?? []), cover_refund: null });
const placeIn = (world: World) => ({ order: known(world), claims: world.returns });

function fileIn(
  world: World,
  selections: { lineIdFromPlatform: string; quantity: number }[],
  by: FileShippingClaim['by'] = { kind: 'staff', name: 'Grace' },
): ShippingDecision {
  return fileShippingClaim({
    order: known(world),
    claims: world.returns,
    shippingClaims: world.lost,
    isProtected: true,
    terms: TERMS,
    ids: { claimId: world.lost.length + 1, externalId: `S-${world.lost.length + 1}`, orderId: 1 },
    by,
    source: 'Merchant',
    reason: 'Lost',
    method: 'Refund',
    selections,
    noteFromCustomer: '',
    noteFromMerchant: '',
    media: [],
    shippingAddress: null,
    email: 'ada@example.com',
    isCustomerNotified: true,
    language: 'en',
    now: nowIn(world),
  });
}

function keep(world: World, { claim, effects }: ShippingDecision): void {
  for (const { purposeKey } of effects) {
    expect(world.steps).not.toContain(purposeKey);
    world.steps.push(purposeKey);
  }
  world.lost = [...world.lost.filter(({ id }) => id !== claim.id), claim].toSorted((one, other) => one.id - other.id);
}

const refundIn = (world: World, claim: ShippingClaim, shippingFee: number, handlingFee: number): void =>
  keep(world, refundShippingClaim(claim, placeIn(world), { shippingFee, handlingFee, cover: [] }, STAFF, nowIn(world)));

const isSent = ({ again }: World, claim: ShippingClaim): boolean => again.some(({ of }) => of === claim.id);

function confirm(world: World, claim: ShippingClaim): void {
  const order = known(world);
  const address = order.shippingAddress;
  if (address === null) return;
  keep(world, confirmReorder(claim, { order, address, isZeroPriced: true, tags: [] }, nowIn(world)));
}

/** The platform makes the order that the shopper confirmed. */
function send(world: World, claim: ShippingClaim): void {
  if (claim.status !== 'Closed_Reordered' || isSent(world, claim)) return;
  const lines = claim.lines.map((line) =>
    lineOf({
      idFromPlatform: `again-${claim.id}-${line.id}`,
      variantIdFromPlatform: line.variantIdFromPlatform,
      quantity: line.quantity,
      paidTotal: 0,
    }),
  );
  const { currencyCode } = world.bought;
  const made = orderOf(lines, { idFromPlatform: `again-${claim.id}`, currencyCode });
  world.again.push({ of: claim.id, order: made, returns: [] });
  const { idFromPlatform, orderNo } = made;
  const ordered = reorderKnown(claim, { idFromPlatform, orderNo, platformAdminUrl: '' }, nowIn(world));
  keep(world, { claim: ordered, effects: [], entries: [] });
}

function returnOn(order: Order, prior: readonly Claim[], id: number, lineId: string, quantity: number, now: string) {
  const input = inputOf(order, {
    ids: { claimId: id, externalId: `R-${id}`, orderId: 1 },
    settings: LONG,
    source: 'Merchant_App',
    shippingMethod: 'none',
    priorClaims: prior,
    selections: [selectionOf({ lineIdFromPlatform: lineId, quantity })],
    now,
  });
  return createClaim(input).claim;
}

const STEPS: Record<string, (world: World, seeds: readonly [number, number, number]) => void> = {
  file(world, [one, two, three]) {
    const ids = world.bought.lines.map(({ idFromPlatform }) => idFromPlatform);
    // An item may be named twice.
    const chosen = [ids[one % ids.length], ids[two % ids.length]].flatMap((id) => id ?? []);
    keep(
      world,
      fileIn(
        world,
        chosen.map((lineIdFromPlatform) => ({ lineIdFromPlatform, quantity: 1 + (three % 3) })),
      ),
    );
  },
  refund: (world, [one, two, three]) =>
    withOne(world, one, (claim) =>
      refundIn(
        world,
        claim,
        [0, world.bought.shippingPaid, Math.floor(world.bought.shippingPaid / 2)][two % 3] ?? 0,
        three % 3 === 0 ? three % 900 : 0,
      ),
    ),
  grant: (world, [one]) =>
    withOne(world, one, (claim) => keep(world, grantReorder(claim, placeIn(world), STAFF, nowIn(world)))),
  confirm: (world, [one]) => withOne(world, one, (claim) => confirm(world, claim)),
  send: (world, [one]) => withOne(world, one, (claim) => send(world, claim)),
  refuse: (world, [one]) =>
    withOne(world, one, (claim) => {
      // The platform refuses before any order is made.
      if (!isSent(world, claim)) keep(world, reorderRefused(claim, 'Out of stock.', nowIn(world)));
    }),
  deny: (world, [one]) =>
    withOne(world, one, (claim) =>
      keep(world, denyShippingClaim(claim, { reason: 'Delivered', note: '' }, STAFF, nowIn(world))),
    ),
  resolve: (world, [one]) =>
    withOne(world, one, (claim) =>
      keep(world, resolveShippingClaim(claim, { note: '', isCustomerNotified: true }, STAFF, nowIn(world))),
    ),
  reopen: (world, [one]) =>
    withOne(world, one, (claim) => {
      const at = { ...placeIn(world), shippingClaims: world.lost, why: '' };
      keep(world, reopenShippingClaim(claim, at, 'Grace', nowIn(world)));
    }),
  giveBack(world, [one, two]) {
    const line = world.bought.lines[one % world.bought.lines.length];
    if (!line) return;
    const id = 100 + world.returns.length;
    world.returns.push(returnOn(known(world), world.returns, id, line.idFromPlatform, 1 + (two % 3), nowIn(world)));
  },
  giveBackAgain(world, [one, two]) {
    const sent = world.again[one % world.again.length];
    const claim = world.lost.find(({ id }) => id === sent?.of);
    const line = sent?.order.lines[two % sent.order.lines.length];
    if (!sent || !claim || !line) return;
    const { left } = orderBalance(known(world), world.returns);
    const order = withReorderWorth(sent.order, claim, { original: known(world), lost: Math.max(0, -left) });
    const id = 1000 * claim.id + sent.returns.length;
    sent.returns.push(returnOn(order, sent.returns, id, line.idFromPlatform, 1, nowIn(world)));
  },
};

function withOne({ lost }: World, seed: number, work: (claim: ShippingClaim) => void): void {
  const claim = lost[seed % lost.length];
  if (claim) work(claim);
}

const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);

const requestedOf = (claims: readonly Claim[]): number =>
  sum(claims.flatMap(({ lines }) => lines.filter(holdsUnits).map((line) => line.requestedAmount)));

/** What must hold of an order at any time, worked out from what was given alone. */
function checkOrder(world: World): void {
  const { bought, lost, returns, again } = world;
  const refunds = lost.flatMap(({ resolution }) => (resolution?.method === 'Refund' ? [resolution] : []));
  const holding = lost.filter(({ status }) => status !== 'Closed_Denied' && status !== 'Closed_Resolved');
  for (const { idFromPlatform: id, quantity, paidTotal, taxTotal } of bought.lines) {
    const ofLost = holding.flatMap(({ lines }) => lines.filter((line) => line.lineIdFromPlatform === id));
    const ofReturns = returns.flatMap(({ lines }) =>
      lines.filter((line) => line.lineIdFromPlatform === id && holdsUnits(line)),
    );
    const parts = [...ofLost, ...ofReturns];
    expect(sum(parts.map((part) => part.quantity))).toBeLessThanOrEqual(quantity);
    const most = paidTotal + (bought.taxesIncluded ? 0 : taxTotal);
    expect(
      sum([...ofLost.map(({ amount }) => amount), ...ofReturns.map((line) => line.requestedAmount)]),
    ).toBeLessThanOrEqual(most);
  }
  const open = lost.filter(({ status }) => status === 'Open' || status === 'InProgress');
  expect(open.length).toBeLessThanOrEqual(1);
  const sentAgain = lost.filter(({ status }) => status === 'Closed_Reordered');
  const worth = sum(sentAgain.flatMap(({ lines }) => lines.map(({ amount }) => amount)));
  const given = sum(refunds.map(resolvedAmount));
  expect(given + worth + requestedOf(returns)).toBeLessThanOrEqual(bought.totalPaid);
  expect(sum(refunds.map(({ shippingFee }) => shippingFee))).toBeLessThanOrEqual(bought.shippingPaid);
  for (const { of, returns: back } of again)
    expect(requestedOf(back)).toBeLessThanOrEqual(
      sum((lost.find(({ id }) => id === of)?.lines ?? []).map(({ amount }) => amount)),
    );
}

/** What steps change, each part another once it is changed. */
const partsOf = ({ lost, returns, again }: World): unknown[] => [
  ...lost,
  ...returns,
  ...again.flatMap(({ order, returns: back }) => [order, ...back]),
];

describe('claims, reorders and returns of one order', () => {
  const stepOf = (...kinds: string[]) =>
    fc.record({ kind: fc.constantFrom(...kinds), seeds: fc.tuple(fc.nat(9999), fc.nat(9999), fc.nat(9999)) });
  const anyStep = stepOf(...Object.keys(STEPS), 'file', 'file', 'file', 'refund', 'refund', 'refund');
  /** A reorder from its claim to what comes back of it, with anything else in between: chance alone seldom gets that far. */
  const anyReorder = fc
    .tuple(
      ...[['file'], ['grant'], ['confirm'], ['send', 'send', 'refuse'], ['giveBackAgain', 'refund']].map((kinds) =>
        fc.tuple(stepOf(...kinds), fc.array(anyStep, { maxLength: 3 })),
      ),
    )
    .map((parts) => parts.flatMap(([step, others]) => [step, ...others]));
  const anySteps = fc.oneof(fc.array(anyStep, { maxLength: 24 }), anyReorder);
  test('law: never give more units, money or delivery than were bought, whatever comes first', () => {
    const done = new Map(Object.keys(STEPS).map((kind) => [kind, 0]));
    fc.assert(
      fc.property(anyPaidOrder, anySteps, (order, steps) => {
        const world = worldOf(order);
        for (const { kind, seeds } of steps) {
          world.minute += 1;
          const before = partsOf(world);
          try {
            STEPS[kind]?.(world, seeds);
          } catch (error) {
            if (!(error instanceof Refusal)) throw error;
          }
          const after = partsOf(world);
          if (after.length > before.length || after.some((part, at) => part !== before[at]))
            done.set(kind, (done.get(kind) ?? 0) + 1);
          checkOrder(world);
        }
      }),
      law(4000),
    );
    for (const times of done.values()) expectReached(times, 30);
  });
});

const ORDER = orderOf([lineOf({ idFromPlatform: 'a', quantity: 3, paidTotal: 3000 })], {
  shippingPaid: 500,
  totalPaid: 3500,
});
const unit = { lineIdFromPlatform: 'a', quantity: 1 };

test('an item that is named twice is claimed only of the package that was lost', () => {
  const units = ['lost', 'delivered'];
  const order = {
    ...orderOf([lineOf({ idFromPlatform: 'a', quantity: 2, paidTotal: 6000 })]),
    fulfillments: units.map((what) => ({
      idFromPlatform: `parcel-${what}`,
      createdOn: '2026-03-01T10:00:00.000Z',
      deliveredOn: what === 'lost' ? null : '2026-03-05T10:00:00.000Z',
      status: 'success',
      trackingCodes: [],
      lines: [{ idFromPlatform: what, lineIdFromPlatform: 'a', quantity: 1 }],
    })),
  };
  const file = (...selections: (typeof unit)[]) => fileIn(worldOf(order), selections, { kind: 'shopper' });
  expect(file(unit).claim.lines).toMatchObject([{ fulfillmentLineIdFromPlatform: 'lost', quantity: 1 }]);
  expect(refusalOf(() => file(unit, unit))).toBe('QUANTITY_TOO_LARGE');
});

test('delivery is refunded once, whatever the number of claims', () => {
  const world = worldOf(ORDER);
  keep(world, fileIn(world, [unit]));
  STEPS['refund']?.(world, [0, 2, 1]);
  keep(world, fileIn(world, [unit]));
  const [, second] = world.lost;
  if (!second) throw new Error('there is no second claim');
  const give = (shippingFee: number) => refusalOf(() => refundIn(world, second, shippingFee, 0));
  expect(give(251)).toBe('REFUND_TOO_LARGE');
  expect(give(250)).toBeUndefined();
});

test('a refund gives what is left of the payment, and nothing over it', () => {
  const world = worldOf(ORDER);
  keep(world, fileIn(world, [{ ...unit, quantity: 2 }]));
  const [first] = world.lost;
  if (first) refundIn(world, first, 500, 0);
  keep(world, fileIn(world, [unit]));
  const second = world.lost.at(-1);
  const give = (handlingFee: number) => refusalOf(() => second && refundIn(world, second, 0, handlingFee));
  expect(give(1)).toBe('REFUND_TOO_LARGE');
  expect(give(0)).toBeUndefined();
  expect(orderBalance(known(world), []).left).toBe(0);
});

test('a refund is what the protection costs the store, and what the shopper is owed', () => {
  const world = worldOf(ORDER);
  const { claim } = fileIn(world, [unit]);
  const extras = { shippingFee: 500, handlingFee: 20, cover: [] };
  const [entry, ...others] = refundShippingClaim(claim, placeIn(world), extras, STAFF, nowIn(world)).entries;
  expect(others).toEqual([]);
  expect(entry?.postings.map(({ account, amount }) => [account, amount])).toEqual([
    ['store:protection', 1520],
    ['shopper:claim', -1520],
  ]);
});

test('what a denied or resolved claim held is free again, and what was given is not', () => {
  const world = worldOf(ORDER);
  const claimOne = (): ShippingClaim => {
    keep(world, fileIn(world, [{ ...unit, quantity: 3 }]));
    const claim = world.lost.at(-1);
    if (!claim) throw new Error('nothing is filed');
    return claim;
  };
  keep(world, denyShippingClaim(claimOne(), { reason: 'Delivered', note: '' }, STAFF, nowIn(world)));
  keep(world, resolveShippingClaim(claimOne(), { note: '', isCustomerNotified: true }, STAFF, nowIn(world)));
  expect(orderBalance(known(world), []).left).toBe(3500);
  refundIn(world, claimOne(), 0, 0);
  expect(orderBalance(known(world), []).left).toBe(500);
  expect(refusalOf(() => fileIn(world, [unit]))).toBe('QUANTITY_TOO_LARGE');
});

test('each cover is refunded once, whether one claim gets all of them or one', () => {
  const cover = { ...lineOf({ idFromPlatform: 'cover', quantity: 3, paidTotal: 500 }), isProtection: true };
  const world = worldOf({ ...ORDER, lines: [...ORDER.lines, cover], totalPaid: 4000 });
  const left = (isEveryCoverRefunded: boolean) =>
    coverLeft({ ...placeIn(world), coverLineIds: ['cover'], isEveryCoverRefunded }).map(({ quantity, amount }) => [
      quantity,
      amount,
    ]);
  expect([left(true), left(false)]).toEqual([[[3, 500]], [[1, 166]]]);
  keep(world, fileIn(world, [unit]));
  const [claim] = world.lost;
  if (!claim) throw new Error('nothing is filed');
  const extras = {
    shippingFee: 0,
    handlingFee: 0,
    cover: coverLeft({ ...placeIn(world), coverLineIds: ['cover'], isEveryCoverRefunded: false }),
  };
  keep(world, refundShippingClaim(claim, placeIn(world), extras, STAFF, nowIn(world)));
  expect([left(true), left(false)]).toEqual([[[2, 334]], [[1, 167]]]);
});

test('items that come back of a reorder are worth what was paid for the lost ones, and hold the money once', () => {
  const world = worldOf(ORDER);
  keep(world, fileIn(world, [{ ...unit, quantity: 2 }]));
  const [filed] = world.lost;
  if (!filed) throw new Error('nothing is filed');
  keep(world, grantReorder(filed, placeIn(world), STAFF, nowIn(world)));
  STEPS['confirm']?.(world, [0, 0, 0]);
  STEPS['send']?.(world, [0, 0, 0]);
  STEPS['giveBackAgain']?.(world, [0, 0, 0]);
  expect(world.again[0]?.returns[0]?.lines[0]?.requestedAmount).toBe(unitsValue(3000, 3, 0, 1));
  expect(orderBalance(known(world), world.returns).left).toBe(1500);
});

test('items of a reorder are taxed like the lost ones, where others had given back a part of what was paid too', () => {
  const taxed = orderOf([lineOf({ idFromPlatform: 'a', paidTotal: 2800, taxTotal: 280 })], {
    taxesIncluded: false,
    totalRefunded: 1540,
    refunds: [refundOf({ total: 1540 })],
  });
  const world = worldOf(taxed);
  keep(world, fileIn(world, [unit]));
  const [filed] = world.lost;
  if (!filed) throw new Error('nothing is filed');
  expect(filed.lines[0]).toMatchObject({ amount: 1540, tax: 280 });
  keep(world, grantReorder(filed, placeIn(world), STAFF, nowIn(world)));
  STEPS['confirm']?.(world, [0, 0, 0]);
  STEPS['send']?.(world, [0, 0, 0]);
  const [again] = world.again;
  if (!again) throw new Error('nothing is sent');
  const { lines } = withReorderWorth(again.order, filed, { original: taxed, lost: 0 });
  expect(lines[0]).toMatchObject({ paidTotal: 1400, taxTotal: 140 });
});

test('another claim is filed once a reorder is made', () => {
  const world = worldOf(ORDER);
  keep(world, fileIn(world, [unit]));
  STEPS['grant']?.(world, [0, 0, 0]);
  STEPS['confirm']?.(world, [0, 0, 0]);
  expect(refusalOf(() => fileIn(world, [unit]))).toBe('SHIPPING_CLAIM_EXISTS');
  STEPS['send']?.(world, [0, 0, 0]);
  expect(fileIn(world, [unit]).claim.status).toBe('Open');
});

test('what the platform refuses to send goes back to staff, who can refund it', () => {
  const world = worldOf(ORDER);
  keep(world, fileIn(world, [unit]));
  STEPS['grant']?.(world, [0, 0, 0]);
  world.minute += 1;
  STEPS['confirm']?.(world, [0, 0, 0]);
  const [sent] = world.lost;
  if (!sent) throw new Error('nothing is sent');
  expect(sent.status).toBe('Closed_Reordered');
  expect(refusalOf(() => fileIn(world, [unit]))).toBe('SHIPPING_CLAIM_EXISTS');
  world.minute += 1;
  keep(world, reorderRefused(sent, 'Out of stock.', nowIn(world)));
  const [open] = world.lost;
  expect(open).toMatchObject({ status: 'InProgress', resolution: null, reorder: null });
  expect(orderBalance(known(world), []).left).toBe(2500);
  if (open) refundIn(world, open, 0, 0);
  expect(world.lost[0]).toMatchObject({ status: 'Closed_Refunded', resolution: { lines: 1000 } });
});

test('items that others refunded are not granted again, nor sent by a link that was granted before', () => {
  const world = worldOf(ORDER);
  keep(world, fileIn(world, [unit]));
  const [claim] = world.lost;
  if (!claim) throw new Error('nothing is filed');
  const after = (quantity: number, total: number) => ({
    ...placeIn(world),
    order: {
      ...known(world),
      totalRefunded: total,
      refunds: [refundOf({ total, lines: [{ lineIdFromPlatform: 'a', quantity, subtotal: total, tax: 0 }] })],
    },
  });
  const grant = (at: ReturnType<typeof after>) => refusalOf(() => grantReorder(claim, at, STAFF, NOW));
  expect(goneMeanwhile(claim, after(2, 2000))).toBeNull();
  expect(grant(after(2, 2000))).toMatchObject({ claim: { status: 'InProgress' } });
  expect(goneMeanwhile(claim, after(3, 3000))).toContain('was refunded or removed from the order');
  expect(grant(after(3, 3000))).toBe('REORDER_NOT_POSSIBLE');
  const all = { ...after(0, 3500), order: { ...after(0, 3500).order, refunds: [refundOf({ total: 3500 })] } };
  expect(goneMeanwhile(claim, all)).toBe('All that was paid for the order was refunded.');
});

test('a claim without an email address sends none, and is not granted a reorder that nobody could confirm', () => {
  const world = worldOf(ORDER);
  const { claim } = fileIn(world, [unit]);
  const silent = { ...claim, customerEmail: '' };
  const denied = denyShippingClaim(silent, { reason: 'Delivered', note: '' }, STAFF, NOW);
  expect(denied.effects).toEqual([]);
  expect(refusalOf(() => grantReorder(silent, placeIn(world), STAFF, NOW))).toBe('REORDER_NOT_POSSIBLE');
  expect(grantReorder(claim, placeIn(world), STAFF, NOW).effects).toHaveLength(1);
});

test('a link works until it was used, and an older one no more', () => {
  const world = worldOf(ORDER);
  keep(world, fileIn(world, [unit]));
  const granted = (): ShippingClaim => {
    world.minute += 1;
    const [claim] = world.lost;
    if (!claim) throw new Error('nothing is filed');
    keep(world, grantReorder(claim, placeIn(world), STAFF, nowIn(world)));
    return world.lost[0] ?? claim;
  };
  const [first, second] = [granted(), granted()];
  const asked = ({ reorder }: ShippingClaim): string => reorder?.askedOn ?? '';
  expect(isLinkOpen(second, asked(first), nowIn(world))).toBe(false);
  expect(isLinkOpen(second, asked(second), nowIn(world))).toBe(true);
  expect(isLinkOpen(second, asked(second), '2026-04-15T12:02:00.001Z')).toBe(false);
  STEPS['confirm']?.(world, [0, 0, 0]);
  const [sent] = world.lost;
  expect(sent && isLinkOpen(sent, asked(second), nowIn(world))).toBe(false);
  expect(refusalOf(() => STEPS['confirm']?.(world, [0, 0, 0]))).toBe('LINK_USED');
});

describe('what a store decides without people', () => {
  const lost = {
    ...ORDER,
    fulfillments: ORDER.fulfillments.map((sent) => ({ ...sent, deliveredOn: null, event: 'failure' as const })),
  };
  const terms: AutomaticTerms = { isOn: true, most: { amount: 1000, currencyCode: 'USD' }, method: 'Refund' };
  const decide = (order: Order, quantity: number, claimsLastYear = 0, method = terms.method): ShippingClaim => {
    const world = worldOf(order);
    const filed = fileIn(world, [{ ...unit, quantity }]);
    return decideAutomatically(filed, placeIn(world), { ...terms, method }, { claimsLastYear }, nowIn(world)).claim;
  };

  test('goes up to the amount it has set, and not a cent over it', () => {
    expect(decide(lost, 1)).toMatchObject({ status: 'Closed_Refunded', resolution: { in: 'Automatic', lines: 1000 } });
    expect(decide(lost, 2).status).toBe('Open');
  });

  test('needs the word of the carrier, and that it is the first claim', () => {
    expect(decide(ORDER, 1).status).toBe('Open');
    expect(decide(lost, 1, 1).status).toBe('Open');
  });

  test('is no reorder for an address that somebody typed: the person who reads mail there says where the goods go', () => {
    const others = { ...lost, email: 'grace@example.com', customer: null };
    expect(decide(others, 1, 0, 'Reorder').status).toBe('Open');
    expect(decide({ ...others, email: 'Ada@Example.com' }, 1, 0, 'Reorder').status).toBe('InProgress');
  });

  test('leaves to staff what can’t be given, and files it all the same', () => {
    expect(decide({ ...lost, totalPaid: 0 }, 1).status).toBe('Open');
    const ofFile = { ...lost, idFromPlatform: 'csv:1001' };
    expect(decide(ofFile, 1).status).toBe('Open');
  });
});
