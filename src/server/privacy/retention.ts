import { sql } from 'kysely';
import { DAY_MS } from '#core/dates.ts';
import { erasedEffect } from '#core/privacy/erased-effect.ts';
import { PRIVACY_DAYS } from '#core/privacy/retention.ts';
import type { CronJob } from '#server/cron.ts';
import type { Database, Db } from '#server/db/connect.ts';
import { subjectOf } from '#server/db/effects.ts';
import { removeLater } from '#server/db/file-removals.ts';
import { addPrivacyRequest } from '#server/db/privacy-requests.ts';
import { NO_ORDER } from '#server/registrations/proofs.ts';
import { mediaKeys } from '#server/uploads.ts';

const EMAILS_AT_ONCE = 200;

const before = (days: number) => sql<Date>`now() - ${days} * interval '1 day'`;

/** Removes what was kept long enough, of all stores, as docs/privacy.md says. */
export const removeOldData = (database: Database): CronJob => ({
  name: 'removeOldData',
  everyMs: DAY_MS / 24,
  run: async (signal) => {
    await database.asOwner(async (db) => {
      await removeExports(db);
      await removeReports(db);
      await db
        .deleteFrom('webhook_inbox')
        .where('state', '<>', 'waiting')
        .where('received_on', '<=', before(PRIVACY_DAYS.inbox))
        .execute();
      await db.deleteFrom('shipment_quote').where('created_on', '<=', before(PRIVACY_DAYS.shipmentQuote)).execute();
      await db.deleteFrom('unplaced_mail').where('received_on', '<=', before(PRIVACY_DAYS.unplacedMail)).execute();
      await db.deleteFrom('mail_taken').where('taken_on', '<=', before(PRIVACY_DAYS.takenMail)).execute();
      await db.deleteFrom('sign_up').where('created_on', '<=', before(PRIVACY_DAYS.signUp)).execute();
      await removeUnclaimedMedia(db);
      await removeAlerts(db);
      await eraseLeftStores(db);
    });
    while (!signal.aborted && (await database.asOwner(eraseSentEmails)) === EMAILS_AT_ONCE);
  },
});

async function removeExports(db: Db): Promise<void> {
  const { rows } = await sql<{ store_id: number; file_key: string }>`
    with old as (
      select store_id, request_id, file_key from privacy_request
      where kind = 'export' and file_key is not null and done_on <= ${before(PRIVACY_DAYS.export)}
      for update
    )
    update privacy_request request set about = null, file_key = null from old
    where request.store_id = old.store_id and request.request_id = old.request_id
    returning old.store_id, old.file_key`.execute(db);
  for (const row of rows) await removeLater(db, row.store_id, [row.file_key]);
}

async function removeReports(db: Db): Promise<void> {
  const removed = await db
    .deleteFrom('report')
    .where('created_on', '<=', before(PRIVACY_DAYS.report))
    .returning(['store_id', 'file_key'])
    .execute();
  for (const row of removed) if (row.file_key !== null) await removeLater(db, row.store_id, [row.file_key]);
}

/** Photos that were uploaded, or only announced, and that no claim or registration was made with. */
async function removeUnclaimedMedia(db: Db): Promise<void> {
  const removed = await db
    .deleteFrom('media')
    .where((media) =>
      media.or([
        media('subject_kind', '=', 'order'),
        media.and([media('subject_kind', '=', 'store'), media('order_id', '=', NO_ORDER)]),
      ]),
    )
    .where('created_on', '<=', before(PRIVACY_DAYS.unclaimedUpload))
    .returning(['store_id', 'media_id'])
    .execute();
  for (const { store_id, media_id } of removed) await removeLater(db, store_id, mediaKeys(store_id, media_id));
}

async function removeAlerts(db: Db): Promise<void> {
  const old = before(PRIVACY_DAYS.alert);
  await sql`delete from alert_read using alert
    where alert.store_id = alert_read.store_id and alert.alert_id = alert_read.alert_id
      and alert.created_on <= ${old}`.execute(db);
  await db.deleteFrom('alert').where('created_on', '<=', old).execute();
}

/** Shopify asks for it two days after the app was uninstalled. Some calls never arrive. */
async function eraseLeftStores(db: Db): Promise<void> {
  const left = await db
    .selectFrom('store')
    .select(['store_id', 'uninstalled_on'])
    .where('uninstalled_on', '<=', before(PRIVACY_DAYS.uninstalledStore))
    .where('shop_domain', 'is not', null)
    .execute();
  for (const { store_id, uninstalled_on } of left)
    await addPrivacyRequest(db, store_id, {
      purposeKey: `uninstalled:${uninstalled_on?.toISOString() ?? ''}`,
      kind: 'eraseStore',
      requestedBy: 'Makegood',
      about: null,
    });
}

/** The words of emails that were sent long ago. Returns how many it erased. */
async function eraseSentEmails(db: Db): Promise<number> {
  const rows = await db
    .selectFrom('effect')
    .selectAll()
    .where('kind', '=', 'email')
    .where('state', '=', 'done')
    .where(sql<boolean>`payload ->> 'subject' <> ''`)
    .where('done_on', '<=', before(PRIVACY_DAYS.emailText))
    .limit(EMAILS_AT_ONCE)
    .forUpdate()
    .execute();
  for (const row of rows) {
    const { kind, purpose_key: purposeKey, payload, result, summary } = row;
    const erased = erasedEffect({ kind, purposeKey, subject: subjectOf(row), payload, result, summary });
    await db
      .updateTable('effect')
      .set({
        payload: JSON.stringify(erased.payload),
        result: JSON.stringify(erased.result),
        summary: erased.summary,
      })
      .where('store_id', '=', row.store_id)
      .where('effect_id', '=', row.effect_id)
      .execute();
  }
  return rows.length;
}
