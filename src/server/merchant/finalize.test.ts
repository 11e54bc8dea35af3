import { methodEnum } from '#core/claims/method-names.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reconcileNow } from '#contract/merchant/books.ts';
import * as actions from '#contract/merchant/claim-actions.ts';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import type { ResolutionMethod } from '#core/claims/claim.ts';
import { goodsTitle } from '#core/claims/exchange.ts';
import type { SettingsChanges } from '#core/settings/settings.fixture.ts';
import { changeLine, claimOf, finalizeAll, listedClaims } from '#server/testing/claims.ts';
import { foreignOrder, freshOrder, shopOf, type OrderToReturn, type Shop } from '#server/testing/effect-claims.ts';
import { eventually, startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import {
  choiceOf,
  itemOf,
  onlyLine,
  quiet,
  staffClaim,
  stockUp,
  variantsOf,
  type Made,
} from '#server/testing/staff-claims.ts';

let server: TestServer;
let shop: Shop;
let staff: Caller;
beforeAll(async () => {
  server = await startTestServer();
  staff = await server.staff('Staff');
  shop = await shopOf(server);
});
afterAll(async () => {
  await server.close();
});

const settings = (changes: SettingsChanges): Promise<void> => server.saveSettings(changes);
const change = (claim: ClaimShown, how: actions.LineChange, lineId = 1): Promise<ClaimShown> =>
  changeLine(server, staff, claim, lineId, how);
const approve = (claim: ClaimShown, resolutionMethod: ResolutionMethod, lineId = 1): Promise<ClaimShown> =>
  change(claim, { kind: 'approved', resolutionMethod }, lineId);
const paramsOf = (claim: { id: number }) => ({ storeId: server.storeId, claimId: claim.id });
const finalize = (claim: ClaimShown, lineItems: actions.FinalizeGroups, who = staff) =>
  who(actions.finalize, {
    params: paramsOf(claim),
    body: { version: claim.version, lineItems, notifyCustomerByEmail: null },
  });
const shopOrder = ({ order }: Pick<Made, 'order'>) =>
  server.shop.orders.find((one) => String(one.id) === order.order.idFromPlatform);
const one = (id: number) => ({ id, quantity: 1 });
const nameOf = (claim: ClaimShown, { title }: { title: string }): string =>
  goodsTitle(onlyLine(claim).originalStoreOrderLineItem.name, title === 'Default Title' ? '' : title);

/** A variant of the line's product, with enough of it to send. */
function inStock(line: ClaimShown['claimLineItems'][number]) {
  const [variant] = variantsOf(shop, line.originalStoreOrderLineItem);
  if (!variant) throw new Error('the product has a variant');
  stockUp(variant, 5);
  return variant;
}

/** An order of a known customer whose line came in two units at once. */
function orderOfTwo(): OrderToReturn {
  for (;;) {
    const order = freshOrder(shop);
    const sent = order.order.fulfillments.flatMap((fulfillment) => fulfillment.lines);
    const units = sent.find((line) => line.lineIdFromPlatform === order.lineIdFromPlatform)?.quantity ?? 0;
    if (units >= 2 && order.order.customer) return order;
  }
}
const twoLines = (order: OrderToReturn, ...methods: ResolutionMethod[]): Promise<Made> =>
  staffClaim(shop, staff, 'refund', { claimLineItems: methods.map((method) => itemOf(order, method)) }, order);

test('what has no decision is approved as requested and finalized in one, as the preview showed', async () => {
  const { claim } = await staffClaim(shop, staff, 'refund');
  expect(claim.approval).toMatchObject({ refund: onlyLine(claim).requestedAmount, giftCard: 0 });
  const preview = (approveRequested: 'true' | 'false') =>
    staff(actions.finalizePreview, { params: paramsOf(claim), query: { approveRequested } });
  expect(await refusalOf(preview('false'))).toBe('409 LINE_UNRESOLVED');
  const { lineItems, effects, ...text } = await preview('true');
  expect(lineItems.refunds).toMatchObject([{ id: 1, errors: [] }]);
  expect(effects.map(({ kind }) => kind)).toContain('refund');
  const body = {
    version: claim.version,
    lineItems,
    notifyCustomerByEmail: { subject: text.subject, header: text.header, body: text.body },
  };
  const send = (approveRequested: boolean) =>
    staff(actions.finalize, { params: paramsOf(claim), body: { ...body, approveRequested } });
  expect(await refusalOf(send(false))).toBe('409 LINE_UNRESOLVED');
  const done = await send(true);
  expect(done.claim).toMatchObject({ version: claim.version + 1, approval: null, canFinalize: false });
  expect(onlyLine(done.claim)).toMatchObject({ status: { id: 'approved' }, finalizedOn: expect.any(String) });
  expect(await refusalOf(send(true))).toBe('409 CLAIM_ALREADY_FINALIZED');
});

test('a warranty review is not approved as requested: it needs a resolution', async () => {
  const { claim } = await staffClaim(shop, staff, 'warrantyReview', { claimType: 'Warranty' });
  expect(claim.approval).toBeNull();
  expect(
    await refusalOf(staff(actions.finalizePreview, { params: paramsOf(claim), query: { approveRequested: 'true' } })),
  ).toBe('409 REVIEW_NEEDED');
});

describe('the groups', () => {
  test('must be those of the decisions, whole, and not empty', async () => {
    const { claim } = await staffClaim(shop, staff, 'refund');
    expect(await refusalOf(finalize(claim, { refunds: [one(1)] }))).toBe('409 LINE_UNRESOLVED');
    expect(await refusalOf(staff(actions.finalizePreview, { params: paramsOf(claim), query: {} }))).toBe(
      '409 LINE_UNRESOLVED',
    );
    const approved = await approve(claim, 'refund');
    expect(await refusalOf(finalize(approved, {}))).toBe('422 NOTHING_CHOSEN');
    expect(await refusalOf(finalize(approved, { giftCards: [one(1)] }))).toBe('409 GROUP_WRONG');
    expect(await refusalOf(finalize(approved, { refunds: [one(1)], denied: [one(1)] }))).toBe('409 GROUP_WRONG');
    expect(await refusalOf(finalize(approved, { refunds: [{ id: 1, quantity: 2 }] }))).toBe('422 QUANTITY_WRONG');
    expect(await refusalOf(finalize(approved, { refunds: [one(7)] }))).toBe('404 LINE_UNKNOWN');
    expect(await refusalOf(finalize(claim, { refunds: [one(1)] }))).toBe('409 CLAIM_CHANGED');
  });

  test('some lines first, the rest later: each moves once, and the email is as staff wrote it', async () => {
    const order = orderOfTwo();
    const made = await twoLines(order, 'refund', 'giftCard');
    const undecided = await approve(made.claim, 'refund', 1);
    expect(await refusalOf(finalize(undecided, { refunds: [one(1)] }))).toBe('409 LINE_UNRESOLVED');
    const first = await finalize(await approve(undecided, 'giftCard', 2), { refunds: [one(1)] });
    expect(first.claim).toMatchObject({ finalizedOn: null, canFinalize: true });
    expect(first.claim.claimLineItems.map((line) => line.finalizedOn !== null)).toEqual([true, false]);
    expect(await refusalOf(finalize(first.claim, { refunds: [one(1)] }))).toBe('409 LINE_LOCKED');
    const header = 'All is well <b>now</b>';
    const second = await finalizeAll(server, staff, first.claim, {
      notifyCustomerByEmail: { subject: `Second ${made.claim.externalId}`, header, body: 'Thank you' },
    });
    expect(second.claim.finalizedOn).not.toBeNull();
    const done = await quiet(shop, staff, made.claim);
    expect(done.effects.every((effect) => effect.state === 'done')).toBe(true);
    expect(done.claimRollup.code).toBe('Completed');
    expect(shopOrder({ order })?.refunds).toHaveLength(1);
    expect(server.shop.giftCards.filter((card) => card.note?.includes(made.claim.externalId))).toHaveLength(1);
    const mail = server.mailbox.messages().find((message) => message.subject === `Second ${made.claim.externalId}`);
    expect(mail?.html).toContain('All is well &lt;b&gt;now&lt;/b&gt;');
  });

  test('two staff at once: one finalizes, the other is told, the money moves once', async () => {
    const { claim, order } = await staffClaim(shop, staff, 'refund');
    const approved = await approve(claim, 'refund');
    const colleague = await server.staff('Staff');
    const outcomes = await Promise.all(
      [staff, colleague].map((who) => refusalOf(finalize(approved, { refunds: [one(1)] }, who))),
    );
    expect(outcomes.toSorted()).toEqual(['409 CLAIM_CHANGED', 'no refusal']);
    await quiet(shop, staff, claim);
    expect(shopOrder({ order })?.refunds).toHaveLength(1);
  });
});

describe('sums', () => {
  test('other than those shown are refused', async () => {
    const { claim } = await staffClaim(shop, staff, 'refund', { feeApplied: 1 });
    const approved = await approve(claim, 'refund');
    const { lineItems, effects, ledger, html } = await staff(actions.finalizePreview, {
      params: paramsOf(approved),
      query: {},
    });
    expect(lineItems.refunds).toMatchObject([{ id: 1, quantity: 1, deductedAmount: 1, errors: [] }]);
    expect(effects.map((effect) => effect.kind)).toContain('refund');
    expect(html).toContain('after $1.00 in deductions.');
    expect(html).toContain('−$1.00');
    expect(ledger.balance).toBeCloseTo(onlyLine(approved).requestedAmount - 1, 2);
    const dearer = await staff(actions.changeFees, {
      params: paramsOf(approved),
      body: { version: approved.version, feeApplied: 2 },
    });
    expect(await refusalOf(finalize(dearer, lineItems))).toBe('409 SUMS_CHANGED');
    const again = await finalizeAll(server, staff, dearer);
    expect(onlyLine(again.claim).deductedAmount).toBe(2);
    expect(again.claim.resolutionSummary.refunds).toMatchObject([{ handlingFee: 2, shippingFee: 0 }]);
  });

  test('what the customer still owes leaves a dearer exchange out, until staff waive it', async () => {
    const { claim } = await staffClaim(shop, staff, 'refund');
    const line = onlyLine(claim);
    const dear = server.shop.products
      .filter(
        (product) =>
          String(product.id) !== line.originalStoreOrderLineItem.productIdFromPlatform && !product.isGiftCard,
      )
      .flatMap((product) => product.variants)
      .find((variant) => variant.price / 100 > line.requestedAmount);
    if (!dear) throw new Error('the shop has something dearer');
    stockUp(dear, 5);
    const approved = await change(claim, {
      kind: 'approved',
      resolutionMethod: 'variantExchange',
      variantExchangeLineItem: choiceOf(dear),
    });
    const preview = await staff(actions.finalizePreview, { params: paramsOf(approved), query: {} });
    expect(preview.stillOwed).toBe(onlyLine(approved).exchangeDeltaAmount);
    expect(preview.lineItems.variantExchanges[0]?.errors).toEqual([expect.stringContaining('still owes')]);
    const left = await finalizeAll(server, staff, approved);
    expect(left.lineItems.variantExchanges[0]?.errors).toEqual([expect.stringContaining('still owes')]);
    expect(left.claim.finalizedOn).toBeNull();
    expect(onlyLine(left.claim).errors).toHaveLength(1);
    const query = { waiveBalance: 'true' } as const;
    const shown = await staff(actions.finalizePreview, { params: paramsOf(left.claim), query });
    const waived = await finalizeAll(server, staff, left.claim, { waiveBalance: true });
    expect(waived.claim.finalizedOn).not.toBeNull();
    expect(waived.claim.ledger).toEqual(shown.ledger);
    const done = await quiet(shop, staff, claim);
    expect(done.effects.find((effect) => effect.kind === 'exchangeOrder')?.state).toBe('done');
  });
});

/** Whether the list marks the claim. */
const hasError = async ({ externalId }: ClaimShown): Promise<boolean | undefined> =>
  (await listedClaims(server, staff, { searchTerm: externalId }))[0]?.lineItemHasError;

describe('out of stock', () => {
  const exchangeOf = async (claim: ClaimShown, lineId: number) => {
    const [variant] = variantsOf(
      shop,
      claim.claimLineItems[0]?.originalStoreOrderLineItem ?? { productIdFromPlatform: null },
    );
    if (!variant) throw new Error('the product has a variant');
    stockUp(variant, 5);
    const approved = await change(
      claim,
      { kind: 'approved', resolutionMethod: 'variantExchange', variantExchangeLineItem: choiceOf(variant) },
      lineId,
    );
    return { variant, approved };
  };

  test('the line comes back with its error, the others are done, and it is done when there is stock again', async () => {
    const order = orderOfTwo();
    const made = await twoLines(order, 'refund', 'refund');
    const { variant, approved } = await exchangeOf(await approve(made.claim, 'refund', 1), 2);
    stockUp(variant, 0);
    const ship = (shown: ClaimShown, exchangeOrderShippingAmountApplied: number) =>
      staff(actions.changeFees, {
        params: paramsOf(shown),
        body: { version: shown.version, exchangeOrderShippingAmountApplied },
      });
    const dearer = await ship(approved, 1);
    const preview = await staff(actions.finalizePreview, { params: paramsOf(dearer), query: {} });
    const none = await finalizeAll(server, staff, dearer);
    expect(none.lineItems.refunds[0]?.errors).toEqual(['Its value pays for new items that are left out.']);
    expect([preview.effects, preview.ledger]).toEqual([[], none.claim.ledger]);
    const first = await finalizeAll(server, staff, await ship(none.claim, 0));
    expect(first.lineItems.refunds[0]?.errors).toEqual([]);
    expect(first.lineItems.variantExchanges[0]?.errors).toEqual([`${variant.title} is out of stock.`]);
    expect(first.claim.claimLineItems.map((line) => line.finalizedOn !== null)).toEqual([true, false]);
    expect(first.claim.claimLineItems[1]?.errors).toEqual([`${variant.title} is out of stock.`]);
    await quiet(shop, staff, made.claim);
    expect(shopOrder({ order })?.refunds).toHaveLength(1);
    expect(await hasError(made.claim)).toBe(true);
    stockUp(variant, 1);
    const second = await finalizeAll(server, staff, first.claim);
    expect(second.claim.finalizedOn).not.toBeNull();
    expect(second.claim.claimLineItems[1]?.errors).toEqual([]);
    const done = await quiet(shop, staff, made.claim);
    expect(done.resolutionSummary.exchangeOrders).toHaveLength(1);
    expect(await hasError(made.claim)).toBe(false);
    expect(variant.quantities['available']).toBe(0);
  });

  test.each([
    ['separateOrder', 'exchangeOrder'],
    ['platformReturn', 'returnExchange'],
  ] as const)('a store that goes on sends it all the same, by %s', async (exchangeOrderType, kind) => {
    await settings({
      outOfStockAtFinalize: 'continue',
      isReturnProcessApiEnabled: exchangeOrderType === 'platformReturn',
    });
    const made = await staffClaim(shop, staff, 'refund');
    const { variant, approved } = await exchangeOf(made.claim, 1);
    stockUp(variant, 0);
    const { claim } = await finalizeAll(server, staff, approved);
    expect(claim.finalizedOn).not.toBeNull();
    const done = await quiet(shop, staff, made.claim);
    expect(done.effects.find((effect) => effect.kind === kind)?.state).toBe('done');
    await settings({});
  });
});

describe('ways of giving', () => {
  const finalized = async (made: Made, how: actions.LineChange): Promise<ClaimShown> => {
    await finalizeAll(server, staff, await change(made.claim, how));
    return quiet(shop, staff, made.claim);
  };

  test.each(['Gift_Card', 'Store_Credit', 'Gift_Card_Order'] as const)('a gift card as %s', async (giftCardType) => {
    const product = server.shop.products.find(({ isGiftCard }) => isGiftCard);
    await settings({
      giftCardType,
      giftCardIncentiveType: 'fixed',
      giftCardIncentiveAmount: 2.5,
      giftCardAttributes: { templateSuffix: 'birthday' },
      giftCardOrderPrefix: '#GIFT-',
      giftCardProductIdFromPlatform: String(product?.id),
    });
    const order = orderOfTwo();
    const made = await staffClaim(shop, staff, 'giftCard', {}, order);
    const done = await finalized(made, { kind: 'approved', resolutionMethod: 'giftCard' });
    expect(done.effects.find((effect) => effect.kind === 'giftCard')).toMatchObject({ state: 'done' });
    const [given] = done.resolutionSummary.giftCards;
    expect(given).toMatchObject({ type: giftCardType, isPending: false, incentiveAmount: 2.5 });
    const minor = Math.round((given?.amount ?? 0) * 100);
    if (giftCardType === 'Gift_Card') {
      const card = server.shop.giftCards.find((one) => one.note?.includes(done.externalId));
      expect(card).toMatchObject({ initialValue: minor, templateSuffix: 'birthday' });
    } else if (giftCardType === 'Store_Credit') {
      const account = server.shop.storeCreditAccounts.find(
        (one) => String(one.customerId) === order.order.customer?.idFromPlatform,
      );
      expect(account?.movements.map((movement) => movement.amount)).toContain(minor);
    } else {
      const made = server.shop.orders.find((one) => one.name === `#GIFT-${done.externalId}`);
      expect(made?.lineItems).toMatchObject([{ isGiftCard: true, quantity: 1, productId: product?.id }]);
      expect(made?.discountApplications).toMatchObject([{ code: 'crew-discount', value: { percentage: 100 } }]);
    }
    await settings({});
  });

  test("of an order in another currency than the shop's, an exchange is an order of its own", async () => {
    await settings({ isReturnProcessApiEnabled: true });
    const made = await staffClaim(shop, staff, 'refund', {}, await foreignOrder(server));
    const done = await finalized(made, {
      kind: 'approved',
      resolutionMethod: 'variantExchange',
      variantExchangeLineItem: choiceOf(inStock(onlyLine(made.claim))),
    });
    const steps = done.effects.filter(({ kind }) => kind === 'exchangeOrder' || kind === 'returnExchange');
    expect(steps).toMatchObject([{ kind: 'exchangeOrder', state: 'done' }]);
    await settings({});
  });

  test("the platform's own exchange goes on the original order", async () => {
    await settings({ isReturnProcessApiEnabled: true });
    const made = await staffClaim(shop, staff, 'refund');
    const variant = inStock(onlyLine(made.claim));
    const done = await finalized(made, {
      kind: 'approved',
      resolutionMethod: 'variantExchange',
      variantExchangeLineItem: choiceOf(variant),
    });
    expect(done.effects.find((effect) => effect.kind === 'returnExchange')).toMatchObject({ state: 'done' });
    expect(done.effects.some((effect) => effect.kind === 'exchangeOrder')).toBe(false);
    const back = server.shop.returns.find((one) => String(one.orderId) === made.order.order.idFromPlatform);
    expect(back?.exchanges).toMatchObject([{ variantId: variant.id, quantity: 1 }]);
    await eventually(async () => {
      const { returnLineItemIdFromPlatform } = onlyLine(await claimOf(server, staff, done.externalId));
      return returnLineItemIdFromPlatform === String(back?.lines[0]?.id) || null;
    }, "the line of the platform's return on the claim's line");
    expect(done.resolutionSummary.exchangeOrders).toEqual([
      {
        idFromPlatform: made.order.order.idFromPlatform,
        orderNo: done.originalStoreOrder.orderNo,
        platformAdminUrl: done.originalStoreOrder.platformAdminUrl,
        lineItems: [{ title: nameOf(done, variant), quantity: 1 }],
        isReplacement: false,
        isOnOriginalOrder: true,
        isPending: false,
        isFailed: false,
      },
    ]);
    await settings({});
  });

  test.each([
    ['separateOrder', 'refund'],
    ['separateOrder', 'storeCredit'],
    ['separateOrder', 'giftCard'],
    ['platformReturn', 'refund'],
    ['platformReturn', 'storeCredit'],
    ['platformReturn', 'giftCard'],
  ] as const)('a cheaper exchange by %s gives the rest back as the line says: %s', async (exchangeOrderType, way) => {
    await settings({
      isReturnProcessApiEnabled: exchangeOrderType === 'platformReturn',
      variantExchangePricing: 'PAYMENT_AND_PARTIAL_REFUND',
      advancedExchangePricing: 'PAYMENT_AND_PARTIAL_REFUND',
    });
    const made = await staffClaim(shop, staff, 'refund');
    const line = onlyLine(made.claim);
    const cheap = server.shop.products
      .filter(
        (product) =>
          String(product.id) !== line.originalStoreOrderLineItem.productIdFromPlatform && !product.isGiftCard,
      )
      .flatMap((product) => product.variants)
      .toSorted((some, other) => some.price - other.price)[0];
    if (!cheap || cheap.price / 100 >= line.requestedAmount) throw new Error('the shop has something cheaper');
    stockUp(cheap, 5);
    const done = await finalized(made, {
      kind: 'approved',
      resolutionMethod: 'variantExchange',
      variantExchangeLineItem: choiceOf(cheap),
      variantExchangeAmountResolutionMethodEnum: methodEnum(way),
    });
    expect(done.effects.map(({ kind, state }) => [kind, state])).toEqual(
      expect.arrayContaining([
        [exchangeOrderType === 'separateOrder' ? 'exchangeOrder' : 'returnExchange', 'done'],
        [way === 'giftCard' ? 'giftCard' : 'refund', 'done'],
      ]),
    );
    const rest = Math.round(-onlyLine(done).exchangeDeltaAmount * 100);
    expect(rest).toBeGreaterThan(0);
    const { refunds, giftCards } = done.resolutionSummary;
    // Store credit is told in one way, whether it is a method of its own or how the store issues its gift cards.
    expect([refunds.length, giftCards.map(({ type }) => type)]).toEqual(
      way === 'refund' ? [1, []] : [0, [way === 'storeCredit' ? 'Store_Credit' : 'Gift_Card']],
    );
    expect([...refunds, ...giftCards].map(({ amount }) => Math.round(amount * 100))).toEqual([rest]);
    const moved = shopOrder(made)
      ?.transactions.filter(({ kind }) => kind === 'REFUND')
      .map(({ amount }) => amount.presentment);
    // An order paid in two ways is refunded in two ways.
    expect((moved ?? []).reduce((sum, amount) => sum + amount, 0)).toBe(way === 'giftCard' ? 0 : rest);
    const admin = await server.staff();
    const run = await admin(reconcileNow, { params: { storeId: server.storeId }, body: { days: 2 } });
    expect(run.differences.filter(({ claimId, isExplained }) => claimId === done.id && !isExplained)).toEqual([]);
    await settings({});
  });

  test('resolved externally moves nothing', async () => {
    const made = await staffClaim(shop, staff, 'refund');
    const done = await finalized(made, {
      kind: 'approved',
      resolutionMethod: 'refund',
      wasResolvedExternally: true,
    });
    expect(done.effects.filter((effect) => effect.kind === 'refund')).toEqual([]);
    expect(shopOrder(made)?.refunds).toEqual([]);
    expect(done.resolutionSummary.refunds).toMatchObject([
      { wasResolvedExternally: true, isRefundPending: false, amount: onlyLine(done).amount },
    ]);
    expect(done.claimRollup).toMatchObject({ code: 'Completed', detail: 'Refunded' });
  });

  test('an exchange resolved externally is no refund', async () => {
    const made = await staffClaim(shop, staff, 'refund');
    const variant = inStock(onlyLine(made.claim));
    const done = await finalized(made, {
      kind: 'approved',
      resolutionMethod: 'variantExchange',
      variantExchangeLineItem: choiceOf(variant),
      wasResolvedExternally: true,
    });
    expect(done.resolutionSummary).toMatchObject({ refunds: [], giftCards: [], exchangeOrders: [] });
  });

  test('a replacement order sends what staff chose, at no charge', async () => {
    const made = await staffClaim(shop, staff, 'warrantyReview', { claimType: 'Warranty' });
    const variant = inStock(onlyLine(made.claim));
    const done = await finalized(made, {
      kind: 'approved',
      resolutionMethod: 'replacementOrder',
      replacementItems: [choiceOf(variant, 2)],
    });
    const [sent] = done.resolutionSummary.exchangeOrders;
    expect(sent).toMatchObject({ isReplacement: true, lineItems: [{ title: nameOf(done, variant), quantity: 2 }] });
    expect(onlyLine(done).replacementItems).toMatchObject([{ title: nameOf(done, variant) }]);
    const order = server.shop.orders.find((one) => one.name === sent?.orderNo);
    expect(order?.lineItems).toMatchObject([{ variantId: variant.id, quantity: 2 }]);
    expect(order?.tags).toContain('makegood-replacement');
    expect(done.claimRollup).toMatchObject({ code: 'Completed', detail: 'Replacement_Order' });
    expect(variant.quantities['available']).toBe(3);
  });

  test('a repair and what was asked for as other end without any movement', async () => {
    const repaired = await finalized(await staffClaim(shop, staff, 'repair', { claimType: 'Warranty' }), {
      kind: 'approved',
      resolutionMethod: 'repair',
    });
    // The item is still here to be repaired.
    expect(repaired.claimRollup).toMatchObject({ code: 'Approved', detail: 'Repaired' });
    const asked = await staffClaim(shop, staff, 'other');
    await finalizeAll(server, staff, asked.claim);
    const other = await quiet(shop, staff, asked.claim);
    expect(other.finalizedOn).not.toBeNull();
    expect(other.claimRollup).toMatchObject({ detail: 'No_Action_Taken', label: 'Resolved another way' });
    for (const claim of [repaired, other])
      expect(claim.effects.filter(({ kind }) => kind !== 'email' && kind !== 'orderTags')).toEqual([]);
  });
});
