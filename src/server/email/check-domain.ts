import {
  isProven,
  judgeRecord,
  RECORD_KINDS,
  recordName,
  statusOfDomain,
  type FoundRecords,
} from '#core/emails/domain-records.ts';
import { PartnerError } from '#partners/ports.ts';
import type { Config } from '#server/config.ts';
import type { CronJob } from '#server/cron.ts';
import { raiseAlert } from '#server/db/alerts.ts';
import { domainsToCheck, saveChecked, type EmailDomainRow } from '#server/db/email-domains.ts';
import type { ServerDeps } from '#server/deps.ts';

type Deps = Pick<ServerDeps, 'database' | 'dns' | 'config'>;

/** The mechanism that lets our mail server send for a domain. */
export const spfOf = ({ MAIL_SPF, SMTP_URL }: Pick<Config, 'MAIL_SPF' | 'SMTP_URL'>): string =>
  MAIL_SPF ?? `a:${SMTP_URL === undefined ? 'localhost' : new URL(SMTP_URL).hostname}`;

/** Looks the records of a domain up, and keeps what it found. Throws PartnerError when the DNS does not answer. */
export async function checkDomain({ database, dns, config }: Deps, row: EmailDomainRow): Promise<void> {
  const wanted = { publicKey: row.public_key, spf: spfOf(config) };
  const found: FoundRecords = Object.fromEntries(
    await Promise.all(
      RECORD_KINDS.map(async (kind) => [kind, judgeRecord(kind, await dns.texts(recordName(kind, row)), wanted)]),
    ),
  );
  const now = new Date();
  const isNowProven = isProven(found);
  const wasProven = statusOfDomain(row) === 'verified';
  await database.inStore(row.store_id, async (db) => {
    const isSaved = await saveChecked(db, row, {
      found,
      verifiedOn: isNowProven ? (row.verified_on ?? now) : row.verified_on,
      failingSince: isNowProven || row.verified_on === null ? null : (row.failing_since ?? now),
    });
    if (isSaved && wasProven && !isNowProven)
      await raiseAlert(
        db,
        row.store_id,
        'emailDomainFailing',
        `The DNS records of ${row.domain} changed. Emails are sent from our own address until they are right again.`,
      );
  });
}

const AT_ONCE = 50;

/** Looks at the domains of all stores again and again. */
export const checkDomains = (deps: Deps & Pick<ServerDeps, 'log'>): CronJob => ({
  name: 'checkDomains',
  everyMs: 5 * 60_000,
  async run(signal) {
    const rows = await deps.database.asOwner((db) => domainsToCheck(db, AT_ONCE));
    for (const row of rows) {
      if (signal.aborted) return;
      try {
        await checkDomain(deps, row);
      } catch (error) {
        if (!(error instanceof PartnerError)) throw error;
        deps.log.warn({ err: error, storeId: row.store_id }, 'the DNS of an email domain did not answer');
      }
    }
  },
});
