import type { Currencies, Pair } from './amounts.ts';
import { plus, restText } from './amounts.ts';
import { barcodeOf } from './barcode.ts';
import { customerById, fulfilledLine, orderById, productById, returnById } from './lookup.ts';
import {
  currentQuantity,
  financialStatus,
  fulfilledQuantity,
  lineDiscount,
  orderSums,
  unfulfilledQuantity,
} from './order-sums.ts';
import type { Address, Customer, LineItem, Order, Product, Refund, Return, ShopState, TaxLine } from './state.ts';
import { gid } from './state.ts';
import type { Announcement } from './views/connection.ts';
import { mergedTaxes } from './views/order.ts';

type Body = Record<string, unknown>;

const set = (pair: Pair, currencies: Currencies): Body => ({
  shop_money: { amount: restText(pair.shop, currencies.shop), currency_code: currencies.shop },
  presentment_money: {
    amount: restText(pair.presentment, currencies.presentment),
    currency_code: currencies.presentment,
  },
});

const both = (name: string, pair: Pair, currencies: Currencies): Body => ({
  [name]: restText(pair.shop, currencies.shop),
  [`${name}_set`]: set(pair, currencies),
});

const identity = (type: string, id: number): Body => ({ id, admin_graphql_api_id: gid(type, id) });

function address(from: Address | null): Body | null {
  if (from === null) return null;
  return {
    first_name: from.firstName,
    last_name: from.lastName,
    name: `${from.firstName} ${from.lastName}`.trim(),
    company: from.company,
    address1: from.address1,
    address2: from.address2,
    city: from.city,
    zip: from.zip,
    province: from.province,
    province_code: from.provinceCode,
    country: from.country,
    country_code: from.countryCode,
    phone: from.phone,
    latitude: null,
    longitude: null,
  };
}

function customerBody(customer: Customer, shop: ShopState): Body {
  return {
    ...identity('Customer', customer.id),
    email: customer.email,
    first_name: customer.firstName,
    last_name: customer.lastName,
    phone: customer.phone,
    note: customer.note,
    state: 'disabled',
    verified_email: true,
    tax_exempt: false,
    tags: customer.tags.join(', '),
    currency: shop.currency,
    created_at: customer.createdAt,
    updated_at: customer.updatedAt,
    default_address:
      customer.address === null ? null : { ...address(customer.address), customer_id: customer.id, default: true },
  };
}

const taxes = (lines: readonly TaxLine[], currencies: Currencies): Body[] =>
  lines.map((tax) => ({
    title: tax.title,
    rate: tax.rate,
    channel_liable: false,
    ...both('price', tax.price, currencies),
  }));

function lineBody(order: Order, line: LineItem): Body {
  const { currencies } = order;
  const done = fulfilledQuantity(order, line.id);
  return {
    ...identity('LineItem', line.id),
    product_id: line.productId,
    variant_id: line.variantId,
    product_exists: line.productId !== null,
    title: line.title,
    variant_title: line.variantTitle,
    name: line.variantTitle === null ? line.title : `${line.title} - ${line.variantTitle}`,
    sku: line.sku,
    vendor: line.vendor,
    quantity: line.quantity,
    current_quantity: currentQuantity(order, line),
    fulfillable_quantity: unfulfilledQuantity(order, line),
    fulfillment_service: 'manual',
    fulfillment_status: done === 0 ? null : done < line.quantity ? 'partial' : 'fulfilled',
    gift_card: line.isGiftCard,
    grams: line.grams,
    requires_shipping: line.requiresShipping,
    taxable: line.taxable,
    variant_inventory_management: 'shopify',
    properties: line.properties.map((each) => ({ name: each.key, value: each.value })),
    ...both('price', line.unitPrice, currencies),
    ...both('total_discount', lineDiscount(line), currencies),
    discount_allocations: line.discounts.map((each) => ({
      discount_application_index: each.application,
      ...both('amount', each.amount, currencies),
    })),
    duties: [],
    tax_lines: taxes(line.taxLines, currencies),
  };
}

