import type { Claim, ClaimLine, WantedItem } from '#core/claims/claim.ts';
import { platformRefunds, unitsIn } from '#core/claims/platform-refunds.ts';
import { activeClaimLines, returnedUnits, unitsGone } from '#core/claims/units.ts';
import { byInstant } from '#core/dates.ts';
import { allocate, type Minor } from '#core/money.ts';
import type { Order, OrderLine } from '#core/orders/order.ts';

/** Units of a line of the order. */
export type Units = { lineIdFromPlatform: string; quantity: number };

/** What goods of an exchange on the order itself are worth that came back since; minor units. */
export type ExchangeBack = { claimId: number; lineId: number; worth: Minor };

/**
 * Exchanges on the order whose goods came back, so that what they stand for may be given once more. The platform adds
 * such goods to the order as its last lines, and tells them with the units they were sent for. `asked`: what is to count
 * as back besides.
 */
export function exchangesBack(order: Order, claims: readonly Claim[], asked: readonly Units[] = []): ExchangeBack[] {
  const exchanged = claims.flatMap(({ id, lines }) => lines.flatMap((line) => exchangeOf(id, line)));
  if (exchanged.length === 0) return [];
  const untold = untoldLines(order, claims);
  const added = order.lines.toReversed();
  return exchanged
    .filter(({ line }) => !untold.has(line))
    .toSorted((one, other) => byInstant(other.line.finalizedOn ?? '', one.line.finalizedOn ?? ''))
    .flatMap(({ claimId, line, goods }) => {
      const at = added.findIndex((one) => isOf(one, line, goods));
      const [sent] = at < 0 ? [] : added.splice(at, 1);
      if (!sent) return [];
      const units = Math.min(goods.quantity, unitsBack(order, sent, claims) + unitsIn(asked, sent.idFromPlatform));
      const [worth = 0] = allocate((line.amount ?? line.requestedAmount) + line.exchangeDeltaAmount, [
        units,
        goods.quantity - units,
      ]);
      return [{ claimId, lineId: line.id, worth }];
    });
}

/** The platform may tell goods that it took in for others by their return alone, without a refund of nothing. */
function untoldLines(order: Order, claims: readonly Claim[]): Set<ClaimLine> {
  const missing = platformRefunds(order, claims).missing.flatMap(({ lines }) => lines);
  const refunded = order.refunds.flatMap(({ lines }) => lines);
  const isReturned = (line: OrderLine): boolean =>
    returnedUnits(order, line) - unitsIn(refunded, line.idFromPlatform) >= unitsIn(missing, line.idFromPlatform);
  const returned = new Set(order.lines.filter(isReturned).map(({ idFromPlatform }) => idFromPlatform));
  return new Set(missing.filter(({ lineIdFromPlatform }) => !returned.has(lineIdFromPlatform)));
}

type Exchanged = { claimId: number; line: ClaimLine; goods: WantedItem };

const exchangeOf = (claimId: number, line: ClaimLine): Exchanged[] =>
  line.isReturnedAtPlatform && line.method === 'variantExchange' && line.exchange
    ? [{ claimId, line, goods: line.exchange }]
    : [];

const isOf = (one: OrderLine, line: ClaimLine, goods: WantedItem): boolean =>
  one.variantIdFromPlatform === goods.variantIdFromPlatform && one.idFromPlatform !== line.lineIdFromPlatform;

/** What is only asked for may be denied again. */
const unitsBack = (order: Order, line: OrderLine, claims: readonly Claim[]): number =>
  activeClaimLines(claims, line.idFromPlatform).reduce(
    (units, one) => units + (one.finalizedOn === null ? 0 : one.quantity),
    unitsGone(order, line, claims).byPlatform,
  );
