import type { Claim, ClaimLine, SettlementRecord } from '#core/claims/claim.ts';
import type { EffectPayload } from '#core/effects/kinds.ts';
import { isGiftReturn } from '#core/claims/gift-return.ts';
import { byInstant, epochOf } from '#core/dates.ts';
import type { Minor } from '#core/money.ts';
import type { Order, OrderRefund } from '#core/orders/order.ts';

/**
 * What finalizing had the platform give back in one way, bonus included, with the lines it takes back for it. `since`:
 * no refund made for it is older; `claim`: what its note may name; `id`: the platform's, once its answer has told us.
 */
type AskedRefund = { on: string; since: string; claim: string; amount: Minor; lines: ClaimLine[]; id: string | null };

/**
 * The platform's refunds of an order, told apart. `ours`: those that some round of finalizing asked for;
 * `others`: all the rest; `missing`: what was asked for and is not among them, be it because it is under way,
 * came in another sum, or was left to staff.
 */
export type PlatformRefunds = { ours: OrderRefund[]; others: OrderRefund[]; missing: AskedRefund[] };

/**
 * A refund is ours when it bears the id we were told. Of a round for which we were told none, it is the one of the
 * sum and the units of the round that is not older than it; each counts for one round. What staff settled outside they
 * may have refunded before they said so, in another sum, or together with more: of such a refund a part is theirs.
 */
export function platformRefunds(order: Order, claims: readonly Claim[]): PlatformRefunds {
  const others = order.refunds.toSorted((one, other) => byInstant(one.createdOn, other.createdOn));
  const ours: OrderRefund[] = [];
  const missing: AskedRefund[] = [];
  const take = (asked: AskedRefund, isIt: (refund: OrderRefund) => boolean): void => {
    const at = others.findIndex(isIt);
    const found = at < 0 ? [] : others.splice(at, 1);
    ours.push(...found);
    missing.push(...found.flatMap((refund) => restOf(asked, refund)), ...(at < 0 ? [asked] : []));
  };
  const all = claims.flatMap(askedBy).toSorted((one, other) => byInstant(one.on, other.on));
  for (const asked of all) if (asked.id !== null) take(asked, (refund) => refund.idFromPlatform === asked.id);
  for (const asked of all) if (asked.id === null) take(asked, (refund) => isOf(asked, refund));
  // Staff may have taken in one by one what was exchanged together.
  for (const asked of missing.filter(({ lines }) => lines.length > 1 && lines.every(isExchanged))) {
    missing.splice(missing.indexOf(asked), 1);
    for (const line of asked.lines)
      take({ ...asked, lines: [line] }, (refund) => isOf({ ...asked, lines: [line] }, refund));
  }
  for (const asked of missing.filter(isOutside)) {
    const refund = others.find((one) => holdsUnits(asked, one));
    if (!refund) continue;
    const { part, rest } = split(asked, refund);
    ours.push(part);
    others.splice(others.indexOf(refund), 1, ...rest);
    missing.splice(missing.indexOf(asked), 1);
  }
  return { ours, others, missing };
}

const isOutside = ({ lines }: AskedRefund): boolean => lines.some((line) => line.wasResolvedExternally);

const holdsUnits = ({ since, lines }: AskedRefund, refund: OrderRefund): boolean =>
  !isOlder(refund, since) &&
  lines.every(
    ({ lineIdFromPlatform }) => unitsIn(refund.lines, lineIdFromPlatform) >= unitsIn(lines, lineIdFromPlatform),
  );

/** The part of a refund that gave back what was asked, and what else it gave, if anything. */
function split({ amount, lines }: AskedRefund, refund: OrderRefund): { part: OrderRefund; rest: OrderRefund[] } {
  const total = Math.min(amount, refund.total);
  const open = new Map(lines.map(({ lineIdFromPlatform: id }) => [id, unitsIn(lines, id)]));
  const taken: OrderRefund['lines'] = [];
  const more: OrderRefund['lines'] = [];
  // The platform may name one line several times: of all of them together as many are taken as were asked for.
  for (const line of refund.lines) {
    const asked = open.get(line.lineIdFromPlatform) ?? 0;
    const quantity = Math.min(line.quantity, asked);
    open.set(line.lineIdFromPlatform, asked - quantity);
    if (quantity > 0) taken.push({ ...line, quantity });
    if (line.quantity > quantity) more.push({ ...line, quantity: line.quantity - quantity });
  }
  const rest = { ...refund, total: refund.total - total, lines: more };
  return { part: { ...refund, total, lines: taken }, rest: rest.total > 0 || more.length > 0 ? [rest] : [] };
}

