import { isCreditedBy } from '#core/claims/credited.ts';
import type { RemainderMethod } from '#core/claims/goods-shapes.ts';
import type { ResolutionMethod } from '#core/claims/claim.ts';
import { fixedPart } from '#core/claims/sums.ts';
import { allocate, inProportion, percentOf, type Minor } from '#core/money.ts';

/** One line as the settlement sees it. Amounts in minor units of the claim's currency. */
export type SettlementLine = {
  id: number;
  method: ResolutionMethod;
  isShopNow: boolean;
  wasResolvedExternally: boolean;
  /** What the line is worth to the shopper: the approved amount, else the requested one. */
  amount: Minor;
  /** Bonus that goes with the whole amount, of a gift card, store credit or shop-now line. */
  incentive: Minor;
  /** The bonus as a part of the amount. */
  incentiveBasisPoints: number;
  /** It was given as an amount. */
  isIncentiveFixed?: boolean;
  /** For an exchange: the price of the new item minus `amount`. */
  exchangeDeltaAmount: Minor;
  exchangeRemainderMethod: RemainderMethod;
  /** What the shopper pays to have it repaired. */
  repairPrice?: Minor;
};

export type SettlementInput = {
  lines: readonly SettlementLine[];
  /** Price of everything chosen with the shop-now credit. */
  shopNowCost: Minor;
  fee: Minor;
  returnShipping: Minor;
  /** Charged only when goods are sent. */
  exchangeShipping: Minor;
  /** What the shopper has paid, or has let us hold, towards this claim and is not used yet. */
  paid: Minor;
  /** The smallest amount that can be charged; less is waived. */
  leastCharge?: Minor;
  /** Nothing of `paid` was taken yet: the least charge counts for taking it too. */
  isOnlyHeld?: boolean;
  /** Other lines are left to settle: a fee that would be waived stays due with them. */
  areLinesLeft?: boolean;
};

export type SettledLine = {
  id: number;
  /** How its money goes out; null when it brings none. */
  issuedBy: RemainderMethod | null;
  issued: Minor;
  incentive: Minor;
  /** Its share of goods beyond their own line's value, fees and shipping. */
  deducted: Minor;
  wasZeroedThroughDeduction: boolean;
};

export type Settlement = {
  lines: SettledLine[];
  /** What goes out, bonus apart. */
  issued: Record<RemainderMethod, Minor>;
  incentive: Record<'giftCard' | 'storeCredit', Minor>;
  shopNowIncentive: Minor;
  /** Given by staff outside. */
  external: Minor;
  /** The price of items sent in exchange or bought with Shop Now credit. */
  goods: Minor;
  /** The price of repairs. */
  repairs: Minor;
  fee: Minor;
  returnShipping: Minor;
  exchangeShipping: Minor;
  /** What no credit covers and no one is charged for: fees of a plain return, and amounts too small to charge. */
  waived: Minor;
  /** What the credits do not cover and the shopper is to pay, before `paid`; without what is waived. */
  owed: Minor;
  paymentUsed: Minor;
  /** Of `paid`, what goes back. */
  paymentReturned: Minor;
  stillOwed: Minor;
};

type Pot = { line: SettlementLine; issuedBy: RemainderMethod; available: Minor; deducted: Minor; isOwnMoney: boolean };

const MONEY: ReadonlySet<ResolutionMethod> = new Set(['refund', 'giftCard', 'storeCredit']);
const POT_ORDER: readonly RemainderMethod[] = ['refund', 'storeCredit', 'giftCard'];

/**
 * What moves when these lines are carried out. Repairs are paid for like goods. Exchanged goods are paid by their own line first, then
 * by what other exchanges leave over, then from refunds, store credit and gift cards, and last by the
 * shopper. Fees and return shipping follow the same way, but a shopper who only sends things back is
 * never asked to pay them: what no credit covers is waived, once no line is left that may bear it.
 */
export function settle(input: SettlementInput): Settlement {
  // In the order of their ids, so that a unit that cannot be split goes the same way however the lines are listed.
  const counted = input.lines.filter((line) => !line.wasResolvedExternally).toSorted((one, other) => one.id - other.id);
  const shopNow = spendShopNow(
    counted.filter((line) => line.isShopNow),
    input.shopNowCost,
  );
  const exchanges = counted.filter((line) => line.method === 'variantExchange' && !line.isShopNow);
  const isSending = exchanges.length > 0 || input.shopNowCost > 0;
  const pots: Pot[] = [
    ...exchanges.map(leftOfExchange),
    ...shopNow.pots,
    ...counted.filter((line) => !line.isShopNow && MONEY.has(line.method)).map(moneyPot),
  ];
  const short = sum(exchanges.map((line) => Math.max(0, line.exchangeDeltaAmount))) + shopNow.short;
  const exchangeShipping = isSending ? input.exchangeShipping : 0;
  const repairs = sum(counted.map((line) => line.repairPrice ?? 0));
  const uncoveredGoods = takeFromPots(pots, short + exchangeShipping + repairs);
  const uncoveredFees = takeFromPots(pots, input.fee + input.returnShipping);
  // Who only has something repaired pays the price they agreed to, and no fee on top.
  const uncovered = uncoveredGoods + (isSending ? uncoveredFees : 0);
  const tooSmall = tooSmallToTake(uncovered, input);
  const owed = uncovered - tooSmall;
  const paymentUsed = Math.min(input.paid, owed);
  const uncollected = tooSmall + (isSending ? 0 : uncoveredFees);
  const stillDue = input.areLinesLeft === true ? Math.min(uncollected, uncoveredFees) : 0;
  const feesTaken = input.fee + input.returnShipping - stillDue;
  const fee = Math.min(input.fee, feesTaken);
  const lines = input.lines.map((line) => settledLine(line, pots));
  const byMethod = (method: RemainderMethod) => lines.filter((line) => line.issuedBy === method);
  return {
    lines,
    issued: {
      refund: sum(byMethod('refund').map((line) => line.issued)),
      giftCard: sum(byMethod('giftCard').map((line) => line.issued)),
      storeCredit: sum(byMethod('storeCredit').map((line) => line.issued)),
    },
    incentive: {
      giftCard: sum(byMethod('giftCard').map((line) => line.incentive)),
      storeCredit: sum(byMethod('storeCredit').map((line) => line.incentive)),
    },
    shopNowIncentive: shopNow.bonusUsed,
    external: sum(input.lines.filter(isGivenOutside).map((line) => line.amount)),
    goods: sum(exchanges.map((line) => line.amount + line.exchangeDeltaAmount)) + input.shopNowCost,
    repairs,
    fee,
    returnShipping: feesTaken - fee,
    exchangeShipping,
    waived: uncollected - stillDue,
    owed,
    paymentUsed,
    paymentReturned: input.paid - paymentUsed,
    stillOwed: owed - paymentUsed,
  };
}

