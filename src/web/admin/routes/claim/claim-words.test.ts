import { describe, expect, test } from 'vitest';
import type { ClaimLineShown, ClaimShown } from '#contract/claim-shapes.ts';
import { TRACKER_LABELS, type TrackerStatus } from '#core/claims/shipment-shapes.ts';
import {
  actorText,
  approveLabel,
  bonusWith,
  decisionOf,
  decisionText,
  deductionText,
  finalizeBlocker,
  finalizeLabel,
  isLeftOut,
  instantExchangeText,
  isOver,
  lineActions,
  lineLock,
  newestFirst,
  outcomeOf,
  parcelState,
  pollDelay,
  shopNowText,
  shownBalance,
} from './claim-words.ts';
import { claimLine, lineStatus } from './test-line.ts';

const line = claimLine;
const wanted = (quantity: number): ClaimLineShown['replacementItems'][number] => ({
  variantIdFromPlatform: `v${quantity}`,
  productIdFromPlatform: '2',
  title: 'Cap',
  sku: '',
  imgUrl: null,
  quantity,
  unitPrice: 10,
  unitTax: 1,
  cost: 11 * quantity,
});
const approved = (over: Partial<ClaimLineShown> = {}): ClaimLineShown =>
  line({ status: lineStatus('approved'), resolutionMethodEnum: 'Refund', amount: 20, ...over });
const denied = (over: Partial<ClaimLineShown> = {}): ClaimLineShown =>
  line({ status: lineStatus('denied', 'Wrong_Item'), ...over });
const totals = { refund: 0, giftCard: 0, storeCredit: 0 };
const label = (
  lines: ClaimLineShown[],
  given: Partial<typeof totals> = {},
  moves: { paymentReturned?: number; paymentTaken?: number } = {},
): string =>
  finalizeLabel(
    {
      claimLineItems: lines,
      currencyCode: 'USD',
      requestSummary: { approvedLineItems: [], totals: { ...totals, ...given } },
    },
    { paymentReturned: 0, paymentTaken: 0, ...moves },
  );

describe('Shop Now in its own words', () => {
  const shopNow = { quantity: 2, cost: 234.9, paid: 43.95, owed: 0, left: 0 };
  test('says what was bought, what was paid on top, and what is left', () => {
    expect(shopNowText({ shopNow, currencyCode: 'USD' })).toBe(
      'Shop now: 2 items, $234.90, paid $43.95, nothing left over',
    );
    expect(shopNowText({ shopNow: { ...shopNow, quantity: 1, paid: 0, left: 5 }, currencyCode: 'USD' })).toBe(
      'Shop now: 1 item, $234.90, $5.00 left over',
    );
    expect(shopNowText({ shopNow: { ...shopNow, paid: 0, owed: 43.95 }, currencyCode: 'USD' })).toBe(
      'Shop now: 2 items, $234.90, $43.95 still to pay, nothing left over',
    );
  });
  test('approves a credit with its bonus, and names no gift card where none will exist', () => {
    const credit = line({
      requestedResolutionMethodEnum: 'Gift_Card',
      isShopNow: true,
      requestedAmount: 181.86,
      requestedIncentiveAmount: 9.09,
      incentiveAmount: 9.09,
      estimatedAmount: 0,
    });
    const typed = { method: 'giftCard', amount: 181.86, isExternal: false } as const;
    expect(approveLabel(typed, credit, 'USD')).toBe('Approve credit of $190.95');
    expect(approveLabel(typed, { ...credit, isShopNow: false }, 'USD')).toBe('Approve gift card of $190.95');
    expect(
      decisionText(
        { ...credit, status: lineStatus('approved'), resolutionMethodEnum: 'Gift_Card', amount: 181.86 },
        'USD',
      ),
    ).toBe('Shop now credit of $190.95, nothing left over');
  });
});

