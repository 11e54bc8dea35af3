import { widgetConfigFor } from '#core/policy/widget-config-for.ts';
import { CoverConsent, type WidgetConfig } from '#core/protection/widget-config.ts';
import { keepConsent } from '#server/db/cover-consents.ts';
import { coverProductOf } from '#server/db/cover-product.ts';
import { settingsOf } from '#server/db/settings.ts';
import { storeBySlug, type StoreRow } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import { receive, type Handler, type RawAnswer } from '#server/http/serve.ts';
import { pictureHtml } from '#server/protection/picture-html.ts';
import { takeAttempt, type AttemptLimit } from '#server/stores/attempts.ts';

type Deps = Pick<ServerDeps, 'database' | 'config' | 'secret'>;

const MOST_BYTES = 4_096;
const QUARTER_HOUR = 15 * 60;
// A page of the shop asks on each load; a cover that was turned off is gone within this time.
const KEPT_SECONDS = 60;

/** What the widget in the pages of a shop asks, at whatever address it is: it names a shop and nothing else is looked at. */
export const widgetHandlers = (deps: Deps): Handler[] => [
  receive('GET', '/api/widget/{storefrontId}', async ({ params }) => {
    const store = await storeOf(deps, params['storefrontId'] ?? '');
    if (!store) return answer(404, { isOn: false, coverVariantIds: [] });
    return answer(200, await widgetConfigOf(deps, store));
  }),

  // `navigator.sendBeacon` sends text without asking first whether it may.
  receive(
    'POST',
    '/api/widget/{storefrontId}/consent',
    async ({ params, rawBody }, { address }) => {
      const store = await storeOf(deps, params['storefrontId'] ?? '');
      if (!store) return answer(404);
      if (!(await takeAttempt(deps.database, deps.secret, consentLimits(store.store_id, address)))) return answer(429);
      const consent = CoverConsent.safeParse(jsonOf(rawBody)).data;
      if (!consent || Object.values(consent).some(isUnstorable)) return answer(400);
      await deps.database.inStore(store.store_id, (db) => keepConsent(db, store.store_id, consent));
      return answer(204);
    },
    MOST_BYTES,
  ),
];

async function storeOf({ database }: Deps, slug: string): Promise<StoreRow | null> {
  const [store] = await database.rowsAsOwner((db) => storeBySlug(db, slug));
  return store && store.uninstalled_on === null ? store : null;
}

async function widgetConfigOf({ database, config }: Deps, store: StoreRow): Promise<WidgetConfig> {
  const product = await database.readStore(store.store_id, (db) => coverProductOf(db, store.store_id));
  const told = widgetConfigFor({
    settings: settingsOf(store),
    currencyCode: store.currency_code,
    product,
    publicUrl: config.PUBLIC_URL,
  });
  if (!told.isOn) return told;
  return {
    ...told,
    elements: told.elements.map((one) => ({ ...one, imgHtmlContent: pictureHtml(one.imgHtmlContent) })),
  };
}

/** A household chooses a few times a day; a shop has many. */
const consentLimits = (storeId: number, network: string): AttemptLimit[] => [
  { bucket: `consent ${storeId} ${network}`, most: 120, windowSeconds: QUARTER_HOUR },
  { bucket: `consent ${storeId}`, most: 60_000, windowSeconds: QUARTER_HOUR },
];

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return null;
  }
}

const isUnstorable = (value: unknown): boolean =>
  typeof value === 'string' && (value.includes('\0') || !value.isWellFormed());

const answer = (status: number, body?: WidgetConfig): RawAnswer => ({
  status,
  ...(body ? { body: JSON.stringify(body) } : {}),
  headers: {
    ...(body ? { 'content-type': 'application/json' } : {}),
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': status === 200 ? `public, max-age=${KEPT_SECONDS}` : 'no-store',
  },
});