function discountBody(order: Order, each: Order['discountApplications'][number]): Body {
  const percentage = 'percentage' in each.value;
  const value =
    'percentage' in each.value
      ? each.value.percentage.toFixed(1)
      : restText(each.value.amount.shop, order.currencies.shop);
  const type = { code: 'discount_code', automatic: 'automatic', manual: 'manual' }[each.kind];
  return {
    target_type: 'line_item',
    type,
    value,
    value_type: percentage ? 'percentage' : 'fixed_amount',
    allocation_method: each.allocation.toLowerCase(),
    target_selection: each.selection.toLowerCase(),
    code: each.code,
    title: each.title,
  };
}

function codeAmount(order: Order, index: number): Pair {
  return plus(
    ...order.lineItems.flatMap((line) =>
      line.discounts.filter((each) => each.application === index).map((each) => each.amount),
    ),
  );
}

function fulfillmentBody(order: Order, each: Order['fulfillments'][number]): Body {
  return {
    ...identity('Fulfillment', each.id),
    order_id: order.id,
    name: each.name.replace('-F', '.'),
    status: each.status.toLowerCase(),
    service: 'manual',
    shipment_status: each.events.at(-1)?.status.toLowerCase() ?? null,
    tracking_company: each.tracking?.company ?? null,
    tracking_number: each.tracking?.number ?? null,
    tracking_numbers: each.tracking === null ? [] : [each.tracking.number],
    tracking_url: each.tracking?.url ?? null,
    created_at: each.createdAt,
    updated_at: each.updatedAt,
    line_items: each.lines.flatMap((line) => {
      const sold = order.lineItems.find((candidate) => candidate.id === line.lineItemId);
      return sold === undefined ? [] : [{ ...lineBody(order, sold), quantity: line.quantity }];
    }),
  };
}

function transactionBody(order: Order, each: Order['transactions'][number]): Body {
  return {
    ...identity('OrderTransaction', each.id),
    order_id: order.id,
    kind: each.kind.toLowerCase(),
    status: each.status.toLowerCase(),
    gateway: each.gateway,
    parent_id: each.parentId,
    amount: restText(each.amount.presentment, order.currencies.presentment),
    currency: order.currencies.presentment,
    test: each.test,
    created_at: each.createdAt,
    processed_at: each.createdAt,
  };
}

function orderBody(shop: ShopState, order: Order): Body {
  const { currencies } = order;
  const sums = orderSums(order);
  const customer = customerById(shop, order.customerId);
  const shippable = order.lineItems.filter((line) => line.requiresShipping);
  const done = shippable.filter((line) => fulfilledQuantity(order, line.id) > 0).length;
  const open = shippable.some((line) => unfulfilledQuantity(order, line) > 0);
  return {
    ...identity('Order', order.id),
    app_id: 580111,
    name: order.name,
    number: order.number - 1000,
    order_number: order.number,
    email: order.email ?? '',
    contact_email: order.email,
    phone: order.phone,
    note: order.note,
    note_attributes: order.customAttributes.map((each) => ({ name: each.key, value: each.value })),
    tags: order.tags.join(', '),
    test: order.test,
    token: order.confirmationNumber.toLowerCase(),
    confirmed: true,
    confirmation_number: order.confirmationNumber,
    source_name: order.sourceName,
    source_identifier: order.sourceIdentifier,
    taxes_included: order.taxesIncluded,
    tax_exempt: false,
    customer_locale: 'en',
    currency: currencies.shop,
    presentment_currency: currencies.presentment,
    created_at: order.createdAt,
    processed_at: order.processedAt,
    updated_at: order.updatedAt,
    cancelled_at: order.cancelledAt,
    cancel_reason: order.cancelReason?.toLowerCase() ?? null,
    closed_at: order.closedAt,
    financial_status: financialStatus(order).toLowerCase(),
    fulfillment_status: done === 0 ? null : open ? 'partial' : 'fulfilled',
    payment_gateway_names: [...new Set(order.transactions.map((each) => each.gateway))],
    ...both('total_line_items_price', sums.original, currencies),
    ...both('total_discounts', sums.discounts, currencies),
    ...both('subtotal_price', sums.subtotal, currencies),
    ...both('total_tax', sums.tax, currencies),
    ...both('total_price', sums.total, currencies),
    total_shipping_price_set: set(sums.shipping, currencies),
    ...both('current_subtotal_price', sums.currentSubtotal, currencies),
    ...both('current_total_tax', sums.currentTax, currencies),
    ...both('current_total_price', sums.currentTotal, currencies),
    ...both('current_total_discounts', sums.currentDiscounts, currencies),
    total_outstanding: restText(sums.outstanding.shop, currencies.shop),
    total_weight: order.lineItems.reduce((sum, line) => sum + line.grams * line.quantity, 0),
    discount_codes: order.discountApplications.flatMap((each, index) =>
      each.kind === 'code'
        ? [
            {
              code: each.code,
              amount: restText(codeAmount(order, index).shop, currencies.shop),
              type: 'percentage' in each.value ? 'percentage' : 'fixed_amount',
            },
          ]
        : [],
    ),
    discount_applications: order.discountApplications.map((each) => discountBody(order, each)),
    tax_lines: taxes(mergedTaxes(order), currencies),
    line_items: order.lineItems.map((line) => lineBody(order, line)),
    shipping_lines: order.shippingLines.map((line) => ({
      id: line.id,
      title: line.title,
      code: line.code,
      source: 'shopify',
      ...both('price', line.price, currencies),
      ...both('discounted_price', line.price, currencies),
      tax_lines: taxes(line.taxLines, currencies),
    })),
    fulfillments: order.fulfillments.map((each) => fulfillmentBody(order, each)),
    refunds: order.refunds.map((refund) => refundBody(order, refund)),
    customer: customer === undefined ? null : customerBody(customer, shop),
    billing_address: address(order.billingAddress),
    shipping_address: address(order.shippingAddress),
  };
}

