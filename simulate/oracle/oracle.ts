import { sumOf, worthOfFirst } from './arithmetic.ts';
import { give } from './round.ts';
import { WAYS, type Asked, type AskedLine, type Bought, type Moved, type Way } from './story.ts';

export type Judgement = {
  /** Each difference between the story and what was moved, in one sentence. */
  wrong: string[];
  /** Claims whose every amount was compared to the unit. */
  compared: number;
  /** Why others were not. */
  doubts: string[];
};

/**
 * Works every amount out from the story alone, and compares it with what the product said and the partners hold.
 * `apart` is what they hold without saying for which claim.
 */
export function judge(
  orders: readonly Bought[],
  claims: readonly Asked[],
  movedFor: (name: string) => Moved,
  apart: number,
): Judgement {
  let expectedApart = 0;
  const judgement: Judgement = { wrong: [], compared: 0, doubts: [] };
  for (const order of orders) {
    const own = claims.filter(({ orderId }) => orderId === order.id);
    judgement.wrong.push(...worths(order, own), ...withinPaid(order, own));
  }
  for (const claim of claims) {
    const order = orders.find(({ id }) => id === claim.orderId);
    const isOfBought = claim.lines.every(({ lineId }) => order?.lines.some(({ id }) => id === lineId));
    const doubt = claim.doubt ?? (order && isOfBought ? null : 'it is about goods that were not bought at first');
    if (doubt !== null || !order) {
      judgement.doubts.push(doubt ?? '');
      continue;
    }
    const held = movedFor(claim.name);
    const expected = expectedOf(order, claim);
    judgement.wrong.push(...decidedAmounts(claim), ...differences(claim, expected, held));
    expectedApart += sumOf(WAYS.filter((way) => held[way] === null).map((way) => expected[way]));
    judgement.compared += 1;
  }
  if (judgement.doubts.length === 0 && expectedApart !== apart)
    judgement.wrong.push(`by the story ${expectedApart} are credited to accounts, and ${apart} were`);
  return judgement;
}

const isCounted = (line: AskedLine): boolean => !line.isDenied && !line.isCanceled;

/** The worth of units follows from what was paid for all of them, whatever the parts they come back in. */
function worths(order: Bought, claims: readonly Asked[]): string[] {
  return order.lines.flatMap((bought) => {
    const onTop = order.taxesIncluded ? 0 : bought.tax;
    const worthOf = (units: number): number =>
      worthOfFirst(bought.price, bought.quantity, units) + worthOfFirst(onTop, bought.quantity, units);
    const lines = claims.flatMap((claim) =>
      claim.lines.filter(({ lineId }) => lineId === bought.id).map((line) => ({ claim, line })),
    );
    const limit = worthOf(bought.quantity);
    const tooMuch = lines
      .filter(({ line }) => line.toldWorth > Math.min(limit, worthOf(line.quantity) + 2 * bought.quantity))
      .map(({ claim, line }) => `${claim.name}: ${line.quantity} units are said to be worth ${line.toldWorth}`);
    const isPlain = !order.isDisturbed && lines.every(({ line }) => !line.hasWavered) && !isAnyRaised(claims);
    if (tooMuch.length > 0 || !isPlain || lines.length === 0) return tooMuch;
    const orders = permutations(lines.map(({ line }) => line));
    const fits = orders.some((inTurn) => {
      let before = 0;
      return inTurn.every((line) => {
        const worth = worthOf(before + line.quantity) - worthOf(before);
        before += line.quantity;
        return worth === line.toldWorth;
      });
    });
    const told = lines.map(({ claim, line }) => `${claim.name} ${line.quantity}: ${line.toldWorth}`).join(', ');
    return fits
      ? []
      : [`of ${bought.quantity} units worth ${limit} together these have another worth than their part: ${told}`];
  });
}

const isAnyRaised = (claims: readonly Asked[]): boolean =>
  claims.some(({ lines }) => lines.some(({ toldAmount, toldWorth }) => (toldAmount ?? 0) > toldWorth));

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
function withinPaid(order: Bought, claims: readonly Asked[]): string[] {
  if (order.isDisturbed) return [];
  const given = sumOf(
    claims.flatMap(({ lines, rounds }) =>
      lines
        .filter((line) => isCounted(line) && rounds.some(({ lineIds }) => lineIds.includes(line.id)))
        .filter(({ decided }) => decided !== null && CREDITED.includes(decided))
        .map(({ toldAmount, toldWorth }) => toldAmount ?? toldWorth),
    ),
  );
  const names = claims.map(({ name }) => name).join(', ');
  return given > order.paid ? [`${names} give ${given} for an order of ${order.paid}`] : [];
}
const CREDITED = ['refund', 'storeCredit', 'giftCard', 'variantExchange'];

type Expected = Record<Way, number> & { owed: number };

/** What a claim should have moved, round after round. */
function expectedOf(order: Bought, claim: Asked): Expected {
  const { rules, lines } = claim;
  const isSending =
    claim.shopNow.length > 0 || lines.some(({ wanted, asked }) => wanted && asked === 'variantExchange');
  const due = {
    fee: claim.isWarranty ? 0 : rules.returnFee,
    returnShipping: claim.isWarranty || !claim.hasLabel ? 0 : rules.returnShippingFee,
    exchangeShipping: claim.isWarranty || !isSending ? 0 : rules.exchangeShippingFee,
  };
  const all = { refund: 0, storeCredit: 0, giftCard: 0, owed: 0 };
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
      areLinesLeft: lines.some((line) => !gone.has(line.id) && isCounted(line)),
    });
    hasSentShopNow ||= credits.length > 0;
    due.fee -= given.feeTaken;
    due.returnShipping -= given.returnShippingTaken;
    due.exchangeShipping -= given.exchangeShippingTaken;
    for (const way of WAYS) all[way] += given.issued[way];
    all.owed += given.owed;
  }
  return all;
}

function differences(claim: Asked, all: Expected, held: Moved): string[] {
  const taken = claim.paidByCard === null ? null : Math.min(claim.paidByCard, all.owed);
  return [
    ...WAYS.filter((way) => held[way] !== null && all[way] !== held[way]).map(
      (way) => `${claim.name}: by the story ${all[way]} go out as ${way}, and ${held[way]} did`,
    ),
    ...(taken === null ||
    held.taken === null ||
    !claim.isOver ||
    Math.abs(all.owed) < LEAST_TAKEN ||
    taken === held.taken
      ? []
      : [`${claim.name}: by the story ${taken} of the card are taken, and ${held.taken} were`]),
    ...(claim.paidByCard !== null && claim.isOver && all.owed === 0 && (held.taken ?? 0) > 0
      ? [`${claim.name}: by the story nothing of the card is taken, and ${held.taken} were`]
      : []),
  ];
}
// Sums near what a provider takes at least are not looked at.
const LEAST_TAKEN = 5000;

/** Net price and tax of the units of a line: its own part of what was paid, found again by what it is worth. */
function netWorth(order: Bought, line: AskedLine): { net: number; tax: number } {
  const bought = order.lines.find(({ id }) => id === line.lineId);
  if (!bought) return { net: line.toldWorth, tax: 0 };
  for (let before = 0; before + line.quantity <= bought.quantity; before += 1) {
    const part = (total: number): number =>
      worthOfFirst(total, bought.quantity, before + line.quantity) - worthOfFirst(total, bought.quantity, before);
    const [net, tax] = [part(bought.price), part(bought.tax)];
    if (net + (order.taxesIncluded ? 0 : tax) === line.toldWorth) return { net, tax };
  }
  return { net: line.toldWorth, tax: 0 };
}