/** The rest of the amount owed that is too small for any payment provider. */
function tooSmallToTake(owed: Minor, { paid, leastCharge = 0, isOnlyHeld = false }: SettlementInput): Minor {
  const taken = isOnlyHeld && owed < leastCharge ? 0 : Math.min(paid, owed);
  return owed - taken < leastCharge ? owed - taken : 0;
}

const isGivenOutside = (line: SettlementLine): boolean => line.wasResolvedExternally && isCreditedBy(line.method);

const moneyPot = (line: SettlementLine): Pot => ({
  line,
  issuedBy: line.method === 'giftCard' || line.method === 'storeCredit' ? line.method : 'refund',
  available: line.amount,
  deducted: 0,
  isOwnMoney: true,
});

const leftOfExchange = (line: SettlementLine): Pot => ({
  line,
  issuedBy: line.exchangeRemainderMethod,
  available: Math.max(0, -line.exchangeDeltaAmount),
  deducted: 0,
  isOwnMoney: false,
});

/** The bonus is used up in step with the credit, so that buying little does not turn a bonus into money. */
function spendShopNow(lines: readonly SettlementLine[], cost: Minor) {
  const value = sum(lines.map((line) => line.amount));
  const bonus = shopNowBonus(lines, value);
  const credit = value + bonus;
  const bonusUsed = cost >= credit ? bonus : inProportion(bonus, cost, credit);
  const valueUsed = Math.min(value, cost - Math.min(cost, bonusUsed));
  const left = allocate(
    value - valueUsed,
    lines.map((line) => line.amount),
  );
  const pots = lines.map((line, index): Pot => ({
    line,
    issuedBy: line.exchangeRemainderMethod,
    available: left[index] ?? 0,
    deducted: 0,
    isOwnMoney: false,
  }));
  return { pots, bonusUsed, short: Math.max(0, cost - credit) };
}

/**
 * A share of the whole credit, rounded once: the lines' own bonuses were rounded together with lines that may be gone.
 */
function shopNowBonus(lines: readonly SettlementLine[], value: Minor): Minor {
  const [basisPoints, ...others] = new Set(lines.map((line) => line.incentiveBasisPoints));
  return basisPoints === undefined ||
    others.length > 0 ||
    lines.some(({ isIncentiveFixed }) => isIncentiveFixed === true)
    ? sum(lines.map((line) => line.incentive))
    : percentOf(value, basisPoints);
}

/** Takes an amount from the pots, what exchanges leave over first; returns what they could not cover. */
function takeFromPots(pots: readonly Pot[], amount: Minor): Minor {
  let open = amount;
  const groups = [
    pots.filter((pot) => !pot.isOwnMoney),
    ...POT_ORDER.map((method) => pots.filter((pot) => pot.isOwnMoney && pot.issuedBy === method)),
  ];
  for (const group of groups) {
    const left = group.map((pot) => pot.available - pot.deducted);
    const taken = Math.min(open, sum(left));
    allocate(taken, left).forEach((part, index) => {
      const pot = group[index];
      if (pot) pot.deducted += part;
    });
    open -= taken;
  }
  return open;
}

function bonusOn({ amount, incentive, incentiveBasisPoints, isIncentiveFixed }: SettlementLine, issued: Minor): Minor {
  if (issued === amount || amount === 0) return incentive;
  if (isIncentiveFixed === true) return fixedPart(incentive, issued, amount);
  return Math.min(incentive, percentOf(issued, incentiveBasisPoints));
}

function settledLine(line: SettlementLine, pots: readonly Pot[]): SettledLine {
  const pot = pots.find((one) => one.line.id === line.id);
  if (!pot) {
    return { id: line.id, issuedBy: null, issued: 0, incentive: 0, deducted: 0, wasZeroedThroughDeduction: false };
  }
  const issued = pot.available - pot.deducted;
  const takesBonus = pot.isOwnMoney && pot.issuedBy !== 'refund';
  return {
    id: line.id,
    issuedBy: pot.issuedBy,
    issued,
    incentive: takesBonus ? bonusOn(line, issued) : 0,
    deducted: pot.deducted,
    wasZeroedThroughDeduction: issued === 0 && pot.deducted > 0,
  };
}

const sum = (amounts: readonly Minor[]): Minor => amounts.reduce((all, one) => all + one, 0);