/** The platform may give one refund back in several parts, and names the first. */
const restOf = (asked: AskedRefund, { total, lines }: OrderRefund): AskedRefund[] =>
  total >= asked.amount
    ? []
    : [
        {
          ...asked,
          amount: asked.amount - total,
          lines: asked.lines.filter((line) => unitsIn(lines, line.lineIdFromPlatform) === 0),
          id: null,
        },
      ];

/** The refunds of which none can be one of ours that is missing. */
export function surelyOthers({ others, missing }: PlatformRefunds): OrderRefund[] {
  const maybeOurs = new Set(missing.flatMap((asked) => inPlaceOf(asked, others)));
  return others.filter((refund) => !maybeOurs.has(refund));
}

/** Of the refunds of others those that may be one of ours that is missing; what staff gave by hand may have come in several sums. */
export function inPlaceOf(asked: AskedRefund, others: readonly OrderRefund[]): OrderRefund[] {
  const single = others.filter((refund) => mayBe(asked, refund));
  return single.length > 0 ? single : inSums(asked, others);
}

/** Refunds of sums alone, one after the other, that come to what was asked for. */
function inSums({ amount, since, id }: AskedRefund, others: readonly OrderRefund[]): OrderRefund[] {
  if (id !== null || amount === 0) return [];
  const sums = others.filter((refund) => refund.total > 0 && refund.lines.length === 0 && !isOlder(refund, since));
  for (const from of sums.keys()) {
    let rest = amount;
    for (let to = from; to < sums.length && rest > 0; to += 1) {
      rest -= sums[to]?.total ?? 0;
      if (rest === 0) return sums.slice(from, to + 1);
    }
  }
  return [];
}

/**
 * Whether a refund of the platform may be one of ours in another sum or with other units: not when we know another's id,
 * when it is older, or when money went for an exchange for which none goes back.
 */
function mayBe(asked: AskedRefund, refund: OrderRefund): boolean {
  if (asked.id !== null || isOlder(refund, asked.since) || (asked.amount === 0 && refund.total > 0)) return false;
  const isOfUnits = asked.lines.length > 0 && isSameUnits(asked, refund);
  return asked.amount === refund.total || isOfUnits || refund.note.includes(asked.claim);
}

/** What became of a line in the end: value may have been given for goods that were to be sent for it. */
const lastRound = ({ settlements }: Claim, line: ClaimLine): SettlementRecord | undefined =>
  settlements.findLast(({ lineIds }) => lineIds.includes(line.id));

function askedBy(claim: Claim): AskedRefund[] {
  const returned = claim.lines.filter(isReturned);
  const rounds = claim.settlements.flatMap((record): AskedRefund[] => {
    const { settledOn: on, lineIds, issued, incentive, refundIds, isCreditedToGuest = false } = record;
    const of = { on, since: on, claim: claim.externalId };
    const linesOf = (way: 'refund' | 'storeCredit'): ClaimLine[] =>
      returned.filter(
        (line) => lineIds.includes(line.id) && refundedBy(line) === way && lastRound(claim, line) === record,
      );
    return [
      { ...of, amount: issued.refund, lines: linesOf('refund'), id: refundIds?.refund ?? null },
      {
        ...of,
        // A gift's recipient and a guest are credited without a refund of the order.
        amount: isGiftReturn(claim) || isCreditedToGuest ? 0 : issued.storeCredit + incentive.storeCredit,
        lines: linesOf('storeCredit'),
        id: refundIds?.storeCredit ?? null,
      },
    ].filter(({ amount }) => amount > 0);
  });
  const exchanges = claim.settlements.flatMap((record) => exchangedBy(claim, record, returned));
  const together = [...rounds, ...exchanges];
  const named = together.flatMap((round) => round.lines);
  const alone = returned.filter((line) => !named.includes(line)).map((line) => askedAlone(claim, line));
  return [...together, ...alone];
}

