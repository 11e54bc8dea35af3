import { createHash, timingSafeEqual } from 'node:crypto';
import { readMailReport } from '#partners/registry.ts';
import type { ServerDeps } from '#server/deps.ts';
import { receive, type Handler } from '#server/http/serve.ts';
import { concernedBy } from '#server/webhooks/concerned.ts';
import { keepCall } from '#server/webhooks/inbox.ts';

const PARTNER = 'mail';
const MOST_BYTES = 10_000_000;

/**
 * Takes incoming mails as providers post them, each as raw MIME, at an address that only they know. What says that a
 * mail of ours failed is kept once and worked on later; other mail is let go.
 */
export const receiveMail = ({
  config,
  database,
  metrics,
}: Pick<ServerDeps, 'config' | 'database' | 'metrics'>): Handler[] => {
  const token = config.MAIL_INBOUND_TOKEN;
  if (token === undefined) return [];
  return [
    receive(
      'POST',
      '/api/webhooks/mail/{token}',
      async ({ rawBody, params }, { log }) => {
        if (!isSame(params['token'] ?? '', token)) {
          metrics.countWebhook(PARTNER, 'refused');
          return { status: 401 };
        }
        const report = await readMailReport(rawBody).catch((error: unknown) => {
          log.info({ err: error }, 'an incoming mail could not be read');
          return null;
        });
        const id = createHash('sha256').update(rawBody).digest('hex');
        const kept = report
          ? await keepCall(
              database,
              PARTNER,
              { id, topic: report.kind, proof: null },
              concernedBy(PARTNER, { kind: 'mail', report }),
            )
          : [];
        const isNew = kept.some((one) => one.isNew);
        metrics.countWebhook(PARTNER, kept.length === 0 ? 'unknown' : isNew ? 'accepted' : 'repeated');
        return { status: 200 };
      },
      MOST_BYTES,
    ),
  ];
};

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
const isSame = (one: string, other: string): boolean => timingSafeEqual(hashOf(one), hashOf(other));
