import { expect, test } from 'vitest';
import {
  ClaimLineShown,
  ClaimShown,
  InspectionShown,
  ShipmentShown,
  StaffShipmentShown,
} from '#contract/claim-shapes.ts';
import { PortalOrder } from '#contract/customer/customer.ts';
import { search } from '#contract/merchant/lists.ts';
import { OrderLineShown, OrderShown } from '#contract/merchant/orders.ts';
import { ReturnLocation } from '#contract/merchant/shipments.ts';
import { CustomerPaymentShown, LedgerShown } from '#contract/money-shapes.ts';

function expectNames(shape: object, fields: string): void {
  expect(Object.keys(shape)).toEqual(expect.arrayContaining(fields.split(', ')));
}

test('a claim has the names of C3.01', () => {
  expectNames(
    ClaimShown.shape,
    'id, externalId, claimType, createdOn, updatedOn, finalizedOn, claimRollup, claimRollupStatusCode, customerEmail, customerId, customerName, isGiftReturn, isInstantExchange, noteToCustomer, linkToCustomerUi, deviceFingerprint, ipAddress, shippingAddress, billingAddress, wasOriginalOrderModified, originalStoreOrder, claimLineItems, claimReturnShipments, timeline, customerPayment, feeApplied, feeName, returnShippingAmountApplied, exchangeOrderShippingAmountApplied, giftCardIncentiveAmountApplied, shopNowIncentiveAmountApplied, requestSummary, resolutionSummary',
  );
  expectNames(
    ClaimShown.shape.originalStoreOrder.shape,
    'id, idFromPlatform, orderNo, platformAdminUrl, currencyCode, createdOn, customerEmail, shippingAddress, registration, taxRate, wasCreatedFromRegistration',
  );
});

test('a claim line has the names of C3.07', () => {
  expectNames(
    ClaimLineShown.shape,
    'id, quantity, unitPrice, unitTax, amount, requestedAmount, status, reason, comments, noteToCustomer, customFields, images, inspections, errors, requestedResolutionMethodEnum, resolutionMethodEnum, wasResolvedExternally, finalizedOn, canceledOn, deniedOn, returnLineItemIdFromPlatform, isShopNow, exchangeDeltaAmount, deductedAmount, variantExchangeAmountResolutionMethodEnum, variantExchangeLineItem, replacementItems, suggestedWarrantyReplacementItem, originalStoreOrderLineItem',
  );
  expectNames(
    ClaimLineShown.shape.originalStoreOrderLineItem.shape,
    'sku, name, imgUrl, unitPrice, unitTax, quantity, grams, optionsFromPlatform',
  );
});

test('a row of the list has the names of C3.06', () => {
  const [claims] = search.response.options;
  expectNames(
    claims.shape.data.element.shape,
    'id, externalId, createdOn, customerName, customerEmail, claimType, claimRollupStatusCode, resolutionMethods, tags, lineItemHasError',
  );
});

test('a payment has the names of C3.19, a shipment those of C3.20 and C3.21, the balance those of C3.28', () => {
  expectNames(
    CustomerPaymentShown.shape,
    'id, idFromPlatform, amount, note, currencyCode, status, authorizationExpiresOn, capturedOn',
  );
  expectNames(
    StaffShipmentShown.shape,
    'createdOn, shipmentExpiresOn, returnShipmentId, returnShipmentType, isReturnShipment, toAddress, fromAddress, inTransitOn, qrCodeDetail, returnShipmentPdfAssetUrl, claimLineItems, tracker, rmaId, rmaNumber, rmaProvider, provider, rate',
  );
  expectNames(StaffShipmentShown.shape.rate.unwrap().shape, 'id, carrier, cost, service, carrierAccountId, currency');
  expect(StaffShipmentShown.shape.provider.unwrap().options).toContain('Easy_Post');
  expectNames(
    ReturnLocation.shape,
    'id, name, customsSignerName, fulfillmentLocationIdFromPlatform, isQuickShipEnabled, address',
  );
  expectNames(
    ReturnLocation.shape.address.shape,
    'firstName, lastName, line1, line2, city, countryCode, stateOrProvinceCode, postalCode, phone, id',
  );
  expectNames(ShipmentShown.shape.tracker.shape, 'status, details, estimatedDeliveryDate, carrier, errors');
  expectNames(ShipmentShown.shape.tracker.shape.carrier.shape, 'name, icon, trackingCode, trackingUrl');
  expectNames(LedgerShown.shape, 'credits, deductions, balance, paymentIntent');
});

test('an inspection has the names of C3.25, an entry of the timeline those of C3.26', () => {
  expectNames(InspectionShown.shape, 'id, createdOn, name, comment, images, customFields, storeInspectionGrade');
  expectNames(
    InspectionShown.shape.customFields.element.shape,
    'id, displayName, description, options, valueType, required, value',
  );
  expectNames(ClaimShown.shape.timeline.element.shape, 'id, datetime, message, subject, type');
});

test('the order of staff has the names of C3.08, its lines those of C3.09', () => {
  expectNames(
    OrderShown.shape,
    'storeId, storeSlug, storeName, storefrontId, id, idFromPlatform, orderNo, email, currencyCode, lineItems, addresses, wasShippingProtected, isUnprotectedShippingClaimPermitted, claims, shippingClaims, shippingClaimReasons, overrides, isShippingClaimImgRequired, wasCreatedFromRegistration, canceledOn, isGiftReturn, isExchangeOfExchange',
  );
  expectNames(
    OrderLineShown.shape,
    'id, idFromPlatform, isProtection, productIdFromPlatform, variantIdFromPlatform, name, optionsFromPlatform, currentQuantity, quantity, unitPrice, unitListPrice, unitTax, imgUrl, sku, grams, isFinalSale, isExchangeOnly, eligibility, automationMadeIneligibleOn, ineligibleLineItemFootnote, eligibilityStoreRuleId, productTagsAtPurchase, claimReasons',
  );
  expectNames(OrderLineShown.shape.eligibility.shape, 'exchange, giftCard, refund, warranty');
  expectNames(OrderLineShown.shape.eligibility.shape.exchange.shape, 'isEligible, lastEligibleDate');
});

test('the order in the portal has the names that C3.08 adds', () => {
  expectNames(
    PortalOrder.shape,
    'storeId, storeSlug, storeName, storefrontId, idFromPlatform, orderNo, email, currencyCode, addresses, claims, canceledOn, isGiftReturn, isExchangeOfExchange, lineItems, returnUntil, warrantyUntil, editUntil, isOrderEditable, isOrderFulfilled, fulfillments, offerInstantExchange, allowClaimTypeSelection, offerShopNow',
  );
});
