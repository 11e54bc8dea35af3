import { randomUUID } from 'node:crypto';
import * as contract from '#contract/merchant/merchant.ts';
import { ClaimType } from '#core/claims/claim.ts';
import { isInspectionEnabled } from '#core/claims/inspection.ts';
import { Refusal } from '#core/refusal.ts';
import { can } from '#core/roles.ts';
import { PROVIDER_FLAGS, retypedFields, type ClaimReason, type StoreSettings } from '#core/settings/settings.ts';
import { refreshArrivedClaims } from '#server/db/claims.ts';
import type { Db } from '#server/db/connect.ts';
import { saveSettings, settingsOf, storeById, type StoreRow } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';

/** The settings of the store, and the reasons, which are a part of them. */
export const settingsHandlers = ({ database }: Pick<ServerDeps, 'database'>): Handler[] => [
  handle(contract.getSettings, (_input, { storeId }) =>
    database.inStore(storeId, async (db) => {
      const store = await knownStore(db, storeId);
      return { version: store.settings_version, settings: settingsOf(store) };
    }),
  ),

  handle(contract.saveSettings, ({ body }, { storeId, roleCode }) =>
    database.inStore(storeId, async (db) => {
      const store = await knownStore(db, storeId);
      const before = settingsOf(store);
      const after = can(roleCode, 'providerControls', { isTest: store.is_test })
        ? body.settings
        : { ...body.settings, ...providerFlagsOf(before) };
      refuseRetyping(before, after);
      if (!(await saveSettings(db, storeId, body.version, after))) {
        throw settingsChanged();
      }
      await followInspection(db, storeId, before, after);
      return { version: body.version + 1, settings: after };
    }),
  ),

  handle(contract.claimReasons, (_input, { storeId }) =>
    database.inStore(storeId, async (db) => ({ reasons: settingsOf(await knownStore(db, storeId)).reasons })),
  ),

  handle(contract.addClaimReason, ({ body }, { storeId }) =>
    database.inStore(storeId, async (db) => {
      const reason = { id: `Reason_${randomUUID()}`, ...body };
      await saveReasons(db, storeId, (reasons) => [...reasons, reason]);
      return reason;
    }),
  ),

  handle(contract.changeClaimReason, ({ params, body }, { storeId }) =>
    database.inStore(storeId, async (db) => {
      const reason = { id: params.claimReasonId, ...body };
      await saveReasons(db, storeId, (reasons) => {
        if (!reasons.some((one) => one.id === reason.id))
          throw new Refusal('notFound', 'REASON_NOT_FOUND', 'There is no such reason in this store.');
        return reasons.map((one) => (one.id === reason.id ? reason : one));
      });
      return reason;
    }),
  ),
];

async function knownStore(db: Db, storeId: number): Promise<StoreRow> {
  const store = await storeById(db, storeId);
  if (!store) throw new Refusal('notFound', 'STORE_NOT_FOUND', 'There is no such store.');
  return store;
}

const settingsChanged = (): Refusal =>
  new Refusal('conflict', 'SETTINGS_CHANGED', 'Someone else saved the settings first. Please look at them again.');

/** Reasons are part of the settings, so saving one makes a new version of them. */
async function saveReasons(
  db: Db,
  storeId: number,
  changed: (reasons: readonly ClaimReason[]) => ClaimReason[],
): Promise<void> {
  const store = await knownStore(db, storeId);
  const settings = settingsOf(store);
  const next = { ...settings, reasons: changed(settings.reasons) };
  if (!(await saveSettings(db, storeId, store.settings_version, next))) throw settingsChanged();
}

const providerFlagsOf = (settings: StoreSettings): Partial<StoreSettings> =>
  Object.fromEntries(PROVIDER_FLAGS.map((flag) => [flag, settings[flag]]));

function refuseRetyping(before: StoreSettings, after: StoreSettings): void {
  const retyped = retypedFields(before, after);
  if (retyped.length === 0) return;
  const text = 'A question that was saved keeps its kind of answer. Add another question instead.';
  const fields = retyped.map((index) => [`body.settings.inspectionTemplate.customFields.${index}`, text]);
  throw new Refusal('notAllowed', 'VALUE_TYPE_FIXED', text, Object.fromEntries(fields));
}

/** Claims that wait to be inspected, or approved, wait for the other when the setting changes. */
async function followInspection(db: Db, storeId: number, before: StoreSettings, after: StoreSettings): Promise<void> {
  for (const claimType of ClaimType.options) {
    if (isInspectionEnabled(claimType, before) !== isInspectionEnabled(claimType, after))
      await refreshArrivedClaims(db, storeId, claimType);
  }
}
