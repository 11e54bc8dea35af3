/** Orders are found by the SKUs of their lines and the tracking numbers of their parcels, as claims are. */
export const orderSearch = `
alter table store_order add column sku_keys text[] not null default '{}';
update store_order set sku_keys = array(
  select distinct lower(regexp_replace(normalize(line ->> 'sku', NFKC), '\\s+', '', 'g'))
  from jsonb_array_elements(document -> 'lines') as line where trim(coalesce(line ->> 'sku', '')) <> '');
-- What the platform says of an order is kept in the codes of ours from now on.
update store_order set document = document || jsonb_build_object(
  'financialStatus', case lower(document ->> 'financialStatus') when 'expired' then 'voided' else lower(document ->> 'financialStatus') end,
  'fulfillmentStatus', case lower(document ->> 'fulfillmentStatus')
    when 'partially_fulfilled' then 'partial' when 'fulfilled' then 'fulfilled' when 'partial' then 'partial' when 'restocked' then 'restocked'
    else 'unfulfilled' end)
  where document ->> 'financialStatus' ~ '[A-Z]' or document ->> 'fulfillmentStatus' ~ '[A-Z]';
create index store_order_sku on store_order using gin (store_id, sku_keys) where sku_keys <> '{}';

-- array_to_string is stable for the sake of other types; of texts it is immutable, as a generated column has to be.
create function keys_text(keys text[]) returns text language sql immutable as $$ select array_to_string(keys, ' ') $$;

drop index store_order_search;
alter table store_order drop column search_text;
alter table store_order add column search_text text not null generated always as (lower(
  order_no || ' ' || coalesce(document ->> 'email', '') || ' ' ||
  coalesce(document -> 'customer' ->> 'firstName', document -> 'shippingAddress' ->> 'firstName', '') || ' ' ||
  coalesce(document -> 'customer' ->> 'lastName', document -> 'shippingAddress' ->> 'lastName', '')) || ' ' ||
  keys_text(sku_keys) || ' ' || keys_text(tracking_keys)) stored;
create index store_order_search on store_order using gin (store_id, search_text gin_trgm_ops);

-- The ids of one page of the orders that a number, an address, a tracking number or a SKU equals. The indexes may not be used
-- under a policy, so this runs as the owner and repeats the policy's filter itself.
create function orders_known_as(
  number_key text, email_key text, code_key text,
  from_on timestamptz, until_on timestamptz, start_on timestamptz, start_id bigint, is_descending boolean, most integer
) returns setof bigint
language plpgsql stable security definer set search_path = public, pg_temp rows 50 as $$
declare
  store integer := nullif(current_setting('app.store_id', true), '')::integer;
  few constant integer := 10000;
  sorted text := case when is_descending then ' order by created_on desc, order_id desc' else ' order by created_on, order_id' end;
  place text := ' where store_id = $1'
    || case when from_on is null then '' else ' and created_on >= $5' end
    || case when until_on is null then '' else ' and created_on < $6' end
    || case when start_on is null then '' when is_descending then ' and (created_on, order_id) < ($7, $8)' else ' and (created_on, order_id) > ($7, $8)' end;
  fits constant text := '(order_no_key = $2 or email_key = $3 or (tracking_keys <> ''{}'' and tracking_keys && array[$4]) or (sku_keys <> ''{}'' and sku_keys && array[$4]))';
  found bigint[];
begin
  execute 'select array_agg(order_id' || sorted || ') from (select order_id, created_on from store_order' || place || ' and ' || fits || ' limit $9) as known'
    into found using store, number_key, email_key, code_key, from_on, until_on, start_on, start_id, few + 1;
  if cardinality(found) > few then
    -- A SKU may be on all of them, which only the list's own order finds quickly.
    execute 'select array(select order_id from (select * from store_order' || place || sorted || ' limit $9) as upcoming where ' || fits || sorted || ' limit $10)'
      into found using store, number_key, email_key, code_key, from_on, until_on, start_on, start_id, few, most;
    if cardinality(found) < most then
      execute 'select array(select order_id from store_order' || place || ' and ' || fits || sorted || ' limit $9)'
        into found using store, number_key, email_key, code_key, from_on, until_on, start_on, start_id, most;
    end if;
  end if;
  return query select unnest(found[:most]);
end $$;
revoke all on function orders_known_as(text, text, text, timestamptz, timestamptz, timestamptz, bigint, boolean, integer) from public;
grant execute on function orders_known_as(text, text, text, timestamptz, timestamptz, timestamptz, bigint, boolean, integer) to makegood_app;
`;
