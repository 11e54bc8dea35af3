import { isActive } from '#core/claims/active.ts';
import type { Claim } from '#core/claims/claim.ts';
import type { ClaimRefund } from '#core/claims/settlement-shapes.ts';
import { byInstant, epochOf } from '#core/dates.ts';
import type { Minor } from '#core/money.ts';
import { heldByProtection, type Held } from '#core/orders/held-by-protection.ts';
import type { Order, OrderRefund } from '#core/orders/order.ts';

/** Units by order line. */
export type UnitsByLine = ReadonlyMap<string, number>;
type Units = { lineIdFromPlatform: string | null; quantity: number };

/** The platform's report on an order, split into what it did for claims and what anyone else did. */
export type Movements = {
  /** Refunds that no claim of either kind asked for; of a refund that staff assigned to one, only the excess. */
  refunds: OrderRefund[];
  /** Units in returns that no claim asked for, under way or done. */
  returned: UnitsByLine;
  /** Units that the platform says it took back for claims; `refunded` leaves out those it only tells the return of. */
  ofClaims: { all: UnitsByLine; refunded: UnitsByLine; byClaim: ReadonlyMap<number, UnitsByLine> };
  /** Refunded by others; a file reports only the sum. */
  given: Minor;
  /** Refunded by claims of shipping protection, and of the cover. */
  byProtection: Minor;
};

/**
 * A refund or return belongs to a claim if it has the key of one of its rounds, if the platform returned its id to our
 * effect, or if staff assigned it. Everything else was done by someone at the platform.
 */
export function movementsOf(order: Order, claims: readonly Claim[]): Movements {
  const named = claims.flatMap(namedRefunds);
  const chosenBy = [...named.filter(({ isByHand }) => isByHand), ...namedByProtection(order)];
  const isAnswered = new Map(named.filter(({ isByHand }) => !isByHand).map((one) => [one.idFromPlatform, one.by]));
  const claimOf = (key: string | null, id: string): Claim | undefined =>
    (key === null ? undefined : claims.find((claim) => isKeyOf(claim, key))) ?? isAnswered.get(id);
  const ofShipping = order.refunds.filter(({ purposeKey }) => isOfProtection(order, purposeKey));
  const own = order.refunds.filter((one) => one.isForExchange !== true && !ofShipping.includes(one));
  const refunds = own.map((refund) => {
    const claim = claimOf(refund.purposeKey, refund.idFromPlatform);
    const chosen = claim ? [] : chosenBy.filter((one) => one.idFromPlatform === refund.idFromPlatform);
    return { claim, ...split(refund, chosen) };
  });
  const returns = order.returns
    .filter(({ status }) => !NEVER_RETURNED.has(status.toLowerCase()))
    .map((back) => ({ back, claim: claimOf(back.purposeKey, '') }));
  const byClaim = new Map(
    claims.map((claim) => {
      const asRefund = refunds.flatMap((one) =>
        one.claim === claim ? one.refund.lines : (one.named.get(claim)?.lines ?? []),
      );
      const asReturn = returns.flatMap((one) => (one.claim === claim ? one.back.lines : []));
      return [claim.id, most(unitsOf(asRefund), unitsOf(asReturn))] as const;
    }),
  );
  const ofOthers = refunds.flatMap(({ claim, rest }) => (claim || !rest ? [] : [rest]));
  const byHand = unitsOf(refunds.flatMap((one) => [...one.named.values()].flatMap(({ lines }) => lines)));
  const protectedByHand = refunds.flatMap(({ named: parts }) =>
    heldByProtection(order).flatMap((held) => parts.get(held) ?? []),
  );
  // What goes back for exchanged goods is held by the exchange.
  const forExchange = sum(order.refunds, ({ total, isForExchange }) => (isForExchange === true ? total : 0));
  const byOurSteps = sum(ofShipping, ({ total }) => total);
  const ours =
    forExchange +
    byOurSteps +
    sum(refunds, ({ claim, refund, rest }) => (claim ? refund.total : refund.total - (rest?.total ?? 0)));
  return {
    refunds: ofOthers,
    returned: less(unitsOf(returns.flatMap(({ claim, back }) => (claim ? [] : back.lines))), byHand),
    ofClaims: {
      all: [...byClaim.values()].reduce(
        plus,
        unitsOf([...ofShipping, ...protectedByHand].flatMap(({ lines }) => lines)),
      ),
      refunded: plus(
        unitsOf([
          ...refunds.flatMap(({ claim, refund }) => (claim ? refund.lines : [])),
          ...ofShipping.flatMap(({ lines }) => lines),
        ]),
        byHand,
      ),
      byClaim,
    },
    given: Math.max(0, order.totalRefunded - ours),
    byProtection: byOurSteps + sum(protectedByHand, ({ amount }) => amount),
  };
}

/** Refunds by staff for which nobody has said that they were for a claim, newest first. */
export function unnamedRefunds(order: Order, claims: readonly Claim[]): OrderRefund[] {
  const ids = new Set(movementsOf(order, claims).refunds.map(({ idFromPlatform }) => idFromPlatform));
  return order.refunds
    .filter(({ idFromPlatform }) => ids.has(idFromPlatform))
    .toSorted((one, other) => byInstant(other.createdOn, one.createdOn));
}

