/** Functions of the schema. Those that read tables run as the owner: a search may not use its index under a policy. Each repeats the policy's filter itself. */

/** Before the tables, whose generated columns use them. The embedded database has both extensions. */
export const textFunctions = `
create extension if not exists pg_trgm;
create extension if not exists btree_gin;
-- Loads the library, whose parameter functions set.
select show_limit();

-- Text as it is compared. Most words are plain ASCII and need no taking apart.
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

-- array_to_string is stable for the sake of other types; of texts it is immutable, as a generated column has to be.
create function keys_text(keys text[]) returns text language sql immutable as $$ select array_to_string(keys, ' ') $$;
`;

/** After the tables. */
export const functions = `
-- The journal balances when its transaction ends, and nothing in it is ever changed.
create function journal_is_balanced() returns trigger language plpgsql as $$
begin
  if exists (
    select from journal_posting
    where store_id = new.store_id and entry_id = new.entry_id
    group by currency_code having sum(amount) <> 0
  ) then
    raise exception 'journal entry % of store % does not balance', new.entry_id, new.store_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger journal_posting_balances after insert on journal_posting
  deferrable initially deferred for each row execute function journal_is_balanced();

create function journal_is_append_only() returns trigger language plpgsql as $$
begin
  -- The whole store is erased: only the owner may delete at all, and has to name it.
  if tg_op = 'DELETE' and tg_level = 'ROW' and current_setting('app.erased_store', true) = old.store_id::text then return old; end if;
  raise exception 'the journal is append only' using errcode = 'restrict_violation';
end $$;
create trigger journal_entry_stays before update or delete on journal_entry for each row execute function journal_is_append_only();
create trigger journal_posting_stays before update or delete on journal_posting for each row execute function journal_is_append_only();
create trigger journal_entry_is_kept before truncate on journal_entry execute function journal_is_append_only();
create trigger journal_posting_is_kept before truncate on journal_posting execute function journal_is_append_only();

create function claim_ids_matching(pattern text) returns setof bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select claim_id from claim
  where store_id = nullif(current_setting('app.store_id', true), '')::integer and search_text like pattern
$$;
revoke all on function claim_ids_matching(text) from public;
grant execute on function claim_ids_matching(text) to makegood_app;

-- The ids of one page of a search. 'facet_sets' is a list of lists: of each, one facet is enough. Looks first at the thousand claims
-- that come next, as far as the page takes: what is common fills it there, at the same cost in a store of any size. What is found often,
-- but not often enough for that, is looked for among as many as should have a page of it. The rest is found by its index and sorted,
-- which is cheap because it is rare.
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

-- The ids of one page of the claims with this identifier, by its index first: a number, an address or a code is on few of them.
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

-- The ids of one page of the orders that a number, an address, a tracking number or a SKU equals.
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

-- Orders with a parcel of this tracking number: a gift recipient may know no other number.
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

-- Photos of other claims that share words with these.
create function photos_like(wanted integer[], but_of_claim bigint) returns table (claim_id bigint, photo_hashes bytea)
language sql stable security definer set search_path = public, pg_temp rows 20 as $$
  select media.subject_id, media.photo_hashes from media
  where photo_words && wanted
    and store_id = nullif(current_setting('app.store_id', true), '')::integer
    and media.subject_kind = 'claim' and media.subject_id <> but_of_claim and not media.is_of_inspection
  order by media.created_on desc
  limit 300
$$;
revoke all on function photos_like(integer[], bigint) from public;
grant execute on function photos_like(integer[], bigint) to makegood_app;

-- Other stores' claims of the same keyed hash: how many, and nothing else of them.
create function claims_in_other_stores(hash text, since timestamptz) returns table (stores bigint, claims bigint)
language sql stable security definer set search_path = public, pg_temp rows 1 as $$
  select count(distinct store_id), count(*) from claim_origin
  where email_hash = hash and created_on >= since
    and store_id <> nullif(current_setting('app.store_id', true), '')::integer
$$;
revoke all on function claims_in_other_stores(text, timestamptz) from public;
grant execute on function claims_in_other_stores(text, timestamptz) to makegood_app;
`;
