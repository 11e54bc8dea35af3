import { sumOf } from './arithmetic.ts';
import { coverWorth, givenBy, type LostGoods, type Units } from './packages.ts';
import { isAnyRaised, type Asked, type Bought } from './story.ts';

// What goes back of the cover of a canceled order by itself, by docs/decisions/0032, written independently.

/** A refund as the platform has it. `of`: of the cover by itself, for a claim, or by somebody else. */
export type Refunded = { of: 'cover' | 'claim' | 'others'; money: number; units: readonly Units[] };

/** An order that was bought with the cover, and what became of it at the platform. */
export type Covered = {
  name: string;
  order: Bought;
  /** The store gives covers back. */
  isGivenBack: boolean;
  isCanceled: boolean;
  /** In packages that left. */
  sent: readonly Units[];
  /** The oldest first. */
  refunds: readonly Refunded[];
  /** How many refunds there were when somebody last looked, before each try to give the cover back; null: nobody looked. */
  looks: readonly (number | null)[];
  /** Why nobody can say what moved; null where it can be said. */
  doubt: string | null;
};

export type JudgedCover = { wrong: string[]; isCompared: boolean };

/** The cover goes back once for an order that was canceled before any goods left, and never otherwise. */
export function judgeCover(covered: Covered, returns: readonly Asked[], claims: readonly LostGoods[]): JudgedCover {
  const { name, order, isGivenBack, isCanceled, sent, refunds, looks, doubt } = covered;
  const own = refunds.filter(({ of }) => of === 'cover');
  const given = sumOf(own.map(({ money }) => money));
  const wrong = own.length > 1 ? [`the cover of ${name} went back ${own.length} times`] : [];
  const worth = worthAfter(order, []);
  if (given > worth) wrong.push(`${given} went back of the cover of ${name}, which cost ${worth}`);
  const isSent = order.lines.some(({ id, isShipped }) => isShipped && sent.some(({ lineId }) => lineId === id));
  if (!isCanceled || isSent || !isGivenBack) {
    const why = isCanceled ? (isSent ? 'was sent' : 'is of a store that keeps it') : 'was never canceled';
    return given === 0
      ? { wrong, isCompared: false }
      : { wrong: [...wrong, `${given} went back of the cover of ${name}, which ${why}`], isCompared: false };
  }
  if (doubt !== null || isMixed(covered, returns, claims)) return { wrong, isCompared: false };
  const possible = moments(refunds, looks).map((at) => owed(covered, returns, claims, at));
  if (!possible.includes(given))
    wrong.push(`by the story ${[...new Set(possible)].join(' or ')} of the cover of ${name} go back, and ${given} did`);
  return { wrong, isCompared: true };
}

/** What people refunded in any moment between the last look and the refund may or may not have been seen. */
function moments(refunds: readonly Refunded[], looks: Covered['looks']): number[] {
  const made = refunds.findIndex(({ of }) => of === 'cover');
  if (made < 0) return [refunds.length];
  const earliest = Math.min(made, ...looks.map((look) => look ?? made));
  return Array.from({ length: made - earliest + 1 }, (_, index) => earliest + index);
}

/** Claims and others took of the money of the order: who came first decides what is left, and is not known here. */
const isMixed = ({ refunds }: Covered, returns: readonly Asked[], claims: readonly LostGoods[]): boolean =>
  (returns.length > 0 || claims.length > 0) &&
  (refunds.some(({ of, money }) => of === 'others' && money > 0) ||
    isAnyRaised(returns) ||
    claims.some(({ told, doubt }) => doubt !== null || (told?.charges ?? 0) > 0));

/** What is owed of a cover after so many refunds: units that are not gone, as far as there is money. */
function owed(
  { order, refunds }: Covered,
  returns: readonly Asked[],
  claims: readonly LostGoods[],
  after: number,
): number {
  const paidBack = refunds.slice(0, after).filter(({ of, money }) => of === 'others' && money > 0);
  const units = [...paidBack.flatMap((one) => one.units), ...coversOf(claims)];
  const unnamed = sumOf(paidBack.filter((one) => one.units.length === 0).map(({ money }) => money));
  const left =
    order.paid -
    sumOf(paidBack.map(({ money }) => money)) -
    givenBy(claims) -
    sumOf(returns.flatMap(({ lines }) => lines.filter((one) => !one.isDenied && !one.isCanceled).map(worthOfLine)));
  return Math.max(0, Math.min(worthAfter(order, units) - unnamed, left));
}

const worthOfLine = ({ toldAmount, toldWorth }: Asked['lines'][number]): number => toldAmount ?? toldWorth;

const coversOf = (claims: readonly LostGoods[]): Units[] =>
  claims.flatMap(({ end, told }) => (end === 'refunded' && told ? told.cover : []));

/** What the covers of an order cost that are not among these units. */
const worthAfter = (order: Bought, gone: readonly Units[]): number =>
  sumOf(
    order.lines
      .filter(({ isCover }) => isCover === true)
      .map((line) => {
        const units = sumOf(gone.filter(({ lineId }) => lineId === line.id).map(({ quantity }) => quantity));
        const before = Math.min(line.quantity, units);
        return coverWorth(line, order, before, line.quantity - before);
      }),
  );
