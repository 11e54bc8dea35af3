import { describe, expect, test } from 'vitest';
import { judge, type Judgement } from './oracle.ts';
import type { Asked, AskedLine, Bought, Made, Moved, Rules } from './story.ts';

const RULES: Rules = {
  returnFee: 300,
  returnShippingFee: 0,
  isLabelInPercent: false,
  exchangeShippingFee: 0,
  isVariantShippingFree: false,
  bonusBasisPoints: 1000,
  shopNowBasisPoints: 0,
  bonusAmount: 0,
  windows: { refund: null, giftCard: null, exchange: null },
  priceOfSameProduct: 'PAYMENT_AND_PARTIAL_REFUND',
  priceOfOtherProduct: 'PAYMENT_AND_PARTIAL_REFUND',
  areCardsCredits: false,
  standardDelivery: 0,
  automations: [],
};

/** Three jackets for 28.00 and 2.80 tax on top. */
const ORDER: Bought = {
  id: 'order',
  taxesIncluded: false,
  paid: 3580,
  delivery: 500,
  isRegistered: false,
  isDisturbed: false,
  lines: [
    {
      id: 'jackets',
      product: 'jacket',
      sku: null,
      deliveredOn: null,
      quantity: 3,
      price: 2800,
      tax: 280,
      isShipped: true,
    },
  ],
};

const lineOf = (changes: Partial<AskedLine> = {}): AskedLine => ({
  id: 1,
  lineId: 'jackets',
  quantity: 1,
  asked: 'refund',
  isShopNow: false,
  decided: 'refund',
  isDenied: false,
  isCanceled: false,
  hasWavered: false,
  wasRestored: false,
  isOutside: false,
  isCarriedOut: true,
  repairPrice: 0,
  wanted: null,
  wantedAtFirst: null,
  remainder: 'refund',
  isSentAhead: false,
  // 933 and 93: the first units never get the odd unit.
  toldWorth: 1026,
  toldAmount: 1026,
  toldDelivery: 0,
  ...changes,
});

const claimOf = (lines: readonly AskedLine[], changes: Partial<Asked> = {}): Asked => ({
  name: 'R-1',
  orderId: 'order',
  createdOn: '2026-01-02',
  isWarranty: false,
  isWithdrawal: false,
  isGift: false,
  isAtNoCost: false,
  hasLabel: false,
  isByStaff: true,
  label: null,
  possibleRules: [RULES],
  lines,
  shopNow: [],
  rounds: [{ lineIds: lines.map(({ id }) => id), on: '2026-01-03', isLastOfOpen: true }],
  isOver: true,
  doubt: null,
  paidByCard: { atFirst: 0, isTakenByHand: false, later: [] },
  ...changes,
});

const NOTHING: Moved = { refund: 0, storeCredit: 0, giftCard: 0, taken: 0 };
/** What somebody bought and asked for, and what went out for each claim, by its name. */
function judged(
  claims: readonly Asked[],
  moved: Readonly<Record<string, Partial<Moved>>>,
  order = ORDER,
  made: readonly Made[] = [],
): Judgement {
  const packages = {
    rules: {
      isUnprotectedPermitted: false,
      missingDays: 1,
      stolenFromDays: 1,
      lostAfterDays: 1,
      lostAbroadAfterDays: 1,
      endsAfterDays: 30,
      timeZone: 'UTC',
      automatic: null,
      isEveryCoverRefunded: false,
    },
    lost: [],
    sentWith: () => {
      throw new Error('nothing was lost');
    },
    movedFor: () => {
      throw new Error('nothing was lost');
    },
  };
  return judge({ orders: [order], made, claims, packages, covered: [] }, (name) => ({ ...NOTHING, ...moved[name] }), {
    buyers: 0,
    recipients: 0,
  });
}

describe('a refund of one jacket with a return fee of 3.00', () => {
  const claim = claimOf([lineOf()]);
  test('is 7.26', () => {
    expect(judged([claim], { 'R-1': { refund: 726 } })).toMatchObject({ wrong: [], compared: 1 });
  });
  test.each([
    ['a cent less', { refund: 725 }],
    ['a cent more', { refund: 727 }],
    ['the fee twice', { refund: 426 }],
    ['no fee', { refund: 1026 }],
    ['a gift card in its place', { giftCard: 726 }],
    ['credit in its place', { storeCredit: 726 }],
    ['something taken of the card', { refund: 726, taken: 50 }],
  ])('is not %s', (_what, moved) => {
    expect(judged([claim], { 'R-1': moved }).wrong).not.toEqual([]);
  });
  test('is not what another automation or setting would have charged, and either of two where they changed', () => {
    const other = { ...RULES, returnFee: 0 };
    expect(judged([{ ...claim, possibleRules: [other] }], { 'R-1': { refund: 726 } }).wrong).not.toEqual([]);
    for (const refund of [726, 1026])
      expect(judged([{ ...claim, possibleRules: [RULES, other] }], { 'R-1': { refund } }).wrong).toEqual([]);
  });
});

