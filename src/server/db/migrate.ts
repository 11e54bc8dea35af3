import { sql, type Kysely } from 'kysely';
import { giveApplicationRole, refuseUnguardedTables } from '#server/db/application-role.ts';
import { auditedColumns } from '#server/db/migrations/audited-columns.ts';
import { auditLog } from '#server/db/migrations/audit-log.ts';
import { claimMail } from '#server/db/migrations/claim-mail.ts';
import { concierge } from '#server/db/migrations/concierge.ts';
import { customFields } from '#server/db/migrations/custom-fields.ts';
import { backTests } from '#server/db/migrations/back-tests.ts';
import { brandPictures } from '#server/db/migrations/brand-pictures.ts';
import { buyerEmails } from '#server/db/migrations/buyer-emails.ts';
import { customerSegments } from '#server/db/migrations/customer-segments.ts';
import { digestsOfErased } from '#server/db/migrations/digests-of-erased.ts';
import { effectPauses } from '#server/db/migrations/effect-pauses.ts';
import { emails } from '#server/db/migrations/emails.ts';
import { imports } from '#server/db/migrations/imports.ts';
import { portalHosts } from '#server/db/migrations/portal-hosts.ts';
import { foundation } from '#server/db/migrations/foundation.ts';
import { functions, textFunctions } from '#server/db/migrations/functions.ts';
import { listFlags } from '#server/db/migrations/list-flags.ts';
import { platformPlan } from '#server/db/migrations/platform-plan.ts';
import { portalTexts } from '#server/db/migrations/portal-texts.ts';
import { productGroups } from '#server/db/migrations/product-groups.ts';
import { maskedEmails } from '#server/db/migrations/masked-emails.ts';
import { photosToHash } from '#server/db/migrations/photos-to-hash.ts';
import { ruleReceipts } from '#server/db/migrations/rule-receipts.ts';
import { registrations } from '#server/db/migrations/registrations.ts';
import { requestDigests } from '#server/db/migrations/request-digests.ts';
import { registrationKeys } from '#server/db/migrations/registration-keys.ts';
import { rules } from '#server/db/migrations/rules.ts';
import { secretProof } from '#server/db/migrations/secret-proof.ts';
import { ruleWarnings } from '#server/db/migrations/rule-warnings.ts';
import { settingsNames } from '#server/db/migrations/settings-names.ts';
import { coverRefunds } from '#server/db/migrations/cover-refunds.ts';
import { productWritten } from '#server/db/migrations/product-written.ts';
import { protectionBilling } from '#server/db/migrations/protection-billing.ts';
import { coverKept } from '#server/db/migrations/cover-kept.ts';
import { signUpTries } from '#server/db/migrations/sign-up-tries.ts';
import { shippingProtection } from '#server/db/migrations/shipping-protection.ts';
import { shippingClaims } from '#server/db/migrations/shipping-claims.ts';
import { stockLocations } from '#server/db/migrations/stock-locations.ts';
import { themeNames } from '#server/db/migrations/theme-names.ts';
import { tokenWarnings } from '#server/db/migrations/token-warnings.ts';
import { withdrawals } from '#server/db/migrations/withdrawals.ts';
import type { Tables } from '#server/db/tables.ts';

/** In order; a name never changes once released. */
const MIGRATIONS: readonly { name: string; text: string }[] = [
  { name: '0001-foundation', text: textFunctions + foundation + functions },
  { name: '0002-rules', text: rules },
  { name: '0003-product-groups', text: productGroups },
  { name: '0004-rule-receipts', text: ruleReceipts },
  { name: '0005-custom-fields', text: customFields },
  { name: '0006-back-tests', text: backTests },
  { name: '0007-token-warnings', text: tokenWarnings },
  { name: '0008-rule-warnings', text: ruleWarnings },
  { name: '0009-brand-pictures', text: brandPictures },
  { name: '0010-audit-log', text: auditLog },
  { name: '0011-emails', text: emails },
  { name: '0012-settings-names', text: settingsNames },
  { name: '0013-portal-hosts', text: portalHosts },
  { name: '0020-registrations', text: registrations },
  { name: '0021-withdrawals', text: withdrawals },
  { name: '0022-portal-texts', text: portalTexts },
  { name: '0023-theme-names', text: themeNames },
  { name: '0024-customer-segments', text: customerSegments },
  { name: '0025-imports', text: imports },
  { name: '0026-stock-locations', text: stockLocations },
  { name: '0027-platform-plan', text: platformPlan },
  { name: '0028-shipping-protection', text: shippingProtection },
  { name: '0029-cover-kept', text: coverKept },
  { name: '0030-shipping-claims', text: shippingClaims },
  { name: '0031-cover-refunds', text: coverRefunds },
  { name: '0032-protection-billing', text: protectionBilling },
  { name: '0033-claim-mail', text: claimMail },
  { name: '0034-concierge', text: concierge },
  { name: '0035-masked-emails', text: maskedEmails },
  { name: '0036-list-flags', text: listFlags },
  { name: '0037-buyer-emails', text: buyerEmails },
  { name: '0038-registration-keys', text: registrationKeys },
  { name: '0039-secret-proof', text: secretProof },
  { name: '0040-sign-up-tries', text: signUpTries },
  { name: '0042-product-written', text: productWritten },
  { name: '0048-effect-pauses', text: effectPauses },
  { name: '0054-photos-to-hash', text: photosToHash },
  { name: '0055-request-digests', text: requestDigests },
  { name: '0060-audited-columns', text: auditedColumns },
  { name: '0061-digests-of-erased', text: digestsOfErased },
];

// Any number of processes may start at once: one migrates, the others wait here.
const MIGRATION_LOCK = 7_203_114;

/**
 * Brings the schema up to date, forward only. Refuses a database that a newer version has already changed, and one whose
 * stores are not kept apart.
 */
export async function migrate(kysely: Kysely<Tables>): Promise<void> {
  await kysely.transaction().execute(async (db) => {
    // To wait for another process, and to rewrite large tables, takes longer than a statement of the server may.
    await sql`set local statement_timeout = 0`.execute(db);
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
    await giveApplicationRole(db);
    for (const { name, text } of MIGRATIONS) {
      if (applied.has(name)) continue;
      await sql.raw(text).execute(db);
      await sql`insert into schema_migration (name) values (${name})`.execute(db);
    }
    await refuseUnguardedTables(db);
  });
}