describe('the finalize button says what it does', () => {
  test('one refund, as it is after the deductions', () =>
    expect(label([approved({ amount: 50 })], { refund: 42.1 })).toBe('Finalize and refund $42.10'));
  test('sums by method, in one sentence', () => {
    expect(label([approved(), denied({ quantity: 2 })], { refund: 15.5, storeCredit: 3, giftCard: 22 })).toBe(
      'Finalize and refund $15.50, issue $3.00 store credit, issue $22.00 on a gift card and deny 2 items',
    );
  });
  test('what goes back of a payment is no refund', () =>
    expect(label([approved()], { refund: 148.58 }, { paymentReturned: 30.9 })).toBe(
      'Finalize and refund $148.58 and refund $30.90 of the payment',
    ));
  test('exchanges, replacements and repairs are counted, not priced', () => {
    expect(label([approved({ resolutionMethodEnum: 'Variant_Exchange', quantity: 2 })])).toBe(
      'Finalize and exchange 2 items',
    );
    expect(
      label([approved({ resolutionMethodEnum: 'Replacement_Order', replacementItems: [wanted(1), wanted(3)] })]),
    ).toBe('Finalize and send 4 items as replacement');
    expect(label([approved({ resolutionMethodEnum: 'Repair' })])).toBe('Finalize and repair 1 item');
  });
  test('what staff settled outside is only recorded', () =>
    expect(label([approved({ resolutionMethodEnum: 'Variant_Exchange', wasResolvedExternally: true })])).toBe(
      'Finalize and record 1 item as resolved externally',
    ));
  test('what is taken of a payment for goods that were sent', () =>
    expect(label([denied()], {}, { paymentTaken: 268.46 })).toBe(
      'Finalize and capture $268.46 of the payment and deny 1 item',
    ));
  test('only denials', () => expect(label([denied()])).toBe('Finalize and deny 1 item'));
  test('what is finalized or canceled is not counted again', () =>
    expect(
      label([
        approved({ resolutionMethodEnum: 'Repair', finalizedOn: '2026-01-01' }),
        approved({ resolutionMethodEnum: 'Repair' }),
        denied({ canceledOn: '2026-01-01' }),
      ]),
    ).toBe('Finalize and repair 1 item'));
  test('nothing decided', () => expect(label([line({})])).toBe('Finalize'));
});

test('a claim comes to what is left to pay, also where some of its money was given out before', () => {
  expect(outcomeOf({ owed: 0, balance: 12.5 })).toEqual({ label: 'To the customer', amount: 12.5 });
  expect(outcomeOf({ owed: 27.14, balance: -27.14 })).toEqual({ label: 'Customer owes', amount: 27.14 });
  expect(outcomeOf({ owed: 86.6, balance: -27.14 })).toEqual({ label: 'Customer owes', amount: 86.6 });
  expect(outcomeOf({ owed: 0, balance: 0.004 })).toEqual({ label: 'To the customer', amount: 0 });
});

describe('the decision in words', () => {
  const words = (over: Partial<ClaimLineShown>): string => decisionText(approved(over), 'USD');
  test('money, with the bonus that goes with it', () => {
    expect(words({ amount: 20 })).toBe('Refund of $20.00');
    const credit = {
      resolutionMethodEnum: 'Store_Credit',
      requestedResolutionMethodEnum: 'Store_Credit',
      incentiveAmount: 2,
    } as const;
    expect(words({ ...credit, amount: 20 })).toBe('Store Credit of $20.00 plus a bonus of $2.00');
    expect(words({ ...credit, amount: 10, incentiveAmount: 1 })).toBe('Store Credit of $10.00 plus a bonus of $1.00');
    const asked = claimLine({ ...credit, requestedIncentiveAmount: 2, incentiveBasisPoints: 1000 });
    expect(bonusWith(10, 'storeCredit', asked, 'USD')).toBe(100);
    expect(bonusWith(10, 'refund', asked, 'USD')).toBe(0);
    expect(words({ wasResolvedExternally: true })).toBe('Refund of $20.00, resolved externally');
  });
  test('an exchange says what the difference does', () => {
    const exchange = { resolutionMethodEnum: 'Variant_Exchange', variantExchangeLineItem: wanted(1) } as const;
    expect(words(exchange)).toBe('Exchange for \u2068Cap\u2069');
    expect(words({ ...exchange, exchangeDeltaAmount: 5 })).toContain('$5.00 more than the returned item');
    expect(
      words({ ...exchange, exchangeDeltaAmount: -5, variantExchangeAmountResolutionMethodEnum: 'Gift_Card' }),
    ).toContain('$5.00 left, as gift card');
  });
  test('a replacement order names its goods', () =>
    expect(words({ resolutionMethodEnum: 'Replacement_Order', replacementItems: [wanted(2)] })).toBe(
      'Replacement Order of 2 × \u2068Cap\u2069',
    ));
});

