/**
 * The audit log. The database writes it itself, in the transaction of the change, so that nothing passes it by: triggers
 * on the tables that people change, each with the path of the name, the columns an entry shows. `app.actor` says who asks and for what.
 */
export const auditLog = `
create table audit_entry (
  store_id integer not null references store,
  entry_id bigint generated always as identity,
  created_on timestamptz not null default clock_timestamp(),
  kind text not null,
  what text not null,
  thing_id text,
  thing_name text not null default '',
  actor_kind text not null check (actor_kind in ('user', 'providerAdmin', 'helpdesk', 'commandLine', 'rule', 'makegood')),
  actor_name text not null,
  request_id text,
  before jsonb not null default '{}',
  after jsonb not null default '{}',
  primary key (store_id, entry_id)
);
create index audit_entry_newest on audit_entry (store_id, created_on desc, entry_id desc);

create function audit_entry_stays() returns trigger language plpgsql as $$
begin
  -- The whole store is erased: only the owner may delete at all, and has to name it.
  if tg_op = 'DELETE' and tg_level = 'ROW' and current_setting('app.erased_store', true) = old.store_id::text then return old; end if;
  raise exception 'the audit log never changes' using errcode = 'restrict_violation';
end $$;
create trigger audit_entry_stays before update or delete on audit_entry for each row execute function audit_entry_stays();
create trigger audit_entry_is_kept before truncate on audit_entry execute function audit_entry_stays();

alter table audit_entry enable row level security;
create policy of_store on audit_entry to makegood_app using (store_id = nullif(current_setting('app.store_id', true), '')::integer) with check (store_id = nullif(current_setting('app.store_id', true), '')::integer);
-- Not even insert: entries come from the functions below alone.
grant select on audit_entry to makegood_app;

create function audit_actor() returns jsonb language sql stable as $$
  select coalesce(nullif(current_setting('app.actor', true), '')::jsonb, '{}')
$$;

create function audit_write(its_store integer, its_kind text, its_what text, its_id text, its_name text, was jsonb, became jsonb)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor jsonb := audit_actor();
begin
  insert into audit_entry (store_id, kind, what, thing_id, thing_name, actor_kind, actor_name, request_id, before, after)
  values (its_store, its_kind, its_what, its_id, coalesce(its_name, ''), coalesce(actor ->> 'kind', 'makegood'),
    coalesce(actor ->> 'name', 'Makegood'), actor ->> 'requestId', was, became);
  perform set_config('app.audited', 'yes', true);
end $$;
revoke execute on function audit_write from public;

-- The shown columns of a row; of 'document.*' each of its fields.
create function audit_shown(its_row jsonb, shown text[]) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(field.key, field.value), '{}')
  from unnest(shown) as name,
    jsonb_each(case when name like '%.*' then coalesce(its_row -> left(name, -2), '{}') else jsonb_build_object(name, its_row -> name) end) as field
$$;

-- That a credential changed is shown, never what it is.
create function audit_masked(key text, value jsonb) returns jsonb language sql immutable as $$
  select case when value not in ('null', '""') and (key ~* secrets or value::text ~* ('"[^"]*' || secrets || '[^"]*"\\s*:')) then '"••••"' else value end
  from (values ('(secret|token|password|api_?key|credential|sealed)')) as named (secrets)
$$;

-- giftCardsControl as people read it.
create function audit_words(name text) returns text language sql immutable as $$
  select upper(left(name, 1)) || lower(regexp_replace(substr(name, 2), '([A-Z])', ' \\1', 'g'))
$$;

-- Arguments: the kind, the column of the id, the path of the name, the columns an entry shows.
create function audit_change() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor jsonb := audit_actor();
  its_row jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  shown text[] := string_to_array(tg_argv[3], ' ');
  was jsonb := case when tg_op = 'INSERT' then '{}'::jsonb else audit_shown(to_jsonb(old), shown) end;
  became jsonb := case when tg_op = 'DELETE' then '{}'::jsonb else audit_shown(to_jsonb(new), shown) end;
  -- Reasons are kept as a group of settings, and are a kind of their own to people.
  its_kind text := case when tg_argv[0] = 'settings' and its_row ->> 'group_name' = 'reasons' then 'reason' else tg_argv[0] end;
  change_was jsonb;
  change_became jsonb;
begin
  if coalesce(current_setting('app.erased_store', true), '') <> '' then return null; end if;
  select coalesce(jsonb_object_agg(key, audit_masked(key, value)), '{}') into change_was from jsonb_each(was) where value is distinct from became -> key;
  select coalesce(jsonb_object_agg(key, audit_masked(key, value)), '{}') into change_became from jsonb_each(became) where value is distinct from was -> key;
  if tg_op = 'UPDATE' and change_was = '{}' and change_became = '{}' then return null; end if;
  perform audit_write((its_row ->> 'store_id')::integer, its_kind,
    case when actor ->> 'about' = its_kind then actor ->> 'what'
      else case tg_op when 'INSERT' then 'Added' when 'DELETE' then 'Deleted' else 'Changed' end end,
    its_row ->> tg_argv[1], case when tg_table_name = 'store_settings' then audit_words(its_row ->> 'group_name')
      else its_row #>> string_to_array(tg_argv[2], '.') end, change_was, change_became);
  return null;
end $$;

-- A claim keeps a timeline and books of its own: an entry refers to them, and copies neither money nor people.
create function audit_claim() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor jsonb := audit_actor();
  known integer := 0;
  was jsonb := '{}';
  became jsonb := '{}';
begin
  if coalesce(actor ->> 'about', '') <> 'claim' then return null; end if;
  if tg_op = 'UPDATE' then
    if old.document is not distinct from new.document and old.tags = new.tags then return null; end if;
    known := jsonb_array_length(old.document -> 'timeline');
    if old.status_detail <> new.status_detail then
      was := jsonb_build_object('status', old.status_detail);
      became := jsonb_build_object('status', new.status_detail);
    end if;
  else
    became := jsonb_build_object('status', new.status_detail);
  end if;
  became := became || (
    select case when count(*) = 0 then '{}'::jsonb else jsonb_build_object('timeline', jsonb_agg(entry ->> 'id' order by place)) end
    from jsonb_array_elements(new.document -> 'timeline') with ordinality as told (entry, place) where place > known);
  perform audit_write(new.store_id, 'claim', actor ->> 'what', new.claim_id::text, new.order_no, was, became);
  return null;
end $$;
create trigger audit after insert or update on claim for each row
  when (coalesce(current_setting('app.actor', true), '') <> '') execute function audit_claim();

-- What rules decided about a claim stands in its receipt.
create function audit_receipt() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into audit_entry (store_id, kind, what, thing_id, thing_name, actor_kind, actor_name, after)
  values (new.store_id, 'claim', 'Decided by automations', new.claim_id::text,
    coalesce((select order_no from claim where claim.store_id = new.store_id and claim.claim_id = new.claim_id), ''), 'rule', 'Automations',
    jsonb_build_object('receipt', new.receipt_id, 'moment', new.moment, 'actions', (select jsonb_agg(key order by key) from jsonb_object_keys(new.decided) as key)));
  return null;
end $$;
create trigger audit after insert on rule_receipt for each row when (new.decided <> '{}') execute function audit_receipt();

-- Called as a transaction of a call ends: what changed no table with a trigger still leaves its entry.
create function audit_call() returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor jsonb := audit_actor();
begin
  if coalesce(current_setting('app.audited', true), '') <> '' then return true; end if;
  if actor ->> 'what' is null or pg_current_xact_id_if_assigned() is null then return false; end if;
  perform audit_write((actor ->> 'storeId')::integer, actor ->> 'about', actor ->> 'what', actor ->> 'thingId',
    case when actor ->> 'about' = 'claim' and actor ->> 'thingId' is not null
      then (select order_no from claim where store_id = (actor ->> 'storeId')::integer and claim_id = (actor ->> 'thingId')::bigint)
      else '' end, '{}', '{}');
  return true;
end $$;

do $$
declare
  -- What an entry shows of a row. Keys, tokens, people's data and whatever is not named here never come into the log.
  shown constant jsonb := '{
    "store_settings": ["settings", "group_name", "group_name", "document.*"],
    "store": ["provider", "store_id", "name", "is_test subscription_status subscription_ends_on subscription_confirmation_url"],
    "store_user_role": ["user", "store_user_id", "email_key", "email_key first_name last_name role_code"],
    "claim_tag": ["tag", "tag_id", "name", "name"],
    "custom_field": ["customField", "custom_field_id", "display_name", "display_name description value_type options required"],
    "product_group": ["productGroup", "group_id", "name", "name tags types collections"],
    "return_location": ["returnLocation", "location_id", "name", "name customs_signer_name is_quick_ship_enabled is_default address"],
    "helpdesk_connection": ["helpdesk", "config_id", "ref", "ref embedded_in may_finalize"],
    "helpdesk_token": ["helpdesk", "config_id", "email_key", "email_key expires_on"],
    "store_connection": ["integration", "kind", "kind", "kind"],
    "draft_rule": ["automation", "rule_id", "document.name", "document.*"],
    "rule_set_version": ["automation", "number", "number", "number note"],
    "privacy_request": ["privacy", "request_id", "kind", "kind state"]
  }';
  name text;
begin
  for name in select jsonb_object_keys(shown) loop
    execute format('create trigger audit after insert or update or delete on %I for each row execute function audit_change(%L, %L, %L, %L)',
      name, shown -> name ->> 0, shown -> name ->> 1, shown -> name ->> 2, shown -> name ->> 3);
  end loop;
end $$;
grant usage on all sequences in schema public to makegood_app;
`;
