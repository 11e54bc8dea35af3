import { CheckoutScriptPayload } from '#core/effects/checkout-script.ts';
import { keptCover, noteScript } from '#server/db/cover-product.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { CalledOff, type EffectKind } from '#server/effects/worker.ts';

/** Puts the script into the pages of the shop, or takes every script of ours out. */
export const checkoutScript: EffectKind<EffectDeps> = {
  priority: 'staff',
  async run({ store_id: storeId, payload }, deps, context) {
    const { src } = CheckoutScriptPayload.parse(payload);
    const { scriptWanted } = await deps.database.readStore(storeId, (db) => keptCover(db, storeId));
    if (src !== scriptWanted) throw new CalledOff('Checkout Plus was turned on or off again.');
    await (await deps.storefrontOf(storeId)).keepScripts(src === '' ? [] : [src], context);
    return { label: src === '' ? 'Script removed' : 'Script added', url: null };
  },
  async record(db, { store_id: storeId, payload }) {
    await noteScript(db, storeId, CheckoutScriptPayload.parse(payload).src);
  },
};
