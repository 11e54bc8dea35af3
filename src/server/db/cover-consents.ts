import type { CoverChoice } from '#contract/merchant/orders.ts';
import type { CoverConsent } from '#core/protection/widget-config.ts';
import { amountOf } from '#server/amounts.ts';
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

/** What the shopper of an order chose; null where it isn't known. */
export async function consentOf(db: Db, storeId: number, consentId: string | undefined): Promise<CoverChoice | null> {
  if (consentId === undefined) return null;
  const row = await db
    .selectFrom('cover_consent')
    .select(['choice', 'document', 'created_on'])
    .where('store_id', '=', storeId)
    .where('consent_id', '=', consentId)
    .executeTakeFirst();
  if (!row) return null;
  const { price, currencyCode, ...shown } = row.document;
  return {
    ...shown,
    choice: row.choice,
    price: amountOf(price, currencyCode),
    currencyCode,
    createdOn: row.created_on.toISOString(),
  };
}
