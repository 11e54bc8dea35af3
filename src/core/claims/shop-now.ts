import { proceedsOf, shopNowCostOf, shopNowGoods, stillOwed } from '#core/claims/claim-money.ts';
import { total, usableOf } from '#core/claims/paid.ts';
import { isActive } from '#core/claims/active.ts';
import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import { incentiveOf } from '#core/claims/sums.ts';
import type { Minor } from '#core/money.ts';

/** What the shopper bought with the credit of a claim, in one view; minor units. */
export type ShopNow = {
  /** Units of all its items. */
  quantity: number;
  cost: Minor;
  /** What was paid on top, by payments held or taken, and what is still to be paid. */
  paid: Minor;
  owed: Minor;
  /** The part of the credit that goes out because nothing was bought with it. */
  left: Minor;
};

/** Null where nothing was chosen, or its value was issued instead. */
export function shopNowOf(claim: Claim): ShopNow | null {
  const goods = shopNowGoods(claim);
  if (goods.length === 0) return null;
  const cost = shopNowCostOf(claim);
  const used = total(claim.settlements, ({ paymentUsed }) => paymentUsed);
  const paid = used > 0 ? used : claim.payments.reduce((sum, payment) => sum + usableOf(payment), 0);
  const credits = claim.lines.filter((line) => line.isShopNow && isActive(line) && !line.wasResolvedExternally);
  return {
    quantity: goods.reduce((units, { quantity }) => units + quantity, 0),
    cost,
    paid: Math.min(paid, cost),
    owed: Math.min(stillOwed(claim), cost),
    left: credits.reduce((sum, line) => sum + proceedsOf(claim, line).issued, 0),
  };
}

/** What a line brings to shop with, its bonus included. */
export const shopNowCreditOf = (line: ClaimLine): Minor => (line.amount ?? line.requestedAmount) + incentiveOf(line);
