import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import { exchangesBack, type Units } from '#core/claims/exchanges-back.ts';
import { inPlaceOf, surelyOthers, platformRefunds } from '#core/claims/platform-refunds.ts';
import { isActive } from '#core/claims/units.ts';
import { formatMoney, type Minor } from '#core/money.ts';
import type { Order } from '#core/orders/order.ts';

/**
 * What an active claim line holds of the order's money: what was given, and until then no more than was asked for, so
 * that no decision takes from the other items before it is carried out. Bonuses are not the order's money.
 */
const heldAmount = ({ amount, requestedAmount, finalizedOn }: ClaimLine): Minor =>
  finalizedOn === null ? Math.min(amount ?? requestedAmount, requestedAmount) : (amount ?? requestedAmount);

/** Whether decisions of a claim that are not carried out hold some of the order's money. */
export const isHoldingMoney = ({ lines }: Claim): boolean =>
  lines.some((line) => isActive(line) && line.finalizedOn === null && heldAmount(line) > 0);

/**
 * Minor units of the order that claims may still give back: paid, less what active claims hold, less what
 * the platform gave back on its own. A refund of ours is counted once, by what its claim holds, whether or
 * not the platform has reported it, and without the bonus on top or the fee taken off.
 */
export const moneyLeft = (order: Order, priorClaims: readonly Claim[]): Minor =>
  Math.max(0, balance(order, priorClaims));

/** What is left, or what was given beyond it as less than nothing, before what is kept for some units is added. */
export const balance = (order: Order, priorClaims: readonly Claim[]): Minor =>
  notHeld(order, priorClaims) - givenByOthers(order, priorClaims);

/**
 * Minor units of what was paid that no active claim holds, whatever the platform gave back on its own. An exchange on
 * the order and a claim for its goods hold the same money until one of them is carried out.
 */
export function notHeld(order: Order, priorClaims: readonly Claim[]): Minor {
  const open = openLines(priorClaims);
  const held = heldBy(order, priorClaims, []);
  const shared = sum([...new Set(open.map((line) => line.lineIdFromPlatform))], (id) => {
    const asked = open.filter((line) => line.lineIdFromPlatform === id);
    const released = held - heldBy(order, priorClaims, asked);
    return Math.min(sum(asked, heldAmount), released);
  });
  return order.totalPaid - held + shared;
}

/**
 * What an exchange on the order holds for its own goods, of which these units are some: it is theirs once they are given
 * for, and nobody else's before.
 */
export function keptFor(order: Order, priorClaims: readonly Claim[], asked: readonly Units[]): Minor {
  const open = openLines(priorClaims);
  return heldBy(order, priorClaims, open) - heldBy(order, priorClaims, [...open, ...asked]);
}

const openLines = (claims: readonly Claim[]): ClaimLine[] =>
  claims.flatMap(({ lines }) => lines.filter((line) => isActive(line) && line.finalizedOn === null));

/** Goods of an exchange on the order that came back hold nothing any more; `asked` is to count as back. */
function heldBy(order: Order, priorClaims: readonly Claim[], asked: readonly Units[]): Minor {
  const back = exchangesBack(order, priorClaims, asked);
  return sum(priorClaims, ({ id, lines }) =>
    sum(lines.filter(isActive), (line) => {
      const one = back.find(({ claimId, lineId }) => claimId === id && lineId === line.id);
      return Math.max(0, heldAmount(line) - (one?.worth ?? 0));
    }),
  );
}

export const onlyLeftText = ({ currencyCode }: Claim, left: Minor): string =>
  `Only ${formatMoney({ amount: left, currencyCode })} of what was paid for this order is left to give back`;

/**
 * What the platform gave back on its own. While a refund of ours is not among the platform's and its id is not known
 * either, what may be it counts as far as it is more than that one.
 */
export function givenByOthers(order: Order, priorClaims: readonly Claim[]): Minor {
  const refunds = platformRefunds(order, priorClaims);
  const total = (refund: { total: Minor }): Minor => refund.total;
  const byOthers = Math.max(0, order.totalRefunded - sum(refunds.ours, total));
  const surely = refunds.missing.length === 0 ? byOthers : Math.min(byOthers, sum(surelyOthers(refunds), total));
  // A file tells the sum alone.
  const unlisted = Math.max(0, byOthers - sum(refunds.others, total));
  const maybeOurs = sum(refunds.missing, (asked) =>
    Math.min(asked.amount, unlisted + sum(inPlaceOf(asked, refunds.others), total)),
  );
  return surely + Math.max(0, byOthers - surely - maybeOurs);
}

const sum = <T>(items: readonly T[], amount: (item: T) => Minor): Minor =>
  items.reduce((all, item) => all + amount(item), 0);