/** Keeps which refund of the platform was made for a claim. */
export const withRefund = (claim: Claim, refund: ClaimRefund): Claim => ({
  ...claim,
  refunds: [...(claim.refunds ?? []).filter((one) => one.idFromPlatform !== refund.idFromPlatform), refund],
});

const NEVER_RETURNED = new Set(['canceled', 'cancelled', 'declined']);

/** What a claim of shipping protection refunded is held by it, and the cover that we refund by that refund. */
const isOfProtection = ({ shippingClaims = [], coverRefund }: Order, key: string | null): boolean =>
  key !== null &&
  (key === coverRefund?.purposeKey ||
    shippingClaims.some(
      ({ id, externalId }) => key.includes(`:shippingClaim:${id}:`) && key.endsWith(`:${externalId}`),
    ));

/** Partners see the key of a round with the claim's external id appended. */
const isKeyOf = ({ id, externalId }: Claim, key: string): boolean =>
  key.includes(`:claim:${id}:`) && key.endsWith(`:${externalId}`);

/** A refund known by its id to be for a claim, with as much of it as can be. */
type NamedRefund<By = Claim | Held> = {
  by: By;
  idFromPlatform: string;
  isByHand: boolean;
  amount: Minor;
  lines: readonly Units[];
};

/** What staff refunded by hand in place of claims of shipping protection, and of the cover. */
const namedByProtection = (order: Order): NamedRefund[] =>
  heldByProtection(order).flatMap((held) =>
    held.refundIdByHand === undefined
      ? []
      : [{ by: held, idFromPlatform: held.refundIdByHand, isByHand: true, amount: held.money, lines: held.units }],
  );

function namedRefunds(claim: Claim): NamedRefund<Claim>[] {
  const steps = (claim.refunds ?? []).map(({ lineIds, isByHand = false, ...refund }) => ({
    ...refund,
    by: claim,
    isByHand,
    lines: claim.lines.filter(({ id }) => lineIds.includes(id)),
  }));
  const outside = claim.lines.flatMap((line) =>
    isActive(line) && line.wasResolvedExternally && line.externalRefundId !== undefined
      ? [
          {
            by: claim,
            idFromPlatform: line.externalRefundId,
            isByHand: true,
            amount: line.amount ?? line.requestedAmount,
            lines: [line],
          },
        ]
      : [],
  );
  return [...steps, ...outside];
}

type Split = {
  refund: OrderRefund;
  named: Map<NamedRefund['by'], { amount: Minor; lines: Units[] }>;
  rest: OrderRefund | null;
};

/** Takes what staff named for claims out of a refund; null where nothing else is left of it. */
function split(refund: OrderRefund, chosen: readonly NamedRefund[]): Split {
  const named: Split['named'] = new Map();
  if (chosen.length === 0) return { refund, named, rest: refund };
  let { total, lines } = refund;
  for (const { by, amount, lines: of } of chosen) {
    const given = Math.min(total, amount);
    total -= given;
    const open = new Map(unitsOf(of));
    const taken: Units[] = [];
    // The platform may name one line several times.
    lines = lines.flatMap((line) => {
      const quantity = Math.min(line.quantity, open.get(line.lineIdFromPlatform) ?? 0);
      open.set(line.lineIdFromPlatform, (open.get(line.lineIdFromPlatform) ?? 0) - quantity);
      taken.push({ lineIdFromPlatform: line.lineIdFromPlatform, quantity });
      return line.quantity > quantity ? [{ ...line, quantity: line.quantity - quantity }] : [];
    });
    const before = named.get(by) ?? { amount: 0, lines: [] };
    named.set(by, { amount: before.amount + given, lines: [...before.lines, ...taken] });
  }
  return { refund, named, rest: total > 0 || lines.length > 0 ? { ...refund, total, lines } : null };
}

/** The platform gave money back for the units; without, it only took them in. */
export const isPaidRefund = ({ total }: OrderRefund): boolean => total > 0;

// Platforms tell the time of a refund in whole seconds.
const SECOND_MS = 1000;

/** Whether a refund was there before an instant for certain: of the same second it may have come after. */
export const isOlder = ({ createdOn }: OrderRefund, on: string): boolean =>
  epochOf(createdOn) < Math.floor(epochOf(on) / SECOND_MS) * SECOND_MS;

export function unitsOf(lines: readonly Units[]): UnitsByLine {
  const units = new Map<string, number>();
  for (const { lineIdFromPlatform: id, quantity } of lines)
    if (id !== null) units.set(id, (units.get(id) ?? 0) + quantity);
  return units;
}

const combine =
  (how: (one: number, other: number) => number) =>
  (one: UnitsByLine, other: UnitsByLine): UnitsByLine =>
    new Map(
      [...new Set([...one.keys(), ...other.keys()])].map((id) => [id, how(one.get(id) ?? 0, other.get(id) ?? 0)]),
    );
const plus = combine((one, other) => one + other);
const most = combine(Math.max);
const less = combine((one, other) => Math.max(0, one - other));

export const sum = <T>(items: readonly T[], amount: (item: T) => number): number =>
  items.reduce((all, item) => all + amount(item), 0);
