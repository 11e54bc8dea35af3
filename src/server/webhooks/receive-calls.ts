import type { CallingPartner } from '#partners/ports.ts';
import type { ServerDeps } from '#server/deps.ts';
import { receive, type Handler } from '#server/http/serve.ts';
import { concernedBy } from '#server/webhooks/concerned.ts';
import { keepCall } from '#server/webhooks/inbox.ts';

export const webhookPath = (partner: string) => `/api/webhooks/${partner}` as const;

/** Where the platform of a store sends its webhooks. */
export const platformWebhookUrl = ({ config, install }: Pick<ServerDeps, 'config' | 'install'>): string =>
  `${config.PUBLIC_URL}${webhookPath(install.id)}`;

/** Takes the calls of a partner in: proven over the raw bytes, kept once, answered at once, worked on later. */
export const receiveCalls = (
  { database, metrics }: Pick<ServerDeps, 'database' | 'metrics'>,
  partner: CallingPartner,
): Handler =>
  receive('POST', webhookPath(partner.id), async ({ rawBody, headers }, { log }) => {
    const call = partner.readCall(rawBody, headers);
    const kept = call?.subject ? await keepCall(database, partner.id, call, concernedBy(partner.id, call.subject)) : [];
    const isReplay = kept.length > 0 && kept.every((one) => one.isReplay);
    if (call === null || isReplay) {
      metrics.countWebhook(partner.id, 'refused');
      return { status: 401 };
    }
    // An error would make the partner repeat it for hours, and in the end switch the webhook off.
    if (kept.length === 0) {
      metrics.countWebhook(partner.id, 'unknown');
      return { status: 200 };
    }
    const isNew = kept.some((one) => one.isNew);
    metrics.countWebhook(partner.id, isNew ? 'accepted' : 'repeated');
    const stores = kept.map(({ storeId }) => storeId);
    log.info({ stores, partner: partner.id, topic: call.topic, isNew }, 'a webhook came');
    return { status: 200 };
  });