describe('a gift card of one jacket with a bonus of 10 percent', () => {
  const rules = { ...RULES, returnFee: 0 };
  const claim = claimOf([lineOf({ asked: 'giftCard', decided: 'giftCard' })], { possibleRules: [rules] });
  test('is 11.29, half a cent rounded up', () => {
    expect(judged([claim], { 'R-1': { giftCard: 1129 } }).wrong).toEqual([]);
  });
  test.each([1026, 1128, 1130, 1232])('is not %d cents', (giftCard) => {
    expect(judged([claim], { 'R-1': { giftCard } }).wrong).not.toEqual([]);
  });
});

describe('the worth of a jacket', () => {
  const free = { possibleRules: [{ ...RULES, returnFee: 0 }] };
  const worth = (cents: number, order = ORDER, changes: Partial<AskedLine> = {}): string[] => {
    const claim = claimOf([lineOf({ toldWorth: cents, toldAmount: cents, ...changes })], free);
    return judged([claim], { 'R-1': { refund: cents } }, order).wrong;
  };
  test.each([1025, 1027, 1028, 3080, 0])('is not %d cents', (cents) => expect(worth(cents)).not.toEqual([]));
  test('has no more than the odd units of price and of tax, also where others took of the money of the order', () => {
    const disturbed = { ...ORDER, isDisturbed: true };
    for (const cents of [1032, 1026, 500]) expect(worth(cents, disturbed)).toEqual([]);
    expect(worth(1033, disturbed)).not.toEqual([]);
  });
  test('is known although staff gave more for another that was denied in the end', () => {
    const raised = lineOf({ id: 2, toldAmount: 1539, isDenied: true, isCarriedOut: false, hasWavered: false });
    const claim = claimOf([lineOf({ toldWorth: 900, toldAmount: 900 }), raised], free);
    expect(judged([claim], { 'R-1': { refund: 900 } }).wrong).not.toEqual([]);
  });
  test('of all three in three claims is what was paid for them, in any order', () => {
    const parts = [1028, 1026, 1026].map((cents, index) =>
      claimOf([lineOf({ toldWorth: cents, toldAmount: cents })], { ...free, name: `R-${index}` }),
    );
    const moved = { 'R-0': { refund: 1028 }, 'R-1': { refund: 1026 }, 'R-2': { refund: 1026 } };
    expect(judged(parts, moved).wrong).toEqual([]);
    const twice = parts.map((claim) => ({
      ...claim,
      lines: [lineOf({ toldWorth: 1028, toldAmount: 1028 })],
    }));
    expect(
      judged(twice, { 'R-0': { refund: 1028 }, 'R-1': { refund: 1028 }, 'R-2': { refund: 1028 } }).wrong,
    ).not.toEqual([]);
  });
});

test('an order gives no more than was paid for it', () => {
  const all = claimOf([lineOf({ quantity: 3, toldWorth: 3080, toldAmount: 4620 })], {
    possibleRules: [{ ...RULES, returnFee: 0 }],
  });
  expect(judged([all], { 'R-1': { refund: 4620 } }).wrong).toEqual(['R-1 give 4620 for an order of 3580']);
});

describe('an exchange for a jacket that costs 4.00 more', () => {
  const dearer = { variant: 'jacket-l', product: 'jacket', price: 1333, quantity: 1 };
  const claim = claimOf(
    [lineOf({ asked: 'variantExchange', decided: 'variantExchange', wanted: dearer, wantedAtFirst: dearer })],
    { possibleRules: [{ ...RULES, returnFee: 0 }], paidByCard: { atFirst: 440, isTakenByHand: false, later: [] } },
  );
  test('takes 4.40 of the card, with its tax', () => {
    expect(judged([claim], { 'R-1': { taken: 440 } }).wrong).toEqual([]);
  });
  test.each([0, 400, 439, 441, 880])('does not take %d cents', (taken) => {
    expect(judged([claim], { 'R-1': { taken } }).wrong).not.toEqual([]);
  });
  test('may take more only where somebody took more of the hold by hand', () => {
    const takenByHand = (atFirst: number) => ({ ...claim, paidByCard: { atFirst, isTakenByHand: true, later: [] } });
    expect(judged([takenByHand(880)], { 'R-1': { taken: 880 } }).wrong).toEqual([]);
    expect(judged([takenByHand(440)], { 'R-1': { taken: 880 } }).wrong).not.toEqual([]);
  });
});

