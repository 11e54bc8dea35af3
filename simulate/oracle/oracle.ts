import { partOf, split, sumOf, worthOfFirst } from './arithmetic.ts';
import { asAutomated, labelPrices } from './automated.ts';
import { give } from './round.ts';
import { deliveries } from './withdrawal.ts';
import { judgeCover, type Covered } from './covers.ts';
import { asBought, taxedLike, withExchanged, type Paid } from './made.ts';
import {
  givenBy,
  judgePackage,
  onceOf,
  partsOf,
  type LostGoods,
  type PackageMoved,
  type PackageRules,
  type Part,
  type Sent,
} from './packages.ts';
import { windowsOf } from './windows.ts';
import {
  isAnyRaised,
  WAYS,
  type Asked,
  type AskedLine,
  type Bought,
  type Made,
  type Moved,
  type Ruled,
  type Rules,
  type Way,
} from './story.ts';

export type Judgement = {
  /** Each difference between the story and what was moved, in one sentence. */
  wrong: string[];
  /**
   * Claims whose refunds, cards, credit and card payments were compared to the unit. What their items are worth
   * is compared for each order; where others took of its money, it has bounds only.
   */
  compared: number;
  /** Why others were not. */
  doubts: string[];
  /**
   * Among those compared, claims about goods that were exchanged, of people who were given an order, withdrawals, claims
   * about registered products, and those whose shopper owed something for a repair.
   */
  again: number;
  /** Among those, claims about goods that an exchange added to the order itself, and about goods whose price the store had waived in part. */
  onOrder: number;
  waived: number;
  gifts: number;
  withdrawals: number;
  registered: number;
  repairs: number;
  /** Windows of items that automations may have changed. */
  windows: number;
  /** Claims of shipping protection that were compared. */
  packages: number;
  /** Covers of orders that were canceled, compared to the unit. */
  covers: number;
  /** Why others were not, where that is no matter of course. */
  doubtsOfCovers: string[];
  /** Among them, those of orders with claims. */
  coversBesideClaims: number;
};

export type Story = {
  orders: readonly Bought[];
  /** Orders of goods that were exchanged. */
  made: readonly Made[];
  claims: readonly Asked[];
  packages: Packages;
  /** Orders that were bought with the cover since the beginning. */
  covered: readonly Covered[];
};

/** Claims of shipping protection, with what the store says of them and what was sent to whom. */
export type Packages = {
  rules: PackageRules;
  lost: readonly LostGoods[];
  sentWith: (order: Bought) => Sent;
  movedFor: (name: string) => PackageMoved;
};

/** Credited to accounts without saying for which claim: to those of buyers, and to those of people who were given an order. */
export type Apart = { buyers: number; recipients: number };

/**
 * Works every amount out from the story alone, and compares it with what the product said and the partners hold.
 */
