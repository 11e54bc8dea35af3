import type { FastifyInstance, FastifyReply } from 'fastify';
import { restText } from './amounts.ts';
import { customerById, lineById, returnsOf } from './lookup.ts';
import {
  currentQuantity,
  deliveredAt,
  financialStatus,
  fulfilledQuantity,
  fulfillmentStatus,
  linePaid,
  orderSums,
} from './order-sums.ts';
import { picturedColors, pictureOf } from './pictures.ts';
import type { Order, ShopState } from './state.ts';

export const escape = (value: string): string =>
  value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
export const amount = (minor: number, currency: string): string => `${restText(minor, currency)} ${currency}`;
const word = (constant: string): string => escape(constant.toLowerCase().replaceAll('_', ' '));
const day = (iso: string | null): string => (iso === null ? '—' : escape(iso.slice(0, 10)));

export const STYLE = `:root{color-scheme:light;--ink:#1f2933;--soft:#61707f;--line:#e3e7eb}*{box-sizing:border-box}body{margin:0;font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:#fafbfb}
header{background:#fff;border-bottom:1px solid var(--line)}header div,main{max-width:1080px;margin:0 auto;padding:16px 20px}header div{display:flex;gap:24px;align-items:baseline}header b{font-size:18px}
a{color:#0b5fa5;text-decoration:none}a:hover{text-decoration:underline}h1{font-size:24px;margin:8px 0 16px}h2{font-size:16px;margin:28px 0 8px}
.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(200px,1fr));gap:20px}.card{background:#fff;border:1px solid var(--line);border-radius:10px;overflow:hidden}.card img{display:block;width:100%}.card p{margin:10px 12px}
table{width:100%;border-collapse:collapse;background:#fff;border:1px solid var(--line);border-radius:10px}th,td{text-align:left;padding:8px 12px;border-bottom:1px solid var(--line);vertical-align:top}th{font-weight:600;color:var(--soft);font-size:13px}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
.tag{display:inline-block;background:#eef2f6;border-radius:99px;padding:1px 10px;margin:0 6px 4px 0;font-size:13px}.soft{color:var(--soft)}.two{display:grid;grid-template-columns:minmax(240px,1fr) 1fr;gap:32px}.scroll{overflow-x:auto}@media(max-width:640px){.two{grid-template-columns:1fr}}`;

export function page(shop: ShopState, title: string, body: string): string {
  const root = `/${escape(shop.domain)}`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escape(title)} · ${escape(shop.name)}</title><style>${STYLE}</style></head>