/** One step takes all goods of a round back for others: the platform makes one return of them, and one refund of nothing. */
function exchangedBy(claim: Claim, record: SettlementRecord, returned: readonly ClaimLine[]): AskedRefund[] {
  const lines = returned.filter(
    (line) => isExchanged(line) && record.lineIds.includes(line.id) && lastRound(claim, line) === record,
  );
  const { settledOn: on } = record;
  return lines.length === 0 ? [] : [{ on, since: on, claim: claim.externalId, amount: 0, lines, id: null }];
}

const isExchanged = (line: ClaimLine): boolean => line.method === 'variantExchange' && !line.wasResolvedExternally;

type OfRefund = Pick<EffectPayload<'refund'>, 'to' | 'claimLineIds' | 'isInstead'>;

/** Whether a refund carries out what a round of the claim asked for. */
const isOfRound = (record: SettlementRecord, { claimLineIds, isInstead }: OfRefund): boolean =>
  (isInstead === true) === (record.insteadOf !== undefined) && record.lineIds.some((id) => claimLineIds.includes(id));

const wayOf = ({ to }: OfRefund): 'storeCredit' | 'refund' => (to === 'storeCredit' ? 'storeCredit' : 'refund');

/** Keeps which refund of the platform carried out what a round of the claim asked for. */
export const withRefundId = (claim: Claim, refund: OfRefund, idFromPlatform: string): Claim => ({
  ...claim,
  settlements: claim.settlements.map((record) =>
    isOfRound(record, refund)
      ? { ...record, refundIds: { ...record.refundIds, [wayOf(refund)]: idFromPlatform } }
      : record,
  ),
});

/** The claim as if it had not asked for a refund. */
export const withoutRefund = (claim: Claim, refund: OfRefund): Claim => ({
  ...claim,
  lines: claim.lines.map((line) =>
    refund.claimLineIds.includes(line.id) ? { ...line, isReturnedAtPlatform: false } : line,
  ),
  settlements: claim.settlements.map((record) =>
    isOfRound(record, refund)
      ? {
          ...record,
          issued: { ...record.issued, [wayOf(refund)]: 0 },
          incentive: wayOf(refund) === 'storeCredit' ? { ...record.incentive, storeCredit: 0 } : record.incentive,
        }
      : record,
  ),
});

/** Units the platform takes back itself, or that staff took back there. */
const isReturned = (line: ClaimLine): boolean =>
  line.finalizedOn !== null && (line.isReturnedAtPlatform || line.wasResolvedExternally);

function refundedBy(line: ClaimLine): 'refund' | 'storeCredit' | null {
  if (line.wasResolvedExternally) return null;
  return line.method === 'refund' || line.method === 'storeCredit' ? line.method : null;
}

/** Left to staff, who may have given it since it was asked for; or goods exchanged by the platform for which no money goes back. */
const askedAlone = (claim: Claim, line: ClaimLine): AskedRefund => ({
  on: line.finalizedOn ?? '',
  since: line.wasResolvedExternally ? claim.createdOn : (line.finalizedOn ?? ''),
  claim: claim.externalId,
  amount:
    line.wasResolvedExternally || line.method === 'refund' || line.method === 'storeCredit'
      ? (line.amount ?? line.requestedAmount)
      : 0,
  lines: [line],
  id: null,
});

// Platforms tell the time of a refund in whole seconds.
const SECOND_MS = 1000;

/** Whether a refund was there before an instant for certain: of the same second it may have come after. */
export const isOlder = ({ createdOn }: OrderRefund, on: string): boolean =>
  epochOf(createdOn) < Math.floor(epochOf(on) / SECOND_MS) * SECOND_MS;

const isOf = (asked: AskedRefund, refund: OrderRefund): boolean =>
  asked.amount === refund.total && !isOlder(refund, asked.since) && isSameUnits(asked, refund);

function isSameUnits(asked: AskedRefund, refund: OrderRefund): boolean {
  const ids = new Set([...asked.lines, ...refund.lines].map((line) => line.lineIdFromPlatform));
  return [...ids].every((id) => unitsIn(asked.lines, id) === unitsIn(refund.lines, id));
}

export const unitsIn = (
  lines: readonly { lineIdFromPlatform: string; quantity: number }[],
  lineIdFromPlatform: string,
): number => lines.reduce((sum, line) => sum + (line.lineIdFromPlatform === lineIdFromPlatform ? line.quantity : 0), 0);
