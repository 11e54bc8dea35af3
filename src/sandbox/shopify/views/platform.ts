import { createHash } from 'node:crypto';
import type { Pair } from '../amounts.ts';
import { minus, plus, share, times, ZERO } from '../amounts.ts';
import { draftSums } from '../draft-sums.ts';
import { customerById, orderById, variantById } from '../lookup.ts';
import { grantedScopes } from '../scopes.ts';
import type { BulkOperation, DraftLine, DraftOrder, WebhookSubscription } from '../state.ts';
import { gid } from '../state.ts';
import type { Context, PageArgs, View } from './connection.ts';
import { bag, innerConnection } from './connection.ts';
import { addressView, customerView } from './customer.ts';
import { variantImageView, productView, variantView } from './product.ts';

export function shopView(context: Context): View {
  const { shop } = context;
  const address = {
    __typename: 'ShopAddress',
    id: gid('ShopAddress', 1),
    firstName: null,
    lastName: null,
    name: null,
    company: shop.name,
    address1: '80 Mill Street',
    address2: null,
    city: 'Portland',
    coordinatesValidated: false,
    country: 'United States',
    countryCodeV2: 'US',
    formatted: ['80 Mill Street', 'Portland OR 97201', 'United States'],
    formattedArea: 'Portland OR, United States',
    phone: null,
    province: 'Oregon',
    provinceCode: 'OR',
    zip: '97201',
    latitude: null,
    longitude: null,
  };
  return {
    __typename: 'Shop',
    id: gid('Shop', 1),
    name: shop.name,
    email: shop.email,
    contactEmail: shop.email,
    description: null,
    myshopifyDomain: shop.domain,
    primaryDomain: {
      id: gid('Domain', 1),
      host: shop.domain,
      sslEnabled: true,
      url: `${context.baseUrl}/${shop.domain}`,
    },
    url: `${context.baseUrl}/${shop.domain}`,
    currencyCode: shop.currency,
    enabledPresentmentCurrencies: shop.presentmentCurrencies,
    currencyFormats: {
      moneyFormat: '${{amount}}',
      moneyInEmailsFormat: '${{amount}}',
      moneyWithCurrencyFormat: '${{amount}} USD',
      moneyWithCurrencyInEmailsFormat: '${{amount}} USD',
    },
    ianaTimezone: 'America/Los_Angeles',
    timezoneAbbreviation: 'PST',
    timezoneOffset: '-0800',
    timezoneOffsetMinutes: -480,
    taxesIncluded: shop.taxesIncluded,
    plan: {
      publicDisplayName: shop.plan,
      shopifyPlus: shop.plan === 'Plus',
      partnerDevelopment: shop.plan === 'Development',
    },
    unitSystem: 'METRIC_SYSTEM',
    weightUnit: 'GRAMS',
    shopAddress: address,
    billingAddress: address,
    createdAt: shop.createdAt,
    updatedAt: shop.createdAt,
  };
}

export function installationView(context: Context): View {
  return {
    __typename: 'AppInstallation',
    id: gid('AppInstallation', 1),
    launchUrl: `${context.baseUrl}/${context.shop.domain}/admin/apps/1`,
    accessScopes: grantedScopes(context.shop).map((handle) => ({ handle, description: handle.replaceAll('_', ' ') })),
    app: { __typename: 'App', id: gid('App', 1), title: 'Sandbox app', handle: 'sandbox-app' },
  };
}

export function bulkView(context: Context, operation: BulkOperation): View {
  return {
    __typename: 'BulkOperation',
    ...operation,
    id: gid('BulkOperation', operation.id),
    type: 'QUERY',
    objectCount: String(operation.objectCount),
    rootObjectCount: String(operation.rootObjectCount),
    fileSize: operation.fileSize === null ? null : String(operation.fileSize),
    partialDataUrl: null,
    // An export that found nothing has no file, as at the real one.
    url:
      operation.status === 'COMPLETED' && operation.objectCount > 0
        ? `${context.baseUrl}/${context.shop.domain}/bulk/${operation.id}.jsonl`
        : null,
  };
}

export function subscriptionView(subscription: WebhookSubscription): View {
  return {
    __typename: 'WebhookSubscription',
    ...subscription,
    id: gid('WebhookSubscription', subscription.id),
    legacyResourceId: String(subscription.id),
    callbackUrl: subscription.uri,
    endpoint: { __typename: 'WebhookHttpEndpoint', callbackUrl: subscription.uri },
    format: 'JSON',
    metafieldNamespaces: [],
    apiVersion: { displayName: '2026-07 (Latest)', handle: '2026-07', supported: true },
  };
}