<body><header><div><b>${escape(shop.name)}</b><a href="${root}/">Shop</a><a href="${root}/admin/orders">Orders (store admin)</a></div></header><main><h1>${escape(title)}</h1>${body}</main></body></html>`;
}

export const table = (name: string, heads: readonly string[], rows: readonly (readonly string[])[]): string => {
  if (rows.length === 0) return '<p class="soft">None</p>';
  const numeric = (text: string) => (/^-?[\d.]+( [A-Z]{3})?$/.test(text) ? ' class="n"' : '');
  return `<div class="scroll"><table data-table="${name}"><thead><tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr></thead><tbody>${rows.map((row) => `<tr>${row.map((cell) => `<td${numeric(cell)}>${cell}</td>`).join('')}</tr>`).join('')}</tbody></table></div>`;
};

const PAGE_SIZE = 50;

function ordersPage(shop: ShopState, query: string, at: number): string {
  const wanted = query.trim().toLowerCase();
  const found = shop.orders
    .filter(
      (order) =>
        wanted === '' || `${order.name} ${order.email ?? ''} ${order.tags.join(' ')}`.toLowerCase().includes(wanted),
    )
    .sort((left, right) => right.number - left.number);
  const rows = found
    .slice(at * PAGE_SIZE, (at + 1) * PAGE_SIZE)
    .map((order) => [
      `<a href="/${escape(shop.domain)}/admin/orders/${order.id}">${escape(order.name)}</a>`,
      day(order.createdAt),
      escape(order.email ?? ''),
      amount(orderSums(order).total.presentment, order.currencies.presentment),
      word(financialStatus(order)),
      order.cancelledAt === null ? word(fulfillmentStatus(order)) : 'cancelled',
      order.tags.map((tag) => `<span class="tag">${escape(tag)}</span>`).join(''),
    ]);
  const more =
    found.length > (at + 1) * PAGE_SIZE
      ? `<p><a href="?q=${encodeURIComponent(query)}&amp;page=${at + 1}">Older orders</a></p>`
      : '';
  return page(
    shop,
    'Orders',
    `<form><input name="q" aria-label="Search orders" value="${escape(query)}" placeholder="Number, email or tag"> <button>Search</button></form><h2>${found.length} orders</h2>${table('orders', ['Order', 'Date', 'Customer', 'Total', 'Payment', 'Fulfillment', 'Tags'], rows)}${more}`,
  );
}

function orderPage(shop: ShopState, order: Order): string {
  const { presentment } = order.currencies;
  const money = (minor: number) => amount(minor, presentment);
  const sums = orderSums(order);
  const customer = customerById(shop, order.customerId);
  const title = (id: number) => escape(lineById(order, id)?.title ?? '');
  const lines = order.lineItems.map((line) => [
    escape(line.variantTitle === null ? line.title : `${line.title} - ${line.variantTitle}`),
    String(line.quantity),
    String(currentQuantity(order, line)),
    String(fulfilledQuantity(order, line.id)),
    money(linePaid(line).presentment),
  ]);
  const totals = [
    ['Subtotal', money(sums.subtotal.presentment)],
    ['Shipping', money(sums.shipping.presentment)],
    [`Tax${order.taxesIncluded ? ' (included)' : ''}`, money(sums.tax.presentment)],
    ['Total', money(sums.total.presentment)],
    ['Paid', money(sums.received.presentment)],
    ['Refunded', money(sums.refunded.presentment)],
    ['Net payment', money(sums.net.presentment)],
  ];
  const fulfillments = order.fulfillments.map((each) => [
    escape(each.name),
    escape(each.tracking?.number ?? ''),
    day(each.createdAt),
    day(deliveredAt(each.events)),
    each.lines.map((line) => `${line.quantity} × ${title(line.lineItemId)}`).join('<br>'),
  ]);
  const transactions = order.transactions.map((each) => [
    day(each.createdAt),
    word(each.kind),
    escape(each.gateway),
    word(each.status),
    money(each.amount.presentment),
  ]);
  const refunds = order.refunds.map((each) => [
    day(each.createdAt),
    each.lines
      .map((line) => `${line.quantity} × ${title(line.lineItemId)}${line.restocked ? ' (restocked)' : ''}`)
      .join('<br>') || '—',
    escape(each.note ?? ''),
    money(
      each.transactionIds.reduce(
        (sum, id) => sum + (order.transactions.find((one) => one.id === id)?.amount.presentment ?? 0),
        0,
      ),
    ),
  ]);
  const returns = returnsOf(shop, order.id).map((each) => [
    escape(each.name),
    word(each.status),
    each.lines
      .map(
        (line) =>
          `${line.processedQuantity} of ${line.quantity}, ${word(line.reason)}${line.note === '' ? '' : `: ${escape(line.note)}`}`,
      )
      .join('<br>'),
  ]);
  const cards = shop.giftCards
    .filter((card) => card.orderId === order.id || (customer !== undefined && card.customerId === customer.id))
    .map((card) => [
      `•••• ${escape(card.code.slice(-4))}`,
      amount(card.initialValue, card.currency),
      amount(card.balance, card.currency),
      day(card.createdAt),
      escape(card.note ?? ''),
    ]);
  const credit = shop.storeCreditAccounts
    .filter((account) => account.customerId === order.customerId)
    .flatMap((account) =>
      account.movements.map((each) => [
        day(each.createdAt),
        word(each.event),
        amount(each.kind === 'credit' ? each.amount : -each.amount, account.currency),
        amount(each.balanceAfter, account.currency),
      ]),
    );
  const parts: [string, string][] = [
    ['Lines', table('lines', ['Item', 'Bought', 'Left', 'Sent', 'Paid'], lines)],
    ['Totals', table('totals', ['', 'Amount'], totals)],
    ['Transactions', table('transactions', ['Date', 'Kind', 'Gateway', 'Status', 'Amount'], transactions)],
    ['Refunds', table('refunds', ['Date', 'Items', 'Note', 'Amount'], refunds)],
    ['Returns', table('returns', ['Return', 'Status', 'Processed'], returns)],
    ['Gift cards of the customer', table('gift-cards', ['Code', 'Value', 'Balance', 'Issued', 'Note'], cards)],
    ['Store credit of the customer', table('store-credit', ['Date', 'Event', 'Amount', 'Balance'], credit)],
    ['Fulfillments', table('fulfillments', ['Fulfillment', 'Tracking', 'Sent', 'Delivered', 'Items'], fulfillments)],
  ];
  const tags =
    order.tags.length === 0
      ? ''
      : `<p data-tags>${order.tags.map((tag) => `<span class="tag">${escape(tag)}</span>`).join('')}</p>`;
  const state = `${word(financialStatus(order))} · ${order.cancelledAt === null ? word(fulfillmentStatus(order)) : `cancelled ${day(order.cancelledAt)}`}`;
  const attributes = order.customAttributes
    .map((each) => `<p class="soft">${escape(each.key)}: ${escape(each.value)}</p>`)
    .join('');
  return page(
    shop,
    `Order ${order.name}`,
    `<p>${day(order.createdAt)} · ${escape(order.email ?? '')} · ${escape(order.shippingAddress?.zip ?? '')} · <strong>${state}</strong></p>${tags}${order.note === null ? '' : `<p class="soft">${escape(order.note)}</p>`}${attributes}${parts.map(([head, body]) => `<section><h2>${head}</h2>${body}</section>`).join('')}`,
  );
}

/** The shops of this sandbox, with the ways into them. */
function shopsPage(shops: readonly ShopState[]): string {
  const rows = shops.map(({ domain, name }) => [
    escape(name),
    `<a href="/${escape(domain)}/">Storefront</a>`,
    `<a href="/${escape(domain)}/admin/orders">Orders (store admin)</a>`,
  ]);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Shops of the sandbox</title><style>${STYLE}</style></head><body><main><h1>Shops of the sandbox</h1>${table('shops', ['Shop', 'For shoppers', 'For staff'], rows)}</main></body></html>`;
}

