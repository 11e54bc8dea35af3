import type { Selectable } from 'kysely';
import type { Claim } from '#core/claims/claim.ts';
import type { ShopState } from '#sandbox/shopify/state.ts';
import type { Db } from '#server/db/connect.ts';
import type { EffectRow } from '#server/db/effects.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Twins } from '../partners.ts';

/** Everything there is when a schedule has come to rest: what we believe, and what the partners hold. */
export type Facts = {
  claims: { claim: Claim; row: Selectable<Tables['claim']> }[];
  effects: EffectRow[];
  inbox: Selectable<Tables['webhook_inbox']>[];
  shop: ShopState;
  labels: Pick<Twins['labels'], 'shipments'>;
  mailbox: Twins['mailbox'];
};

/** Looks at the facts and says what is wrong with them, each in one sentence. */
export type Check = (facts: Facts) => string[];

export async function readFacts(
  db: Db,
  storeId: number,
  twins: Pick<Facts, 'labels' | 'mailbox'>,
  shop: ShopState,
): Promise<Facts> {
  const rows = await db.selectFrom('claim').selectAll().where('store_id', '=', storeId).orderBy('claim_id').execute();
  const ofStore = db.selectFrom('effect').selectAll().where('store_id', '=', storeId);
  return {
    claims: rows.map((row) => ({ claim: row.document, row })),
    effects: await ofStore.orderBy('effect_id').execute(),
    inbox: await db.selectFrom('webhook_inbox').selectAll().where('store_id', '=', storeId).execute(),
    shop,
    labels: twins.labels,
    mailbox: twins.mailbox,
  };
}