export function judge(
  { orders, made, claims, packages, covered }: Story,
  movedFor: (name: string) => Moved,
  apart: Apart,
): Judgement {
  let apartByStory = { buyers: [0], recipients: [0] };
  const judgement: Judgement = {
    wrong: [],
    compared: 0,
    doubts: [],
    again: 0,
    onOrder: 0,
    waived: 0,
    gifts: 0,
    withdrawals: 0,
    registered: 0,
    repairs: 0,
    windows: 0,
    packages: 0,
    covers: 0,
    doubtsOfCovers: [],
    coversBesideClaims: 0,
  };
  const known = new Map<string, Bought | string>(orders.map((order) => [order.id, order]));
  const paidBy = new Map<string, Paid>();
  /** Refunds by hand, raised amounts and other charges use up the money that goods of a later order were paid with. */
  const isDisturbedOn = (order: Bought): boolean => {
    const isOn = ({ orderId }: { orderId: string }): boolean => orderId === order.id;
    return order.isDisturbed || isAnyRaised([...claims.filter(isOn), ...packages.lost.filter(isOn).map(partsOf)]);
  };
  // What goods are worth that were exchanged is known once the claim they were sent for was looked at.
  for (const claim of [...claims, ...packages.lost].toSorted((one, other) =>
    one.createdOn < other.createdOn ? -1 : 1,
  )) {
    if (isOfPackage(claim)) {
      const order = known.get(claim.orderId) ?? madeOrder(claim, made, paidBy);
      known.set(claim.orderId, order);
      if (typeof order === 'string') {
        judgement.doubts.push(order);
        continue;
      }
      const held = packages.movedFor(claim.name);
      judgement.wrong.push(
        ...judgePackage(claim, packages.sentWith(order), packages.rules, { all: packages.lost, held }),
      );
      if (claim.doubt !== null) judgement.doubts.push(claim.doubt);
      else judgement.packages += 1;
      paidBy.set(claim.name, { ...sentAgain(order, claim), isDisturbed: isDisturbedOn(order) });
      continue;
    }
    const base = known.get(claim.orderId) ?? madeOrder(claim, made, paidBy);
    known.set(claim.orderId, base);
    const order = typeof base === 'string' ? base : withExchanged(base, paidBy);
    const isOfBought = typeof order === 'string' || claim.lines.every(({ lineId }) => isOf(order, lineId));
    const doubt =
      claim.doubt ??
      (typeof order === 'string'
        ? order
        : isOfBought
          ? null
          : 'it is about goods that were not bought at first, and what was paid for them is not known');
    if (doubt !== null || typeof order === 'string') {
      judgement.doubts.push(doubt ?? '');
      continue;
    }
    const held = movedFor(claim.name);
    const courses = claim.possibleRules.flatMap((rules) => {
      const ruled = { ...claim, rules: asAutomated(rules, claim) };
      const course = (leastTaken: number) => ({ ruled, expected: expectedOf(order, ruled, leastTaken) });
      const charged = course(0);
      return charged.expected.owedByRound.some(isLittle) ? [charged, course(LEAST_TAKEN)] : [charged];
    });
    const tried = courses.map(({ ruled, expected }) => {
      const used = usedBy(order, ruled, expected);
      const taken = used && sumOf(used);
      const wrong = [...differences(ruled, { story: expected, taken }, held), ...labelPrices(claim, ruled.rules)];
      return { expected, used, apart: apartOf(ruled, expected, held), wrong };
    });
    const fitting = tried.filter(({ wrong }) => wrong.length === 0);
    const right = fitting[0] ?? tried[0];
    if (!right) throw new Error('a claim has rules');
    judgement.wrong.push(...decidedAmounts(claim), ...right.wrong);
    const whose = claim.isGift ? 'recipients' : 'buyers';
    const possible = fitting.length > 0 ? fitting : [right];
    const sums = apartByStory[whose].flatMap((sum) => possible.map((one) => sum + one.apart));
    apartByStory = { ...apartByStory, [whose]: [...new Set(sums)] };
    if (tried.length === 1 && isPaidKnown(claim, right))
      paidBy.set(claim.name, {
        ...paidFor(order, claim, right),
        isDisturbed: isDisturbedOn(order),
      });
    judgement.compared += 1;
    const windows = windowsOf(order, claim);
    judgement.wrong.push(...windows.wrong);
    judgement.windows += windows.ruled;
    const added = (order.exchanged ?? []).filter(({ id }) => claim.lines.some(({ lineId }) => lineId === id));
    const sentFor = [made.find(({ id }) => id === claim.orderId), ...added].flatMap((one) => one ?? []);
    if (sentFor.length > 0) judgement.again += 1;
    if (added.length > 0) judgement.onOrder += 1;
    if (sentFor.some((one) => paidBy.get(one.claim)?.isWaived === true)) judgement.waived += 1;
    if (claim.isGift) judgement.gifts += 1;
    if (claim.isWithdrawal) judgement.withdrawals += 1;
    if (order.isRegistered) judgement.registered += 1;
    if (claim.lines.some((line) => line.repairPrice > 0 && line.decided === 'repair' && isCounted(line)))
      judgement.repairs += 1;
  }
  for (const order of known.values()) {
    if (typeof order === 'string') continue;
    const own = claims.filter(({ orderId }) => orderId === order.id);
    const lost = packages.lost.filter(({ orderId }) => orderId === order.id);
    const cover = covered.find((one) => one.order === order);
    const given = cover?.refunds.filter(({ of }) => of === 'cover') ?? [];
    judgement.wrong.push(
      ...worths(withExchanged(order, paidBy), [...own, ...lost.map(partsOf)]),
      ...withinPaid(order, own, lost, sumOf(given.map(({ money }) => money))),
      ...deliveries(order, own),
      ...onceOf(
        withExchanged(order, paidBy),
        own,
        lost,
        given.flatMap(({ units }) => units),
      ),
    );
    if (!cover) continue;
    const { wrong, isCompared } = judgeCover(cover, own, lost);
    judgement.wrong.push(...wrong);
    if (!isCompared && cover.doubt !== null) judgement.doubtsOfCovers.push(cover.doubt);
    if (!isCompared) continue;
    judgement.covers += 1;
    if (own.length + lost.length > 0) judgement.coversBesideClaims += 1;
  }
  if (judgement.doubts.length === 0)
    for (const whose of ['buyers', 'recipients'] as const)
      if (!apartByStory[whose].includes(apart[whose]))
        judgement.wrong.push(
          `by the story ${apartByStory[whose].join(' or ')} are credited to accounts of ${whose}, and ${apart[whose]} were`,
        );
  return judgement;
}

