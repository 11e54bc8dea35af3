import { DAY_MS, formatDate } from '#core/dates.ts';
import { TOKEN_WARNING_DAYS } from '#core/stores/helpdesk-tokens.ts';
import type { CronJob } from '#server/cron.ts';
import { raiseAlert } from '#server/db/alerts.ts';
import type { Database } from '#server/db/connect.ts';

/** Tells the admins of a store, once, that a token of a helpdesk is about to expire: its agents would be locked out. */
export const warnOfTokens = (database: Database): CronJob => ({
  name: 'warnOfTokens',
  everyMs: DAY_MS / 24,
  run: () =>
    database.asOwner(async (db) => {
      const now = new Date();
      const expiring = await db
        .updateTable('helpdesk_token as token')
        .from('helpdesk_connection as helpdesk')
        .set({ warned_on: now })
        .whereRef('helpdesk.store_id', '=', 'token.store_id')
        .whereRef('helpdesk.config_id', '=', 'token.config_id')
        .where('token.warned_on', 'is', null)
        .where('token.expires_on', '>', now)
        .where('token.expires_on', '<=', new Date(now.getTime() + TOKEN_WARNING_DAYS * DAY_MS))
        .returning(['token.store_id', 'token.expires_on', 'helpdesk.ref'])
        .execute();
      for (const { store_id: storeId, expires_on: expiresOn, ref } of expiring) {
        const day = formatDate(expiresOn.toISOString());
        await raiseAlert(
          db,
          storeId,
          'helpdeskTokenExpires',
          `A token of ${ref} expires on ${day}. Add another one and put it into the helpdesk before then.`,
        );
      }
    }),
});