function refundBody(order: Order, refund: Refund): Body {
  const { currencies } = order;
  const off =
    refund.discrepancy.presentment === 0
      ? []
      : [
          {
            ...identity('OrderAdjustment', refund.id),
            order_id: order.id,
            refund_id: refund.id,
            kind: 'refund_discrepancy',
            reason: 'Refund discrepancy',
            ...both('amount', refund.discrepancy, currencies),
          },
        ];
  return {
    ...identity('Refund', refund.id),
    order_id: order.id,
    created_at: refund.createdAt,
    processed_at: refund.createdAt,
    note: refund.note,
    user_id: null,
    restock: refund.lines.some((line) => line.restocked),
    duties: [],
    return: refund.returnId === null ? null : identity('Return', refund.returnId),
    order_adjustments: off,
    refund_shipping_lines:
      refund.shipping.presentment === 0
        ? []
        : [
            {
              id: refund.id,
              subtotal_amount_set: set(refund.shipping, currencies),
              tax_amount_set: set(refund.shippingTax, currencies),
            },
          ],
    refund_line_items: refund.lines.map((line) => {
      const sold = order.lineItems.find((each) => each.id === line.lineItemId);
      return {
        id: line.id,
        line_item_id: line.lineItemId,
        location_id: null,
        quantity: line.quantity,
        restock_type: line.restockType.toLowerCase(),
        subtotal: Number(restText(line.subtotal.shop, currencies.shop)),
        subtotal_set: set(line.subtotal, currencies),
        total_tax: Number(restText(line.tax.shop, currencies.shop)),
        total_tax_set: set(line.tax, currencies),
        line_item: sold === undefined ? null : lineBody(order, sold),
      };
    }),
    transactions: refund.transactionIds
      .flatMap((id) => order.transactions.filter((each) => each.id === id))
      .map((each) => transactionBody(order, each)),
  };
}

