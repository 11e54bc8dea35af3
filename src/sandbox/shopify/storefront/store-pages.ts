import type { FastifyInstance, FastifyReply } from 'fastify';
import { readFileSync } from 'node:fs';
import { picturePath } from '../pictures.ts';
import { amount, escape, table } from '../pages.ts';
import type { Product, ShopState } from '../state.ts';
import type { Storefront } from './cart-calls.ts';
import { cartCookie, visit } from './cart-calls.ts';
import type { Shown } from './layout.ts';
import { storePage } from './layout.ts';
import { isAvailable, isSold } from './product-json.ts';
import { cartContents, section, sectionsOf } from './sections.ts';
import { cookie, MARKETS, seenPrice } from './visitor.ts';

type InShop = { Params: { shop: string } };
const THEME = readFileSync(new URL('theme.browser.js', import.meta.url), 'utf8');

function listing(shown: Shown): string {
  const { shop, visitor } = shown;
  const cards = shop.products
    .filter((product) => product.status === 'ACTIVE')
    .map((product) => {
      const from = seenPrice(Math.min(...product.variants.map((variant) => variant.price)), visitor);
      return `<a class="card" href="/${escape(shop.domain)}/products/${escape(product.handle)}"><img src="/${escape(shop.domain)}/${picturePath(product)}" alt="${escape(product.title)}" loading="lazy" width="400" height="400"><p>${escape(product.title)}<br><span class="soft">${amount(from, visitor.currencies.presentment)}</span></p></a>`;
    });
  return storePage(shown, shop.name, `<div class="grid">${cards.join('')}</div>`);
}

const addForm = (shop: ShopState, product: Product, variant: Product['variants'][number]): string => {
  const plans = (product.sellingPlans ?? []).map((plan) => `<option value="${plan.id}">${escape(plan.name)}</option>`);
  const subscription =
    plans.length === 0
      ? ''
      : `<select name="selling_plan" aria-label="Subscription"><option value="">Once</option>${plans.join('')}</select> `;
  const disabled = isAvailable(variant) ? '' : ' disabled';
  return `<form method="post" action="/${escape(shop.domain)}/cart/add"><input type="hidden" name="id" value="${variant.id}">${subscription}<button aria-label="Add ${escape(variant.title)} to cart"${disabled}>Add to cart</button></form>`;
};

function productPage(shown: Shown, product: Product): string {
  const { shop, visitor } = shown;
  const rows = product.variants.map((variant) => [
    escape(variant.title),
    escape(variant.sku),
    amount(seenPrice(variant.price, visitor), visitor.currencies.presentment),
    variant.tracked ? String(variant.quantities['available'] ?? 0) : 'not tracked',
    addForm(shop, product, variant),
  ]);
  const tags = product.tags.map((tag) => `<span class="tag">${escape(tag)}</span>`).join('');
  return storePage(
    shown,
    product.title,
    `<div class="two"><img class="card" src="/${escape(shop.domain)}/${picturePath(product)}" alt="${escape(product.title)}" width="100%"><div><p>${escape(product.description)}</p><p class="soft">${escape(product.vendor)} · ${escape(product.productType)}</p><p>${tags}</p></div></div><h2>Variants</h2>${table('variants', ['Variant', 'SKU', 'Price', 'Available', ''], rows)}`,
  );
}

/** The pages of the store that lead to its checkout, and what changes who looks at them. */
export function storePages(app: FastifyInstance, storefront: Storefront): void {
  const html = (reply: FastifyReply, body: string | null) =>
    body === null
      ? reply.code(404).type('text/html').send('<!doctype html><title>Not found</title><p>Not found</p>')
      : reply.type('text/html; charset=utf-8').send(body);

  app.get<InShop>('/:shop', (request, reply) => reply.redirect(`/${encodeURIComponent(request.params.shop)}/`, 302));
  app.get<InShop & { Querystring: { sections?: string } }>('/:shop/', (request, reply) => {
    const shown = visit(storefront, request);
    const { sections } = request.query;
    if (shown !== null && sections !== undefined)
      return reply.send(sectionsOf(shown.shop, shown.cart, shown.visitor, sections.split(',')));
    return html(reply, shown === null ? null : listing(shown));
  });
  app.get<InShop>('/:shop/theme.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(THEME));
  app.get<InShop & { Params: { handle: string } }>('/:shop/products/:handle', (request, reply) => {
    const shown = visit(storefront, request);
    const product = shown?.shop.products.find((each) => each.handle === request.params.handle && isSold(each));
    return html(reply, !shown || product === undefined ? null : productPage(shown, product));
  });
  app.get<InShop & { Querystring: { section_id?: string } }>('/:shop/cart', (request, reply) => {
    const shown = visit(storefront, request);
    if (shown === null) return html(reply, null);
    const { shop, cart, visitor } = shown;
    const { section_id: one } = request.query;
    void reply.header('set-cookie', cartCookie(shown));
    if (one !== undefined) return html(reply, sectionsOf(shop, cart, visitor, [one])[one] ?? null);
    const contents = section('main-cart', cartContents(shop, cart, visitor, 'page'));
    const body =
      visitor.theme === 'page' ? `<cart-items class="narrow" style="display:block">${contents}</cart-items>` : '';
    return html(reply, storePage(shown, 'Your cart', body || '<p class="soft">Your cart is in the drawer.</p>'));
  });

  app.post<InShop & { Body: { country_code?: string; currency_code?: string } }>(
    '/:shop/localization',
    (request, reply) => {
      const shop = storefront.find(request.params.shop);
      if (shop === null) return html(reply, null);
      const { country_code: country, currency_code: currency } = request.body;
      const set =
        country !== undefined && MARKETS[country] !== undefined
          ? [cookie(shop, 'localization', country), cookie(shop, 'cart_currency', MARKETS[country])]
          : currency === undefined
            ? []
            : [cookie(shop, 'cart_currency', currency)];
      return reply.header('set-cookie', set).redirect(request.headers.referer ?? `/${shop.domain}/`, 303);
    },
  );
  // What only the sandbox has: which theme is looked at, and whether a company buys.
  app.post<InShop & { Body: { preview_theme?: string; company?: string } }>('/:shop/visitor', (request, reply) => {
    const shop = storefront.find(request.params.shop);
    if (shop === null) return html(reply, null);
    const { preview_theme: theme, company } = request.body;
    const set = [
      ...(theme === undefined ? [] : [cookie(shop, 'preview_theme', theme)]),
      ...(company === undefined ? [] : [cookie(shop, 'company', company)]),
    ];
    return reply.header('set-cookie', set).redirect(request.headers.referer ?? `/${shop.domain}/`, 303);
  });
}
