/** Orders are found by the tracking numbers of their parcels: whoever was given one may know no other number. */
export const giftReturns = `
alter table store_order add column tracking_keys text[] not null default '{}';
update store_order set tracking_keys = array(
  select distinct lower(regexp_replace(normalize(code, NFKC), '\\s+', '', 'g'))
  from jsonb_array_elements(document -> 'fulfillments') as sent, jsonb_array_elements_text(sent -> 'trackingCodes') as code);
create index store_order_tracking on store_order using gin (store_id, tracking_keys) where tracking_keys <> '{}';

-- The index may not be used under a policy, so this runs as the owner and repeats the policy's filter itself.
create function order_ids_tracked(code text) returns setof bigint
language sql stable security definer set search_path = public, pg_temp rows 1 as $$
  select order_id from store_order
  where store_id = nullif(current_setting('app.store_id', true), '')::integer
    and tracking_keys @> array[code] and tracking_keys <> '{}'
  order by created_on desc
  limit 20
$$;
revoke all on function order_ids_tracked(text) from public;
grant execute on function order_ids_tracked(text) to makegood_app;
`;
