import * as contract from '#contract/merchant/audit.ts';
import { placeOf } from '#core/audit/place.ts';
import { CLAIM_TYPES, ClaimType } from '#core/claims/types.ts';
import { Refusal } from '#core/refusal.ts';
import { auditEntryById, auditValues, type AuditEntryRow } from '#server/db/audit.ts';
import { claimById } from '#server/db/claims.ts';
import { pageOfSettings, withoutDefaults } from '#server/db/settings.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';

/** Entries of the audit log one by one; the list of them is one of the store's lists. */
export const auditHandlers = ({ database }: Pick<ServerDeps, 'database'>): Handler[] => [
  handle(contract.getAuditEntry, ({ params: { auditEntryId } }, { storeId }) =>
    database.readStore(storeId, async (db) => {
      const row = await auditEntryById(db, storeId, auditEntryId);
      if (!row) throw new Refusal('notFound', 'AUDIT_ENTRY_NOT_FOUND', "This entry doesn't exist.");
      const { kind } = row;
      const claim = kind === 'claim' ? await claimById(db, storeId, Number(row.thing_id)) : null;
      return {
        id: row.entry_id,
        createdOn: row.created_on.toISOString(),
        kind,
        what: row.what,
        thingId: row.thing_id,
        thingName: row.thing_name,
        place: placeOf(kind, row.thing_id, {
          claimPath: claim ? CLAIM_TYPES[ClaimType.parse(claim.claim.claimType)].path : null,
          settingsPage: pageOfSettings(row.thing_id ?? ''),
        }),
        actorKind: row.actor_kind,
        actorName: row.actor_name,
        requestId: row.request_id,
        before: row.before,
        after: isFirstSave(row) ? withoutDefaults(row.thing_id ?? '', row.after) : row.after,
      };
    }),
  ),

  handle(contract.auditChoices, (_input, { storeId }) =>
    database.readStore(storeId, async (db) => ({
      actors: await auditValues(db, storeId, 'actor_name'),
      changes: await auditValues(db, storeId, 'what'),
    })),
  ),
];

const isFirstSave = ({ kind, before }: Pick<AuditEntryRow, 'kind' | 'before'>): boolean =>
  (kind === 'settings' || kind === 'reason') && Object.keys(before).length === 0;
