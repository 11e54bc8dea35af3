import { z } from 'zod';
import { startShopping } from '#contract/customer/customer.ts';
import { reasonsChosen } from '#core/claims/choices-of.ts';
import { quoteClaim } from '#core/claims/sums.ts';
import { wayBackTo, wayBackWithCart } from '#core/page-around.ts';
import { Refusal } from '#core/refusal.ts';
import { LANGUAGE_CODES, LANGUAGES } from '#core/texts/languages.ts';
import { amountOf } from '#server/amounts.ts';
import { portalAddress } from '#server/customer/portal-address.ts';
import { storeOfSlug } from '#server/customer/portal-store.ts';
import { loadSessionOrder, readerLanguage } from '#server/customer/session-order.ts';
import { settingsOf } from '#server/db/settings.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, receive, type Handler } from '#server/http/serve.ts';
import { readToken, signToken } from '#server/signed-token.ts';
import { writerFor } from '#server/texts.ts';

const PURPOSE = 'shopping';
const HOURS = 4;
/** Names the token in the address of the shop's page; the snippet in its theme reads it. */
const PARAMETER = 'makegood-shopping';

/** What a shopper has to spend, in minor units, and on which order. It opens nothing: the way back needs the portal's session. */
const Shopping = z.object({
  storeId: z.number().int(),
  orderIdFromPlatform: z.string(),
  credit: z.number().int(),
  currencyCode: z.string(),
  language: z.enum(LANGUAGE_CODES),
  /** The page of the shop to come back to, where it shows the portal. */
  wayBack: z.string().optional(),
});

type Deps = Pick<ServerDeps, 'database' | 'secret' | 'config' | 'labels' | 'payments'>;

/** Shop Now in the pages of the shop itself: the way there, and what the snippet in its theme shows. */
export const shoppingHandlers = (deps: Deps): Handler[] => [
  handle(startShopping, async ({ body }, { portal, wishes }) => {
    const { storeId } = portal;
    const loaded = await deps.database.readStore(storeId, (db) => loadSessionOrder(db, portal, deps));
    const { order, claims } = loaded;
    const selections = body.selections.map((one) => ({ ...one, method: 'giftCard' as const, isShopNow: true }));
    const policy = loaded.policyWith('Return', (its) =>
      reasonsChosen({ order, policy: its, priorClaims: claims, selections }),
    );
    const { isShopCartUsed } = settingsOf(loaded).shopNow;
    if (loaded.isGiftReturn || !isShopCartUsed || !policy.isShopNowEnabled || policy.shopNow === null)
      throw new Refusal('notAllowed', 'SHOP_NOW_NOT_OFFERED', "This store doesn't offer Shop Now in its own pages.");
    const { page } = body;
    const { embeddedIn } = settingsOf(loaded).embedding;
    if (page !== null && !embeddedIn.includes(new URL(page).origin))
      throw new Refusal('notAllowed', 'SHOP_NOW_NOT_OFFERED', "This store doesn't offer Shop Now in this page.");
    const { lines, currencyCode } = quoteClaim(order, policy.terms, selections, claims);
    const shopping: z.infer<typeof Shopping> = {
      storeId,
      orderIdFromPlatform: order.idFromPlatform,
      credit: lines.reduce((sum, { requestedAmount, incentiveAmount }) => sum + requestedAmount + incentiveAmount, 0),
      currencyCode,
      language: readerLanguage(loaded, wishes),
      ...(page === null ? {} : { wayBack: wayBackTo(page, order.idFromPlatform, Date.now()) }),
    };
    const url = new URL(policy.shopNow.startShoppingUrl);
    url.searchParams.set(
      PARAMETER,
      signToken(deps.secret, PURPOSE, shopping, new Date(Date.now() + HOURS * 3_600_000)),
    );
    return { url: url.href };
  }),

  // A page of the shop asks, at whatever address it is: the token says what may be known, and no session is looked at.
  receive('GET', '/api/customer/{slug}/shopping', async ({ params, query }) => {
    const store = await storeOfSlug(deps.database, params['slug'] ?? '');
    const shopping = readToken(deps.secret, PURPOSE, query['token'] ?? '', Shopping, new Date());
    if (shopping?.storeId !== store.store_id) return { status: 403, body: '{}', headers: HEADERS };
    const { write } = await deps.database.readStore(store.store_id, (db) => writerFor(db, store, shopping.language));
    const { credit, currencyCode } = shopping;
    const amount = { amount: amountOf(credit, currencyCode), currencyCode };
    const order = encodeURIComponent(shopping.orderIdFromPlatform);
    const { wayBack } = shopping;
    const url = wayBack ?? `${portalAddress(deps.config.PUBLIC_URL, store)}/order/${order}?step=shop`;
    const answer = {
      lang: shopping.language,
      dir: LANGUAGES[shopping.language].dir,
      credit: write({ id: 'shopping.credit', values: { amount } }),
      use: write({ id: 'shopping.use' }),
      back: write({ id: 'shopping.back' }),
      empty: write({ id: 'shopping.empty' }),
      failed: write({ id: 'shopping.failed' }),
      url,
      cartUrl: wayBack === undefined ? `${url}&cart=` : wayBackWithCart(wayBack),
    };
    return { status: 200, body: JSON.stringify(answer), headers: HEADERS };
  }),
];

const HEADERS = {
  'content-type': 'application/json',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'private, no-store',
};
