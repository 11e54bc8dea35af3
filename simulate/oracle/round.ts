import { partOf, split, sumOf, worthOfFirst } from './arithmetic.ts';
import { WAYS, type AskedLine, type Bought, type BoughtLine, type Ruled, type Wanted, type Way } from './story.ts';

/** What one round moves. */
export type Given = {
  issued: Record<Way, number>;
  owed: number;
  feeTaken: number;
  returnShippingTaken: number;
  exchangeShippingTaken: number;
  /** Goods that were exchanged, and their price: what came back for them and the difference. */
  sent: { lineId: number; price: number }[];
};

/** What is there to pay with: the worth of a line, or what its exchange leaves over. */
type Purse = { lineId: number; way: Way; rank: number; full: number; left: number; ownMoney: AskedLine | null };

const RANK: Record<Way, number> = { refund: 1, storeCredit: 2, giftCard: 3 };
const isMoney = (method: string): method is Way => WAYS.some((way) => way === method);
const methodOf = (line: AskedLine): string => line.decided ?? line.asked;

/** What goods cost, with the tax that the line they stand for was taxed at. */
function costOf({ price, quantity }: Wanted, line: BoughtLine, { taxesIncluded }: Bought): number {
  const net = price * quantity;
  return taxesIncluded || line.tax === 0 || line.price === 0 ? net : net + partOf(net, line.tax, line.price);
}

/** What an exchange costs more than the worth of what comes back; less than nothing where it costs less. */
function difference(line: AskedLine, claim: Ruled, order: Bought, worth: { net: number; tax: number }): number {
  const bought = order.lines.find(({ id }) => id === line.lineId);
  if (!line.wanted || !bought) return 0;
  const units = Math.min(line.wanted.quantity, line.quantity);
  const ofUnits = (amount: number): number => worthOfFirst(amount, line.quantity, units);
  const isSamePrice = line.wanted.price * line.wanted.quantity === ofUnits(worth.net);
  const isTaxedOnTop = !order.taxesIncluded && bought.tax > 0 && bought.price > 0;
  const cost =
    isSamePrice && isTaxedOnTop ? ofUnits(worth.net) + ofUnits(worth.tax) : costOf(line.wanted, bought, order);
  const over = cost - ofUnits(line.toldWorth);
  const pricing =
    line.wanted.product === bought.product ? claim.rules.priceOfSameProduct : claim.rules.priceOfOtherProduct;
  const counted = pricing === 'NO_PAYMENT_OR_REFUND' ? 0 : pricing === 'PAYMENT' ? Math.max(0, over) : over;
  return (
    (claim.isAtNoCost && isAsAsked(line) ? Math.min(0, counted) : counted) - (line.toldWorth - ofUnits(line.toldWorth))
  );
}

const isAsAsked = ({ wanted, wantedAtFirst }: AskedLine): boolean =>
  wanted?.variant === wantedAtFirst?.variant && wanted?.quantity === wantedAtFirst?.quantity;

const bears = (method: string): boolean => method === 'giftCard' || method === 'storeCredit';

/**
 * The bonus of each line as it was asked for, split without loss: one percentage of all that ends the same way, or an
 * amount once for all that ends as credit or gift card.
 */
function askedBonus({ lines, rules: { bonusBasisPoints, bonusAmount } }: Ruled, line: AskedLine): number {
  const alike = lines.filter(
    (one) => !one.isShopNow && (bonusAmount > 0 ? bears(one.asked) : one.asked === line.asked),
  );
  const worths = alike.map(({ toldWorth }) => toldWorth);
  const worth = sumOf(worths);
  const all = bonusAmount > 0 ? (worth > 0 ? bonusAmount : 0) : partOf(worth, bonusBasisPoints, 10_000);
  return split(all, worths)[alike.indexOf(line)] ?? 0;
}

/** What of a bonus that is an amount goes with a part of what it was given for. */
const shrunk = (bonus: number, part: number, whole: number): number =>
  whole === 0 ? 0 : partOf(bonus, Math.min(part, whole), whole);

function bonusOf(claim: Ruled, line: AskedLine, amount: number, issued: number): number {
  const { bonusBasisPoints, bonusAmount } = claim.rules;
  if (!bears(line.asked) || !bears(methodOf(line))) return 0;
  if (bonusAmount > 0) {
    const given = shrunk(askedBonus(claim, line), amount, line.toldWorth);
    return issued === amount ? given : shrunk(given, issued, amount);
  }
  const decided = amount === line.toldWorth ? askedBonus(claim, line) : partOf(amount, bonusBasisPoints, 10_000);
  return issued === amount ? decided : Math.min(decided, partOf(issued, bonusBasisPoints, 10_000));
}

export type RoundInput = {
  claim: Ruled;
  order: Bought;
  lines: readonly AskedLine[];
  /** The net price and the tax of the units of a line. */
  worthOf: (line: AskedLine) => { net: number; tax: number };
  /** What earlier rounds have left of each charge. */
  charges: { fee: number; returnShipping: number; exchangeShipping: number };
  sendsShopNow: boolean;
  areLinesLeft: boolean;
  /** Less than this is never taken, so that the fees in it are borne by other lines later. */
  leastTaken: number;
};

