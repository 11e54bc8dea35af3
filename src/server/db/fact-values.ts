import { sql, type RawBuilder } from 'kysely';
import type { FactName } from '#core/automations/facts.ts';
import type { Db } from '#server/db/connect.ts';

/** Orders that are looked through, the newest first: what a store sells and how it tags it changes slowly. */
const MOST_ORDERS = 2000;
const MOST_PRODUCTS = 5000;

const text = (path: string): RawBuilder<unknown> => sql`array[document #>> ${sql.lit(path)}]`;
const texts = (path: string): RawBuilder<unknown> =>
  sql`array(select jsonb_array_elements_text(case when jsonb_typeof(document #> ${sql.lit(path)}) = 'array' then document #> ${sql.lit(path)} else '[]' end))`;
const ofLines = (list: string, field: string): RawBuilder<unknown> =>
  sql`array(select item ->> ${sql.lit(field)} from jsonb_array_elements(document -> ${sql.lit(list)}) as item)`;

/** Where the values of a fact stand in the store's own data. */
const SEEN: Partial<Readonly<Record<FactName, { in: 'store_order' | 'product'; values: RawBuilder<unknown> }>>> = {
  'customer/tags': { in: 'store_order', values: texts('{customer,tags}') },
  'order/province': { in: 'store_order', values: text('{shippingAddress,stateOrProvinceCode}') },
  'order/tags': { in: 'store_order', values: texts('{tags}') },
  'order/channel': { in: 'store_order', values: text('{channel}') },
  'order/paymentGateway': { in: 'store_order', values: texts('{paymentGateways}') },
  'order/discountCode': { in: 'store_order', values: texts('{discountCodes}') },
  'product/vendor': { in: 'product', values: text('{vendor}') },
  'product/type': { in: 'product', values: text('{productType}') },
  'product/tagsAtPurchase': { in: 'product', values: texts('{tags}') },
  'product/collection': { in: 'product', values: ofLines('collections', 'name') },
  'product/sku': { in: 'product', values: ofLines('variants', 'sku') },
};

/** Values of a fact that the store's data has, the most frequent first; null where they are only typed. */
export async function seenValues(
  db: Db,
  storeId: number,
  fact: FactName,
  { search, take }: { search: string; take: number },
): Promise<string[] | null> {
  const seen = SEEN[fact];
  if (!seen) return null;
  const newest = seen.in === 'store_order' ? sql`created_on desc` : sql`updated_on desc`;
  const most = seen.in === 'store_order' ? MOST_ORDERS : MOST_PRODUCTS;
  const { rows } = await sql<{ value: string }>`
    select min(value) as value
    from (
      select document from ${sql.table(seen.in)} where store_id = ${storeId} order by ${newest} limit ${sql.lit(most)}
    ) as newest
    cross join unnest(${seen.values}) as value
    where btrim(value) <> '' and length(value) <= 200 and folded(value) like text_with(${search})
    group by lower(btrim(value))
    order by count(*) desc, lower(btrim(value))
    limit ${take}`.execute(db);
  return rows.map(({ value }) => value);
}