function returnBody(shop: ShopState, found: Return, topic: string): Body {
  const order = orderById(shop, found.orderId);
  const head = { ...identity('Return', found.id), status: found.status.toLowerCase() };
  if (topic === 'returns/cancel' || topic === 'returns/close' || topic === 'returns/reopen')
    return { ...head, order_id: found.orderId };
  if (topic === 'returns/decline')
    return {
      ...head,
      decline: found.decline === null ? null : { reason: found.decline.reason.toLowerCase(), note: found.decline.note },
    };
  return {
    ...head,
    order: identity('Order', found.orderId),
    name: found.name,
    total_return_line_items: found.lines.reduce((sum, line) => sum + line.quantity, 0),
    return_line_items: found.lines.map((line) => {
      const fulfilled = order === undefined ? undefined : fulfilledLine(order, line.fulfillmentLineId);
      return {
        ...identity('ReturnLineItem', line.id),
        quantity: line.quantity,
        return_reason: line.reason.toLowerCase(),
        return_reason_note: line.note,
        customer_note: line.customerNote,
        fulfillment_line_item: {
          ...identity('FulfillmentLineItem', line.fulfillmentLineId),
          line_item: fulfilled === undefined ? null : identity('LineItem', fulfilled.line.lineItemId),
        },
        restocking_fee:
          line.restockingFee === null || order === undefined
            ? null
            : {
                ...identity('RestockingFee', line.restockingFee.id),
                price: set(line.restockingFee.amount, order.currencies),
              },
      };
    }),
    return_shipping_fees:
      order === undefined
        ? []
        : found.shippingFees.map((fee) => ({
            ...identity('ReturnShippingFee', fee.id),
            price: set(fee.amount, order.currencies),
          })),
    exchange_line_items: found.exchanges.map((each) => ({
      ...identity('ExchangeLineItem', each.id),
      line_item: each.lineItemId === null ? null : identity('LineItem', each.lineItemId),
    })),
    total_exchange_line_items: found.exchanges.reduce((sum, each) => sum + each.quantity, 0),
  };
}

function productBody(product: Product, shop: ShopState): Body {
  const names = product.variants[0]?.options.map((option) => option.name) ?? [];
  return {
    ...identity('Product', product.id),
    title: product.title,
    handle: product.handle,
    body_html: `<p>${product.description}</p>`,
    vendor: product.vendor,
    product_type: product.productType,
    tags: product.tags.join(', '),
    status: product.status.toLowerCase(),
    published_scope: 'web',
    template_suffix: null,
    created_at: product.createdAt,
    updated_at: product.updatedAt,
    published_at: product.createdAt,
    options: names.map((name, index) => ({
      name,
      position: index + 1,
      product_id: product.id,
      values: [...new Set(product.variants.map((variant) => variant.options[index]?.value))],
    })),
    variants: product.variants.map((variant) => ({
      ...identity('ProductVariant', variant.id),
      product_id: product.id,
      title: variant.title,
      sku: variant.sku,
      position: variant.position,
      price: restText(variant.price, shop.currency),
      compare_at_price: null,
      inventory_policy: 'deny',
      inventory_item_id: variant.inventoryItemId,
      inventory_quantity: variant.quantities['available'] ?? 0,
      option1: variant.options[0]?.value ?? null,
      option2: variant.options[1]?.value ?? null,
      option3: variant.options[2]?.value ?? null,
      taxable: true,
      barcode: product.isGiftCard ? null : barcodeOf(variant.id),
      created_at: product.createdAt,
      updated_at: product.updatedAt,
    })),
    images: [],
    image: null,
    media: [],
  };
}

/** The body of a webhook as it is now, in the shape of the REST resource; null when its subject is gone. */
export function webhookBody(shop: ShopState, event: Announcement): Body | null {
  if (event.kind === 'order') {
    const order = orderById(shop, event.id);
    return order === undefined ? null : orderBody(shop, order);
  }
  if (event.topic === 'products/delete') return { id: event.id };
  if (event.kind === 'product') {
    const product = productById(shop, event.id);
    return product === undefined ? null : productBody(product, shop);
  }
  if (event.kind === 'refund') {
    const order = shop.orders.find((each) => each.refunds.some((refund) => refund.id === event.id));
    const refund = order?.refunds.find((each) => each.id === event.id);
    return order === undefined || refund === undefined ? null : refundBody(order, refund);
  }
  if (event.kind === 'return') {
    const found = returnById(shop, event.id);
    return found === undefined ? null : returnBody(shop, found, event.topic);
  }
  if (event.kind === 'bulk') {
    const operation = shop.bulkOperations.find((each) => each.id === event.id);
    return operation === undefined
      ? null
      : {
          admin_graphql_api_id: gid('BulkOperation', operation.id),
          completed_at: operation.completedAt,
          created_at: operation.createdAt,
          error_code: operation.errorCode?.toLowerCase() ?? null,
          status: operation.status.toLowerCase(),
          type: 'query',
        };
  }
  return {
    id: 1,
    name: shop.name,
    email: shop.email,
    domain: shop.domain,
    myshopify_domain: shop.domain,
    currency: shop.currency,
    created_at: shop.createdAt,
  };
}
