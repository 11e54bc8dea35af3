import { describe, expect, test } from 'vitest';
import { approveLine } from '#core/claims/approve.ts';
import { cancelAsShopper, cancelBlock, cancelClaim, restoreClaim } from '#core/claims/cancel.ts';
import { claimLedger, stillOwed } from '#core/claims/claim-money.ts';
import type { Claim } from '#core/claims/claim.ts';
import { createClaim } from '#core/claims/create.ts';
import { codeFor } from '#core/claims/email-wishes.ts';
import { finalizeClaim } from '#core/claims/finalize.ts';
import { holdsUnits } from '#core/claims/active.ts';
import { payOwed } from '#core/claims/owed.ts';
import {
  acceptQuotes,
  broughtBack,
  declineQuote,
  isToSendBack,
  quoteRepair,
  sendBack,
  sendBackByHand,
  workOnRepair,
} from '#core/claims/repair.ts';
import { denyLine } from '#core/claims/resolution.ts';
import { rollupForShopper, rollupOf } from '#core/claims/status.ts';
import {
  agreeToQuotes,
  inputOf,
  lineOf,
  NOW,
  orderOf,
  paymentOf,
  selectionOf,
  settingsOf,
  WAY,
} from '#core/claims/test-data.ts';
import { Refusal } from '#core/refusal.ts';

const LATER = '2026-03-20T12:00:00.000Z';
const order = orderOf([lineOf({ idFromPlatform: 'a' }), lineOf({ idFromPlatform: 'b', paidTotal: 3000 })]);
const asked = (...methods: ('repair' | 'refund' | 'warrantyReview')[]): Claim =>
  createClaim({
    ...inputOf(order, { claimType: 'Warranty', source: 'Merchant_App' }),
    selections: methods.map((method, index) =>
      selectionOf({ lineIdFromPlatform: index === 0 ? 'a' : 'b', quantity: 1, method }),
    ),
    shippingMethod: 'none',
  }).claim;
const quoted = (price: number, claim = asked('repair')): Claim =>
  quoteRepair(claim, 1, { price, note: ' New zipper ' }, NOW).claim;
const payFor = (claim: Claim) =>
  payOwed(claim, paymentOf({ id: 100, amount: stillOwed(claim), currencyCode: 'USD' }), NOW);
const paidFor = (claim: Claim): Claim => payFor(claim)?.claim ?? claim;
const repaired = (claim: Claim): Claim =>
  workOnRepair(workOnRepair(claim, 1, 'inRepair', NOW).claim, 1, 'done', LATER).claim;
const finalized = (claim: Claim) => finalizeClaim(claim, order, { policy: settingsOf() }, LATER);
const codeOf = (run: () => unknown): string => {
  try {
    run();
    return 'no refusal';
  } catch (error) {
    return error instanceof Refusal ? error.code : String(error);
  }
};
const statusOf = (claim: Claim): string => `${rollupOf(claim, false).code} / ${rollupOf(claim, false).detail}`;

const parcel = {
  type: 'Label',
  provider: 'Easy_Post',
  shipmentIdFromProvider: 'shp_1',
  carrier: 'USPS',
  service: '',
  cost: 700,
  trackingCode: '94',
  trackingUrl: '',
  documentKey: 'label-1',
  qrCodeUrl: null,
  ...WAY,
} as const;

