import { sql, type RawBuilder } from 'kysely';
import type { ProductReason, ReasonCount } from '#core/analytics/reasons.ts';
import type { ClaimCount, ReturnsRows } from '#core/analytics/returns.ts';
import type { ProductsRows, VariantCount } from '#core/analytics/products.ts';
import { REGISTRATION_ORDER } from '#core/orders/order-origin.ts';
import { PAYMENT_ORDER_TAG } from '#core/orders/payment-order.ts';
import type { CurrencyCode } from '#core/money.ts';
import { isWithin, stepDay, type Asked } from '#server/db/analytics/span.ts';
import type { Db } from '#server/db/connect.ts';

/** Claims made in the period by step, kind and status. */
export async function claimsMade(db: Db, asked: Asked): Promise<ClaimCount[]> {
  const { rows } = await sql<ClaimCount>`
    select ${stepDay(asked, 'created_on')} as "startsOn", claim_type as kind, rollup, count(*) as count
    from claim where store_id = ${asked.storeId} and ${isWithin(asked, 'created_on')}
    group by 1, 2, 3`.execute(db);
  return rows;
}

/** Lines of claims made in the period but those that were canceled, of the named products only where they are named. */
const claimedLines = (asked: Asked): RawBuilder<unknown> => sql`
  select claim.claim_type, claim.currency_code, claim.created_on,
    coalesce(line."productIdFromPlatform", line.name) as product_key, line.*
  from claim cross join lateral jsonb_to_recordset(document -> 'lines') as line (
    "productIdFromPlatform" text, name text, "variantTitle" text, sku text, quantity integer, "requestedAmount" bigint,
    "reasonName" text, "reasonDetail" text, "canceledOn" text, "imgUrl" text, status text)
  where store_id = ${asked.storeId} and ${isWithin(asked, 'created_on')} and line."canceledOn" is null`;

/** Whether a line of an order is cover for the way and no goods; see `isProtectionLine`. */
export const isProtection = (skus: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(line."isProtection" is true or (line.sku <> '' and line.sku = any(${[...skus]}::text[])))`;

/** Whether something was bought here with an order: it neither stands for registered products nor takes a payment alone. */
const isBoughtHere = sql<boolean>`(not starts_with(id_from_platform, ${sql.lit(REGISTRATION_ORDER)})
  and not lower(document ->> 'tags')::jsonb @> ${sql.lit(JSON.stringify([PAYMENT_ORDER_TAG]))}::jsonb)`;

/** Lines of goods in orders of the period that were not canceled. */
const orderedLines = (asked: Asked): RawBuilder<unknown> => sql`
  select coalesce(line."productIdFromPlatform", line.name) as product_key, line.*
  from store_order cross join lateral jsonb_to_recordset(document -> 'lines') as line (
    "productIdFromPlatform" text, name text, "variantTitle" text, sku text, quantity integer,
    "isGiftCard" boolean, "isProtection" boolean)
  where store_id = ${asked.storeId} and ${isWithin(asked, 'created_on')} and document ->> 'canceledOn' is null
    and ${isBoughtHere} and line."isGiftCard" is not true and not ${isProtection(asked.protectionSkus)}`;

/** What was denied does not come back. */
const isReturned = sql`claim_type = 'Return' and status is distinct from 'denied'`;

/** Units returned and ordered in the period. */
export async function unitsOf(db: Db, asked: Asked): Promise<Pick<ReturnsRows, 'unitsReturned' | 'unitsOrdered'>> {
  const { rows } = await sql<Pick<ReturnsRows, 'unitsReturned' | 'unitsOrdered'>>`
    with claimed as (${claimedLines(asked)}), ordered as (${orderedLines(asked)})
    select (select coalesce(sum(quantity), 0) from claimed where ${isReturned}) as "unitsReturned",
      (select coalesce(sum(quantity), 0) from ordered) as "unitsOrdered"`.execute(db);
  return rows[0] ?? { unitsReturned: 0, unitsOrdered: 0 };
}

/** Why, by step. Values are those of claims in the currency. */
export async function reasonsGiven(db: Db, asked: Asked, currencyCode: CurrencyCode): Promise<ReasonCount[]> {
  const { rows } = await sql<ReasonCount>`
    with claimed as (${claimedLines(asked)})
    select ${stepDay(asked, 'created_on')} as "startsOn", claim_type as kind, "reasonName" as reason, "reasonDetail" as detail,
      count(*) as lines, sum(quantity) as units,
      coalesce(sum("requestedAmount") filter (where currency_code = ${currencyCode}), 0)::bigint as value
    from claimed group by 1, 2, 3, 4`.execute(db);
  return rows;
}

/** The most frequent pairs of a product and a reason. */
export async function reasonsOfProducts(db: Db, asked: Asked, most: number): Promise<ProductReason[]> {
  const { rows } = await sql<ProductReason>`
    with claimed as (${claimedLines(asked)})
    select max(name) as product, max("imgUrl") as "imgUrl", mode() within group (order by claim_type) as kind, "reasonName" as reason, sum(quantity) as units,
      (sum(sum(quantity)) over (partition by product_key))::bigint as "unitsOfProduct"
    from claimed group by product_key, "reasonName"
    order by units desc, product, reason limit ${most}`.execute(db);
  return rows;
}

/** The variants of the most returned products, with the units ordered of each. */
export async function returnedVariants(
  db: Db,
  asked: Asked,
  currencyCode: CurrencyCode,
  products: number,
): Promise<Pick<ProductsRows, 'variants' | 'productsReturned'>> {
  const { rows } = await sql<VariantCount & { productsReturned: number }>`
    with claimed as (
      select product_key, max(name) as name, "variantTitle", sku, sum(quantity) as units,
        sum("requestedAmount") filter (where currency_code = ${currencyCode})::bigint as value, max("imgUrl") as "imgUrl"
      from (${claimedLines(asked)}) as line where ${isReturned} group by product_key, "variantTitle", sku
    ), product as (
      select product_key, max(name) as name, count(*) over () as products
      from claimed group by product_key order by sum(units) desc, product_key limit ${products}
    ), ordered as (
      select line.product_key, line."variantTitle", line.sku, sum(quantity) as units
      from (${orderedLines(asked)}) as line join product using (product_key) group by 1, 2, 3
    )
    select product.product_key as "productKey", product.name as product, both_sides."variantTitle" as variant,
      both_sides.sku, coalesce(claimed_units, 0) as returned, coalesce(ordered_units, 0) as ordered,
      value, both_sides."imgUrl", product.products as "productsReturned"
    from product join (
      select product_key, "variantTitle", sku, claimed.units as claimed_units, claimed.value, claimed."imgUrl", ordered.units as ordered_units
      from claimed full join ordered using (product_key, "variantTitle", sku)
    ) as both_sides using (product_key)`.execute(db);
  return { variants: rows, productsReturned: rows[0]?.productsReturned ?? 0 };
}
