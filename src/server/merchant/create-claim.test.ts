import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiError } from '#contract/client.ts';
import * as actions from '#contract/merchant/claim-actions.ts';
import * as merchant from '#contract/merchant/merchant.ts';
import { getOrder } from '#contract/merchant/orders.ts';
import { goodsTitle } from '#core/claims/exchange.ts';
import { COVER_SKU } from '#core/protection/cover-product.ts';
import { findProducts, upsertProducts } from '#server/db/products.ts';
import { returnLocations } from '#server/db/return-locations.ts';
import { listedClaims } from '#server/testing/claims.ts';
import { freshOrder, shopOf, type OrderToReturn, type Shop } from '#server/testing/effect-claims.ts';
import { onlyRules } from '#server/testing/live-rules.ts';
import { forgetRules, publishRules } from '#server/testing/rules.ts';
import { startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import {
  choiceOf,
  claimBody,
  itemOf,
  onlyLine,
  quiet,
  staffClaim,
  stockUp,
  variantsOf,
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

type Items = Parameters<typeof claimBody>[1];
const create = (order: OrderToReturn, items: Items, changes: Parameters<typeof claimBody>[2] = {}) =>
  staff(actions.createClaim, { params: { storeId: server.storeId }, body: claimBody(order, items, changes) });
const shown = (claimId: number) => staff(merchant.getClaim, { params: { storeId: server.storeId, claimId } });
const productOf = ({ order, lineIdFromPlatform }: OrderToReturn) => ({
  productIdFromPlatform:
    order.lines.find((line) => line.idFromPlatform === lineIdFromPlatform)?.productIdFromPlatform ?? '',
});

describe('a claim made by staff', () => {
  test('after every window has closed, for the customer they name, is shown and told of', async () => {
    await server.saveSettings({ refundValidityDays: 0 });
    const address = freshOrder(shop).order.shippingAddress;
    if (!address) throw new Error('the order goes somewhere');
    const billingAddress = { ...address, line1: '1 Bill Street' };
    const { claim } = await staffClaim(shop, staff, 'refund', { feeApplied: 2, billingAddress });
    expect(claim).toMatchObject({
      claimType: 'Return',
      source: 'Merchant_App',
      customerName: 'Ada Byron',
      customerEmail: 'ada@example.com',
      billingAddress,
      feeApplied: 2,
    });
    expect(claim.externalId).toMatch(/^R-/);
    expect(claim.timeline[0]?.message).toBe('Staff Tester created the return in the back office.');
    await quiet(shop, staff, claim);
    const mail = server.mailbox
      .messages()
      .find((one) => one.subject === `We received your return request ${claim.externalId}`);
    expect(mail?.to).toContain('ada@example.com');
    await server.saveSettings({});
  });

  test('of a warranty is in the list of warranty claims', async () => {
    const { claim } = await staffClaim(shop, staff, 'warrantyReview', { claimType: 'Warranty' });
    expect(claim.externalId).toMatch(/^W-/);
    const found = await listedClaims(server, staff, { searchTerm: claim.externalId }, 'Warranty');
    expect(found).toMatchObject([{ id: claim.id, resolutionMethods: ['Warranty_Review'] }]);
  });

  test('of a warranty suggests the same again; a return suggests nothing', async () => {
    const order = freshOrder(shop);
    const bought = order.order.lines.find((line) => line.idFromPlatform === order.lineIdFromPlatform);
    const warranty = await staffClaim(shop, staff, 'warrantyReview', { claimType: 'Warranty' }, order);
    expect(onlyLine(warranty.claim).suggestedWarrantyReplacementItem).toMatchObject({
      variantIdFromPlatform: bought?.variantIdFromPlatform,
      productIdFromPlatform: bought?.productIdFromPlatform,
      title: goodsTitle(bought?.name ?? '', bought?.variantTitle ?? ''),
      quantity: 1,
    });
    const back = await staffClaim(shop, staff, 'refund');
    expect(onlyLine(back.claim).suggestedWarrantyReplacementItem).toBeNull();
  });

  test('with an exchange wants a variant the shop has', async () => {
    const order = freshOrder(shop);
    const [variant] = variantsOf(shop, productOf(order));
    if (!variant) throw new Error('the product has a variant');
    const exchange = (choice: object) => create(order, [itemOf(order, 'variantExchange', choice)]);
    expect(await refusalOf(exchange({}))).toBe('422 EXCHANGE_VARIANT_REQUIRED');
    expect(
      await refusalOf(exchange({ variantExchangeLineItem: { ...choiceOf(variant), variantIdFromPlatform: '1' } })),
    ).toBe('422 EXCHANGE_VARIANT_UNKNOWN');
    stockUp(variant, 0);
    expect(await refusalOf(exchange({ variantExchangeLineItem: choiceOf(variant) }))).toBe('422 OUT_OF_STOCK');
    stockUp(variant, 2);
    const { id } = await exchange({ variantExchangeLineItem: choiceOf(variant) });
    const claim = await shown(id);
    expect(onlyLine(claim).variantExchangeLineItem).toMatchObject({
      variantIdFromPlatform: String(variant.id),
      quantity: 1,
    });
    const kept = await quiet(shop, staff, claim);
    expect(kept.reservation?.state).toBe('held');
    expect(variant.quantities['available']).toBe(1);
  });

  test('costs or brings what was said of it before it was made', async () => {
    await server.saveSettings({ advancedExchangePricing: 'PAYMENT_AND_PARTIAL_REFUND', returnFee: 100 });
    const order = freshOrder(shop);
    const own = productOf(order).productIdFromPlatform;
    const other = server.shop.products.find(({ id, variants }) => String(id) !== own && variants.length > 0);
    const variant = other?.variants[0];
    if (!variant) throw new Error('the shop has another product');
    stockUp(variant, 2);
    const { quantity: _asMany, ...variantExchangeLineItem } = choiceOf(variant);
    const { lineIdFromPlatform, requestedResolutionMethodEnum } = itemOf(order, 'variantExchange');
    const item = { lineIdFromPlatform, quantity: 1, requestedResolutionMethodEnum, variantExchangeLineItem };
    const fee = { feeApplied: 2.5 };
    const quoted = (changes: object = {}) =>
      staff(actions.quoteClaim, {
        params: { storeId: server.storeId },
        body: {
          claimType: 'Return',
          originalStoreOrderId: order.orderId,
          ...fee,
          claimLineItems: [{ ...item, ...changes }],
        },
      });
    const { ledger, claimLineItems } = await quoted();
    expect(await refusalOf(quoted({ variantExchangeLineItem: null }))).toBe('422 EXCHANGE_VARIANT_REQUIRED');
    expect(await refusalOf(quoted({ quantity: 9999 }))).toBe('422 QUANTITY_TOO_LARGE');
    const { id } = await create(order, [itemOf(order, 'variantExchange', { variantExchangeLineItem })], fee);
    const claim = await shown(id);
    expect(claim.feeApplied).toBe(2.5);
    expect(ledger).toEqual(claim.ledger);
    expect(ledger.deductions.lineItems).toHaveLength(1);
    expect(claimLineItems).toEqual([
      { lineIdFromPlatform: order.lineIdFromPlatform, exchangeDeltaAmount: onlyLine(claim).exchangeDeltaAmount },
    ]);
    expect(onlyLine(claim).exchangeDeltaAmount).not.toBe(0);
    await server.saveSettings({});
  });

  test('is quoted with the fee of a rule about the reason that was chosen', async () => {
    const order = freshOrder(shop);
    const { reasons } = await staff(merchant.claimReasons, { params: { storeId: server.storeId } });
    const [usual, charged] = reasons.filter(({ isDeleted }) => !isDeleted);
    await onlyRules(server, {
      at: 'beforeClaimSubmission',
      does: 'applyFee',
      params: { feeAmount: 3, feeType: 'fixed', feeDisplayName: 'Handling' },
      when: [{ fact: 'claim/reason', operator: 'in', value: [charged?.id ?? ''] }],
    });
    const { lineIdFromPlatform, requestedResolutionMethodEnum } = itemOf(order, 'refund');
    const deductedFor = async (reason: { reasonId?: string }) => {
      const { ledger } = await staff(actions.quoteClaim, {
        params: { storeId: server.storeId },
        body: {
          claimType: 'Return',
          originalStoreOrderId: order.orderId,
          claimLineItems: [{ lineIdFromPlatform, quantity: 1, requestedResolutionMethodEnum, ...reason }],
        },
      });
      return ledger.deductions.total;
    };
    expect(await deductedFor({})).toBe(0);
    expect(await deductedFor({ reasonId: usual?.id ?? '' })).toBe(0);
    expect(await deductedFor({ reasonId: charged?.id ?? '' })).toBe(3);
    await forgetRules(server.server.deps.database, server.storeId);
  });

  test('is offered no cover for the way to send instead', async () => {
    const { database } = server.server.deps;
    await database.inStore(server.storeId, async (db) => {
      const [ware] = await findProducts(db, server.storeId, '', () => true);
      const [variant] = ware?.variants ?? [];
      if (!ware || !variant) throw new Error('the shop has products');
      const variants = [{ ...variant, sku: COVER_SKU }];
      await upsertProducts(db, server.storeId, [
        { ...ware, idFromPlatform: '990', title: 'Delivery Guarantee', variants },
      ]);
    });
    const query = { searchTerm: 'Delivery Guarantee' };
    const { products } = await staff(merchant.searchProducts, { params: { storeId: server.storeId }, query });
    expect(products).toEqual([]);
  });

  test('is refused where it is not of the order, or more than is left of it', async () => {
    const order = freshOrder(shop);
    const units = order.order.lines.find((line) => line.idFromPlatform === order.lineIdFromPlatform)?.quantity ?? 1;
    const refused = async (items: Items, changes: object = {}) => refusalOf(create(order, items, changes));
    expect(await refused([itemOf(order, 'refund', { quantity: units + 1 })])).toBe('422 QUANTITY_TOO_LARGE');
    expect(await refused([itemOf(order, 'refund', { quantity: 0 })])).toBe('400 MALFORMED');
    expect(await refused([itemOf(order, 'refund', { lineIdFromPlatform: '1' })])).toBe('422 LINE_UNKNOWN');
    expect(await refused([itemOf(order, 'refund', { reasonId: 'Because' })])).toBe('422 REASON_UNKNOWN');
    expect(await refused([itemOf(order, 'refund', { reasonDetailId: 'Blue' })])).toBe('422 REASON_DETAIL_UNKNOWN');
    expect(await refused([itemOf(order, 'refund')], { originalStoreOrderId: 999_999 })).toBe('404 ORDER_NOT_FOUND');
    await expect(create(order, [])).rejects.toMatchObject({
      body: { fields: { 'body.claimLineItems': 'Must select at least one line item.' } },
    });
    await expect(create(order, [itemOf(order, 'refund')], { customerEmail: 'nobody' })).rejects.toMatchObject({
      body: { fields: { 'body.customerEmail': 'Must be a valid email.' } },
    });
  });

  test('goes to a whole address, or to the one of the order', async () => {
    const order = freshOrder(shop);
    const { shippingAddress } = order.order;
    const refusedAs = (field: 'shippingAddress' | 'billingAddress', address: object): Promise<unknown> =>
      create(order, [itemOf(order, 'refund')], { [field]: address }).then(
        () => null,
        ({ status, fields }: ApiError) => ({ status, fields }),
      );
    for (const field of ['shippingAddress', 'billingAddress'] as const) {
      for (const empty of [{}, { line1: 'x' }])
        expect(await refusedAs(field, empty)).toMatchObject({
          status: 400,
          fields: { [`body.${field}.city`]: 'Must not be empty.' },
        });
      for (const countryCode of ['', 'U', '12'])
        expect(await refusedAs(field, { ...shippingAddress, countryCode })).toEqual({
          status: 400,
          fields: { [`body.${field}.countryCode`]: 'Must be two letters.' },
        });
    }
    const { claim } = await staffClaim(shop, staff, 'refund', { shippingAddress: null }, order);
    expect(claim.shippingAddress).toEqual({ ...shippingAddress, id: 'customer' });
  });

  test('states what the order and the store know, or is told what that is', async () => {
    const order = freshOrder(shop);
    const { idFromPlatform } = order.order;
    const bought = await staff(getOrder, { params: { storeId: server.storeId, idFromPlatform } });
    const line = bought.lineItems.find((one) => one.idFromPlatform === order.lineIdFromPlatform);
    if (!line) throw new Error('the order has the line');
    const { unitPrice, unitTax } = line;
    const stated = (changes: NonNullable<Parameters<typeof itemOf>[2]>) =>
      create(order, [itemOf(order, 'refund', changes)]);
    const wrong = { unitPrice: unitPrice + 1, unitTax: unitTax + 1, reasonCategoryCode: 'Wrong_Fit' } as const;
    await expect(stated(wrong)).rejects.toMatchObject({
      status: 422,
      code: 'LINE_MISSTATED',
      fields: {
        'body.claimLineItems.0.unitPrice': `Must be ${unitPrice}.`,
        'body.claimLineItems.0.unitTax': `Must be ${unitTax}.`,
        'body.claimLineItems.0.reasonCategoryCode': 'Must be Defective_Item.',
      },
    });
    expect(await refusalOf(stated({ unitPrice, unitTax, reasonCategoryCode: 'Defective_Item' }))).toBe('no refusal');
  });

  test('keeps the name of its fee, and refuses what it would not keep', async () => {
    const { claim } = await staffClaim(shop, staff, 'refund', { feeApplied: 2, feeName: 'Restocking' });
    expect(claim).toMatchObject({ feeApplied: 2, feeName: 'Restocking' });
    const order = freshOrder(shop);
    const refused = (changes: object, item: object = {}) =>
      create(order, [{ ...itemOf(order, 'refund'), ...item }], changes);
    await expect(refused({ feeName: 'x'.repeat(129) })).rejects.toMatchObject({
      fields: { 'body.feeName': 'At most 128 characters.' },
    });
    await expect(refused({ customerPayment: { amount: 1 } })).rejects.toMatchObject({
      fields: { 'body.customerPayment': "Must be null: staff don't take payments." },
    });
    await expect(refused({}, { color: 'red' })).rejects.toMatchObject({
      fields: { 'body.claimLineItems.0': 'Unrecognized key: "color"' },
    });
  });

  test('goes back in the way they choose, whatever a rule offers shoppers', async () => {
    const { database } = server.server.deps;
    const [location] = await database.readStore(server.storeId, (db) => returnLocations(db, server.storeId));
    await publishRules(database, server.storeId, [
      {
        name: 'Slips only',
        hook: 'returnShipmentQuote',
        isEnabled: true,
        rule: {
          priority: 1,
          event: {
            type: 'returnShippingConfig',
            params: { returnLocationId: location?.location_id, returnMethods: ['packingSlip'] },
          },
          conditions: { all: [] },
        },
      },
    ]);
    const { claim } = await staffClaim(shop, staff, 'refund', { shippingMethod: 'label' });
    await forgetRules(database, server.storeId);
    const { claimReturnShipments } = await quiet(shop, staff, claim);
    expect(claimReturnShipments).toMatchObject([{ returnShipmentType: 'Label' }]);
  });

  test('asks for nothing that is not offered for its type', async () => {
    const order = freshOrder(shop);
    for (const method of ['repair', 'warrantyReview', 'replacementOrder'] as const)
      expect(await refusalOf(create(order, [itemOf(order, method)]))).toBe('422 METHOD_NOT_ELIGIBLE');
    expect(await refusalOf(create(order, [itemOf(order, 'repair')], { claimType: 'Warranty' }))).toBe('no refusal');
  });

  test('sent twice with one key, also side by side, is one claim; the units are given once', async () => {
    const order = freshOrder(shop);
    const requestKey = randomUUID();
    const again = () => create(order, [itemOf(order, 'refund')], { requestKey });
    const made = [...(await Promise.all([again(), again(), again()])), await again()];
    expect(new Set(made.map((one) => one.id)).size).toBe(1);
    const changed = create(order, [itemOf(order, 'refund', { comments: 'Too small' })], { requestKey });
    expect(await refusalOf(changed)).toBe('409 ALREADY_SUBMITTED');
    const other = freshOrder(shop);
    expect(await refusalOf(create(other, [itemOf(other, 'refund')], { requestKey }))).toBe('409 REQUEST_KEY_USED');
    const units = other.order.lines.find((line) => line.idFromPlatform === other.lineIdFromPlatform)?.quantity ?? 1;
    const whole = () => refusalOf(create(other, [itemOf(other, 'refund', { quantity: units })]));
    expect((await Promise.all([whole(), whole()])).toSorted()).toEqual(['422 QUANTITY_TOO_LARGE', 'no refusal']);
  });
});

test('an order that only took a payment is nobody’s to look up, and nothing of it is returned', async () => {
  const order = freshOrder(shop);
  await server.server.deps.database.inStore(server.storeId, (db) =>
    db
      .updateTable('store_order')
      .set({ document: JSON.stringify({ ...order.order, tags: [...order.order.tags, 'makegood-payment'] }) })
      .where('order_id', '=', order.orderId)
      .execute(),
  );
  expect(await refusalOf(create(order, [itemOf(order, 'refund')]))).toBe('422 METHOD_NOT_ELIGIBLE');
  const { email, orderNo } = order.order;
  expect(await refusalOf(server.shopper({ name: orderNo, email }))).toBe('404 ORDER_NOT_FOUND');
});