describe('what is taken off a line', () => {
  const text = (over: Partial<ClaimLineShown>): string | null => deductionText(approved(over), 'USD');
  test('nothing', () => expect(text({ estimatedAmount: 20 })).toBeNull());
  test('a part, or all of it', () => {
    expect(text({ estimatedAmount: 15 })).toContain('Pays out $15.00');
    expect(text({ estimatedAmount: 0 })).toContain('nothing is paid out');
  });
  test('known once it is finalized', () => {
    expect(text({ finalizedOn: 'x', deductedAmount: 5 })).toContain('$5.00');
    expect(text({ finalizedOn: 'x', deductedAmount: 0 })).toBeNull();
  });
  test('goods bring no money of their own', () => expect(text({ resolutionMethodEnum: 'Repair' })).toBeNull());
});

test('a locked line says why', () => {
  expect(lineLock(line({}))).toBeNull();
  expect(lineLock(line({ canceledOn: 'x' }))).toMatch(/^Canceled/);
  expect(lineLock(line({ finalizedOn: 'x' }))).toMatch(/^Finalized/);
  expect(lineLock(line({ requestedResolutionMethodEnum: 'Other', allowedMethods: [] }))).toMatch(
    /No resolution was requested/,
  );
});

test('a line left out is told from one whose effect failed, and from one that is only warned of', () => {
  const stopped = { errors: ['Out of stock'], isLeftOut: true };
  expect(isLeftOut(approved(stopped))).toBe(true);
  expect(decisionOf(approved(stopped)).label).toBe('Left out');
  expect(isLeftOut(approved({ ...stopped, finalizedOn: 'x' }))).toBe(false);
  expect(decisionOf(approved({ errors: ['Refunded at the store meanwhile'] })).label).toBe('Will be approved');
});

test('a balance under a cent is none', () => {
  expect([0.009, -0.009, 0.01, -3].map(shownBalance)).toEqual([0, 0, 0.01, -3]);
});

describe('why finalize is disabled', () => {
  test('a line without decision', () => {
    expect(finalizeBlocker({ claimLineItems: [line({}), approved()], canFinalize: false })).toMatch(
      /^1 item still needs a decision/,
    );
    expect(finalizeBlocker({ claimLineItems: [line({}), line({})], canFinalize: false })).toMatch(
      /^2 items still need a decision/,
    );
  });
  test('canceled lines need none', () =>
    expect(finalizeBlocker({ claimLineItems: [line({ canceledOn: 'x' }), approved()], canFinalize: true })).toBeNull());
  test('all done', () =>
    expect(finalizeBlocker({ claimLineItems: [approved({ finalizedOn: 'x' })], canFinalize: false })).toMatch(
      /already finalized/,
    ));
  test('the server has the last word', () =>
    expect(finalizeBlocker({ claimLineItems: [approved()], canFinalize: false })).not.toBeNull());
});

test('which decisions a line offers', () => {
  expect(lineActions(line({}))).toEqual({ approve: 'Approve', canDeny: true, canRevert: false });
  expect(lineActions(approved())).toEqual({ approve: 'Change', canDeny: true, canRevert: false });
  expect(lineActions(approved({ amount: 5 }))).toEqual({
    approve: 'Change',
    canDeny: true,
    canRevert: true,
  });
  expect(lineActions(approved({ resolutionMethodEnum: 'Gift_Card' })).canRevert).toBe(true);
  expect(lineActions(approved({ wasResolvedExternally: true })).canRevert).toBe(true);
  expect(lineActions(denied())).toEqual({
    approve: 'Approve instead',
    canDeny: false,
    canRevert: true,
  });
  expect(lineActions(denied({ requestedResolutionMethodEnum: 'Variant_Exchange' })).canRevert).toBe(false);
  const none = { approve: null, canDeny: false, canRevert: false };
  expect(lineActions(line({ requestedResolutionMethodEnum: 'Other' }))).toEqual(none);
  expect(lineActions(approved({ finalizedOn: 'x', amount: 5, allowedMethods: [] }))).toEqual(none);
});

test('the newest entry stands first, also of those of one instant', () => {
  const at = (id: string, datetime: string) => ({ id, datetime });
  const entries = [at('1', '2026-03-01T00:00:00Z'), at('2', '2026-03-02T00:00:00Z'), at('3', '2026-03-02T00:00:00Z')];
  expect(newestFirst(entries).map(({ id }) => id)).toEqual(['3', '2', '1']);
  // A partner reports late what happened earlier.
  expect(newestFirst([...entries, at('4', '2026-03-01T12:00:00Z')]).map(({ id }) => id)).toEqual(['3', '2', '4', '1']);
});

