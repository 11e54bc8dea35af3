/** A list of claims is narrowed by true and false of a column too, as by spans of time. */
export const listFlags = `
-- The ids of one page of a search, as before; of 'columns' each is within a span of time, or is true or false.
drop function claim_page(text, jsonb, jsonb, text, text, timestamptz, bigint, boolean, integer);
create function claim_page(
  kind text, facet_sets jsonb, columns jsonb, pattern text, alike text, start_on timestamptz, start_id bigint, is_descending boolean, most integer
) returns setof bigint
language plpgsql stable security definer set search_path = public, pg_temp set pg_trgm.word_similarity_threshold = 0.5 rows 50 as $$
declare
  store integer := nullif(current_setting('app.store_id', true), '')::integer;
  direction text := case when is_descending then 'desc' else 'asc' end;
  sorted text := format(' order by created_on %s, claim_id %s', direction, direction);
  place text := ' where store_id = $1 and claim_type = $2';
  fits text := ' true';
  next_claims integer := 1000;
  often constant integer := 10;
  found_here bigint[];
  one jsonb;
begin
  if start_on is not null then
    place := place || case when is_descending then ' and (created_on, claim_id) < ($3, $4)' else ' and (created_on, claim_id) > ($3, $4)' end;
  end if;
  for one in select * from jsonb_array_elements(columns) loop
    if one ->> 'start' is not null then fits := fits || format(' and %I >= %L::timestamptz', one ->> 'column', one ->> 'start'); end if;
    if one ->> 'end' is not null then fits := fits || format(' and %I < %L::timestamptz', one ->> 'column', one ->> 'end'); end if;
    if one ->> 'is' is not null then fits := fits || format(case when (one ->> 'is')::boolean then ' and %I' else ' and not %I' end, one ->> 'column'); end if;
  end loop;
  for one in select * from jsonb_array_elements(facet_sets) loop
    fits := fits || format(' and facets && %L::text[]', array(select jsonb_array_elements_text(one)));
  end loop;
  if pattern is not null then fits := fits || ' and search_text like $5'; end if;
  -- Of the name alone, which is short: telling how much alike texts are is slow.
  if alike is not null then fits := fits || ' and $6 <% folded(customer_name)'; end if;
  loop
    execute 'select array(select claim_id from (select * from claim' || place || sorted || ' limit $7) as upcoming where' || fits || sorted || ' limit $8)'
      into found_here using store, kind, start_on, start_id, pattern, alike, next_claims, most;
    if cardinality(found_here) = most then
      return query select unnest(found_here);
      return;
    end if;
    -- Once. Comparing texts is too slow for many.
    exit when next_claims > 1000 or alike is not null or cardinality(found_here) < often;
    next_claims := next_claims * most / cardinality(found_here) * 3 / 2;
  end loop;
  -- For its index.
  if alike is not null then fits := fits || ' and $6 <% search_text'; end if;
  return query execute
    'with rare as materialized (select claim_id, created_on from claim' || place || ' and' || fits || ') select claim_id from rare' || sorted || ' limit $7'
    using store, kind, start_on, start_id, pattern, alike, most;
end $$;
revoke all on function claim_page(text, jsonb, jsonb, text, text, timestamptz, bigint, boolean, integer) from public;
grant execute on function claim_page(text, jsonb, jsonb, text, text, timestamptz, bigint, boolean, integer) to makegood_app;

-- Rare ones among many claims, whichever of the two they are.
create index claim_registered on claim (store_id, has_registration, created_on desc, claim_id desc) where claim_type = 'Warranty';
`;
