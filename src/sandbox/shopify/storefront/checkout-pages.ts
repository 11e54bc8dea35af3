import type { FastifyInstance, FastifyReply } from 'fastify';
import { fromShop } from '../amounts.ts';
import { deliveredAt, fulfillmentStatus, linePaid, orderSums } from '../order-sums.ts';
import { amount, escape, table } from '../pages.ts';
import type { Order, ShopState } from '../state.ts';
import type { Context } from '../views/connection.ts';
import type { Storefront } from './cart-calls.ts';
import { visit } from './cart-calls.ts';
import { fullTitle } from './cart-json.ts';
import { cartOf, paidFor, pricedLines, totalOf } from './carts.ts';
import type { CheckoutForm } from './checkout.ts';
import { payCart, RATES, shipsAnything } from './checkout.ts';
import type { Shown } from './layout.ts';
import { storePage } from './layout.ts';

type InShop = { Params: { shop: string } };
type ByOrder = { Params: { shop: string; confirmation: string } };
type Outside = <T>(domain: string, work: (context: Context) => T) => T | null;

const FIELDS = [
  ['email', 'Email', 'email'],
  ['first_name', 'First name', 'given-name'],
  ['last_name', 'Last name', 'family-name'],
  ['address1', 'Address', 'address-line1'],
  ['zip', 'Postal code', 'postal-code'],
  ['city', 'City', 'address-level2'],
] as const;

function checkoutPage(shown: Shown): string {
  const { shop, cart, visitor } = shown;
  const lines = pricedLines(shop, cart, visitor);
  const { currencies } = visitor;
  if (lines.length === 0) return storePage(shown, 'Checkout', '<p class="soft">Your cart is empty</p>');
  const rows = lines.map((each) => [
    `${each.line.quantity} × ${escape(fullTitle(each.product, each.variant))}`,
    amount(paidFor(each).presentment, currencies.presentment),
  ]);
  const fields = FIELDS.map(
    ([name, label, auto]) =>
      `<label>${label}<input name="${name}" required autocomplete="${auto}"${name === 'email' ? ' type="email"' : ''}></label>`,
  );
  const rates = RATES.map(
    ({ code, title, price }, at) =>
      `<label><input type="radio" name="rate" value="${code}"${at === 0 ? ' checked' : ''}> ${title} · ${amount(fromShop(price, currencies).presentment, currencies.presentment)}</label>`,
  );
  const shipping = shipsAnything(lines) ? `<fieldset><legend>Shipping</legend>${rates.join('')}</fieldset>` : '';
  const sum = amount(totalOf(lines).presentment, currencies.presentment);
  return storePage(
    shown,
    'Checkout',
    `<div class="narrow">${table('checkout', ['Item', 'Price'], rows)}<p class="total"><span>Subtotal</span> <strong>${sum}</strong></p><form method="post" action="/${escape(shop.domain)}/checkout">${fields.join('')}${shipping}<button class="main">Pay now</button></form></div>`,
  );
}

const byConfirmation = (shop: ShopState, confirmation: string): Order | undefined =>
  shop.orders.find((order) => order.confirmationNumber.toLowerCase() === confirmation.toLowerCase());

/** What the shopper sees of an order: right after paying, and whenever they come back to its link. */
function orderPage(shown: Shown, order: Order, title: string): string {
  const { presentment } = order.currencies;
  const rows = order.lineItems.map((line) => [
    `${line.quantity} × ${escape(line.variantTitle === null ? line.title : `${line.title} - ${line.variantTitle}`)}`,
    amount(linePaid(line).presentment, presentment),
  ]);
  for (const line of order.shippingLines) rows.push([escape(line.title), amount(line.price.presentment, presentment)]);
  const parcels = order.fulfillments
    .filter(({ status }) => status === 'SUCCESS')
    .map(({ tracking, events }) => {
      const delivered = deliveredAt(events);
      const number = tracking === null ? 'Sent' : `${tracking.company} ${tracking.number}`;
      return `<p data-parcel>${escape(number)}${delivered === null ? '' : `, delivered ${escape(delivered.slice(0, 10))}`}</p>`;
    });
  const state = order.cancelledAt === null ? fulfillmentStatus(order).toLowerCase().replaceAll('_', ' ') : 'cancelled';
  return storePage(
    shown,
    title,
    `<div class="narrow"><p data-order>Order <strong>${escape(order.name)}</strong> · ${escape(state)}</p>${parcels.join('')}${table('order', ['Item', 'Price'], rows)}<p class="total"><span>Total</span> <strong>${amount(orderSums(order).total.presentment, presentment)}</strong></p></div>`,
  );
}

/** From the cart to a paid order and its status. */
export function checkoutPages(app: FastifyInstance, storefront: Storefront, outside: Outside): void {
  const html = (reply: FastifyReply, body: string | null) =>
    body === null
      ? reply.code(404).type('text/html').send('<!doctype html><title>Not found</title><p>Not found</p>')
      : reply.type('text/html; charset=utf-8').send(body);

  app.get<InShop>('/:shop/checkout', (request, reply) => {
    const shown = visit(storefront, request);
    return html(reply, shown === null ? null : checkoutPage(shown));
  });
  app.post<InShop & { Body: Partial<CheckoutForm> }>('/:shop/checkout', (request, reply) => {
    const shown = visit(storefront, request);
    if (shown === null) return html(reply, null);
    const { email = '', first_name = '', last_name = '', address1 = '', city = '', zip = '', rate = '' } = request.body;
    const form: CheckoutForm = { email, first_name, last_name, address1, city, zip, rate };
    const order = outside(request.params.shop, (context) =>
      payCart(context, cartOf(context.shop, shown.visitor.cart), shown.visitor, form),
    );
    const place = order === null ? 'cart' : `orders/${order.confirmationNumber.toLowerCase()}/thank-you`;
    return reply.redirect(`/${request.params.shop}/${place}`, 303);
  });
  const pages: [string, string][] = [
    ['thank-you', 'Thank you for your order'],
    ['authenticate', 'Your order'],
  ];
  for (const [path, title] of pages)
    app.get<ByOrder>(`/:shop/orders/:confirmation/${path}`, (request, reply) => {
      const shown = visit(storefront, request);
      const order = shown === null ? undefined : byConfirmation(shown.shop, request.params.confirmation);
      return html(reply, shown === null || order === undefined ? null : orderPage(shown, order, title));
    });
}
