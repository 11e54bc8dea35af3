import { readIncomingMail } from '#partners/registry.ts';
import type { CronJob } from '#server/cron.ts';
import type { ServerDeps } from '#server/deps.ts';
import { keepTooLarge, MOST_MAIL_BYTES, takeInMail } from '#server/mail/take-in.ts';

const MINUTE_MS = 60_000;

type Deps = Pick<ServerDeps, 'database' | 'files' | 'config' | 'secret' | 'log' | 'mailboxToRead' | 'metrics'>;

/** Fetches incoming mail where a mailbox is set. Several processes at once keep each mail once. */
export const fetchMail = (deps: Deps): CronJob[] =>
  deps.mailboxToRead === null
    ? []
    : [
        {
          name: 'fetchMail',
          everyMs: MINUTE_MS,
          run: async () => {
            await fetchNewMail(deps);
          },
        },
      ];

/** Takes in what waits in the mailbox. Answers how many mails that were. */
export async function fetchNewMail(deps: Deps, mostBytes: number = MOST_MAIL_BYTES): Promise<number> {
  if (deps.mailboxToRead === null) return 0;
  return deps.mailboxToRead.takeNew(async (mail) => {
    if ('raw' in mail) {
      const taken = await takeInMail(deps, mail.raw, `imap-${mail.uid}`);
      deps.log.info({ ...taken }, 'a mail was fetched');
      return;
    }
    const { from, subject, messageId } = await readIncomingMail(mail.head);
    await keepTooLarge(deps, { id: messageId ?? mail.uid, from: from?.address ?? '', subject });
  }, mostBytes);
}
