import { sql } from 'kysely';
import { DAY_MS, isoOf } from '#core/dates.ts';
import { normalizeEmail } from '#core/orders/lookup.ts';
import { buyerEmail, type Order } from '#core/orders/order.ts';
import type { KnownAround, Ruling } from '#core/policy/with-rules.ts';
import type { Hook } from '#core/automations/hooks.ts';
import type { Db } from '#server/db/connect.ts';
import { fieldsToAsk } from '#server/db/custom-fields.ts';
import { productPlaces } from '#server/db/product-groups.ts';
import type { OrderWithClaims } from '#server/db/order-with-claims.ts';
import { registrationsOn } from '#server/db/registrations.ts';

/** The moments of an order that a policy has a say in. */
const MOMENTS: readonly Hook[] = [
  'orderLookup',
  'afterReasonSelection',
  'exchangeProductSelection',
  'beforeClaimSubmission',
  'returnShipmentQuote',
];

/** What the live rules of a store are asked with about an order; null where none has a say before a claim is made. */
export async function rulingFor(
  db: Db,
  storeId: number,
  { order, rules }: Pick<OrderWithClaims, 'order' | 'rules'>,
): Promise<Ruling | null> {
  if (!MOMENTS.some((hook) => rules.hasRulesAt(hook))) return null;
  const fields = rules.hasRulesAt('afterReasonSelection') ? await fieldsToAsk(db, storeId) : [];
  return { rules, fields, ...(await knownAround(db, storeId, order)) };
}

/** What rules are asked with beside an order, now. */
export async function knownAround(db: Db, storeId: number, order: Order): Promise<KnownAround> {
  const now = Date.now();
  const products = await productPlaces(db, storeId, order);
  return { products, now: isoOf(now), ...(await buyerOf(db, storeId, order, now)) };
}

/**
 * How often the buyer of an order returned and claimed a warranty in the year before, on any order of the store, and
 * the segments they were in when they were last asked for, and what is registered on the order.
 * `butClaimId`: the claim it is asked for, which does not count.
 */
export async function buyerOf(
  db: Db,
  storeId: number,
  order: Order,
  now: number,
  butClaimId: number | null = null,
): Promise<Pick<Ruling, 'returnsLastYear' | 'warrantiesLastYear' | 'segmentIds' | 'registrations' | 'timeZone'>> {
  const email = normalizeEmail(buyerEmail(order));
  const ofType = (type: string) => sql<number>`count(*) filter (where claim_type = ${type})::integer`;
  const counted = await db
    .selectFrom('claim')
    .innerJoin('store_order', (join) =>
      join.onRef('store_order.store_id', '=', 'claim.store_id').onRef('store_order.order_id', '=', 'claim.order_id'),
    )
    .select([ofType('Return').as('returns'), ofType('Warranty').as('warranties')])
    .select(sql<string>`(select time_zone from store where store_id = ${storeId})`.as('timeZone'))
    .select(
      sql<string[] | null>`(select segment_ids from store_order
        where store_id = ${storeId} and id_from_platform = ${order.idFromPlatform})`.as('segmentIds'),
    )
    .select(
      registrationsOn(
        sql`${storeId}`,
        sql`(select order_id from store_order
          where store_id = ${storeId} and id_from_platform = ${order.idFromPlatform})`,
      ).as('registrations'),
    )
    .where('claim.store_id', '=', storeId)
    .where('store_order.email_key', '=', email)
    .where('claim.claim_id', 'is distinct from', butClaimId)
    .where('claim.created_on', '>', new Date(now - 365 * DAY_MS))
    .where('claim.rollup', '<>', 'Closed')
    .where(sql<boolean>`not coalesce((claim.document ->> 'isGiftReturn')::boolean, false)`)
    .executeTakeFirstOrThrow();
  return {
    timeZone: counted.timeZone,
    segmentIds: counted.segmentIds,
    registrations: counted.registrations,
    returnsLastYear: email === '' ? null : counted.returns,
    warrantiesLastYear: email === '' ? null : counted.warranties,
  };
}