describe('a repair', () => {
  test('that the shopper paid for is approved to them, while staff still have to begin it', () => {
    const shown = (claim: Claim) => rollupForShopper(claim, false).label;
    expect(shown(quoted(4000))).toBe('Waiting for customer');
    const paid = paidFor(quoted(4000));
    expect(statusOf(paid)).toBe('Open / Return_Not_Required');
    expect(shown(paid)).toBe('Repair approved');
    expect(shown(approveLine(asked('repair'), 1, { method: 'repair' }, NOW).claim)).toBe('No return needed');
    expect(shown(paidFor(quoted(4000, asked('repair', 'refund'))))).toBe('No return needed');
  });
  test('is quoted, agreed to by paying for it, done, and sent back', () => {
    const decision = quoteRepair(asked('repair'), 1, { price: 4000, note: 'New zipper' }, NOW);
    expect(statusOf(decision.claim)).toBe('Open / Pending_Additional_Info');
    expect(stillOwed(decision.claim)).toBe(4000);
    expect(decision.effects.map(({ kind }) => kind)).toEqual(['email']);
    const paid = payFor(decision.claim);
    expect(paid?.effects).toMatchObject([{ kind: 'paymentCapture', payload: { amount: { amount: 4000 } } }]);
    const agreed = paid?.claim ?? decision.claim;
    expect(agreed.lines[0]).toMatchObject({ status: 'approved', method: 'repair', repair: { state: 'accepted' } });
    expect(stillOwed(agreed)).toBe(0);
    const done = repaired(agreed);
    expect(statusOf(done)).toBe('Approved / Repaired');
    const sent = sendBackByHand(done, { carrier: 'USPS', trackingCode: '94' }, LATER);
    expect(sent.effects.map(({ kind }) => kind)).toEqual(['email']);
    const ended = finalized(sent.claim);
    expect(statusOf(ended.claim)).toBe('Completed / Repaired');
    expect(ended.claim.settlements).toMatchObject([{ repairs: 4000, paymentUsed: 4000, goods: 0, waived: 0 }]);
    expect(ended.effects.filter(({ kind }) => kind.startsWith('payment'))).toEqual([]);
    expect(claimLedger(ended.claim)).toMatchObject({ balance: 0, deductions: { total: 4000 } });
  });

  test('keeps its units until the item is on its way back, also where it is finalized before', () => {
    const { claim } = finalized(approveLine(asked('repair'), 1, {}, NOW).claim);
    expect(statusOf(claim)).toBe('Approved / Repaired');
    expect(claim.lines.map(holdsUnits)).toEqual([true]);
    const sent = sendBackByHand(repaired(claim), { carrier: '', trackingCode: '' }, LATER).claim;
    expect(statusOf(sent)).toBe('Completed / Repaired');
    expect(sent.lines.map(holdsUnits)).toEqual([false]);
  });

  test('that is finalized is approved to the customer, and not complete', () => {
    const paid = paidFor(quoted(4000));
    expect(codeFor('finalized', finalized(paid).claim)).toBe('Repair_Approved');
    expect(codeFor('finalized', { ...finalized(paid).claim, lines: [] })).toBe('Complete');
  });

  test('for free is approved at once, and nobody is asked', () => {
    const { claim, effects } = quoteRepair(asked('warrantyReview'), 1, { price: 0, note: '' }, NOW);
    expect(effects).toEqual([]);
    expect(claim.lines[0]).toMatchObject({
      status: 'approved',
      method: 'repair',
      repair: { state: 'accepted', price: 0 },
    });
    expect(stillOwed(claim)).toBe(0);
  });

  test('that what other items bring pays for is agreed to without a payment', () => {
    const both = quoted(2000, asked('repair', 'refund'));
    const approved = approveLine(both, 2, {}, NOW).claim;
    expect(stillOwed(approved)).toBe(0);
    const agreed = agreeToQuotes(approved, NOW).claim;
    expect(finalized(agreed).settlement).toMatchObject({ repairs: 2000, issued: { refund: 1000 }, owed: 0 });
  });

  test('that what other items bring no longer pays for is not carried out before somebody pays, or it is waived', () => {
    const both = approveLine(quoted(2000, asked('repair', 'refund')), 2, {}, NOW).claim;
    const agreed = agreeToQuotes(both, NOW).claim;
    const unpaid = denyLine(agreed, 2, 'Wrong_Item', '', NOW).claim;
    expect(stillOwed(unpaid)).toBe(2000);
    const left = finalized(unpaid);
    expect(left.lineErrors).toMatchObject([{ lineId: 1, errors: [expect.stringContaining('$20.00')] }]);
    expect(left.claim.settlements.map(({ lineIds }) => lineIds)).toEqual([[2]]);
    const waived = finalizeClaim(unpaid, order, { policy: settingsOf(), waiveBalance: true }, LATER);
    expect(waived.claim.settlements).toMatchObject([{ repairs: 2000, paymentUsed: 0, waived: 2000 }]);
  });

  test('that another item pays for keeps that item until both are carried out', () => {
    const both = approveLine(quoted(2000, asked('repair', 'refund')), 2, {}, NOW).claim;
    const agreed = agreeToQuotes(both, NOW).claim;
    const alone = finalizeClaim(agreed, order, { policy: settingsOf(), lineIds: [2] }, LATER);
    expect(alone.lineErrors).toEqual([{ lineId: 2, errors: ['Its value pays for a repair that is left out.'] }]);
    expect(alone.claim.settlements).toEqual([]);
  });

  test('that is declined is not paid for, and the item goes back where it is here', () => {
    const declined = declineQuote(quoted(4000), 1, NOW).claim;
    expect(declined.lines[0]).toMatchObject({ status: 'denied', denialDetail: 'No_Action_Taken' });
    expect(stillOwed(declined)).toBe(0);
    expect(rollupOf(declined, false)).toMatchObject({ code: 'Denied', name: 'Will be denied' });
    expect(declined.lines.map((line) => isToSendBack(declined, line))).toEqual([false]);
    const begun = workOnRepair(paidFor(quoted(4000)), 1, 'inRepair', NOW).claim;
    const dearer = declineQuote(quoted(6000, begun), 1, NOW).claim;
    expect(dearer.lines.map((line) => isToSendBack(dearer, line))).toEqual([true]);
    const ended = finalized(sendBackByHand(dearer, { carrier: '', trackingCode: '' }, NOW).claim);
    expect(ended.effects.filter(({ kind }) => kind === 'paymentRefund')).toMatchObject([
      { payload: { amount: { amount: 4000 } } },
    ]);
  });

  test('that gets dearer asks for the difference, and one that gets cheaper gives it back', () => {
    const begun = workOnRepair(paidFor(quoted(4000)), 1, 'inRepair', NOW).claim;
    expect(stillOwed(quoted(6000, begun))).toBe(2000);
    const cheaper = quoted(3000, begun);
    expect(cheaper.lines[0]?.repair).toMatchObject({ state: 'inRepair', price: 3000 });
    const ended = finalized(cheaper);
    expect(ended.effects.filter(({ kind }) => kind === 'paymentRefund')).toMatchObject([
      { payload: { amount: { amount: 1000 } } },
    ]);
  });

  test('given up for another way gives what was paid for it back', () => {
    const paid = paidFor(quoted(4000));
    const instead = approveLine(paid, 1, { method: 'refund' }, NOW).claim;
    expect(instead.lines[0]?.repair).toBeUndefined();
    expect(finalized(instead).effects.filter(({ kind }) => kind === 'paymentRefund')).toMatchObject([
      { payload: { amount: { amount: 4000 } } },
    ]);
    expect(denyLine(paid, 1, 'Wrong_Item', '', NOW).claim.lines[0]?.repair).toBeUndefined();
  });

  test('that was canceled and is restored costs nothing before it is quoted anew', () => {
    const canceled = cancelClaim(paidFor(quoted(4000)), NOW).claim;
    const restored = restoreClaim(canceled, () => true, LATER).claim;
    expect(restored.lines[0]?.repair).toBeUndefined();
    expect(stillOwed(restored)).toBe(0);
  });

  test('goes with a label once, and comes back where that label is canceled', () => {
    const done = repaired(paidFor(quoted(4000)));
    const { claim } = sendBack(done, parcel, LATER);
    expect(claim).toMatchObject({ shipments: [], sentBack: [{ trackingCode: '94' }] });
    expect(sendBack(claim, parcel, LATER)).toEqual({ claim, effects: [] });
    const canceled = { ...claim, sentBack: claim.sentBack?.map((one) => ({ ...one, canceledOn: LATER })) ?? [] };
    expect(broughtBack(canceled, 1, LATER).lines[0]?.repair?.state).toBe('done');
  });

  test('comes back alone where the label of its own package is canceled', () => {
    const two = approveLine(paidFor(quoted(4000, asked('repair', 'repair'))), 2, { method: 'repair' }, NOW).claim;
    const worked = (claim: Claim, lineId: number) =>
      workOnRepair(workOnRepair(claim, lineId, 'inRepair', NOW).claim, lineId, 'done', LATER).claim;
    const canceled = (claim: Claim, id: number): Claim => {
      const sentBack = claim.sentBack?.map((one) => (one.id === id ? { ...one, canceledOn: LATER } : one)) ?? [];
      return broughtBack({ ...claim, sentBack }, id, LATER);
    };
    const statesOf = ({ lines }: Claim) => lines.map(({ repair }) => repair?.state);
    const second = { ...parcel, documentKey: 'label-2' };
    const apart = sendBack(worked(sendBack(worked(two, 1), parcel, LATER).claim, 2), second, LATER).claim;
    expect(statesOf(canceled(apart, 2))).toEqual(['sentBack', 'done']);
    expect(statesOf(canceled(apart, 1))).toEqual(['done', 'sentBack']);
    expect(statesOf(canceled(canceled(apart, 1), 2))).toEqual(['done', 'done']);
    const first = sendBackByHand(worked(two, 1), { carrier: '', trackingCode: '' }, LATER).claim;
    expect(statesOf(canceled(sendBack(worked(first, 2), parcel, LATER).claim, 1))).toEqual(['sentBack', 'done']);
    // A better label for the same package.
    const again = sendBack(sendBack(worked(two, 1), parcel, LATER).claim, second, LATER).claim;
    expect(statesOf(canceled(again, 1))).toEqual(['sentBack', 'accepted']);
    expect(statesOf(canceled(canceled(again, 1), 2))).toEqual(['done', 'accepted']);
  });

  test('is refused where it makes no sense', () => {
    expect(codeOf(() => quoted(20))).toBe('QUOTE_TOO_SMALL');
    expect(codeOf(() => quoted(-1))).toBe('AMOUNT_INVALID');
    expect(codeOf(() => quoted(4000, asked('refund')))).toBe('METHOD_NOT_ALLOWED');
    expect(codeOf(() => quoted(4000, repaired(paidFor(quoted(4000)))))).toBe('REPAIR_STATE');
    expect(codeOf(() => workOnRepair(quoted(4000), 1, 'inRepair', NOW))).toBe('REPAIR_STATE');
    expect(codeOf(() => workOnRepair(paidFor(quoted(4000)), 1, 'done', NOW))).toBe('REPAIR_STATE');
    const awaited = { ...paidFor(quoted(4000)), returnRequired: true };
    expect(codeOf(() => workOnRepair(awaited, 1, 'inRepair', NOW))).toBe('GOODS_NOT_BACK');
    expect(codeOf(() => agreeToQuotes(quoted(4000), NOW))).toBe('PAYMENT_NEEDED');
    expect(codeOf(() => agreeToQuotes(asked('repair'), NOW))).toBe('QUOTE_NOT_OPEN');
    // Staff raised the price while the shopper still read the former one.
    const both = approveLine(quoted(2000, asked('repair', 'refund')), 2, {}, NOW).claim;
    expect(codeOf(() => acceptQuotes(quoted(2500, both), new Map([[1, 2000]]), NOW))).toBe('QUOTE_CHANGED');
    expect(codeOf(() => declineQuote(paidFor(quoted(4000)), 1, NOW))).toBe('QUOTE_NOT_OPEN');
    const by = { carrier: '', trackingCode: '' };
    expect(codeOf(() => sendBackByHand(quoted(4000), by, NOW))).toBe('NOTHING_TO_SEND_BACK');
  });

  test('that has begun is not canceled by its shopper anymore', () => {
    const paid = paidFor(quoted(4000));
    expect(cancelBlock(paid)).toBeNull();
    expect(cancelAsShopper(paid, NOW).effects.filter(({ kind }) => kind === 'paymentRefund')).toHaveLength(1);
    expect(cancelBlock(workOnRepair(paid, 1, 'inRepair', NOW).claim)).toBe('inRepair');
  });
});
