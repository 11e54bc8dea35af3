import * as contract from '#contract/merchant/merchant.ts';
import { Refusal } from '#core/refusal.ts';
import { claimById } from '#server/db/claims.ts';
import { effectById, retryNow } from '#server/db/effects.ts';
import { orderById } from '#server/db/orders.ts';
import { saveSettings, settingsOf, storeById } from '#server/db/stores.ts';
import { refreshClaim } from '#server/db/claims.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { decisionHandlers } from '#server/merchant/decisions.ts';
import { finalizeHandlers } from '#server/merchant/finalize.ts';
import { listHandlers } from '#server/merchant/list.ts';
import { claimNotFound, loadClaimPage, showClaim } from '#server/merchant/show-claim.ts';

/** Every call of the back office on a store. */
export const merchantHandlers = (deps: ServerDeps): Handler[] => [
  ...listHandlers(deps),
  ...decisionHandlers(deps),
  ...finalizeHandlers(deps),
  ...claimHandlers(deps),
  ...settingsHandlers(deps),
];

const claimHandlers = ({ database, files, config, ...deps }: ServerDeps): Handler[] => [
  handle(contract.getClaim, async ({ params }, { storeId }) => {
    const page = await database.inStore(storeId, (db) => loadClaimPage(db, storeId, params.claimId));
    return showClaim(page, { files, publicUrl: config.PUBLIC_URL });
  }),

  handle(contract.retryEffect, async ({ params }, { storeId }) => {
    await database.inStore(storeId, async (db) => {
      const effect = await effectById(db, storeId, params.effectId);
      if (!effect) throw new Refusal('notFound', 'EFFECT_NOT_FOUND', 'There is no such step in this store.');
      if (!(await retryNow(db, storeId, params.effectId)))
        throw new Refusal('conflict', 'EFFECT_DONE', 'This step is already done or being done.');
      if (effect.claim_id !== null) await refreshClaim(db, storeId, effect.claim_id);
    });
    return {};
  }),

  handle(contract.claimVariants, async ({ params }, { storeId, requestId }) => {
    const productId = await database.inStore(storeId, async (db) => {
      const loaded = await claimById(db, storeId, params.claimId);
      const line = loaded?.claim.lines.find((one) => one.id === params.lineId);
      const order = loaded && (await orderById(db, storeId, loaded.claim.orderId));
      if (!loaded || !line || !order) throw claimNotFound();
      return (
        order.document.lines.find((one) => one.idFromPlatform === line.lineIdFromPlatform)?.productIdFromPlatform ??
        null
      );
    });
    if (productId === null) return { variants: [] };
    const variants = await (await deps.storefrontOf(storeId)).fetchVariants(productId, { requestId });
    return {
      variants: variants.map(({ idFromPlatform, title, sku, imgUrl, available }) => ({
        idFromPlatform,
        title,
        sku,
        imgUrl,
        available,
      })),
    };
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