/** What carrying these lines out moves. */
export function give(input: RoundInput): Given {
  const { claim, order, lines, worthOf, charges, sendsShopNow, areLinesLeft, leastTaken } = input;
  const counted = lines.filter((line) => !line.isOutside && (!line.isDenied || line.isSentAhead));
  const amountOf = (line: AskedLine): number => line.toldAmount ?? line.toldWorth;
  const exchanges = counted
    .filter((line) => line.isDenied || (!line.isShopNow && methodOf(line) === 'variantExchange'))
    .map((line) => {
      const more = difference(line, claim, order, worthOf(line));
      // Denied, what comes back pays for nothing of it.
      return { line, more: line.isDenied ? more + line.toldWorth : more };
    });
  const credits = counted.filter((line) => line.isShopNow && !line.isDenied);
  const money = counted.filter((line) => !line.isDenied && !line.isShopNow && isMoney(methodOf(line)));
  const shop = spend(claim, order, credits, sendsShopNow, amountOf);
  const purse = (lineId: number, way: Way, rank: number, full: number, ownMoney: AskedLine | null = null): Purse => ({
    lineId,
    way,
    rank,
    full,
    left: full,
    ownMoney,
  });
  const purses = [
    ...exchanges.map(({ line, more }) => purse(line.id, line.remainder, 0, Math.max(0, -more))),
    ...shop.rest.map(({ line, left }) => purse(line.id, line.remainder, 0, left)),
    ...money.map((line) => {
      const method = methodOf(line);
      const way = isMoney(method) ? method : 'refund';
      return purse(line.id, way, RANK[way], amountOf(line), line);
    }),
  ].toSorted((one, other) => one.lineId - other.lineId);
  const isSending = exchanges.length > 0 || shop.cost > 0;
  const short = sumOf(exchanges.map(({ more }) => Math.max(0, more))) + shop.short;
  const exchangeShippingTaken = isSending ? charges.exchangeShipping : 0;
  const repaired = counted.filter((line) => !line.isDenied && methodOf(line) === 'repair');
  const repairs = sumOf(repaired.map(({ repairPrice }) => repairPrice));
  const goodsUnpaid = draw(purses, short + exchangeShippingTaken + repairs);
  const feesUnpaid = draw(purses, charges.fee + charges.returnShipping);
  // With goods, the shopper is charged the fees. A gift's recipient is not: other lines bear them later.
  const isCharged = isSending && !claim.isAtNoCost && goodsUnpaid + feesUnpaid >= leastTaken;
  const stillDue = areLinesLeft && !isCharged ? feesUnpaid : 0;
  const feesTaken = charges.fee + charges.returnShipping - stillDue;
  const issued = { refund: 0, storeCredit: 0, giftCard: 0 };
  for (const { way, left, full, ownMoney } of purses)
    issued[way] += left + (ownMoney ? bonusOf(claim, ownMoney, full, left) : 0);
  return {
    issued,
    // Who only has something repaired is charged its price, and no fees.
    owed: goodsUnpaid + (isSending ? feesUnpaid - stillDue : 0),
    feeTaken: Math.min(charges.fee, feesTaken),
    returnShippingTaken: feesTaken - Math.min(charges.fee, feesTaken),
    exchangeShippingTaken,
    sent: exchanges.map(({ line, more }) => ({
      lineId: line.id,
      price: line.isDenied ? more : amountOf(line) + more,
    })),
  };
}

/** Takes from what is there, rank after rank, from all of a rank in proportion; returns what is missing. */
function draw(purses: readonly Purse[], amount: number): number {
  let open = amount;
  for (const rank of [0, 1, 2, 3]) {
    const group = purses.filter((one) => one.rank === rank);
    const there = group.map(({ left }) => left);
    const taken = Math.min(open, sumOf(there));
    if (taken === 0) continue;
    for (const [index, part] of split(taken, there).entries()) {
      const one = group[index];
      if (one) one.left -= part;
    }
    open -= taken;
  }
  return open;
}

/** A credit buys with its bonus, which is used up in step with it: what is left goes out without. */
function spend(
  claim: Ruled,
  order: Bought,
  credits: readonly AskedLine[],
  isSent: boolean,
  amountOf: (line: AskedLine) => number,
): { cost: number; short: number; rest: { line: AskedLine; left: number }[] } {
  const first = claim.lines.find(({ isShopNow }) => isShopNow);
  const taxed = order.lines.find(({ id }) => id === first?.lineId);
  const cost = isSent && taxed ? sumOf(claim.shopNow.map((item) => costOf(item, taxed, order))) : 0;
  const worth = sumOf(credits.map(amountOf));
  const bonus = partOf(worth, claim.rules.shopNowBasisPoints, 10_000);
  const credit = worth + bonus;
  const bonusUsed = cost >= credit ? bonus : partOf(bonus, cost, credit);
  const used = Math.min(worth, Math.max(0, cost - bonusUsed));
  const left = split(worth - used, credits.map(amountOf));
  return {
    cost,
    short: Math.max(0, cost - credit),
    rest: credits.map((line, index) => ({ line, left: left[index] ?? 0 })),
  };
}
