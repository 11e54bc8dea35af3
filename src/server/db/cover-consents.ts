import type { CoverConsent } from '#core/protection/widget-config.ts';
import type { Db } from '#server/db/connect.ts';

/** Sent twice, it is kept once. */
export async function keepConsent(
  db: Db,
  storeId: number,
  { consentId, cartToken, choice, ...document }: CoverConsent,
): Promise<void> {
  await db
    .insertInto('cover_consent')
    .values({
      store_id: storeId,
      consent_id: consentId,
      cart_token: cartToken,
      choice,
      document: JSON.stringify(document),
    })
    .onConflict((conflict) => conflict.columns(['store_id', 'consent_id']).doNothing())
    .execute();
}