/** The link to the checkout of a draft order; its key cannot be guessed from the id. */
export const invoiceKey = (draft: DraftOrder): string =>
  createHash('sha256').update(`${draft.id} ${draft.createdAt}`).digest('hex').slice(0, 32);
const invoiceUrl = (context: Context, draft: DraftOrder): string =>
  `${context.baseUrl}/${context.shop.domain}/invoices/${invoiceKey(draft)}`;

export function draftView(context: Context, draft: DraftOrder): View {
  const { currencies } = draft;
  const sums = draftSums(draft);
  const customer = customerById(context.shop, draft.customerId);
  const shippingLine = draft.shipping;
  const set = (pair: Pair) => bag(pair, currencies);
  return {
    __typename: 'DraftOrder',
    id: gid('DraftOrder', draft.id),
    legacyResourceId: String(draft.id),
    name: draft.name,
    status: draft.status,
    email: draft.email,
    phone: draft.phone,
    note2: draft.note,
    tags: draft.tags,
    customAttributes: draft.customAttributes,
    currencyCode: currencies.shop,
    presentmentCurrencyCode: currencies.presentment,
    customer: () => (customer === undefined ? null : customerView(context, customer)),
    order: () => {
      const order = orderById(context.shop, draft.orderId);
      return order === undefined ? null : context.views.order(context, order);
    },
    invoiceUrl: draft.status === 'COMPLETED' ? null : invoiceUrl(context, draft),
    reserveInventoryUntil: draft.reserveUntil ?? null,
    shippingAddress: draft.shippingAddress === null ? null : addressView(draft.shippingAddress, draft.id, 'Address'),
    billingAddress: draft.billingAddress === null ? null : addressView(draft.billingAddress, draft.id, 'Address'),
    shippingLine:
      shippingLine === null
        ? null
        : {
            id: gid('ShippingLine', draft.id),
            title: shippingLine.title,
            code: 'custom',
            custom: true,
            isRemoved: false,
            discountAllocations: [],
            taxLines: [],
            originalPriceSet: set(shippingLine.price),
            discountedPriceSet: set(shippingLine.price),
            currentDiscountedPriceSet: set(shippingLine.price),
          },
    appliedDiscount:
      draft.orderDiscount === null ? null : { ...draft.orderDiscount, amountSet: set(draft.orderDiscount.amount) },
    taxExempt: draft.taxExempt,
    taxesIncluded: context.shop.taxesIncluded,
    taxLines: [],
    lineItems: (args: PageArgs) =>
      innerConnection(context, draft.lines, args, (line) => draftLineView(context, draft, line)),
    totalQuantityOfLineItems: draft.lines.reduce((sum, line) => sum + line.quantity, 0),
    subtotalPriceSet: set(sums.subtotal),
    totalLineItemsPriceSet: set(sums.original),
    totalDiscountsSet: set(minus(sums.original, sums.subtotal)),
    totalShippingPriceSet: set(sums.shipping),
    totalTaxSet: set(ZERO),
    totalPriceSet: set(plus(sums.subtotal, sums.shipping)),
    createdAt: draft.createdAt,
    updatedAt: draft.updatedAt,
    completedAt: draft.completedAt,
  };
}

function draftLineView(context: Context, draft: DraftOrder, line: DraftLine): View {
  const found = variantById(context.shop, line.variantId);
  const original = times(line.unitPrice, line.quantity);
  const discounted = minus(original, line.discount);
  const set = (pair: Pair) => bag(pair, draft.currencies);
  return {
    __typename: 'DraftOrderLineItem',
    id: gid('DraftOrderLineItem', line.id),
    uuid: String(line.id),
    name: line.title,
    title: line.title,
    variantTitle: found?.variant.title ?? null,
    vendor: found?.product.vendor ?? null,
    sku: found?.variant.sku ?? null,
    quantity: line.quantity,
    custom: found === undefined,
    customAttributes: line.properties,
    isGiftCard: found?.product.isGiftCard ?? false,
    requiresShipping: true,
    taxable: true,
    taxLines: [],
    appliedDiscount: null,
    image: found === undefined ? null : variantImageView(context, found.product, found.variant),
    product: () => (found === undefined ? null : productView(context, found.product)),
    variant: () => (found === undefined ? null : variantView(context, found.product, found.variant)),
    originalUnitPriceSet: set(line.unitPrice),
    originalTotalSet: set(original),
    totalDiscountSet: set(line.discount),
    discountedTotalSet: set(discounted),
    discountedUnitPriceSet: set(share(discounted, 0, 1, line.quantity)),
  };
}
