import * as contract from '#contract/merchant/shipping-protection.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { coverWanted, isScriptWanted } from '#core/policy/cover-wanted.ts';
import { COVER_SKU } from '#core/protection/cover-product.ts';
import { Refusal } from '#core/refusal.ts';
import { amountOf } from '#server/amounts.ts';
import type { Db } from '#server/db/connect.ts';
import { keptCover, type KeptCover } from '#server/db/cover-product.ts';
import { settingsOf } from '#server/db/settings.ts';
import { storeById, type StoreRow } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { makeCover, scriptAddress, setScript } from '#server/protection/keep-cover.ts';

type Deps = Pick<ServerDeps, 'database' | 'config' | 'storefrontOf'>;
type Shown = RouteAnswer<typeof contract.getShippingProtection>;

/** The product of the cover and the script of Checkout Plus at the store platform. */
export const shippingProtectionHandlers = ({ database, config, storefrontOf }: Deps): Handler[] => [
  handle(contract.getShippingProtection, async (_input, { storeId, requestId, log }) => {
    const { store, kept, making } = await database.readStore(storeId, async (db) => ({
      store: await knownStore(db, storeId),
      kept: await keptCover(db, storeId),
      making: await lastMaking(db, storeId),
    }));
    const missingScopes = await storefrontOf(storeId)
      .then((storefront) => storefront.missingScopes({ requestId, priority: 'staff' }))
      .catch((error: unknown) => {
        log.debug({ err: error }, 'the scopes of the shop could not be read');
        return null;
      });
    return {
      missingScopes,
      checkoutPlusScriptUrl: scriptAddress(config.PUBLIC_URL, store.slug),
      scriptStatus: scriptStatus(store, kept),
      product: {
        ...making,
        state: making.state === 'none' && kept.product ? 'made' : making.state,
        problem: kept.product?.problem ?? null,
        platformAdminUrl: kept.product ? adminUrl(store, kept.product.idFromPlatform) : null,
      },
      shipProtectUnits: unitsOf(store, kept),
    };
  }),

  handle(contract.configureShippingProtection, async ({ body: { method } }, { storeId, requestId }) => {
    await database.inStore(storeId, async (db) => {
      const store = await knownStore(db, storeId);
      const settings = settingsOf(store);
      if (!settings.provider.isShippingProtectionEnabled)
        throw new Refusal('notAllowed', 'PROTECTION_NOT_OFFERED', "Shipping protection isn't on for this store.");
      const asking = { storeId, requestId };
      const src = scriptAddress(config.PUBLIC_URL, store.slug);
      switch (method) {
        case 'checkoutPlusProducts':
          return makeCover(db, asking, coverWanted(settings));
        case 'createCheckoutPlusScript':
          return setScript(db, asking, src);
        case 'deleteCheckoutPlusScript':
          return setScript(db, asking, '');
        case 'removeGspCartScript':
          return setScript(db, asking, isScriptWanted(settings) ? src : '');
      }
    });
    return {};
  }),
];

async function knownStore(db: Db, storeId: number): Promise<StoreRow> {
  const store = await storeById(db, storeId);
  if (!store) throw new Refusal('notFound', 'STORE_NOT_FOUND', "This store doesn't exist.");
  return store;
}

/** What became of the last wish for the product. */
async function lastMaking(db: Db, storeId: number): Promise<Pick<Shown['product'], 'state' | 'lastError'>> {
  const last = await db
    .selectFrom('effect')
    .select(['state', 'last_error'])
    .where('store_id', '=', storeId)
    .where('kind', '=', 'coverProduct')
    .where('state', '<>', 'calledOff')
    .orderBy('effect_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  switch (last?.state) {
    case undefined:
    case 'done':
    case 'doneElsewhere':
      return { state: 'none', lastError: null };
    case 'failed':
      return { state: 'failed', lastError: last?.last_error ?? null };
    default:
      return { state: 'beingMade', lastError: last?.last_error ?? null };
  }
}

function scriptStatus(store: StoreRow, { scriptSrc }: KeptCover): Shown['scriptStatus'] {
  if (settingsOf(store).checkoutPlusAdvanced.scriptTagNote.trim() !== '') return 'custom';
  return scriptSrc === '' ? 'notConfigured' : 'configured';
}

const adminUrl = ({ shop_domain: domain }: StoreRow, idFromPlatform: string): string | null =>
  domain === null ? null : `https://${domain}/admin/products/${idFromPlatform}`;

const unitsOf = (store: StoreRow, { product, title }: KeptCover): Shown['shipProtectUnits'] =>
  (product?.variants ?? [])
    .toSorted((one, other) => one.price - other.price)
    .map(({ idFromPlatform, price }) => ({
      idFromPlatform,
      implementationType: 'Product_Variant',
      productVariant: {
        title,
        imgUrl: null,
        sku: COVER_SKU,
        price: amountOf(price, store.currency_code),
        deletedOnPlatform: product?.problem === 'deleted',
      },
    }));
