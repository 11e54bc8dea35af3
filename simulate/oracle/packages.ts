import { sumOf, worthOfFirst } from './arithmetic.ts';
import type { Asked, AskedLine, Bought, BoughtLine } from './story.ts';

// What a claim of shipping protection may give, by docs/decisions/0029, written independently.

/** A package as the shop knew it when everything began. */
export type Parcel = {
  sentOn: string;
  deliveredOn: string | null;
  /** When the carrier was last heard of. */
  heardOn: string;
  /** The carrier says that it is lost. */
  isGivenUp: boolean;
  units: readonly Units[];
};
export type Units = { lineId: string; quantity: number };

/** What the store says of packages. */
export type PackageRules = {
  isUnprotectedPermitted: boolean;
  missingDays: number;
  stolenFromDays: number;
  lostAfterDays: number;
  lostAbroadAfterDays: number;
  endsAfterDays: number;
  /** Of the store: where days are waited for, the whole of the last one counts. */
  timeZone: string;
  automatic: { most: number; way: 'Refund' | 'Reorder' } | null;
  isEveryCoverRefunded: boolean;
};

/** A refund as staff typed it, and the units that the shop had refunded itself by then. */
type Typed = { delivery: number; charges: number; isCoverRefunded: boolean; goneBefore: readonly Units[] };

export type LostGoods = {
  name: string;
  orderId: string;
  createdOn: string;
  email: string;
  reason: string;
  isByStaff: boolean;
  /** What was asked for, by who asked; null where nobody heard an answer. */
  asked: readonly Units[] | null;
  lines: readonly (Units & { variant: string | null; toldWorth: number })[];
  end: 'open' | 'denied' | 'resolved' | 'refunded' | 'reordered';
  endedOn: string;
  /** It was denied or resolved at some time. */
  hasWavered: boolean;
  told: { goods: number; delivery: number; charges: number; cover: readonly (Units & { amount: number })[] } | null;
  /** Refunds that staff asked for and that may have been taken. */
  typed: readonly Typed[];
  wasGranted: boolean;
  wasConfirmed: boolean;
  /** Why nobody can say what moved; null where it can be said. */
  doubt: string | null;
};

/** An order of packages, null where it was made only since and its packages are not known. */
export type Sent = {
  order: Bought;
  isProtected: boolean;
  isAbroad: boolean;
  parcels: readonly Parcel[] | null;
  /** Of its cover something went back without a claim. */
  isCoverTouched: boolean;
};

/** What partners and books hold for a claim. */
export type PackageMoved = {
  refunds: readonly number[];
  orders: readonly { goods: string; price: number; isToConfirmed: boolean }[];
  booked: number;
};

const DAY_MS = 86_400_000;
const after = (instant: string, days: number): number => Date.parse(instant) + days * DAY_MS;
const WITH_PHOTO = ['Damaged', 'Wrong_Item', 'Quality_Issue'];

/** Whether a shopper can tell a reason of a package at that moment. */
function isOpenFor(reason: string, parcel: Parcel, rules: PackageRules, isAbroad: boolean, at: number): boolean {
  const { sentOn, deliveredOn, heardOn } = parcel;
  const end = after(sentOn, rules.endsAfterDays);
  if (at > end) return false;
  const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone: rules.timeZone, dateStyle: 'short' });
  const hasCome = (from: number): boolean => dayOf.format(at) >= dayOf.format(from);
  switch (reason) {
    case 'Lost':
      return (
        deliveredOn === null && hasCome(after(heardOn, isAbroad ? rules.lostAbroadAfterDays : rules.lostAfterDays))
      );
    case 'Stolen':
      return deliveredOn !== null && hasCome(after(deliveredOn, rules.stolenFromDays));
    case 'Missing_Item':
      return deliveredOn !== null && at >= Date.parse(deliveredOn) && at <= after(deliveredOn, rules.missingDays);
    case 'Incorrect_Address':
      return at >= Date.parse(sentOn);
    default:
      return false;
  }
}

