import { keepShopEvent } from '#server/webhooks/inbox.ts';
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
    // What it tells is read anew from the platform, so that no more of it than its subject is kept.
    const kept = await keepShopEvent(database, {
      shopDomain: event.shopDomain,
      webhook_id: event.webhookId,
      topic: event.topic,
      body: JSON.stringify(event.change),
    });
    // A shop that left us: an error would only make the platform repeat it for hours.
    if (!kept) {
      metrics.countWebhook('shopify', 'unknown');
      return { status: 200 };
    }
    metrics.countWebhook('shopify', kept.isNew ? 'accepted' : 'repeated');
    log.info({ ...kept, topic: event.topic }, 'a webhook came');
    return { status: 200 };
  });
