import * as contract from '#contract/merchant/merchant.ts';
import { Refusal } from '#core/refusal.ts';
import { saveSettings, settingsOf, storeById } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { alertHandlers } from '#server/merchant/alerts.ts';
import { booksHandlers } from '#server/merchant/books.ts';
import { changeLineHandler } from '#server/merchant/change-line.ts';
import { choiceHandlers } from '#server/merchant/choices.ts';
import { createClaimHandler } from '#server/merchant/create-claim.ts';
import { decisionHandlers } from '#server/merchant/decisions.ts';
import { effectHandlers } from '#server/merchant/effects.ts';
import { finalizeHandlers } from '#server/merchant/finalize.ts';
import { helpdeskHandlers } from '#server/merchant/helpdesks.ts';
import { listHandlers } from '#server/merchant/list.ts';
import { providerControlsHandler } from '#server/merchant/provider-controls.ts';
import { loadClaimPage, showClaim } from '#server/merchant/show-claim.ts';

/** Every call of the back office on a store. */
export const merchantHandlers = (deps: ServerDeps): Handler[] => [
  ...listHandlers(deps),
  ...choiceHandlers(deps),
  createClaimHandler(deps),
  changeLineHandler(deps),
  ...decisionHandlers(deps),
  ...finalizeHandlers(deps),
  ...effectHandlers(deps),
  ...booksHandlers(deps),
  ...claimHandlers(deps),
  ...alertHandlers(deps),
  ...helpdeskHandlers(deps),
  providerControlsHandler(deps),
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
      if (!store) throw new Refusal('notFound', 'STORE_NOT_FOUND', 'There is no such store.');
      return { version: store.settings_version, settings: settingsOf(store) };
    }),
  ),

  handle(contract.saveSettings, ({ body }, { storeId }) =>
    database.inStore(storeId, async (db) => {
      if (!(await saveSettings(db, storeId, body.version, body.settings))) {
        throw new Refusal(
          'conflict',
          'SETTINGS_CHANGED',
          'Someone else saved the settings first. Please look at them again.',
        );
      }
      return { version: body.version + 1, settings: body.settings };
    }),
  ),
];