const unitsOf = (all: readonly Units[], line: string): number =>
  sumOf(all.filter(({ lineId }) => lineId === line).map(({ quantity }) => quantity));

/** What was asked for is what the claim is about, and a shopper could ask for it then. */
function filed(
  { name, asked, lines, reason, isByStaff, createdOn }: LostGoods,
  sent: Sent,
  rules: PackageRules,
): string[] {
  const wrong: string[] = [];
  const { order, parcels, isAbroad, isProtected } = sent;
  for (const { id } of order.lines)
    if (asked !== null && unitsOf(asked, id) !== unitsOf(lines, id))
      wrong.push(`${name}: ${unitsOf(asked, id)} units of ${id} were asked for, and it is about ${unitsOf(lines, id)}`);
  if (!isProtected && !rules.isUnprotectedPermitted) wrong.push(`${name} is about an order without the cover`);
  for (const { id, isShipped } of order.lines)
    if (!isShipped && unitsOf(lines, id) > 0) wrong.push(`${name} is about what was never shipped`);
  if (isByStaff) return wrong;
  if (WITH_PHOTO.includes(reason)) wrong.push(`${name}: ${reason} was taken without a photo`);
  if (parcels === null) return wrong;
  const open = parcels.filter((one) => isOpenFor(reason, one, rules, isAbroad, Date.parse(createdOn)));
  for (const { id } of order.lines) {
    const most = sumOf(open.map(({ units }) => unitsOf(units, id)));
    if (unitsOf(lines, id) > most)
      wrong.push(`${name}: ${unitsOf(lines, id)} units of ${id} were taken as ${reason}, and ${most} were in time`);
  }
  return wrong;
}

/** Nobody decided it: then the carrier said so, it is small, and it is the shopper's first. */
function decidedByRule(
  claim: LostGoods,
  { parcels }: Sent,
  { automatic }: PackageRules,
  all: readonly LostGoods[],
): string[] {
  const { name, reason, lines, createdOn, email, end } = claim;
  if (automatic === null) return [`${name} was decided by nobody, and the store decides nothing by itself`];
  const amount = sumOf(lines.map(({ toldWorth }) => toldWorth));
  const lost = (parcels ?? []).filter(({ isGivenUp, deliveredOn }) => isGivenUp && deliveredOn === null);
  const isGivenUp = lines.every(
    ({ lineId }) => unitsOf(lines, lineId) <= sumOf(lost.map(({ units }) => unitsOf(units, lineId))),
  );
  const earlier = all.filter((one) => one !== claim && one.email === email && one.createdOn < createdOn);
  return [
    ...(reason === 'Lost' ? [] : [`the reason is ${reason}`]),
    ...(isGivenUp ? [] : ['the carrier has not given it up']),
    ...(amount <= automatic.most ? [] : [`${amount} is over ${automatic.most}`]),
    ...(earlier.length === 0 ? [] : [`${email} had filed ${earlier.map((one) => one.name).join(', ')}`]),
    ...((automatic.way === 'Refund') === (end === 'refunded') ? [] : [`the store gives a ${automatic.way}`]),
  ].map((why) => `${name} was decided by nobody, and ${why}`);
}

/** Units of the cover that go with a refund, and what they come to, after those that went before. */
function coverFor(
  claim: LostGoods,
  order: Bought,
  rules: PackageRules,
  all: readonly LostGoods[],
): (Units & { amount: number })[] {
  const before = all.filter(
    (one) => one !== claim && one.orderId === claim.orderId && one.end === 'refunded' && one.endedOn < claim.endedOn,
  );
  const covers = order.lines.filter(({ isCover }) => isCover === true);
  const left = covers.flatMap((line) => {
    const gone = sumOf(before.map(({ told }) => unitsOf(told?.cover ?? [], line.id)));
    const quantity = rules.isEveryCoverRefunded ? line.quantity - gone : Math.min(1, line.quantity - gone);
    return quantity > 0 ? [{ lineId: line.id, quantity, amount: coverWorth(line, order, gone, quantity) }] : [];
  });
  return rules.isEveryCoverRefunded ? left : left.slice(0, 1);
}