describe('a jacket that was partly refunded by hand, exchanged for one that is exchanged again', () => {
  const free = { possibleRules: [{ ...RULES, returnFee: 0 }] };
  const bought = { ...ORDER, isDisturbed: true, lines: ORDER.lines.map((line) => ({ ...line, quantity: 1 })) };
  const exchange = (wanted: AskedLine['wanted'], worth: number, lineId: string): AskedLine =>
    lineOf({
      lineId,
      asked: 'variantExchange',
      decided: 'variantExchange',
      wanted,
      wantedAtFirst: wanted,
      toldWorth: worth,
      toldAmount: worth,
    });
  const first = { variant: 'jacket-m', product: 'jacket', price: 1800, quantity: 1 };
  const second = { ...first, variant: 'jacket-l', price: 2000 };
  const sent = {
    id: 'sent',
    claim: 'R-1',
    lines: [{ id: 'again', product: 'jacket', variant: 'jacket-m', quantity: 1 }],
  };
  const claims = [
    claimOf([exchange(first, 1540, 'jackets')], {
      ...free,
      paidByCard: { atFirst: 440, isTakenByHand: false, later: [] },
    }),
    claimOf([exchange(second, 1980, 'again')], {
      ...free,
      name: 'R-2',
      orderId: 'sent',
      createdOn: '2026-02-02',
      paidByCard: { atFirst: 220, isTakenByHand: false, later: [] },
    }),
  ];
  const taken = (again: number): string[] =>
    judged(claims, { 'R-1': { taken: 440 }, 'R-2': { taken: again } }, bought, [{ ...sent, isDisturbed: false }]).wrong;
  test('is taxed at its own rate, of 10 percent, each time', () => expect(taken(220)).toEqual([]));
  test.each([20, 200, 244])('does not take %d cents then', (again) => expect(taken(again)).not.toEqual([]));
});

describe('a jacket exchanged on its order for a dearer one, of whose 4.40 some was waived', () => {
  const free = { possibleRules: [{ ...RULES, returnFee: 0 }] };
  const wanted = { variant: 'jacket-m', product: 'jacket', price: 1333, quantity: 1 };
  const exchange = lineOf({ asked: 'variantExchange', decided: 'variantExchange', wanted, wantedAtFirst: wanted });
  const bought: Bought = {
    ...ORDER,
    exchanged: [
      { id: 'added', claim: 'R-1', product: 'jacket', variant: 'jacket-m', quantity: 1, shopNet: 1333, shopTax: 133 },
    ],
  };
  const back = (worth: number, paid: number): Judgement =>
    judged(
      [
        claimOf([exchange], { ...free, paidByCard: { atFirst: paid, isTakenByHand: false, later: [] } }),
        claimOf([lineOf({ lineId: 'added', toldWorth: worth, toldAmount: worth })], {
          ...free,
          name: 'R-2',
          createdOn: '2026-02-02',
        }),
      ],
      { 'R-1': { taken: paid }, 'R-2': { refund: worth } },
      bought,
    );
  test.each([
    [1466, 440],
    [1126, 100],
    [1026, 0],
  ])('is worth %d once %d were paid', (worth, paid) => {
    expect(back(worth, paid)).toMatchObject({ wrong: [], compared: 2, onOrder: 1, waived: paid < 440 ? 1 : 0 });
  });
  test.each([
    [1466, 100],
    [1127, 100],
    [1466, 0],
  ])('is not worth %d where %d were paid', (worth, paid) => expect(back(worth, paid).wrong).not.toEqual([]));
});

describe('a fee of 30 cents with an exchange, which is too little to be taken, before a refund of another jacket', () => {
  const wanted = { variant: 'jacket-m', product: 'jacket', price: 933, quantity: 1 };
  const exchange = lineOf({ asked: 'variantExchange', decided: 'variantExchange', wanted, wantedAtFirst: wanted });
  const refundAfter = (fee: number): ((refund: number) => string[]) => {
    const claim = claimOf([exchange, lineOf({ id: 2 })], {
      possibleRules: [{ ...RULES, returnFee: fee }],
      rounds: [
        { lineIds: [1], on: '2026-01-03', isLastOfOpen: false },
        { lineIds: [2], on: '2026-01-04', isLastOfOpen: true },
      ],
    });
    return (refund) => judged([claim], { 'R-1': { refund } }).wrong;
  };
  test('is borne by the refund, or was taken of what was paid before', () => {
    expect(refundAfter(30)(996)).toEqual([]);
    expect(refundAfter(30)(1026)).toEqual([]);
  });
  test.each([966, 995, 997, 1027])('is nothing else: not %d', (refund) =>
    expect(refundAfter(30)(refund)).not.toEqual([]),
  );
  test('and is asked for where it is 50 cents', () => expect(refundAfter(50)(976)).not.toEqual([]));
});

test('delivery is given back by withdrawals alone', () => {
  const claim = claimOf([lineOf({ toldDelivery: 26 })], { possibleRules: [{ ...RULES, returnFee: 0 }] });
  expect(judged([claim], { 'R-1': { refund: 1026 } }).wrong).toContain(
    'R-1 is no withdrawal and gives 26 for delivery',
  );
});
