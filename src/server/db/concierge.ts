import { sql, type RawBuilder } from 'kysely';
import type { QueueSearch } from '#core/lists/search.ts';
import type { Minor } from '#core/money.ts';
import type { ShippingReason } from '#core/protection/reasons.ts';
import type { ShippingMethod } from '#core/protection/shipping-claim.ts';
import { listRows, type Found, type RowsWanted } from '#server/db/lists.ts';

// What runs here is asked as the owner: no store's role sees other stores.

/** Claims that are open in a store that leaves their decision to the provider. */
const IN_QUEUE = sql<boolean>`shipping_claim.status in ('Open', 'InProgress') and exists (
  select from store_settings where store_settings.store_id = shipping_claim.store_id
  and store_settings.group_name = 'shippingClaimsAdvanced'
  and store_settings.document ->> 'isMerchantFinalizationEnabled' = 'false')`;

const OF_STORE = sql`join store on store.store_id = shipping_claim.store_id`;

export type QueueRow = {
  store_id: number;
  store_name: string;
  external_id: string;
  filed_on: Date;
  customer_name: string;
  reason: ShippingReason;
  asked_for: ShippingMethod;
  amount: Minor;
  currency_code: string;
  assignee_id: number | null;
  assignee_name: string | null;
  held_until: Date | null;
  reorder_until: string | null;
};

/** One page of the queue, and one row more. */
export const queueRows = (
  wanted: Omit<RowsWanted, 'orderBy'> & { filters: QueueSearch['filters'] },
): RawBuilder<Found<QueueRow>> =>
  listRows<QueueRow>(
    null,
    'Concierge',
    {
      columns: sql`shipping_claim.store_id, store.name as store_name, external_id, shipping_claim.created_on as filed_on,
        customer_name, reason, assignee_id, assignee_name, held_until,
        document ->> 'requestedMethod' as asked_for, document ->> 'currencyCode' as currency_code,
        document #>> '{reorder,endsOn}' as reorder_until,
        (select sum((line ->> 'amount')::bigint)::bigint from jsonb_array_elements(document -> 'lines') as line) as amount`,
      beside: OF_STORE,
      also: IN_QUEUE,
    },
    { ...wanted, orderBy: { column: 'createdOn', direction: 'asc' } },
  );

export type Desk = {
  total: number;
  unanswered: number;
  mine: number;
  nobodys: number;
  stores: { id: number; name: string }[];
  people: { userId: number; name: string }[];
};

/** The queue in numbers, the stores it is over, and the provider admins who signed in. */
export const deskOf = (userId: number, providerAdmins: readonly string[]): RawBuilder<Desk> => sql<Desk>`
  select counted.*, stores.stores, people.people
  from (select count(*) as total, count(*) filter (where owed_from <= now()) as unanswered,
      count(*) filter (where assignee_id = ${userId}) as mine, count(*) filter (where assignee_id is null) as nobodys
    from shipping_claim where ${IN_QUEUE}) as counted,
  (select coalesce(jsonb_agg(jsonb_build_object('id', store_id, 'name', name) order by name, store_id), '[]') as stores
    from store join store_settings using (store_id)
    where group_name = 'shippingClaimsAdvanced' and document ->> 'isMerchantFinalizationEnabled' = 'false') as stores,
  (select coalesce(jsonb_agg(jsonb_build_object('userId', user_id, 'name', name) order by name, user_id), '[]') as people
    from (${colleagues(providerAdmins)}) as colleague) as people`;

const colleagues = (providerAdmins: readonly string[]): RawBuilder<{ user_id: number; name: string }> => sql`
  select user_id, coalesce(nullif(btrim(first_name || ' ' || last_name), ''), email) as name
  from app_user join provider_admin using (subject)
  where email_key = any(${[...providerAdmins]}::text[])`;

/** A provider admin by id, as colleagues know them. */
export const colleagueById = (
  userId: number,
  providerAdmins: readonly string[],
): RawBuilder<{ user_id: number; name: string }> =>
  sql`select user_id, name from (${colleagues(providerAdmins)}) as colleague where user_id = ${userId}`;

/** The claim that waits longest for an answer and that nobody has. */
export const nextInQueue = (): RawBuilder<{ store_id: number; shipping_claim_id: number }> => sql`
  select store_id, shipping_claim_id from shipping_claim
  where ${IN_QUEUE} and assignee_id is null and owed_from <= now()
  order by owed_from, shipping_claim_id limit 1`;

/** Claims whose holder left them alone for too long, of all stores. */
export const lapsedHolds = (
  now: Date,
  most: number,
): RawBuilder<{ store_id: number; shipping_claim_id: number }> => sql`
  select store_id, shipping_claim_id from shipping_claim
  where held_until <= ${now} order by held_until limit ${most}`;
