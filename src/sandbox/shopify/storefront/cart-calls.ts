import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { setTimeout as pause } from 'node:timers/promises';
import type { Faults } from '../faults.ts';
import type { Cart, ShopState } from '../state.ts';
import type { Fields } from './body.ts';
import { listOf, readBody, textOf } from './body.ts';
import type { CartProblem } from './cart-changes.ts';
import { addToCart, changeLine, updateCart } from './cart-changes.ts';
import { cartJson, lineJson } from './cart-json.ts';
import { cartOf, fullToken, pricedLines } from './carts.ts';
import { isSold, productJson } from './product-json.ts';
import { sectionsOf } from './sections.ts';
import type { Visitor } from './visitor.ts';
import { cookie, visitorOf } from './visitor.ts';

export type Storefront = {
  find: (domain: string) => ShopState | null;
  faults: Faults;
  changed: () => void;
};
type InShop = { Params: { shop: string } };
type Change = 'add' | 'change' | 'update' | 'clear';
type Visit = { shop: ShopState; visitor: Visitor; cart: Cart };

const MOST_SECTIONS = 5;

export function visit({ find }: Storefront, request: FastifyRequest<InShop>): Visit | null {
  const shop = find(request.params.shop);
  if (shop === null) return null;
  const visitor = visitorOf(shop, request.headers.cookie);
  return { shop, visitor, cart: cartOf(shop, visitor.cart) };
}

export const cartCookie = ({ shop, cart }: Pick<Visit, 'shop' | 'cart'>): string =>
  cookie(shop, 'cart', fullToken(cart));

/** Answers wrongly or late as was asked for; true where nothing is left to answer. */
async function struck(
  { faults }: Storefront,
  shop: string,
  match: string,
  reply: FastifyReply,
  work: () => void = () => undefined,
): Promise<boolean> {
  const fault = faults.strike(shop, [match]);
  if (fault === null) return false;
  if (fault.mode === 'delay') await pause(fault.ms);
  if (fault.mode === 'fail') await reply.code(500).type('text/html').send('<h1>500 Internal Server Error</h1>');
  if (fault.mode === 'throttle') await reply.code(429).header('retry-after', '2').type('text/html').send('');
  if (fault.mode === 'dropAnswer') work();
  if (fault.mode !== 'drop' && fault.mode !== 'dropAnswer') return fault.mode !== 'delay' && fault.mode !== 'repeat';
  reply.hijack();
  reply.raw.socket?.destroy();
  return true;
}

const script = (reply: FastifyReply, body: object): FastifyReply =>
  reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-store').send(JSON.stringify(body));

function sectionNames(value: Fields[string] | undefined): string[] {
  const listed = listOf(value).map(textOf);
  return (listed.length > 0 ? listed : textOf(value).split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** The calls themes and apps make from the pages of the store (Shopify's Ajax API). */
export function cartCalls(app: FastifyInstance, storefront: Storefront): void {
  app.get<InShop>('/:shop/cart.js', async (request, reply) => {
    const here = visit(storefront, request);
    if (here === null) return reply.code(404).send('Not Found');
    if (await struck(storefront, here.shop.domain, 'cart.js', reply)) return reply;
    return script(reply.header('set-cookie', cartCookie(here)), cartJson(here.shop, here.cart, here.visitor));
  });

  app.get<InShop & { Params: { handle: string } }>('/:shop/products/:handle.js', async (request, reply) => {
    const here = visit(storefront, request);
    const product = here?.shop.products.find((each) => each.handle === request.params.handle && isSold(each));
    if (here === null || product === undefined) return reply.code(404).type('text/javascript').send('{}');
    if (await struck(storefront, here.shop.domain, 'product.js', reply)) return reply;
    return script(reply, productJson(here.shop, product, here.visitor));
  });

  // Changes read their bodies in every form that themes send.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const change of ['add', 'change', 'update', 'clear'] as const) {
      scope.post<InShop>(`/:shop/cart/${change}.js`, (request, reply) => changed(change, request, reply, true));
      scope.post<InShop>(`/:shop/cart/${change}`, (request, reply) =>
        changed(change, request, reply, (request.headers.accept ?? '').includes('json')),
      );
    }
    scope.get<InShop & { Querystring: Record<string, string> }>('/:shop/cart/change', (request, reply) =>
      changed('change', request, reply, false, request.query),
    );
    // The form of the cart page, whose buttons say what comes next.
    scope.post<InShop>('/:shop/cart', async (request, reply) => {
      const fields = await bodyOf(request);
      await changed('update', request, null, false, fields ?? {});
      const isCheckout = fields !== null && 'checkout' in fields;
      return reply.redirect(`/${request.params.shop}/${isCheckout ? 'checkout' : 'cart'}`, 303);
    });
  });

  const bodyOf = (request: FastifyRequest): Promise<Fields | null> =>
    readBody(request.headers['content-type'] ?? '', Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));

  async function changed(
    change: Change,
    request: FastifyRequest<InShop>,
    reply: FastifyReply | null,
    isCall: boolean,
    given?: Fields,
  ): Promise<FastifyReply | null> {
    const fields = given ?? (await bodyOf(request));
    const found = visit(storefront, request);
    if (found === null || fields === null) return reply?.code(found === null ? 404 : 400).send('') ?? null;
    const apply = (): CartProblem | object => {
      const answer = applied(change, found, fields);
      storefront.changed();
      return answer;
    };
    if (reply !== null && (await struck(storefront, found.shop.domain, `cart/${change}`, reply, apply))) return reply;
    const answer = apply();
    const cart = cartCookie(found);
    if (reply === null) return null;
    void reply.header('set-cookie', cart);
    if (!isCall) return reply.redirect(textOf(fields['return_to']) || `/${request.params.shop}/cart`, 303);
    if ('status' in answer && 'body' in answer) return script(reply.code(Number(answer.status)), Object(answer.body));
    const names = sectionNames(fields['sections']);
    const at = textOf(fields['sections_url']);
    if (names.length > MOST_SECTIONS || (at !== '' && !at.startsWith('/'))) return reply.code(400).send('');
    const sections = names.length === 0 ? {} : { sections: sectionsOf(found.shop, found.cart, found.visitor, names) };
    return script(reply, { ...answer, ...sections });
  }
}

function applied(change: Change, { shop, cart, visitor }: Visit, fields: Fields): CartProblem | object {
  if (change === 'add') {
    const outcome = addToCart(shop, cart, fields);
    if ('status' in outcome) return outcome;
    const lines = pricedLines(shop, cart, visitor)
      .filter(({ line }) => outcome.added.includes(line))
      .map((each) => lineJson(shop, each, visitor));
    return fields['items'] === undefined ? (lines[0] ?? {}) : { items: lines };
  }
  const problem =
    change === 'change'
      ? changeLine(shop, cart, fields, visitor)
      : change === 'update'
        ? updateCart(shop, cart, fields, visitor)
        : null;
  if (change === 'clear') cart.lines = [];
  return problem ?? cartJson(shop, cart, visitor);
}
