import { sql, type Kysely } from 'kysely';
import { foundation } from '#server/db/migrations/0001-foundation.ts';
import { money } from '#server/db/migrations/0002-money.ts';
import { lists } from '#server/db/migrations/0003-lists.ts';
import { claimWork } from '#server/db/migrations/0004-claim-work.ts';
import { shell } from '#server/db/migrations/0005-shell.ts';
import { risk } from '#server/db/migrations/0006-risk.ts';
import { dashboard } from '#server/db/migrations/0007-dashboard.ts';
import { labelRefunds } from '#server/db/migrations/0008-label-refunds.ts';
import { timeZone } from '#server/db/migrations/0009-time-zone.ts';
import { billing } from '#server/db/migrations/0010-billing.ts';
import { exactSearch } from '#server/db/migrations/0011-exact-search.ts';
import { giftReturns } from '#server/db/migrations/0012-gift-returns.ts';
import { refundTurns } from '#server/db/migrations/0013-refund-turns.ts';
import { commonSearch } from '#server/db/migrations/0014-common-search.ts';
import { forgetOrigins } from '#server/db/migrations/0015-forget-origins.ts';
import { owedPayments } from '#server/db/migrations/0016-owed-payments.ts';
import { orderSearch } from '#server/db/migrations/0017-order-search.ts';
import { users } from '#server/db/migrations/0018-users.ts';
import { inspectionPhotos } from '#server/db/migrations/0019-inspection-photos.ts';
import { embeddedHelpdesks } from '#server/db/migrations/0020-embedded-helpdesks.ts';
import { calledOff } from '#server/db/migrations/0021-called-off.ts';
import { stuckShipments } from '#server/db/migrations/0022-stuck-shipments.ts';
import { searchWithoutAccents } from '#server/db/migrations/0023-search-without-accents.ts';
import type { Tables } from '#server/db/tables.ts';

/** In order; a name never changes once released. */
const MIGRATIONS: readonly { name: string; text: string }[] = [
  { name: '0001-foundation', text: foundation },
  { name: '0002-money', text: money },
  { name: '0003-lists', text: lists },
  { name: '0004-claim-work', text: claimWork },
  { name: '0005-shell', text: shell },
  { name: '0006-risk', text: risk },
  { name: '0007-dashboard', text: dashboard },
  { name: '0008-label-refunds', text: labelRefunds },
  { name: '0009-time-zone', text: timeZone },
  { name: '0010-billing', text: billing },
  { name: '0011-exact-search', text: exactSearch },
  { name: '0012-gift-returns', text: giftReturns },
  { name: '0013-refund-turns', text: refundTurns },
  { name: '0014-common-search', text: commonSearch },
  { name: '0015-forget-origins', text: forgetOrigins },
  { name: '0016-owed-payments', text: owedPayments },
  { name: '0017-order-search', text: orderSearch },
  { name: '0018-users', text: users },
  { name: '0019-inspection-photos', text: inspectionPhotos },
  { name: '0020-embedded-helpdesks', text: embeddedHelpdesks },
  { name: '0021-called-off', text: calledOff },
  { name: '0022-stuck-shipments', text: stuckShipments },
  { name: '0023-search-without-accents', text: searchWithoutAccents },
];

// Any number of processes may start at once: one migrates, the others wait here.
const MIGRATION_LOCK = 7_203_114;

/** Brings the schema up to date, forward only; refuses a database that a newer version has already changed. */
export async function migrate(kysely: Kysely<Tables>): Promise<void> {
  await kysely.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(db);
    await sql`create table if not exists schema_migration (name text primary key, applied_on timestamptz not null default now())`.execute(
      db,
    );
    const done = await sql<{ name: string }>`select name from schema_migration`.execute(db);
    const applied = new Set(done.rows.map((row) => row.name));
    const unknown = [...applied].filter((name) => !MIGRATIONS.some((migration) => migration.name === name));
    if (unknown.length > 0) {
      throw new Error(
        `The database was changed by a newer version of Makegood (${unknown.join(', ')}). Start that version, or a newer one.`,
      );
    }
    for (const { name, text } of MIGRATIONS) {
      if (applied.has(name)) continue;
      await sql.raw(text).execute(db);
      await sql`insert into schema_migration (name) values (${name})`.execute(db);
    }
  });
}
