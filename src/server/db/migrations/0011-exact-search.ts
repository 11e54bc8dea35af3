/**
 * Pages of searches that read less: what is common only as far as it fills the page, and claims with one of their
 * identifiers by its index first, since a number, an address or a code is on few of them.
 */
export const exactSearch = `
-- The ids of one page of a search. 'facet_sets' is a list of lists: of each, one facet is enough. Looks first at the thousand claims
-- that come next, as far as the page takes: what is common fills it there, at the same cost in a store of any size. What is rarer
-- than that is found by its index and sorted, which is cheap because it is rare.
create or replace function claim_page(
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
  execute 'select array(select claim_id from (select * from claim' || place || sorted || ' limit $7) as upcoming where' || fits || sorted || ' limit $8)'
    into found_here using store, kind, start_on, start_id, pattern, alike, next_claims, most;
  if cardinality(found_here) = most then
    return query select unnest(found_here);
    return;
  end if;
  -- For its index.
  if alike is not null then fits := fits || ' and $6 <% search_text'; end if;
  return query execute
    'with rare as materialized (select claim_id, created_on from claim' || place || ' and' || fits || ') select claim_id from rare' || sorted || ' limit $7'
    using store, kind, start_on, start_id, pattern, alike, most;
end $$;

create function claims_known_as(kind text, facet text, is_descending boolean, most integer) returns setof bigint
language plpgsql stable security definer set search_path = public, pg_temp rows 50 as $$
declare
  store integer := nullif(current_setting('app.store_id', true), '')::integer;
  few constant integer := 1000;
  newest_first bigint[];
begin
  select array_agg(claim_id order by created_on desc, claim_id desc) into newest_first from (
    select claim_id, created_on from claim where store_id = store and claim_type = kind and facets && array[facet] limit few + 1
  ) as known;
  -- A SKU may be on all of them, which only the list's own order finds quickly.
  if cardinality(newest_first) > few then
    return query select claim_page(kind, jsonb_build_array(jsonb_build_array(facet)), '[]', null, null, null, null, is_descending, most);
  elsif is_descending then
    return query select unnest(newest_first[:most]);
  else
    return query select unnest(newest_first[greatest(1, cardinality(newest_first) - most + 1):]);
  end if;
end $$;
revoke all on function claims_known_as(text, text, boolean, integer) from public;
grant execute on function claims_known_as(text, text, boolean, integer) to makegood_app;
`;
