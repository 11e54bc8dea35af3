import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import * as actions from '#contract/merchant/claim-actions.ts';
import { createCustomField } from '#contract/merchant/custom-fields.ts';
import { claimDecisions } from '#contract/merchant/claim-decisions.ts';
import * as customer from '#contract/customer/customer.ts';
import type { RouteInput } from '#contract/route.ts';
import type { ActionType } from '#core/automations/actions.ts';
import { collectCustomFields } from '#core/automations/actions/collect-custom-fields.ts';
import type { Hook } from '#core/automations/hooks.ts';
import { RuleDraft } from '#core/automations/rule.ts';
import { addDays } from '#core/dates.ts';
import type { SettingsChanges } from '#core/settings/settings.fixture.ts';
import {
  changeLine,
  changeOrder,
  claimOf,
  finalizeAll,
  listedClaims,
  returnableOrder,
  settledClaim,
  submitReturn,
  told,
  type Returnable,
} from '#server/testing/claims.ts';
import { newRecipient, openGift } from '#server/testing/gifts.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { forgetRules, publishRules } from '#server/testing/rules.ts';
import { eventually, startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';
import { onePixel, upload } from '#server/testing/uploads.ts';

const LONG = {
  refundValidityDays: 700,
  storeCreditValidityDays: 700,
  giftCardValidityDays: 700,
  variantExchangeValidityDays: 700,
};
const SHORT = {
  refundValidityDays: 1,
  storeCreditValidityDays: 1,
  giftCardValidityDays: 1,
  variantExchangeValidityDays: 1,
};
const OPEN: SettingsChanges = {
  ...LONG,
  isWarrantiesEnabled: true,
  defaultWarrantyDays: 900,
  isGiftReturnEnabled: true,
};
const CLOSED: SettingsChanges = { ...OPEN, ...SHORT };

let server: TestServer;
let staff: Caller;
beforeAll(async () => {
  server = await startTestServer();
  staff = await server.staff('Staff');
});
beforeEach(async () => {
  await forgetRules(server.server.deps.database, server.storeId);
  await server.saveSettings(OPEN);
});
afterAll(() => server.close());

/** An order bought while everything could still be returned, in a store that then closed its windows. */
async function tooLate(settings: SettingsChanges = CLOSED): Promise<Returnable> {
  await server.saveSettings(OPEN);
  const from = await returnableOrder(server);
  await server.saveSettings(settings);
  return from;
}

type Asked = Partial<RouteInput<typeof customer.askForReview>['body']['selections'][number]>;
type Body = Partial<RouteInput<typeof customer.askForReview>['body']>;

const params = ({ order }: Pick<Returnable, 'order'>) => ({
  slug: server.slug,
  idFromPlatform: order.idFromPlatform,
});
const selection = ({ order, line }: Pick<Returnable, 'order' | 'line'>, changes: Asked = {}) => ({
  lineIdFromPlatform: line.lineIdFromPlatform,
  quantity: 1,
  reasonId: order.reasons[0]?.id ?? '',
  method: 'refund' as const,
  comments: 'I was in hospital.',
  ...changes,
});
const ask = (from: Returnable, changes: Asked = {}, body: Body = {}) =>
  from.call(customer.askForReview, {
    params: params(from),
    body: { requestKey: randomUUID(), selections: [selection(from, changes)], ...body },
  });
const lineNow = async (from: Returnable): Promise<customer.PortalLine> => {
  const order = await from.call(customer.getOrder, { params: params(from) });
  return told(order.lineItems.find((one) => one.lineIdFromPlatform === from.line.lineIdFromPlatform) ?? null);
};
const seen = (from: Returnable, externalId: string) =>
  from.call(customer.overview, { params: { slug: server.slug, externalId } });
const onlyLine = ({ claimLineItems: [line] }: ClaimShown) => told(line ?? null);

type Rule = { at: Hook; does: ActionType; params: object };
const live = (...rules: Rule[]): Promise<number[]> =>
  publishRules(
    server.server.deps.database,
    server.storeId,
    rules.map(({ at, does, params: its }, index) =>
      RuleDraft.parse({
        name: `Rule ${index + 1}`,
        hook: at,
        isEnabled: true,
        rule: { priority: index + 1, event: { type: does, params: its }, conditions: { all: [] } },
      }),
    ),
  );
const windows = (its: object, ineligibleLineItemFootnote = ''): Rule => ({
  at: 'orderLookup',
  does: 'modifyResolutionWindow',
  params: {
    kind: 'eligibilityDays',
    refund: null,
    giftCard: null,
    exchange: null,
    warrantyReview: null,
    ineligibleLineItemFootnote,
    ...its,
  },
});

/** The mail about a claim with this in its subject, once it is there. */
const mailAbout = (externalId: string, words: string) =>
  eventually(
    () =>
      server.mailbox.messages().find(({ subject }) => subject.includes(externalId) && subject.includes(words)) ?? false,
    `a mail about ${externalId}`,
  );

describe('asking for a review', () => {
  test('of a closed window becomes a claim in manual review, which promises nothing', async () => {
    const from = await tooLate();
    const line = await lineNow(from);
    expect(line.reasonText).toMatch(/^The return window closed on /);
    expect(line.review).toMatchObject({ methods: ['refund', 'giftCard', 'storeCredit'] });
    const photo = await upload(from.call, params(from), onePixel);
    const { externalId } = await ask(from, { mediaIds: [photo] });

    const claim = await settledClaim(server, staff, externalId);
    expect(claim.claimRollup).toMatchObject({ code: 'Open', detail: 'Pending_Review', name: 'Manual Review' });
    expect(onlyLine(claim)).toMatchObject({
      refusal: line.reasonText,
      comments: 'I was in hospital.',
      status: { id: 'open' },
      images: [{ filename: 'photo.png' }],
    });
    expect(claim.claimReturnShipments).toEqual([]);
    expect(claim.effects.map(({ kind }) => kind).toSorted()).toEqual(['email', 'orderTags']);
    const waiting = await listedClaims(server, staff, { isWaitingForStaff: true, isAgainstRules: true });
    expect(waiting).toContainEqual(expect.objectContaining({ externalId, isAgainstRules: true }));
    const why = await staff(claimDecisions, { params: { storeId: server.storeId, claimId: claim.id } });
    expect(why.refusals).toEqual([{ item: line.name, text: line.reasonText, automation: null }]);

    const shown = await seen(from, externalId);
    expect(shown).toMatchObject({ totals: null, ledger: null, shipments: [] });
    expect(shown.lines).toMatchObject([{ amount: null, given: null, status: 'open', refusal: line.reasonText }]);
    expect(shown.nextSteps).toEqual(["We'll review your request and email you."]);
    const mail = await mailAbout(externalId, 'received');
    expect(mail.text).toContain('Nothing is decided yet.');
    expect(mail.text).toContain('Review requested.');
    expect(mail.text).not.toMatch(/Refund \$/);
  });

  test('is made once however often it is sent, and holds its units', async () => {
    const from = await tooLate();
    const { quantity } = told((await lineNow(from)).review);
    const requestKey = randomUUID();
    const [one, again] = await Promise.all([
      ask(from, { quantity }, { requestKey }),
      ask(from, { quantity }, { requestKey }),
    ]);
    expect(again.externalId).toBe(one.externalId);
    expect(await refusalOf(ask(from, { quantity, comments: 'Another why' }, { requestKey }))).toBe(
      '409 ALREADY_SUBMITTED',
    );
    expect(await lineNow(from)).toMatchObject({ review: null, reasonText: expect.stringContaining('another return') });
    expect(await refusalOf(ask(from))).toBe('422 METHOD_NOT_ELIGIBLE');
    expect(await refusalOf(ask(await tooLate(), { quantity: 10_000 }))).toBe('422 QUANTITY_TOO_LARGE');
  });

  test('is refused where nothing needs it, nothing is said, or the store does not take it', async () => {
    const from = await returnableOrder(server);
    expect(from.line.review).toBeNull();
    expect(await refusalOf(ask(from))).toBe('409 REVIEW_NOT_NEEDED');
    await server.saveSettings(CLOSED);
    expect(await refusalOf(ask(from, { comments: '  ' }))).toMatch(/^400/);
    expect(await refusalOf(ask(from, { method: 'variantExchange' }))).toBe('422 METHOD_NOT_ELIGIBLE');
    expect(await refusalOf(ask(from, { reasonId: 'nonsense' }))).toBe('422 REASON_UNKNOWN');
    expect(await refusalOf(ask(from, { lineIdFromPlatform: 'another' }))).toBe('422 LINE_UNKNOWN');
    await server.saveSettings({ ...CLOSED, isReviewOffered: false });
    expect((await lineNow(from)).review).toBeNull();
    expect(await refusalOf(ask(from))).toBe('422 REVIEW_NOT_OFFERED');
    await server.saveSettings({ ...CLOSED, isReturnsEnabled: false });
    expect((await lineNow(from)).review).toBeNull();
    expect(await refusalOf(ask(from))).toBe('422 METHOD_NOT_ELIGIBLE');
  });

  test('opens only the order of the session', async () => {
    const [mine, theirs] = [await tooLate(), await tooLate()];
    expect(await refusalOf(ask({ ...mine, call: theirs.call }))).toMatch(/^40[34]/);
    expect(await refusalOf(ask({ ...mine, call: server.browser() }))).toMatch(/^401/);
  });

  test('a recipient asks without the buyer, and never for a refund', async () => {
    const gift = await openGift(server);
    await server.saveSettings(CLOSED);
    const order = await gift.call(customer.getOrder, { params: params(gift) });
    const line = told(order.lineItems.find((one) => one.lineIdFromPlatform === gift.lineId) ?? null);
    expect(line.review?.methods).toEqual(['giftCard', 'storeCredit']);
    const asks = (method: 'refund' | 'giftCard', body: Body = {}) =>
      gift.call(customer.askForReview, {
        params: params(gift),
        body: {
          requestKey: randomUUID(),
          selections: [
            {
              lineIdFromPlatform: gift.lineId,
              quantity: 1,
              reasonId: order.reasons[0]?.id ?? '',
              method,
              comments: 'It arrived late.',
            },
          ],
          ...body,
        },
      });
    const recipient = newRecipient();
    expect(await refusalOf(asks('giftCard'))).toBe('422 RECIPIENT_REQUIRED');
    expect(await refusalOf(asks('refund', { recipient }))).toBe('422 METHOD_NOT_ELIGIBLE');
    const { externalId } = await asks('giftCard', { recipient });
    const claim = await claimOf(server, staff, externalId);
    expect(claim).toMatchObject({ isGiftReturn: true, customerEmail: recipient.email });
    const again = await gift.call(customer.getOrder, { params: params(gift) });
    expect(again.claims.map((one) => one.externalId)).toEqual([externalId]);
    expect(await refusalOf(gift.bought.call(customer.overview, { params: { slug: server.slug, externalId } }))).toBe(
      '404 CLAIM_NOT_FOUND',
    );
  });

  test('a warranty that has ended is reviewed too', async () => {
    const from = await tooLate({ ...OPEN, defaultWarrantyDays: 1 });
    const { warranty } = await lineNow(from);
    expect(told(warranty)).toMatchObject({ isEligible: false, reviewQuantity: from.line.quantity });
    const { externalId } = await ask(from, { method: 'warrantyReview' }, { claimType: 'Warranty' });
    const claim = await settledClaim(server, staff, externalId);
    expect(claim).toMatchObject({ claimType: 'Warranty', claimRollup: { detail: 'Pending_Review' } });
    expect(onlyLine(claim).refusal).toBe(told(warranty).reasonText);
  });
});

describe('what a rule refuses', () => {
  test('is refused in its words, and staff read which rule it was', async () => {
    const from = await returnableOrder(server);
    await live(windows({ refund: 0 }, 'Outlet: gift cards only.'));
    const line = await lineNow(from);
    expect(line).toMatchObject({ isEligible: true, review: { methods: ['refund'] } });
    expect(line.methods.refund.reasonText).toBe('Outlet: gift cards only.');
    expect(await refusalOf(ask(from, { method: 'giftCard' }))).toBe('409 REVIEW_NOT_NEEDED');
    const { externalId } = await ask(from);
    const claim = await claimOf(server, staff, externalId);
    const why = await staff(claimDecisions, { params: { storeId: server.storeId, claimId: claim.id } });
    expect(why.refusals).toEqual([{ item: line.name, text: 'Outlet: gift cards only.', automation: 'Rule 1' }]);
    expect(why.decisions).toMatchObject([{ hook: 'orderLookup', rules: [{ name: 'Rule 1', isMatch: true }] }]);
  });

  test('a window that a rule ended adds the words of the rule', async () => {
    const from = await returnableOrder(server);
    await live(windows({ refund: 1, giftCard: 1, exchange: 1 }, 'Outlet items: one day.'));
    expect((await lineNow(from)).reasonText).toMatch(/^The return window closed on .+\. Outlet items: one day\.$/);
  });

  test('an answer to a question can be reviewed as well', async () => {
    const from = await returnableOrder(server);
    const [ruleId = 0] = await live({
      at: 'afterReasonSelection',
      does: 'askAPolicyEnforcingQuestion',
      params: { question: 'Was it worn?', onYesMessage: 'Worn items stay with you.', yes: 'Yes', no: 'No' },
    });
    const reasoned = await from.call(customer.orderForReasons, {
      params: params(from),
      body: {
        selections: [
          { lineIdFromPlatform: from.line.lineIdFromPlatform, quantity: 1, reasonId: from.order.reasons[0]?.id ?? '' },
        ],
      },
    });
    const line = reasoned.lineItems.find((one) => one.lineIdFromPlatform === from.line.lineIdFromPlatform);
    expect(line?.review?.methods).toEqual(['refund', 'giftCard', 'storeCredit']);
    expect(await refusalOf(ask(from, { answers: [{ ruleId, answer: 'no' }] }))).toBe('409 REVIEW_NOT_NEEDED');
    const { externalId } = await ask(from, { answers: [{ ruleId, answer: 'yes' }] });
    expect(onlyLine(await claimOf(server, staff, externalId)).refusal).toBe('Worn items stay with you.');
  });

  test('comes with the answers to custom fields that the shopper gave', async () => {
    const admin = await server.staff('Admin');
    const store = { storeId: server.storeId };
    const add = (displayName: string, valueType: 'Text' | 'Date', required: boolean) =>
      admin(createCustomField, {
        params: store,
        body: { displayName, description: 'On the label.', valueType, required },
      });
    const [serial, opened] = [await add('Serial number', 'Text', true), await add('Opened on', 'Date', false)];
    const from = await tooLate();
    await live({
      at: 'afterReasonSelection',
      does: 'collectCustomFields',
      params: Object.assign({}, collectCustomFields.initial, { customFieldIds: [serial.id, opened.id] }),
    });
    const answered = (openedOn: string) => [
      { id: String(serial.id), value: ' SN-12 ' },
      { id: String(opened.id), value: openedOn },
      { id: '987654', value: 'Nobody asked' },
    ];
    await expect(ask(from, { customFields: answered('2026-02-30') })).rejects.toMatchObject({
      status: 422,
      code: 'CUSTOM_FIELD_INVALID',
      fields: { [`selections.0.customFields.${opened.id}`]: 'Must be a date.' },
    });
    const { externalId } = await ask(from, { customFields: answered('2026-02-28') });
    expect(onlyLine(await claimOf(server, staff, externalId)).customFields).toMatchObject([
      { displayName: 'Serial number', value: 'SN-12' },
      { displayName: 'Opened on', value: '2026-02-28' },
    ]);
    // It may be asked for before the portal asks anything about the item.
    const early = await claimOf(server, staff, (await ask(await tooLate())).externalId);
    expect(onlyLine(early).customFields).toEqual([]);
  });

  test('a rule that finalizes by itself leaves it to staff', async () => {
    const from = await tooLate();
    await live({ at: 'claimCreated', does: 'autoFinalizeClaim', params: { allowedResolutionMethods: ['refund'] } });
    const { externalId } = await ask(from);
    const claim = await settledClaim(server, staff, externalId);
    expect(claim.finalizedOn).toBeNull();
    expect(onlyLine(claim).status.id).toBe('open');
  });
});

describe('staff', () => {
  test('approve it by the method they choose, and the shopper is told', async () => {
    const from = await tooLate();
    const { externalId } = await ask(from);
    const claim = await settledClaim(server, staff, externalId);
    const asRequested = staff(actions.finalizePreview, {
      params: { storeId: server.storeId, claimId: claim.id },
      query: { approveRequested: 'true' },
    });
    expect(await refusalOf(asRequested)).toBe('409 REVIEW_NEEDED');
    const decided = await changeLine(server, staff, claim, onlyLine(claim).id, {
      kind: 'approved',
      resolutionMethod: 'giftCard',
      noteToCustomer: 'Get well soon.',
    });
    await finalizeAll(server, staff, decided);
    const done = await settledClaim(server, staff, externalId);
    expect(done.claimRollup).toMatchObject({ code: 'Completed', detail: 'Gift_Card_Issued' });
    const mail = await mailAbout(externalId, 'is complete');
    expect(mail.text).toContain('Get well soon.');
    const shown = await seen(from, externalId);
    expect(shown.lines).toMatchObject([{ status: 'approved', method: 'giftCard' }]);
    expect(shown.lines[0]?.amount).toBeGreaterThan(0);
  });

  test('deny it in their words, and it is asked for once', async () => {
    const from = await tooLate();
    const { externalId } = await ask(from);
    const claim = await settledClaim(server, staff, externalId);
    const decided = await changeLine(server, staff, claim, onlyLine(claim).id, {
      kind: 'denied',
      claimStatusDetailCode: 'No_Action_Taken',
      noteToCustomer: 'The shoes were worn out.',
    });
    await finalizeAll(server, staff, decided);
    const mail = await mailAbout(externalId, "wasn't approved");
    expect(mail.text).toContain('The shoes were worn out.');
    expect((await seen(from, externalId)).lines).toMatchObject([
      { status: 'denied', noteToCustomer: 'The shoes were worn out.' },
    ]);
    expect((await lineNow(from)).review).toBeNull();
    expect(await refusalOf(ask(from))).toBe('422 REVIEW_DENIED');
    const other = await tooLate();
    expect((await lineNow(other)).review).not.toBeNull();
  });
});

test('of units that came apart, a way says how many it is still open to, and takes no more', async () => {
  const from = await returnableOrder(server, 2);
  const { lineIdFromPlatform } = from.line;
  await changeOrder(server, from, ({ fulfillments: [sent], lines }) => {
    if (!sent) throw new Error('it was sent');
    const parcel = (daysAgo: number, index: number) => ({
      ...sent,
      idFromPlatform: `${sent.idFromPlatform}${index}`,
      deliveredOn: addDays(new Date().toISOString(), -daysAgo),
      lines: [{ idFromPlatform: `split-${index}`, lineIdFromPlatform, quantity: 1 }],
    });
    return {
      fulfillments: [parcel(40, 1), parcel(5, 2)],
      lines: lines.map((line) =>
        line.idFromPlatform === lineIdFromPlatform ? { ...line, quantity: 2, currentQuantity: 2 } : line,
      ),
    };
  });
  await server.saveSettings({ ...OPEN, refundValidityDays: 30 });
  const order = await from.call(customer.getOrder, { params: params(from) });
  const line = order.lineItems.find((one) => one.lineIdFromPlatform === lineIdFromPlatform);
  expect(line).toMatchObject({
    returnableQuantity: 2,
    methods: { refund: { isEligible: true, quantity: 1 }, storeCredit: { isEligible: true, quantity: 2 } },
  });
  const asked = { ...from, order };
  expect(await refusalOf(submitReturn(server, asked, { quantity: 2 }))).toBe('422 QUANTITY_TOO_LARGE');
  await submitReturn(server, asked, { quantity: 2, method: 'storeCredit' });
});
