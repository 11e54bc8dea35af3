import { z } from 'zod';
import { percentOf, type Minor } from '#core/money.ts';
import { coverMoney, type CoveredOrder } from '#core/protection/cover-of-order.ts';
import { linesAmount, resolvedAmount, type ShippingClaim } from '#core/protection/shipping-claim.ts';

/** What a store is billed for its shipping protection (S3.24), with what one and all of them are called. */
export const BILLING_KINDS = {
  protectedOrder: { one: 'Protected order', all: 'Protected orders' },
  adjustment: { one: 'Adjustment', all: 'Adjustments' },
  refund: { one: 'Refund', all: 'Refunds' },
  reorder: { one: 'Reorder', all: 'Reorders' },
  revenueShare: { one: 'Revenue share', all: 'Revenue share' },
} as const;
export type BillingKind = keyof typeof BILLING_KINDS;
export const BillingKind = /* @__PURE__ */ z.enum(Object.keys(BILLING_KINDS) as [BillingKind, ...BillingKind[]]);

/**
 * What something comes to, by kind, in minor units; a kind that is left out comes to nothing. Covers count as sold, what
 * went back of them is an adjustment below zero. Refunds and reorders are what claims gave, revenue is the store's share.
 */
export type Billed = Readonly<Partial<Record<BillingKind, Minor>>>;

/** A line as it is recorded: a difference, so that the lines of anything add up to what it comes to. */
export type BillingLine = { kind: BillingKind; amount: Minor; purposeKey: string };

const KINDS: readonly BillingKind[] = BillingKind.options;

/**
 * The lines that are missing until what is recorded of a subject adds up to what it comes to now; none when it does. Each
 * has a key of its own, so that two who record the same write it once. A protected order has a line even where its cover
 * cost nothing.
 */
export const missingLines = (
  subject: string,
  recorded: readonly Pick<BillingLine, 'kind' | 'amount'>[],
  billed: Billed,
): BillingLine[] =>
  KINDS.flatMap((kind): BillingLine[] => {
    const own = recorded.filter((line) => line.kind === kind);
    const amount = (billed[kind] ?? 0) - own.reduce((sum, line) => sum + line.amount, 0);
    const isFirst = own.length === 0 && billed[kind] !== undefined && kind === 'protectedOrder';
    return amount === 0 && !isFirst ? [] : [{ kind, amount, purposeKey: `${kind}:${subject}:${own.length + 1}` }];
  });

/**
 * What a protected order comes to; nothing while it isn't paid. The store's share is of what is kept of the cover, rounded
 * half up to the minor unit once for each order. `basisPoints`: 1000 is 10 percent.
 */
export function orderBilled(at: Omit<CoveredOrder, 'claims'>, basisPoints: number): Billed {
  const { sold, kept, isPaid } = coverMoney(at);
  if (!isPaid) return {};
  return { protectedOrder: sold, adjustment: kept - sold, revenueShare: percentOf(kept, basisPoints) };
}

/** What a claim of shipping protection comes to: what it gave, and nothing until then. */
export const shippingClaimBilled = (claim: ShippingClaim): Billed => ({
  refund: claim.status === 'Closed_Refunded' && claim.resolution ? resolvedAmount(claim.resolution) : 0,
  reorder: claim.status === 'Closed_Reordered' ? linesAmount(claim) : 0,
});

/** A rate, from when on it counts. */
export type ShareRate = { basisPoints: number; from: string };

/** The rate of an order: the last that was set before it was bought; none before the first. */
export const shareRateOf = (rates: readonly ShareRate[], boughtOn: string): number =>
  rates
    .filter(({ from }) => Date.parse(from) <= Date.parse(boughtOn))
    .toSorted((one, other) => Date.parse(one.from) - Date.parse(other.from))
    .at(-1)?.basisPoints ?? 0;
