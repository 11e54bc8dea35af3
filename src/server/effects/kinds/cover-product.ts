import { z } from 'zod';
import { CoverProductPayload } from '#core/effects/cover-product.ts';
import { CoverVariant } from '#core/protection/cover-product.ts';
import { PartnerError } from '#partners/ports.ts';
import { keepMadeCover, keptCover } from '#server/db/cover-product.ts';
import { storeById } from '#server/db/stores.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { CalledOff, type EffectKind } from '#server/effects/worker.ts';

const Made = z.object({
  idFromPlatform: z.string(),
  handle: z.string(),
  variants: z.array(CoverVariant),
});

// The platform takes more, and carts of months ago don't count.
const MOST_VARIANTS = 200;

/** Makes the product of the cover as it has to be. Variants of former prices stay: carts may have them still. */
export const coverProduct: EffectKind<EffectDeps> = {
  priority: 'staff',
  async run({ store_id: storeId, payload }, deps, context) {
    const { revision, title, prices } = CoverProductPayload.parse(payload);
    const [kept, store] = await deps.database.readStore(storeId, (db) =>
      Promise.all([keptCover(db, storeId), storeById(db, storeId)]),
    );
    if (!store) throw new PartnerError('cover', 'refused', 'This store no longer exists.');
    if (revision < kept.revision) throw new CalledOff('The prices were changed again.');
    const former = kept.product?.variants.map(({ price }) => price) ?? [];
    const made = await (
      await deps.storefrontOf(storeId)
    ).keepCoverProduct(
      {
        idFromPlatform: kept.product?.idFromPlatform ?? null,
        title,
        vendor: store.name,
        prices: [...new Set([...prices, ...former])].slice(0, MOST_VARIANTS),
        currencyCode: store.currency_code,
      },
      context,
    );
    return { ...made, label: title, url: null };
  },
  async record(db, { store_id: storeId, payload }, result) {
    const { title } = CoverProductPayload.parse(payload);
    await keepMadeCover(db, storeId, { ...Made.parse(result), title });
  },
};