const isOf = (order: Bought, lineId: string): boolean => order.lines.some(({ id }) => id === lineId);

const isOfPackage = (claim: Asked | LostGoods): claim is LostGoods => 'typed' in claim;

/** What was paid for goods that go out again: their part of what was paid for the lost ones. */
const sentAgain = (order: Bought, { lines }: LostGoods): Omit<Paid, 'isDisturbed'> => ({
  taxesIncluded: order.taxesIncluded,
  isWaived: false,
  goods: lines.flatMap(({ lineId, variant, quantity, toldWorth }) =>
    variant === null ? [] : [{ variant, quantity, ...netWorth(order, { lineId, quantity, toldWorth }) }],
  ),
});

function madeOrder(
  { orderId }: Pick<Asked, 'orderId'>,
  made: readonly Made[],
  paidBy: ReadonlyMap<string, Paid>,
): Bought | string {
  const order = made.find(({ id }) => id === orderId);
  const paid = paidBy.get(order?.claim ?? '');
  return order && paid ? asBought(order, paid) : 'what was paid for goods that were exchanged is not known';
}

/** Nothing was spent in the shop, and of what was owed it is known how much was paid. Too little to be taken is waived in some currency. */
const isPaidKnown = (
  claim: Asked,
  { expected: { owedByRound }, used }: { expected: Expected; used: readonly number[] | null },
): boolean =>
  claim.shopNow.length === 0 && owedByRound.every((owed) => owed === 0 || (used !== null && owed >= LEAST_TAKEN));

/**
 * What each round takes of the card: it is paid with what is there by then, and what the last open round leaves goes
 * back, so that a denial that is appealed has to be paid for again.
 */
function usedBy(order: Bought, claim: Ruled, { owedByRound }: Expected): number[] | null {
  if (claim.paidByCard === null) return null;
  const { atFirst, isTakenByHand, later } = claim.paidByCard;
  let there = heldAtFirst(order, claim, atFirst);
  // What nobody needed then is there until the claim ends, from when the product learns of it.
  if (isTakenByHand && there < atFirst) return null;
  const all: number[] = [];
  let since = '';
  for (const [index, { on, isLastOfOpen }] of claim.rounds.entries()) {
    const paid = later.filter((payment) => payment.on > since && payment.on <= on);
    there += sumOf(paid.map(({ amount }) => amount));
    const used = Math.min(there, owedByRound[index] ?? 0);
    all.push(used);
    there = isLastOfOpen ? 0 : there - used;
    since = on;
  }
  return all;
}