test('every entry of the timeline says who did it, as far as anybody did', () => {
  const entry = { id: '1', datetime: '2026-03-01T00:00:00Z', subject: 'Shirt approved', message: '', media: [] };
  expect(actorText({ ...entry, type: 'processing', by: 'Ada Admin', version: 2 })).toBe('by \u2068Ada Admin\u2069');
  // The heading of a comment names its author.
  expect(actorText({ ...entry, type: 'comment', subject: 'Ada Admin', by: 'Ada Admin' })).toBeNull();
  for (const type of ['email', 'shipment', 'money', 'shopify', 'warning'] as const)
    expect(actorText({ ...entry, type })).toBe('automatically');
  // Kept before names were.
  expect(actorText({ ...entry, type: 'processing' })).toBeNull();
});

test('the badge of a line', () => {
  expect(decisionOf(line({})).label).toBe('Needs a decision');
  expect(decisionOf(approved()).label).toBe('Will be approved');
  expect(decisionOf(denied({ finalizedOn: 'x' })).label).toBe('Denied');
  expect(decisionOf(approved({ canceledOn: 'x' })).label).toBe('Canceled');
});

test('the claim is watched only while an effect is on its way', () => {
  const effect = (state: ClaimShown['effects'][number]['state']) => ({
    id: 1,
    kind: 'refund',
    purposeKey: 'k',
    summary: '',
    state,
    attempts: 0,
    isHeldBack: false,
    lastError: null,
    nextTryOn: null,
    doneOn: null,
    settledBy: null,
    settledReason: null,
    result: null,
    canGiveValue: false,
    asksForRefundOf: null,
  });
  expect(pollDelay({ effects: [effect('done'), effect('running')] })).toBe(2000);
  expect(pollDelay({ effects: [effect('waiting')] })).toBe(2000);
  expect(pollDelay({ effects: [effect('done'), effect('failed')] })).toBe(false);
  expect(pollDelay({ effects: [] })).toBe(false);
});

test('a claim is over when nothing in it is open', () => {
  expect(isOver({ claimLineItems: [approved({ finalizedOn: 'x' }), line({})] })).toBe(false);
  expect(isOver({ claimLineItems: [approved({ finalizedOn: 'x' }), line({ canceledOn: 'x' })] })).toBe(true);
});

test('a parcel is told of in the words of the filter, a canceled label too', () => {
  const state = (status: TrackerStatus, canceledOn: string | null = null) =>
    parcelState({
      tracker: {
        status,
        details: [],
        estimatedDeliveryDate: null,
        carrier: { name: '', icon: null, trackingCode: '', trackingUrl: '' },
        errors: [],
      },
      canceledOn,
    });
  expect(state('pre_transit')).toEqual({ label: 'Getting Ready To Ship', tone: 'neutral' });
  expect(state('cancelled').label).toBe(TRACKER_LABELS.cancelled);
  expect(state('unknown', '2026-01-01')).toEqual(state('cancelled'));
});

test('of goods sent ahead it is told what has come of the hold', () => {
  const text = (over: Partial<NonNullable<ClaimShown['customerPayment']>>): string =>
    instantExchangeText({
      customerPayment: {
        id: 1,
        idFromPlatform: 'pi_1',
        provider: 'stripe',
        amount: 50,
        capturedAmount: 0,
        refundedAmount: 0,
        currencyCode: 'USD',
        note: '',
        status: 'Authorized',
        authorizationExpiresOn: null,
        capturedOn: null,
        canRefund: false,
        refundable: 0,
        openRefunds: [],
        ...over,
      },
    });
  const sent = 'Instant exchange: the new items were sent ahead';
  expect(instantExchangeText({ customerPayment: null })).toBe(`${sent}.`);
  expect(text({})).toBe(`${sent}, against a hold of $50.00 on the customer's card.`);
  expect(text({ status: 'Expired' })).toBe(
    `${sent}. The hold of $50.00 on the customer's card has ended. Nothing was captured.`,
  );
  const taken = { status: 'Captured', capturedAmount: 20 } as const;
  expect(text(taken)).toBe(`${sent}. $20.00 of the hold of $50.00 on the customer's card was captured.`);
  expect(text({ ...taken, capturedAmount: 50 })).toBe(
    `${sent}. The hold of $50.00 on the customer's card was captured.`,
  );
  expect(text({ ...taken, refundedAmount: 5 })).toContain('was captured, and $5.00 refunded.');
  expect(text({ ...taken, status: 'Refunded', refundedAmount: 20 })).toContain('was refunded.');
});
