import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ShopState } from './state.ts';

type InShop = { Params: { shop: string } };

const COOKIE = 'cart';

/** Units by variant, as the browser keeps them for the shop. */
function cartOf(request: FastifyRequest): Map<number, number> {
  const kept = new RegExp(`(?:^|; )${COOKIE}=([\\d:.]*)`).exec(request.headers.cookie ?? '')?.[1] ?? '';
  return new Map(
    kept.split('.').flatMap((part) => {
      const [id = 0, quantity = 0] = part.split(':').map(Number);
      return id > 0 && quantity > 0 ? [[id, quantity] as const] : [];
    }),
  );
}

/** The cart of the online store: a form that adds to it, and what Shopify's Ajax API says of it. */
export function cartPages(app: FastifyInstance, find: (domain: string) => ShopState | null): void {
  app.post<InShop & { Body: { id?: string; quantity?: string } }>('/:shop/cart/add', (request, reply) => {
    const { shop } = request.params;
    const cart = cartOf(request);
    const id = Number(request.body.id);
    cart.set(id, (cart.get(id) ?? 0) + Math.max(1, Number(request.body.quantity ?? 1) || 1));
    const kept = [...cart].map(([variant, quantity]) => `${variant}:${quantity}`).join('.');
    return reply
      .header('set-cookie', `${COOKIE}=${kept}; Path=/${encodeURIComponent(shop)}; SameSite=Lax`)
      .redirect(request.headers.referer ?? `/${encodeURIComponent(shop)}/`, 303);
  });
  app.get<InShop>('/:shop/cart.js', (request, reply) => {
    const shop = find(request.params.shop);
    if (!shop) return reply.code(404).send('Not Found');
    const items = [...cartOf(request)].flatMap(([variant_id, quantity]) => {
      const product = shop.products.find(({ variants }) => variants.some(({ id }) => id === variant_id));
      return product ? [{ variant_id, product_id: product.id, quantity, title: product.title }] : [];
    });
    const item_count = items.reduce((units, { quantity }) => units + quantity, 0);
    return reply.type('text/javascript').send(JSON.stringify({ currency: shop.currency, item_count, items }));
  });
}