/** Of what was held at first only what was needed then stays, the rest is released at once. */
function heldAtFirst(order: Bought, claim: Ruled, atFirst: number): number {
  if (atFirst === 0) return 0;
  const lines = claim.lines.map((line) => ({
    ...line,
    decided: line.asked,
    toldAmount: null,
    wanted: line.wantedAtFirst,
    isDenied: false,
    isCanceled: false,
    isOutside: false,
    isSentAhead: false,
  }));
  const { owed } = expectedOf(order, {
    ...claim,
    lines,
    rounds: [{ lineIds: lines.map(({ id }) => id), on: '', isLastOfOpen: true }],
  });
  return Math.min(atFirst, owed);
}

/** What was paid for the goods that a claim had sent: their price, less their part of what a round was owed and waived. */
function paidFor(
  order: Bought,
  { lines, rounds }: Asked,
  { expected: { prices, owedByRound }, used }: { expected: Expected; used: readonly number[] | null },
): Omit<Paid, 'isDisturbed'> {
  let isWaived = false;
  const goods = rounds.flatMap(({ lineIds }, index) => {
    const sent = lines.filter(({ id }) => lineIds.includes(id) && prices.has(id));
    const all = sumOf(sent.map(({ id }) => prices.get(id) ?? 0));
    const unpaid = (owedByRound[index] ?? 0) - (used?.[index] ?? 0);
    if (unpaid > 0 && all > 0) isWaived = true;
    return sent.flatMap((line) => {
      if (!line.wanted) return [];
      const price = all > 0 ? partOf(prices.get(line.id) ?? 0, Math.max(0, all - unpaid), all) : 0;
      const { variant, quantity } = line.wanted;
      const taxed = order.taxesIncluded ? { net: price, tax: 0 } : taxedLike(price, netWorth(order, line));
      return [{ variant, quantity, ...taxed }];
    });
  });
  return { taxesIncluded: order.taxesIncluded, isWaived, goods };
}

/** Expected to be credited without saying for which claim. */
const apartOf = ({ rules }: Ruled, all: Expected, held: Moved): number =>
  (held.storeCredit === null ? all.storeCredit : 0) + (rules.areCardsCredits ? all.giftCard : 0);

const isCounted = (line: AskedLine): boolean => !line.isDenied && !line.isCanceled;

const goodsOf = ({ toldWorth, toldDelivery }: Part): number => toldWorth - toldDelivery;

type Parted = { name: string; lines: readonly Part[] };

