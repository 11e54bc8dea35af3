/** Words are found however their accents are typed: José by jose, Łukasz by lukasz, and the other way round. */
export const searchWithoutAccents = `
-- As words are looked for. What most words are, plain ASCII, is not worth taking apart.
create function folded(words text) returns text language plpgsql immutable parallel safe as $$
begin
  if octet_length(words) = char_length(words) then return lower(words); end if;
  words := normalize(regexp_replace(normalize(lower(words), NFKD), '[\\u0300-\\u036f]', '', 'g'), NFKC);
  -- Letters that no accent was put on.
  words := translate(lower(words), 'øłđðħŧıς', 'olddhtiσ');
  return replace(replace(replace(replace(words, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
end $$;

-- The pattern of text that has these words anywhere.
create function text_with(words text) returns text language sql immutable parallel safe as $$
  select '%' || regexp_replace(folded(words), '([\\\\%_])', '\\\\\\1', 'g') || '%'
$$;

drop index store_order_search;
alter table store_order drop column search_text;
alter table store_order add column search_text text not null generated always as (folded(
  order_no || ' ' || coalesce(document ->> 'email', '') || ' ' ||
  coalesce(document -> 'customer' ->> 'firstName', document -> 'shippingAddress' ->> 'firstName', '') || ' ' ||
  coalesce(document -> 'customer' ->> 'lastName', document -> 'shippingAddress' ->> 'lastName', '') || ' ' ||
  keys_text(sku_keys) || ' ' || keys_text(tracking_keys))) stored;
create index store_order_search on store_order using gin (store_id, search_text gin_trgm_ops);

-- As before, but for names, which are compared as they are looked for.
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
  often constant integer := 10;
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
  if alike is not null then fits := fits || ' and $6 <% folded(customer_name)'; end if;
  loop
    execute 'select array(select claim_id from (select * from claim' || place || sorted || ' limit $7) as upcoming where' || fits || sorted || ' limit $8)'
      into found_here using store, kind, start_on, start_id, pattern, alike, next_claims, most;
    if cardinality(found_here) = most then
      return query select unnest(found_here);
      return;
    end if;
    -- Once. How much alike texts are is told too slowly for many.
    exit when next_claims > 1000 or alike is not null or cardinality(found_here) < often;
    next_claims := next_claims * most / cardinality(found_here) * 3 / 2;
  end loop;
  -- For its index.
  if alike is not null then fits := fits || ' and $6 <% search_text'; end if;
  return query execute
    'with rare as materialized (select claim_id, created_on from claim' || place || ' and' || fits || ') select claim_id from rare' || sorted || ' limit $7'
    using store, kind, start_on, start_id, pattern, alike, most;
end $$;
`;
