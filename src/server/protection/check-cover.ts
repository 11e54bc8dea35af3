import { isCheckoutPlusOn } from '#core/policy/widget-config-for.ts';
import type { Product } from '#core/orders/order.ts';
import { coverProblemOf } from '#core/protection/cover-product.ts';
import { raiseAlert } from '#server/db/alerts.ts';
import type { Db } from '#server/db/connect.ts';
import { coverProductOf, noteCoverProblem } from '#server/db/cover-product.ts';
import { settingsOf } from '#server/db/settings.ts';
import { storeById } from '#server/db/stores.ts';

/** Notes what somebody did to the product of the cover, and alerts admins while the cover is offered. */
export async function checkCover(db: Db, storeId: number, idFromPlatform: string, seen: Product | null): Promise<void> {
  const product = await coverProductOf(db, storeId);
  if (product?.idFromPlatform !== idFromPlatform) return;
  const problem = coverProblemOf(product, seen);
  if (!(await noteCoverProblem(db, storeId, problem)) || problem === null) return;
  const store = await storeById(db, storeId);
  if (store && isCheckoutPlusOn(settingsOf(store)))
    await raiseAlert(
      db,
      storeId,
      'coverChanged',
      `The product of the cover was ${problem} at the store platform. The cover isn't offered until it is repaired.`,
    );
}
