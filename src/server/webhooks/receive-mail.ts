import { createHash, timingSafeEqual } from 'node:crypto';
import { unwrapPostedMail } from '#partners/registry.ts';
import type { ServerDeps } from '#server/deps.ts';
import { receive, type Handler } from '#server/http/serve.ts';
import { MAIL_PARTNER, MOST_MAIL_BYTES, takeInMail, type TakenIn } from '#server/mail/take-in.ts';

/**
 * Takes incoming mails as providers post them, as raw MIME, at an address that only they know. It answers once a mail is
 * kept, so that a provider whose post failed posts it again.
 */
export const receiveMail = (
  deps: Pick<ServerDeps, 'config' | 'database' | 'files' | 'log' | 'metrics' | 'secret'>,
): Handler[] => {
  const { config, metrics } = deps;
  const token = config.MAIL_INBOUND_TOKEN;
  if (token === undefined) return [];
  return [
    receive(
      'POST',
      '/api/webhooks/mail/{token}',
      async ({ rawBody, headers, params }, { log, requestId }) => {
        if (!isSame(params['token'] ?? '', token)) {
          metrics.countWebhook(MAIL_PARTNER, 'refused');
          return { status: 401 };
        }
        const raw = await unwrapPostedMail(rawBody, headers['content-type'] ?? '');
        if (raw === null) {
          metrics.countWebhook(MAIL_PARTNER, 'unknown');
          return { status: 400, body: 'The post has no mail as raw MIME.' };
        }
        const taken = await takeInMail(deps, raw, requestId);
        log.info({ ...taken }, 'a mail came');
        metrics.countWebhook(MAIL_PARTNER, outcomeOf(taken));
        return { status: 200 };
      },
      // A form or JSON around it makes it a little larger.
      MOST_MAIL_BYTES + 1_000_000,
    ),
  ];
};

function outcomeOf(taken: TakenIn): 'accepted' | 'repeated' | 'unknown' {
  if (taken.became === 'unplaced') return 'unknown';
  if (taken.became === 'repeated') return 'repeated';
  return taken.became === 'message' || taken.isNew ? 'accepted' : 'repeated';
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
const isSame = (one: string, other: string): boolean => timingSafeEqual(hashOf(one), hashOf(other));
