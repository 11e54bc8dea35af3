import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import * as contract from '#contract/merchant/merchant.ts';
import type { RouteParsed } from '#contract/route.ts';
import { ClaimType } from '#core/claims/types.ts';
import { categoryName } from '#core/claims/reason-category.ts';
import { isInspectionEnabled } from '#core/claims/inspection.ts';
import { Refusal } from '#core/refusal.ts';
import { can } from '#core/roles.ts';
import { allReasons, categoryOfReason, withReason, withRetired, type AnyReason } from '#core/settings/reasons.ts';
import { PROVIDER_FLAGS, retypedFields, type StoreSettings } from '#core/settings/settings.ts';
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
      const entered = can(roleCode, 'providerControls', { isTest: store.is_test })
        ? body.settings
        : { ...body.settings, ...providerFlagsOf(before) };
      const after = withRetired(before, entered);
      refuseRetyping(before, after);
      if (!(await saveSettings(db, storeId, body.version, after))) {
        throw settingsChanged();
      }
      await followInspection(db, storeId, before, after);
      return { version: body.version + 1, settings: after };
    }),
  ),

  handle(contract.claimReasons, (_input, { storeId }) =>
    database.inStore(storeId, async (db) => ({
      reasons: allReasons(settingsOf(await knownStore(db, storeId))).map(showReason),
    })),
  ),

  handle(contract.addClaimReason, ({ body }, { storeId }) =>
    database.inStore(storeId, (db) => saveReason(db, storeId, editedReason(`Reason_${randomUUID()}`, body))),
  ),

  handle(contract.changeClaimReason, ({ params, body }, { storeId }) =>
    database.inStore(storeId, (db) =>
      saveReason(db, storeId, editedReason(params.claimReasonId, body), (settings) => {
        if (!allReasons(settings).some(({ id }) => id === params.claimReasonId))
          throw new Refusal('notFound', 'REASON_NOT_FOUND', 'There is no such reason in this store.');
      }),
    ),
  ),
];

async function knownStore(db: Db, storeId: number): Promise<StoreRow> {
  const store = await storeById(db, storeId);
  if (!store) throw new Refusal('notFound', 'STORE_NOT_FOUND', 'There is no such store.');
  return store;
}

const settingsChanged = (): Refusal =>
  new Refusal('conflict', 'SETTINGS_CHANGED', 'Someone else saved the settings first. Please look at them again.');

type ReasonBody = RouteParsed<typeof contract.addClaimReason>['body'];

function editedReason(id: string, { name, isDeleted, category, claimReasonDetails }: ReasonBody): AnyReason {
  const detailsThatAre = (deleted: boolean): string[] => [
    ...new Set(claimReasonDetails.filter((one) => one.isDeleted === deleted).map((one) => one.name)),
  ];
  const retiredDetails = detailsThatAre(true);
  return {
    id,
    name,
    isDeleted,
    details: detailsThatAre(false),
    ...(category ? { category: category.code } : {}),
    ...(retiredDetails.length > 0 ? { retiredDetails } : {}),
  };
}

function showReason(reason: AnyReason): z.output<typeof contract.addClaimReason.response> {
  const code = categoryOfReason(reason);
  const shown = (isDeleted: boolean) => (name: string) => ({ id: name, name, isDeleted });
  return {
    id: reason.id,
    name: reason.name,
    isDeleted: reason.isDeleted,
    category: { code, name: categoryName(code) },
    claimReasonDetails: [...reason.details.map(shown(false)), ...(reason.retiredDetails ?? []).map(shown(true))],
  };
}

/** Reasons are part of the settings, so saving one makes a new version of them. */
async function saveReason(
  db: Db,
  storeId: number,
  reason: AnyReason,
  check: (before: StoreSettings) => void = () => undefined,
) {
  const store = await knownStore(db, storeId);
  const before = settingsOf(store);
  check(before);
  const next = withReason(before, reason);
  if (!(await saveSettings(db, storeId, store.settings_version, next))) throw settingsChanged();
  return showReason(reason);
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
