import * as contract from '#contract/merchant/merchant.ts';
import { ClaimType } from '#core/claims/claim.ts';
import { isInspectionEnabled } from '#core/claims/inspection.ts';
import { Refusal } from '#core/refusal.ts';
import { can } from '#core/roles.ts';
import { PROVIDER_FLAGS, retypedFields, type StoreSettings } from '#core/settings/settings.ts';
import { refreshArrivedClaims } from '#server/db/claims.ts';
import type { Db } from '#server/db/connect.ts';
import { saveSettings, settingsOf, storeById } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { alertHandlers } from '#server/merchant/alerts.ts';
import { analyticsHandler } from '#server/merchant/analytics.ts';
import { billingHandler } from '#server/merchant/billing.ts';
import { booksHandlers } from '#server/merchant/books.ts';
import { bulkHandler } from '#server/merchant/bulk.ts';
import { dashboardHandlers } from '#server/merchant/dashboard.ts';
import { changeLineHandler } from '#server/merchant/change-line.ts';
import { choiceHandlers } from '#server/merchant/choices.ts';
import { createClaimHandler } from '#server/merchant/create-claim.ts';
import { decisionHandlers } from '#server/merchant/decisions.ts';
import { effectHandlers } from '#server/merchant/effects.ts';
import { finalizeHandlers } from '#server/merchant/finalize.ts';
import { inspectionHandlers } from '#server/merchant/inspections.ts';
import { listHandlers } from '#server/merchant/list.ts';
import { orderHandlers } from '#server/merchant/orders.ts';
import { neighbourHandler } from '#server/merchant/neighbours.ts';
import { returnLocationHandlers } from '#server/merchant/return-locations.ts';
import { shipmentHandlers } from '#server/merchant/shipments.ts';
import { reportHandlers } from '#server/merchant/reports.ts';
import { riskHandler } from '#server/merchant/risk.ts';
import { helpdeskHandlers } from '#server/merchant/helpdesks.ts';
import { providerControlsHandler } from '#server/merchant/provider-controls.ts';
import { loadClaimPage, showClaim } from '#server/merchant/show-claim.ts';
import { tagHandlers } from '#server/merchant/tags.ts';
import { userHandlers } from '#server/merchant/users.ts';
import { viewHandlers } from '#server/merchant/views.ts';

/** Every call of the back office on a store. */
export const merchantHandlers = (deps: ServerDeps): Handler[] => [
  ...listHandlers(deps),
  ...tagHandlers(deps),
  ...viewHandlers(deps),
  bulkHandler(deps),
  ...reportHandlers(deps),
  ...choiceHandlers(deps),
  ...orderHandlers(deps),
  createClaimHandler(deps),
  changeLineHandler(deps),
  ...decisionHandlers(deps),
  ...finalizeHandlers(deps),
  ...inspectionHandlers(deps),
  neighbourHandler(deps),
  ...shipmentHandlers(deps),
  ...returnLocationHandlers(deps),
  ...effectHandlers(deps),
  ...booksHandlers(deps),
  ...dashboardHandlers(deps),
  analyticsHandler(deps),
  billingHandler(deps),
  riskHandler(deps),
  ...claimHandlers(deps),
  ...alertHandlers(deps),
  ...helpdeskHandlers(deps),
  providerControlsHandler(deps),
  ...userHandlers(deps),
  ...settingsHandlers(deps),
];

const claimHandlers = ({ database, ...deps }: ServerDeps): Handler[] => [
  handle(contract.getClaim, async ({ params }, { storeId }) => {
    const page = await database.readStore(storeId, (db) => loadClaimPage(db, storeId, params.claimId));
    return showClaim(page, deps);
  }),
];

const settingsHandlers = ({ database }: Pick<ServerDeps, 'database'>): Handler[] => [
  handle(contract.getSettings, (_input, { storeId }) =>
    database.inStore(storeId, async (db) => {
      const store = await storeById(db, storeId);
      if (!store) throw storeNotFound();
      return { version: store.settings_version, settings: settingsOf(store) };
    }),
  ),

  handle(contract.saveSettings, ({ body }, { storeId, roleCode }) =>
    database.inStore(storeId, async (db) => {
      const store = await storeById(db, storeId);
      if (!store) throw storeNotFound();
      const before = settingsOf(store);
      const after = can(roleCode, 'providerControls', { isTest: store.is_test })
        ? body.settings
        : { ...body.settings, ...providerFlagsOf(before) };
      refuseRetyping(before, after);
      if (!(await saveSettings(db, storeId, body.version, after))) {
        throw new Refusal(
          'conflict',
          'SETTINGS_CHANGED',
          'Someone else saved the settings first. Please look at them again.',
        );
      }
      await followInspection(db, storeId, before, after);
      return { version: body.version + 1, settings: after };
    }),
  ),
];

const storeNotFound = (): Refusal => new Refusal('notFound', 'STORE_NOT_FOUND', 'There is no such store.');

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
