import { methodEnum } from '#core/claims/method-names.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as actions from '#contract/merchant/claim-actions.ts';
import { claimVariants } from '#contract/merchant/merchant.ts';
import { exchangeDelta, goodsTitle } from '#core/claims/exchange.ts';
import { ResolutionMethod } from '#core/claims/claim.ts';
import { changeLine, listedClaims } from '#server/testing/claims.ts';
import { foreignOrder, freshOrder, shopOf, type Shop } from '#server/testing/effect-claims.ts';
import { startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { choiceOf, itemOf, onlyLine, staffClaim, stockUp, variantsOf } from '#server/testing/staff-claims.ts';

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

const change = (claim: { id: number; version: number }, how: actions.LineChange, lineId = 1) =>
  changeLine(server, staff, claim, lineId, how);

// C4.11, with store credit wherever a gift card may stand.
const FOUR = ['refund', 'giftCard', 'storeCredit', 'variantExchange', 'replacementOrder'] as const;
const TABLE: Record<ResolutionMethod, readonly ResolutionMethod[]> = {
  refund: FOUR,
  giftCard: FOUR,
  storeCredit: FOUR,
  variantExchange: FOUR,
  replacementOrder: FOUR,
  warrantyReview: ['refund', 'giftCard', 'storeCredit', 'replacementOrder', 'repair'],
  repair: ['repair', ...FOUR],
  other: [],
};

describe('how a line may end', () => {
  test.each(ResolutionMethod.options)('asked for as %s', async (requested) => {
    const order = freshOrder(shop);
    const product = order.order.lines.find((line) => line.idFromPlatform === order.lineIdFromPlatform);
    const [variant] = variantsOf(shop, { productIdFromPlatform: product?.productIdFromPlatform ?? '' });
    if (!variant) throw new Error('the product has a variant');
    stockUp(variant, 20);
    const made = await staffClaim(
      shop,
      staff,
      requested,
      {
        // Everything can be asked for in a warranty claim.
        claimType: 'Warranty',
        ...(requested === 'variantExchange'
          ? {
              claimLineItems: [
                {
                  lineIdFromPlatform: order.lineIdFromPlatform,
                  quantity: 1,
                  reasonId: 'Wrong_Fit',
                  requestedResolutionMethodEnum: methodEnum(requested),
                  variantExchangeLineItem: choiceOf(variant),
                },
              ],
            }
          : {}),
      },
      order,
    );
    let { claim } = made;
    for (const resolutionMethod of ResolutionMethod.options) {
      const decision = change(claim, {
        kind: 'approved',
        resolutionMethod,
        variantExchangeLineItem: resolutionMethod === 'variantExchange' ? choiceOf(variant) : null,
        replacementItems: resolutionMethod === 'replacementOrder' ? [choiceOf(variant)] : [],
      });
      if (TABLE[requested].includes(resolutionMethod)) {
        claim = await decision;
        expect(onlyLine(claim)).toMatchObject({
          status: { id: 'approved', code: 'open' },
          resolutionMethodEnum: methodEnum(resolutionMethod),
        });
      } else {
        expect(await refusalOf(decision)).toBe(requested === 'other' ? '409 LINE_LOCKED' : '422 METHOD_NOT_ALLOWED');
      }
    }
    expect(onlyLine(claim).allowedMethods.toSorted()).toEqual([...TABLE[requested]].toSorted());
    if (requested !== 'other') return;
    const changes: actions.LineChange[] = [
      { kind: 'denied', claimStatusDetailCode: 'Wrong_Item' },
      { kind: 'canceled' },
      { kind: 'requested' },
      { kind: 'reason', id: 'Wrong_Fit' },
      { kind: 'note', noteToCustomer: 'No' },
    ];
    for (const how of changes) expect(await refusalOf(change(claim, how))).toBe('409 LINE_LOCKED');
  });
});

describe('approving', () => {
  test('with an amount, a warning above the original value, and refused as no amount', async () => {
    const { claim } = await staffClaim(shop, staff, 'refund');
    const { requestedAmount } = onlyLine(claim);
    const approve = (amount: number, version = claim.version) =>
      staff(actions.changeLine, {
        params: { storeId: server.storeId, claimId: claim.id, claimLineItemId: 1 },
        body: { version, change: { kind: 'approved', resolutionMethod: 'refund', amount } },
      });
    expect(await refusalOf(approve(-1))).toBe('400 MALFORMED');
    expect(await refusalOf(approve(0.001))).toBe('422 AMOUNT_INVALID');
    const within = await approve(requestedAmount);
    expect(within.warnings).toEqual([]);
    const above = await approve(requestedAmount + 5, within.claim.version);
    expect(above.warnings).toEqual([expect.stringContaining('above the original value')]);
  });

  test('resolved externally marks the line, and going back to what was requested takes the mark off', async () => {
    const { claim } = await staffClaim(shop, staff, 'refund');
    const outside = await change(claim, { kind: 'approved', resolutionMethod: 'refund', wasResolvedExternally: true });
    expect(onlyLine(outside)).toMatchObject({ wasResolvedExternally: true, status: { id: 'approved', code: 'open' } });
    const back = await change(outside, { kind: 'requested' });
    expect(onlyLine(back)).toMatchObject({ wasResolvedExternally: false, resolutionMethodEnum: 'Refund' });
  });

  test('a repair cannot go back to what was requested', async () => {
    const { claim } = await staffClaim(shop, staff, 'repair', { claimType: 'Warranty' });
    expect(await refusalOf(change(claim, { kind: 'requested' }))).toBe('422 REVERT_NOT_ALLOWED');
  });
});

/** A product's only variant has no name of its own at the platform. */
const nameOf = (variant: { title: string }, line: { name: string }): string =>
  variant.title === 'Default Title' ? line.name : variant.title;

describe('goods that are sent', () => {
  test('are named and priced by the platform, whatever was sent, and staff hear what is short', async () => {
    const { claim } = await staffClaim(shop, staff, 'refund');
    const [variant] = variantsOf(shop, onlyLine(claim).originalStoreOrderLineItem);
    if (!variant) throw new Error('the product has a variant');
    stockUp(variant, 1);
    const { claim: approved, warnings } = await staff(actions.changeLine, {
      params: { storeId: server.storeId, claimId: claim.id, claimLineItemId: 1 },
      body: {
        version: claim.version,
        change: { kind: 'approved', resolutionMethod: 'replacementOrder', replacementItems: [choiceOf(variant, 3)] },
      },
    });
    expect(onlyLine(approved).replacementItems).toMatchObject([
      {
        variantIdFromPlatform: String(variant.id),
        title: goodsTitle(
          onlyLine(claim).originalStoreOrderLineItem.name,
          nameOf(variant, onlyLine(claim).originalStoreOrderLineItem),
        ),
        sku: variant.sku,
        quantity: 3,
      },
    ]);
    expect(onlyLine(approved).replacementItems[0]?.unitPrice).toBe(variant.price / 100);
    expect(warnings).toEqual([`Only 1 of ${nameOf(variant, onlyLine(claim).originalStoreOrderLineItem)} in stock.`]);
  });

  test('the difference staff see before they approve is the one that is agreed, to the cent, tax of several units too', async () => {
    await server.saveSettings({ refundValidityDays: 3650, variantExchangePricing: 'PAYMENT_AND_PARTIAL_REFUND' });
    const orders = shop.orders
      .slice(shop.taken)
      .toReversed()
      .flatMap((order) => {
        const bought = order.order.lines.find(
          ({ quantity, currentQuantity, taxTotal, productIdFromPlatform, requiresShipping }) =>
            quantity > 1 && currentQuantity === quantity && taxTotal > 0 && productIdFromPlatform && requiresShipping,
        );
        return bought && !order.order.taxesIncluded && order.order.fulfillmentStatus === 'fulfilled'
          ? [{ order: { ...order, lineIdFromPlatform: bought.idFromPlatform }, units: bought.quantity }]
          : [];
      })
      .slice(0, 4);
    expect(orders.length).toBeGreaterThan(0);
    for (const { order, units } of orders) {
      const items = [itemOf(order, 'refund', { quantity: units })];
      const { claim } = await staffClaim(shop, staff, 'refund', { claimLineItems: items }, order);
      const line = onlyLine(claim);
      const minor = (amount: number): number => Math.round(amount * 100);
      const params = { storeId: server.storeId, claimId: claim.id, lineId: line.id };
      const offered = await staff(claimVariants, { params, query: {} });
      for (const variant of variantsOf(shop, line.originalStoreOrderLineItem)) stockUp(variant, 50);
      const other = offered.variants.at(-1);
      if (!other || !offered.taxRate) throw new Error('the product has variants, and the order a tax on top');
      const { claim: approved } = await staff(actions.changeLine, {
        params: { storeId: server.storeId, claimId: claim.id, claimLineItemId: line.id },
        body: {
          version: claim.version,
          change: {
            kind: 'approved',
            resolutionMethod: 'variantExchange',
            variantExchangeLineItem: {
              variantIdFromPlatform: other.idFromPlatform,
              productIdFromPlatform: offered.productIdFromPlatform ?? '',
              quantity: units,
            },
          },
        },
      });
      const difference = exchangeDelta(
        {
          lineIdFromPlatform: line.originalStoreOrderLineItem.idFromPlatform,
          productIdFromPlatform: offered.productIdFromPlatform,
          quantity: line.quantity,
          requestedAmount: minor(line.requestedAmount),
          subtotal: minor(line.subtotal),
          tax: minor(line.tax),
        },
        {
          variantIdFromPlatform: other.idFromPlatform,
          productIdFromPlatform: offered.productIdFromPlatform,
          title: other.title,
          sku: '',
          imgUrl: null,
          quantity: units,
          unitPrice: minor(other.unitPrice),
          unitTax: minor(other.unitTax),
          taxRate: offered.taxRate,
        },
        {
          variantExchangePricing: offered.pricing,
          advancedExchangePricing: offered.pricing,
          exchangeRemainderMethod: 'refund',
        },
      );
      expect(minor(onlyLine(approved).exchangeDeltaAmount)).toBe(difference);
    }
    await server.saveSettings({});
  });

  test('another product carries its own name, and its price counts against what comes back', async () => {
    const { claim } = await staffClaim(shop, staff, 'refund');
    const line = onlyLine(claim);
    const dear = server.shop.products
      .filter(
        (product) =>
          String(product.id) !== line.originalStoreOrderLineItem.productIdFromPlatform && !product.isGiftCard,
      )
      .flatMap((product) => product.variants.map((variant) => ({ product, variant })))
      .find(({ variant }) => variant.price / 100 > line.requestedAmount);
    if (!dear) throw new Error('the shop has something dearer');
    stockUp(dear.variant, 5);
    const { claim: approved, warnings } = await staff(actions.changeLine, {
      params: { storeId: server.storeId, claimId: claim.id, claimLineItemId: 1 },
      body: {
        version: claim.version,
        change: {
          kind: 'approved',
          resolutionMethod: 'variantExchange',
          variantExchangeLineItem: choiceOf(dear.variant),
          variantExchangeAmountResolutionMethodEnum: 'Gift_Card',
        },
      },
    });
    const decided = onlyLine(approved);
    expect(decided.variantExchangeLineItem?.title).toBe(`${dear.product.title} - ${dear.variant.title}`);
    expect(decided.exchangeDeltaAmount).toBeGreaterThan(0);
    expect(decided.variantExchangeAmountResolutionMethodEnum).toBe('Gift_Card');
    expect(warnings).toEqual([expect.stringContaining('more than the returned item')]);
    expect(approved.ledger.owed).toBe(decided.exchangeDeltaAmount);
  });

  test("are priced as what comes back where the shop's prices are in another currency", async () => {
    const order = await foreignOrder(server);
    const { claim } = await staffClaim(shop, staff, 'refund', {}, order);
    const line = onlyLine(claim);
    const params = { storeId: server.storeId, claimId: claim.id, lineId: line.id };
    const offered = await staff(claimVariants, { params, query: {} });
    const paid = line.originalStoreOrderLineItem.unitPrice;
    expect(offered.variants.map(({ unitPrice }) => unitPrice)).toEqual(offered.variants.map(() => paid));
    const [variant] = variantsOf(shop, line.originalStoreOrderLineItem);
    if (!variant) throw new Error('the product has a variant');
    const how = { resolutionMethod: 'variantExchange', variantExchangeLineItem: choiceOf(variant) } as const;
    const decided = onlyLine(await change(claim, { kind: 'approved', ...how }));
    expect(decided).toMatchObject({ variantExchangeLineItem: { unitPrice: paid }, exchangeDeltaAmount: 0 });
  });

  test('chosen instead of what was asked for stand beside it until the claim is finalized', async () => {
    const order = freshOrder(shop);
    const bought = order.order.lines.find((line) => line.idFromPlatform === order.lineIdFromPlatform);
    const [wanted, other] = variantsOf(shop, { productIdFromPlatform: bought?.productIdFromPlatform ?? '' });
    if (!wanted || !other) throw new Error('the product has two variants');
    for (const variant of [wanted, other]) stockUp(variant, 20);
    const item = itemOf(order, 'variantExchange', { variantExchangeLineItem: choiceOf(wanted) });
    const { claim } = await staffClaim(shop, staff, 'variantExchange', { claimLineItems: [item] }, order);
    const choose = (of: typeof claim, variant: typeof wanted) => {
      const variantExchangeLineItem = choiceOf(variant);
      return change(of, { kind: 'approved', resolutionMethod: 'variantExchange', variantExchangeLineItem });
    };
    const decided = await choose(claim, other);
    const { variantExchangeLineItem: asked, exchangeDeltaAmount } = onlyLine(claim);
    expect(onlyLine(decided).variantExchangeLineItem?.variantIdFromPlatform).toBe(String(other.id));
    expect(onlyLine(decided)).toMatchObject({
      requestedVariantExchangeLineItem: asked,
      requestedExchangeDeltaAmount: exchangeDeltaAmount,
    });
    wanted.price += 5000;
    const again = await choose(decided, wanted);
    expect(onlyLine(again)).toMatchObject({
      variantExchangeLineItem: asked,
      exchangeDeltaAmount,
    });
    wanted.price -= 5000;
    await change(again, { kind: 'approved', resolutionMethod: 'refund' });
    const listed = await listedClaims(server, staff, { searchTerm: claim.externalId }, 'Return');
    expect(listed).toMatchObject([{ id: claim.id, resolutionMethods: ['Variant_Exchange'] }]);
  });

  test('are refused when missing, unknown, or more than comes back', async () => {
    const { claim } = await staffClaim(shop, staff, 'refund');
    const [variant] = variantsOf(shop, onlyLine(claim).originalStoreOrderLineItem);
    if (!variant) throw new Error('the product has a variant');
    const exchange = (variantExchangeLineItem: ReturnType<typeof choiceOf> | null) =>
      refusalOf(change(claim, { kind: 'approved', resolutionMethod: 'variantExchange', variantExchangeLineItem }));
    expect(await exchange(null)).toBe('422 EXCHANGE_VARIANT_REQUIRED');
    expect(await exchange(choiceOf(variant, 2))).toBe('422 EXCHANGE_QUANTITY_TOO_LARGE');
    expect(await exchange({ ...choiceOf(variant), variantIdFromPlatform: '1' })).toBe('422 EXCHANGE_VARIANT_UNKNOWN');
    expect(await exchange({ ...choiceOf(variant), productIdFromPlatform: '1' })).toBe('422 EXCHANGE_VARIANT_UNKNOWN');
    expect(await refusalOf(change(claim, { kind: 'approved', resolutionMethod: 'replacementOrder' }))).toBe(
      '422 REPLACEMENT_ITEMS_REQUIRED',
    );
  });
});

describe('other changes of a line', () => {
  test('reason and note, of the list and once', async () => {
    const { claim } = await staffClaim(shop, staff, 'refund');
    expect(await refusalOf(change(claim, { kind: 'reason', id: 'Because' }))).toBe('422 REASON_UNKNOWN');
    expect(await refusalOf(change(claim, { kind: 'reason', id: 'Wrong_Fit', detailId: 'Blue' }))).toBe(
      '422 REASON_DETAIL_UNKNOWN',
    );
    const reasoned = await change(claim, { kind: 'reason', id: 'Wrong_Fit', detailId: 'Too small' });
    expect(onlyLine(reasoned)).toMatchObject({
      reason: { id: 'Wrong_Fit', name: 'It does not fit', detail: 'Too small' },
    });
    const noted = await change(reasoned, { kind: 'note', noteToCustomer: '  Please keep it dry ' });
    expect(onlyLine(noted).noteToCustomer).toBe('Please keep it dry');
    const approved = await change(noted, { kind: 'approved', resolutionMethod: 'refund' });
    expect(onlyLine(approved).noteToCustomer).toBe('Please keep it dry');
  });

  test('denied, it keeps its units until that is carried out, so that it can be approved after all', async () => {
    const { claim, order } = await staffClaim(shop, staff, 'refund');
    const denied = await change(claim, { kind: 'denied', claimStatusDetailCode: 'Wrong_Item' });
    expect(onlyLine(denied)).toMatchObject({ status: { code: 'denied', detail: 'Wrong_Item' } });
    const line = order.order.lines.find((one) => one.idFromPlatform === order.lineIdFromPlatform);
    const another = staffClaim(
      shop,
      staff,
      'repair',
      {
        claimType: 'Warranty',
        claimLineItems: [
          {
            lineIdFromPlatform: order.lineIdFromPlatform,
            quantity: line?.quantity ?? 1,
            reasonId: 'Wrong_Fit',
            requestedResolutionMethodEnum: 'Repair',
          },
        ],
      },
      order,
    );
    expect(await refusalOf(another)).toBe('422 QUANTITY_TOO_LARGE');
    const approved = await change(denied, { kind: 'approved', resolutionMethod: 'refund' });
    expect(onlyLine(approved).status.code).not.toBe('denied');
  });

  test('canceled, the last line ends the claim, and nothing of it can be changed any more', async () => {
    const { claim } = await staffClaim(shop, staff, 'refund');
    const canceled = await change(claim, { kind: 'canceled', reason: 'Final_Sale' });
    expect(canceled.claimRollup).toMatchObject({ code: 'Closed', name: 'Canceled' });
    const denied = change(canceled, { kind: 'denied', claimStatusDetailCode: 'Wrong_Item' });
    expect(await refusalOf(denied)).toBe('409 CLAIM_CANCELED');
  });

  test('two staff at once: one decides, the other is told', async () => {
    const { claim } = await staffClaim(shop, staff, 'refund');
    const colleague = await server.staff('Staff');
    const decide = (who: Caller) =>
      refusalOf(changeLine(server, who, claim, 1, { kind: 'approved', resolutionMethod: 'giftCard' }));
    expect((await Promise.all([decide(staff), decide(colleague)])).toSorted()).toEqual([
      '409 CLAIM_CHANGED',
      'no refusal',
    ]);
  });
});
