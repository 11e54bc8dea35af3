import { keepEvent } from '#server/webhooks/inbox.ts';
import type { ServerDeps } from '#server/deps.ts';
import { receive, type Handler } from '#server/http/serve.ts';

export const SHOPIFY_WEBHOOK_PATH = '/api/webhooks/shopify';

/** Takes the platform's webhooks in: verified over the raw bytes, kept once, answered at once, worked on later. */
export const shopifyWebhook = ({
  database,
  install,
  metrics,
}: Pick<ServerDeps, 'database' | 'install' | 'metrics'>): Handler =>
  receive('POST', SHOPIFY_WEBHOOK_PATH, async ({ rawBody, headers }, { log }) => {
    const event = install.verifyWebhook(rawBody, headers);
    if (!event) {
      metrics.countWebhook('shopify', 'refused');
      return { status: 401 };
    }
    const [store] = await database.rowsAsOwner((db) =>
      db.selectFrom('store').select('store_id').where('shop_domain', '=', event.shopDomain),
    );
    // A shop that left us: an error would only make the platform repeat it for hours.
    if (!store) {
      metrics.countWebhook('shopify', 'unknown');
      return { status: 200 };
    }
    // What it tells is read anew from the platform, so that no more of it than its subject is kept.
    const isNew = await keepEvent(database, {
      store_id: store.store_id,
      partner: 'shopify',
      webhook_id: event.webhookId,
      topic: event.topic,
      body: JSON.stringify(event.change),
    });
    metrics.countWebhook('shopify', isNew ? 'accepted' : 'repeated');
    log.info({ storeId: store.store_id, topic: event.topic, isNew }, 'a webhook came');
    return { status: 200 };
  });