/** The worth of units follows from what was paid for all of them, whatever the parts they come back in. */
function worths(order: Bought, claims: readonly Parted[]): string[] {
  return order.lines.flatMap((bought) => {
    const onTop = order.taxesIncluded ? 0 : bought.tax;
    const worthOf = (units: number): number =>
      worthOfFirst(bought.price, bought.quantity, units) + worthOfFirst(onTop, bought.quantity, units);
    const lines = claims.flatMap((claim) =>
      claim.lines.filter(({ lineId }) => lineId === bought.id).map((line) => ({ claim, line })),
    );
    const limit = worthOf(bought.quantity);
    // Each unit that others gave back may leave an odd unit of price and of tax to the last ones.
    const tooMuch = lines
      .filter(({ line }) => goodsOf(line) > Math.min(limit, worthOf(line.quantity) + 2 * bought.quantity))
      .map(({ claim, line }) => `${claim.name}: ${line.quantity} units are said to be worth ${line.toldWorth}`);
    const isPlain = !order.isDisturbed && lines.every(({ line }) => !line.hasWavered) && !isAnyRaised(claims);
    if (tooMuch.length > 0 || !isPlain || lines.length === 0) return tooMuch;
    const orders = permutations(lines.map(({ line }) => line));
    const fits = orders.some((inTurn) => {
      let before = 0;
      return inTurn.every((line) => {
        const worth = worthOf(before + line.quantity) - worthOf(before);
        before += line.quantity;
        return worth === goodsOf(line);
      });
    });
    const told = lines.map(({ claim, line }) => `${claim.name} ${line.quantity}: ${goodsOf(line)}`).join(', ');
    return fits
      ? []
      : [`of ${bought.quantity} units worth ${limit} together these have another worth than their part: ${told}`];
  });
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length > MOST_PERMUTED) return [[...items]];
  if (items.length <= 1) return [[...items]];
  return items.flatMap((one, index) =>
    permutations(items.filter((_other, at) => at !== index)).map((rest) => [one, ...rest]),
  );
}
const MOST_PERMUTED = 5;

/** Staff give what was asked for, half of it or half more: nothing else is decided in this world. */
const decidedAmounts = (claim: Asked): string[] =>
  claim.lines
    .filter(({ toldAmount, toldWorth }) => toldAmount !== null && !possible(toldWorth).includes(toldAmount))
    .map(({ id, toldAmount, toldWorth }) => `${claim.name}: ${toldAmount} of ${toldWorth} were given for line ${id}`);

const possible = (worth: number): number[] => [worth, Math.floor(worth / 2), Math.floor((worth * 3) / 2)];

/** All that was decided for an order together is no more than was paid for it. */
function withinPaid(order: Bought, claims: readonly Asked[], lost: readonly LostGoods[], ofCover: number): string[] {
  // Goods of an exchange on the order were paid for with others of it, and count once more when they come back.
  const isOfBought = claims.every(({ lines }) => lines.every(({ lineId }) => isOf(order, lineId)));
  if (order.isDisturbed || !isOfBought) return [];
  const given = sumOf(
    claims.flatMap(({ lines, rounds }) =>
      lines
        .filter((line) => isCounted(line) && rounds.some(({ lineIds }) => lineIds.includes(line.id)))
        .filter(({ decided }) => decided !== null && CREDITED.includes(decided))
        .map(({ toldAmount, toldWorth }) => toldAmount ?? toldWorth),
    ),
  );
  const names = [...claims, ...lost].map(({ name }) => name).join(', ');
  const all = given + givenBy(lost) + ofCover;
  return all > order.paid ? [`${names || 'covers'} give ${all} for an order of ${order.paid}`] : [];
}
const CREDITED = ['refund', 'storeCredit', 'giftCard', 'variantExchange'];

type Expected = Record<Way, number> & {
  owed: number;
  owedByRound: readonly number[];
  prices: ReadonlyMap<number, number>;
};

/** Goods that are sent are charged for; another variant of the same product only where no automation lets it go out free. */
const paysShipping = (
  { lineId, wantedAtFirst }: AskedLine,
  { lines }: Bought,
  { isVariantShippingFree }: Rules,
): boolean =>
  wantedAtFirst !== null &&
  !(isVariantShippingFree && wantedAtFirst.product === lines.find(({ id }) => id === lineId)?.product);