/** What units of the cover cost that come after so many. */
export function coverWorth(
  { price, tax, quantity: all }: BoughtLine,
  { taxesIncluded }: Bought,
  before: number,
  units: number,
): number {
  const part = (total: number): number => worthOfFirst(total, all, before + units) - worthOfFirst(total, all, before);
  return part(price) + (taxesIncluded ? 0 : part(tax));
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function refunded(claim: LostGoods, sent: Sent, rules: PackageRules, all: readonly LostGoods[]): string[] {
  const { name, told, typed, lines } = claim;
  if (told === null) return [`${name} is refunded, and nothing says what`];
  const goods = sumOf(lines.map(({ toldWorth }) => toldWorth));
  const cover = coverFor(claim, sent.order, rules, all);
  const fits = ({ delivery, charges, isCoverRefunded }: Typed): boolean =>
    delivery === told.delivery &&
    charges === told.charges &&
    (sent.isCoverTouched ? isCoverRefunded || told.cover.length === 0 : same(isCoverRefunded ? cover : [], told.cover));
  const wrong = told.goods === goods ? [] : [`${name} gives ${told.goods} for goods worth ${goods}`];
  const isLeft = ({ goneBefore }: Typed): boolean =>
    sent.order.lines.every(
      ({ id, quantity }) => unitsOf(lines, id) === 0 || unitsOf(lines, id) + unitsOf(goneBefore, id) <= quantity,
    );
  if (typed.some((one) => fits(one) && isLeft(one))) return wrong;
  if (typed.some(fits)) return [...wrong, `${name} is refunded, and the shop had refunded its items itself`];
  // Staff may have typed something only after it was decided without them, and were refused.
  if (fits(AS_FILED)) return [...wrong, ...decidedByRule(claim, sent, rules, all)];
  return [
    ...wrong,
    `${name}: staff typed ${JSON.stringify(typed)} with a cover of ${JSON.stringify(cover)}, and it gives ${JSON.stringify(told)}`,
  ];
}

/** What nobody typed gives the goods alone. */
const AS_FILED: Typed = { delivery: 0, charges: 0, isCoverRefunded: false, goneBefore: [] };

const totalOf = ({ told }: LostGoods): number =>
  told === null ? 0 : told.goods + told.delivery + told.charges + sumOf(told.cover.map(({ amount }) => amount));

const goodsIn = (lines: LostGoods['lines']): string =>
  lines
    .map(({ variant, quantity }) => `${quantity} of ${variant}`)
    .toSorted()
    .join(', ');

function moved(claim: LostGoods, { refunds, orders, booked }: PackageMoved): string[] {
  const { name, end, lines } = claim;
  const total = end === 'refunded' ? totalOf(claim) : 0;
  const wrong: string[] = [];
  if (sumOf(refunds) !== total || refunds.length > 1)
    wrong.push(`${name}: by the story ${total} go back, and [${refunds.join(', ')}] did`);
  if (booked !== total) wrong.push(`${name}: by the story the protection costs ${total}, and ${booked} are booked`);
  if (end !== 'reordered' && orders.length > 0) wrong.push(`${name} is ${end}, and its goods were ordered again`);
  if (end === 'reordered' && (orders.length !== 1 || orders[0]?.goods !== goodsIn(lines)))
    wrong.push(
      `${name}: ${goodsIn(lines)} go out again once, and [${orders.map(({ goods }) => goods).join('; ')}] did`,
    );
  for (const { price, isToConfirmed } of orders) {
    if (price !== 0) wrong.push(`${name}: a reorder costs ${price}`);
    if (!isToConfirmed) wrong.push(`${name}: a reorder goes where nobody confirmed`);
  }
  return wrong;
}

/** What is wrong with a claim of shipping protection. */
export function judgePackage(
  claim: LostGoods,
  sent: Sent,
  rules: PackageRules,
  { all, held }: { all: readonly LostGoods[]; held: PackageMoved },
): string[] {
  const { name, end, wasGranted, wasConfirmed, doubt } = claim;
  return [
    ...filed(claim, sent, rules),
    ...(end === 'refunded' ? refunded(claim, sent, rules, all) : []),
    ...(end === 'reordered' && !wasGranted ? decidedByRule(claim, sent, rules, all) : []),
    ...(end === 'reordered' && !wasConfirmed ? [`${name} is reordered, and nobody confirmed the address`] : []),
    ...(doubt === null ? moved(claim, held) : []),
  ];
}

/** A part of an order that something is worth: of a return, or of a claim of shipping protection. */
export type Part = Pick<
  AskedLine,
  'lineId' | 'quantity' | 'toldWorth' | 'toldDelivery' | 'toldAmount' | 'isCarriedOut' | 'hasWavered'
>;

/** The units of a claim as parts of what was bought. Other charges take of what is left for others, as raised amounts do. */
export const partsOf = ({
  name,
  lines,
  hasWavered,
  told,
  end,
}: LostGoods): { name: string; lines: readonly Part[] } => ({
  name,
  lines: lines.map(({ lineId, quantity, toldWorth }) => ({
    lineId,
    quantity,
    toldWorth,
    toldDelivery: 0,
    toldAmount: toldWorth + (told?.charges ?? 0),
    isCarriedOut: end === 'refunded',
    hasWavered: hasWavered || end === 'denied' || end === 'resolved',
  })),
});

/** What claims of shipping protection give of the money of an order: refunds, and the worth of what goes out again. */
export const givenBy = (claims: readonly LostGoods[]): number =>
  sumOf(
    claims.map((claim) => {
      if (claim.end === 'refunded') return totalOf(claim);
      return claim.end === 'reordered' ? sumOf(claim.lines.map(({ toldWorth }) => toldWorth)) : 0;
    }),
  );

/** Delivery and covers go back once, and no unit is given twice. */
export function onceOf(
  order: Bought,
  returns: readonly Asked[],
  claims: readonly LostGoods[],
  coversGone: readonly Units[],
): string[] {
  const refunds = claims.flatMap(({ end, told }) => (end === 'refunded' && told ? [told] : []));
  const withdrawn = sumOf(
    returns.flatMap(({ lines }) =>
      lines.filter(({ isDenied, isCanceled }) => !isDenied && !isCanceled).map(({ toldDelivery }) => toldDelivery),
    ),
  );
  const delivery = withdrawn + sumOf(refunds.map((one) => one.delivery));
  const names = [...returns, ...claims].map(({ name }) => name).join(', ');
  const holding = claims.filter(({ end }) => end !== 'denied' && end !== 'resolved');
  return [
    ...(delivery > order.delivery ? [`${names} give ${delivery} for a delivery of ${order.delivery}`] : []),
    ...order.lines.flatMap(({ id, quantity, isCover }) => {
      const units =
        isCover === true
          ? sumOf(refunds.map(({ cover }) => unitsOf(cover, id))) + unitsOf(coversGone, id)
          : sumOf(holding.map(({ lines }) => unitsOf(lines, id))) +
            sumOf(
              returns.flatMap(({ lines }) =>
                lines
                  .filter((line) => line.lineId === id && !line.isDenied && !line.isCanceled && line.repairPrice === 0)
                  .filter(({ decided }) => decided !== 'repair')
                  .map((line) => line.quantity),
              ),
            );
      return units > quantity ? [`${names} are about ${units} of ${quantity} units of ${id}`] : [];
    }),
  ];
}
