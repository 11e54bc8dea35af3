import type { FastifyInstance, FastifyReply } from 'fastify';
import { plus } from './amounts.ts';
import { draftSums } from './draft-sums.ts';
import { orderById } from './lookup.ts';
import { complete } from './mutations/draft-orders.ts';
import { amount, escape, page } from './pages.ts';
import type { DraftOrder, ShopState } from './state.ts';
import type { Context } from './views/connection.ts';
import { invoiceKey } from './views/platform.ts';

/** The shopper pays what the link of a draft order asks for; nothing happens where it was paid, or is gone. */
export function payInvoice(context: Context, key: string): void {
  const draft = find(context.shop, key);
  if (draft?.status === 'OPEN') complete(context, draft, 'shopify_payments');
}

type ByKey = { Params: { shop: string; key: string } };
type Outside = (domain: string, work: (context: Context) => string | null) => string | null;

const find = (shop: ShopState, key: string): DraftOrder | undefined =>
  shop.draftOrders.find((draft) => invoiceKey(draft) === key);

function payPage(shop: ShopState, draft: DraftOrder): string {
  const sums = draftSums(draft);
  const total = amount(plus(sums.subtotal, sums.shipping).presentment, draft.currencies.presentment);
  const lines = draft.lines.map((line) => `<p>${line.quantity} × ${escape(line.title)}</p>`).join('');
  const form = `<form method="post"><button type="submit">Pay ${total}</button></form>`;
  return page(shop, `Checkout ${draft.name}`, `${lines}<p><strong>${total}</strong></p>${form}`);
}

const paidPage = (shop: ShopState, draft: DraftOrder): string =>
  page(
    shop,
    'Thank you',
    `<p data-paid>Paid with order ${escape(orderById(shop, draft.orderId)?.name ?? '')}. You may go back to the page you came from.</p>`,
  );

/** The checkout behind a draft order's link: it shows the amount due and takes the payment with one button. */
export function invoicePages(app: FastifyInstance, outside: Outside): void {
  const html = (reply: FastifyReply, body: string | null) =>
    body === null
      ? reply.code(404).type('text/html').send('<!doctype html><title>Not found</title><p>Not found</p>')
      : reply.type('text/html; charset=utf-8').send(body);
  const shown = (context: Context, key: string): string | null => {
    const draft = find(context.shop, key);
    if (draft === undefined) return null;
    return draft.status === 'COMPLETED' ? paidPage(context.shop, draft) : payPage(context.shop, draft);
  };

  app.get<ByKey>('/:shop/invoices/:key', (request, reply) =>
    html(
      reply,
      outside(request.params.shop, (context) => shown(context, request.params.key)),
    ),
  );
  app.post<ByKey>('/:shop/invoices/:key', (request, reply) =>
    html(
      reply,
      outside(request.params.shop, (context) => {
        payInvoice(context, request.params.key);
        return shown(context, request.params.key);
      }),
    ),
  );
}