/** What a claim should have moved, round after round. */
function expectedOf(order: Bought, claim: Ruled, leastTaken = 0): Expected {
  const { rules, lines } = claim;
  const isSending =
    claim.shopNow.length > 0 ||
    lines.some((line) => line.asked === 'variantExchange' && paysShipping(line, order, rules));
  const isFree = claim.isWarranty || claim.isWithdrawal;
  const due = {
    fee: isFree ? 0 : rules.returnFee,
    returnShipping: isFree || !claim.hasLabel ? 0 : rules.returnShippingFee,
    exchangeShipping: isFree || !isSending ? 0 : rules.exchangeShippingFee,
  };
  const prices = new Map<number, number>();
  const owedByRound: number[] = [];
  const all = { refund: 0, storeCredit: 0, giftCard: 0, owed: 0, owedByRound, prices };
  const gone = new Set<number>();
  let hasSentShopNow = false;
  for (const { lineIds } of claim.rounds) {
    const round = lines.filter(({ id }) => lineIds.includes(id));
    for (const id of lineIds) gone.add(id);
    const credits = round.filter((line) => line.isShopNow && isCounted(line) && !line.isOutside);
    const given = give({
      claim,
      order,
      lines: round,
      worthOf: (line) => netWorth(order, line),
      charges: due,
      sendsShopNow: !hasSentShopNow && credits.length > 0,
      // Until it is finalized, what is denied may still be approved.
      areLinesLeft: lines.some((line) => !gone.has(line.id) && !line.isCanceled),
      leastTaken,
    });
    hasSentShopNow ||= credits.length > 0;
    due.fee -= given.feeTaken;
    due.returnShipping -= given.returnShippingTaken;
    due.exchangeShipping -= given.exchangeShippingTaken;
    for (const way of WAYS) all[way] += given.issued[way];
    all.owed += given.owed;
    owedByRound.push(given.owed);
    for (const { lineId, price } of given.sent) prices.set(lineId, price);
  }
  return all;
}

function differences(claim: Ruled, { story, taken }: { story: Expected; taken: number | null }, held: Moved): string[] {
  const all = { ...story, giftCard: claim.rules.areCardsCredits ? 0 : story.giftCard };
  return [
    ...WAYS.filter((way) => held[way] !== null && all[way] !== held[way]).map(
      (way) => `${claim.name}: by the story ${all[way]} go out as ${way}, and ${held[way]} did`,
    ),
    ...(taken === null ||
    held.taken === null ||
    !claim.isOver ||
    all.owed === 0 ||
    all.owedByRound.some(isLittle) ||
    taken === held.taken
      ? []
      : [`${claim.name}: by the story ${taken} of the card are taken, and ${held.taken} were`]),
    ...(taken !== null && claim.isOver && all.owed === 0 && (held.taken ?? 0) > 0
      ? [`${claim.name}: by the story nothing of the card is taken, and ${held.taken} were`]
      : []),
  ];
}
// Less is waived in some currency, where nothing was paid before.
const LEAST_TAKEN = 50;
const isLittle = (owed: number): boolean => owed > 0 && owed < LEAST_TAKEN;

/** Net price and tax of the units of a line: its own part of what was paid, found again by what it is worth. */
function netWorth(
  order: Bought,
  line: Pick<AskedLine, 'lineId' | 'quantity' | 'toldWorth'>,
): { net: number; tax: number } {
  const bought = order.lines.find(({ id }) => id === line.lineId);
  // Goods of an exchange that became lines of the order: of those that were lost again, it isn't known how they are taxed.
  if (!bought) return { net: line.toldWorth, tax: 0 };
  for (let before = 0; before + line.quantity <= bought.quantity; before += 1) {
    const part = (total: number): number =>
      worthOfFirst(total, bought.quantity, before + line.quantity) - worthOfFirst(total, bought.quantity, before);
    const [net, tax] = [part(bought.price), part(bought.tax)];
    if (net + (order.taxesIncluded ? 0 : tax) === line.toldWorth) return { net, tax };
  }
  // Others took of its money: what is left is taxed like all of it.
  const onTop = order.taxesIncluded ? 0 : bought.tax;
  const [, tax = 0] = bought.tax === 0 ? [] : split(line.toldWorth, [bought.price + onTop - bought.tax, bought.tax]);
  return { net: line.toldWorth - (order.taxesIncluded ? 0 : tax), tax };
}