type InShop = { Params: { shop: string } };

/** What staff of the shop look at, without a login: its orders as the admin shows them. */
export function pages(
  app: FastifyInstance,
  find: (domain: string) => ShopState | null,
  all: () => ShopState[],
  baseUrl: () => string,
): void {
  const html = (reply: FastifyReply, body: string | null) =>
    body === null
      ? reply.code(404).type('text/html').send('<!doctype html><title>Not found</title><p>Not found</p>')
      : reply.type('text/html; charset=utf-8').send(body);

  app.get('/', (request, reply) =>
    (request.headers.accept ?? '').includes('text/html')
      ? html(reply, shopsPage(all()))
      : reply.send({ sandbox: 'shopify', url: baseUrl() }),
  );
  app.get<InShop & { Querystring: { q?: string; page?: string } }>('/:shop/admin/orders', (request, reply) => {
    const shop = find(request.params.shop);
    return html(
      reply,
      shop === null ? null : ordersPage(shop, request.query.q ?? '', Math.max(0, Number(request.query.page ?? 0) || 0)),
    );
  });
  app.get<InShop & { Params: { id: string } }>('/:shop/admin/orders/:id', (request, reply) => {
    const shop = find(request.params.shop);
    const order = shop?.orders.find(
      (each) => String(each.id) === request.params.id || each.name === `#${request.params.id}`,
    );
    return html(reply, !shop || order === undefined ? null : orderPage(shop, order));
  });
  app.get<InShop & { Params: { number: string; color: string } }>(
    '/:shop/pictures/:number-:color.svg',
    (request, reply) => {
      const { shop, number, color } = request.params;
      const product = find(shop)?.products.find((each) => String(each.picture) === number);
      const index = Number(color) - 1;
      if (product === undefined || picturedColors(product)[index] === undefined)
        return reply.code(404).send('Not Found');
      return reply
        .type('image/svg+xml')
        .header('cache-control', 'public, max-age=3600')
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
        .send(pictureOf(product, index));
    },
  );
}
