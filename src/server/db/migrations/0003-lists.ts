/** Lists of claims and orders: what they are filtered and searched by, tags, saved views and reports. */
export const lists = `
create extension if not exists btree_gin;

-- What a claim is found by exactly: the values of its filters and its identifiers, computed from the aggregate with the other columns.
alter table claim add column facets text[] not null default '{}';
-- Which definition of the filters they were computed by: older ones are computed anew in the background.
alter table claim add column facets_version smallint not null default 0;
alter table claim add column inspected_on timestamptz;
alter table claim add column channel text not null default '';
update claim set channel = coalesce((
  select document ->> 'channel' from store_order where store_order.store_id = claim.store_id and store_order.order_id = claim.order_id), '');
create index claim_facets on claim using gin (store_id, facets);
create index claim_facets_version on claim (facets_version, store_id, claim_id);
create index claim_inspected on claim (store_id, claim_type, inspected_on) where inspected_on is not null;
-- With the store in it, the words of other stores cost a search nothing.
drop index claim_search;
create index claim_search on claim using gin (store_id, search_text gin_trgm_ops);
drop index claim_with_error;
drop function claim_page_matching(text, text, text[], boolean, timestamptz, bigint, boolean, integer);

alter table store_order add column customer_name text not null generated always as (trim(
  coalesce(document -> 'customer' ->> 'firstName', document -> 'shippingAddress' ->> 'firstName', '') || ' ' ||
  coalesce(document -> 'customer' ->> 'lastName', document -> 'shippingAddress' ->> 'lastName', ''))) stored;
alter table store_order add column search_text text not null generated always as (lower(
  order_no || ' ' || coalesce(document ->> 'email', '') || ' ' ||
  coalesce(document -> 'customer' ->> 'firstName', document -> 'shippingAddress' ->> 'firstName', '') || ' ' ||
  coalesce(document -> 'customer' ->> 'lastName', document -> 'shippingAddress' ->> 'lastName', ''))) stored;
create index store_order_newest on store_order (store_id, created_on desc, order_id desc);
create index store_order_email on store_order (store_id, email_key);
create index store_order_search on store_order using gin (store_id, search_text gin_trgm_ops);

create table claim_tag (
  store_id integer not null references store,
  tag_id bigint generated always as identity,
  name text not null,
  name_key text not null,
  primary key (store_id, tag_id),
  unique (store_id, name_key)
);

create table saved_view (
  store_id integer not null references store,
  view_id bigint generated always as identity,
  kind text not null,
  name text not null,
  filters jsonb not null,
  created_on timestamptz not null default now(),
  primary key (store_id, view_id)
);
create index saved_view_of_kind on saved_view (store_id, kind, view_id);

create table report (
  store_id integer not null references store,
  report_id bigint generated always as identity,
  request jsonb not null,
  requested_by text not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  line_count bigint not null default 0,
  file_key text,
  created_on timestamptz not null default now(),
  done_on timestamptz,
  primary key (store_id, report_id)
);

do $$
declare name text;
begin
  foreach name in array array['claim_tag','saved_view','report'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy of_store on %I to makegood_app using (store_id = nullif(current_setting(''app.store_id'', true), '''')::integer) with check (store_id = nullif(current_setting(''app.store_id'', true), '''')::integer)', name);
    execute format('grant select, insert, update, delete on %I to makegood_app', name);
  end loop;
end $$;
grant usage on all sequences in schema public to makegood_app;

-- Loads the library, whose parameter the functions below set.
select show_limit();

-- The ids of one page of a search. 'facet_sets' is a list of lists: of each, one facet is enough. Looks first at the thousand claims
-- that come next: what is common fills the page there, at the same cost in a store of any size. What is rarer than that
-- is found by its index and sorted, which is cheap because it is rare.
create function claim_page(
  kind text, facet_sets jsonb, ranges jsonb, pattern text, alike text, start_on timestamptz, start_id bigint, is_descending boolean, most integer
) returns setof bigint
language plpgsql stable security definer set search_path = public, pg_temp set pg_trgm.word_similarity_threshold = 0.5 rows 50 as $$
declare
  store integer := nullif(current_setting('app.store_id', true), '')::integer;
  direction text := case when is_descending then 'desc' else 'asc' end;
  sorted text := format(' order by created_on %s, claim_id %s', direction, direction);
  place text := ' where store_id = $1 and claim_type = $2';
  fits text := ' true';
  next_claims integer := 1000;
  looked_at integer;
  found_here bigint[];
  one jsonb;
begin
  if start_on is not null then
    place := place || case when is_descending then ' and (created_on, claim_id) < ($3, $4)' else ' and (created_on, claim_id) > ($3, $4)' end;
  end if;
  for one in select * from jsonb_array_elements(ranges) loop
    if one ->> 'start' is not null then fits := fits || format(' and %I >= %L::timestamptz', one ->> 'column', one ->> 'start'); end if;
    if one ->> 'end' is not null then fits := fits || format(' and %I < %L::timestamptz', one ->> 'column', one ->> 'end'); end if;
  end loop;
  for one in select * from jsonb_array_elements(facet_sets) loop
    fits := fits || format(' and facets && %L::text[]', array(select jsonb_array_elements_text(one)));
  end loop;
  if pattern is not null then fits := fits || ' and search_text like $5'; end if;
  -- Of the name alone, which is short: telling how much alike texts are is slow.
  if alike is not null then fits := fits || ' and $6 <% customer_name'; end if;
  execute 'select count(*), (array_agg(claim_id order by place) filter (where fits))[:$8] from ('
    || 'select claim_id, row_number() over (' || sorted || ') as place, (' || fits || ') as fits from claim' || place || sorted || ' limit $7) as upcoming'
    into looked_at, found_here using store, kind, start_on, start_id, pattern, alike, next_claims, most;
  if looked_at < next_claims or cardinality(found_here) = most then
    return query select unnest(found_here);
    return;
  end if;
  -- For its index.
  if alike is not null then fits := fits || ' and $6 <% search_text'; end if;
  return query execute
    'with rare as materialized (select claim_id, created_on from claim' || place || ' and' || fits || ') select claim_id from rare' || sorted || ' limit $7'
    using store, kind, start_on, start_id, pattern, alike, most;
end $$;
revoke all on function claim_page(text, jsonb, jsonb, text, text, timestamptz, bigint, boolean, integer) from public;
grant execute on function claim_page(text, jsonb, jsonb, text, text, timestamptz, bigint, boolean, integer) to makegood_app;

-- As claim_page, for orders: by words anywhere in their number, address and name, or by words like those.
create function order_page(
  pattern text, alike text, from_on timestamptz, until_on timestamptz, start_on timestamptz, start_id bigint, is_descending boolean, most integer
) returns setof bigint
language plpgsql stable security definer set search_path = public, pg_temp set pg_trgm.word_similarity_threshold = 0.5 rows 50 as $$
declare
  store integer := nullif(current_setting('app.store_id', true), '')::integer;
  direction text := case when is_descending then 'desc' else 'asc' end;
begin
  return query execute
    'with found as materialized (select order_id, created_on from store_order where store_id = $1'
    || case when pattern is null then ' and $3 <% search_text' else ' and search_text like $2' end
    || case when from_on is null then '' else ' and created_on >= $4' end
    || case when until_on is null then '' else ' and created_on < $5' end
    || case when start_on is null then '' when is_descending then ' and (created_on, order_id) < ($6, $7)' else ' and (created_on, order_id) > ($6, $7)' end
    || format(') select order_id from found order by created_on %s, order_id %s limit $8', direction, direction)
    using store, pattern, alike, from_on, until_on, start_on, start_id, most;
end $$;
revoke all on function order_page(text, text, timestamptz, timestamptz, timestamptz, bigint, boolean, integer) from public;
grant execute on function order_page(text, text, timestamptz, timestamptz, timestamptz, bigint, boolean, integer) to makegood_app;
`;
