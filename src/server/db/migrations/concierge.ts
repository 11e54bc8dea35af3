/** What the provider's team needs to work on the shipping claims of all its stores: whose turn it is, who has which, and answers. */
export const concierge = `
alter table shipping_claim
  add column assignee_name text,
  -- When its holder loses it; null for one that nobody has, or that is closed.
  add column held_until timestamptz,
  -- Since when, or from when on, its shopper waits for an answer; the end of time while it is for the shopper to answer.
  add column owed_from timestamptz,
  add column held_by text generated always as (coalesce(assignee_id::text, 'nobody')) stored;
update shipping_claim set
  assignee_name = document #>> '{assignee,name}',
  held_until = case when assignee_id is not null and status in ('Open', 'InProgress') then now() + interval '8 hours' end,
  owed_from = case when jsonb_typeof(document -> 'reorder') = 'object' then (document #>> '{reorder,endsOn}')::timestamptz else created_on end,
  document = document
    || case when jsonb_typeof(document -> 'reorder') = 'object'
      then jsonb_build_object('turn', 'Customer', 'turnOn', document #> '{reorder,askedOn}')
      else jsonb_build_object('turn', 'Team', 'turnOn', document -> 'createdOn') end
    || case when assignee_id is null then '{}'::jsonb
      else jsonb_build_object('assignee', document -> 'assignee'
        || jsonb_build_object('endsOn', to_char(now() at time zone 'UTC' + interval '8 hours', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) end;
alter table shipping_claim alter column owed_from set not null;

-- Of no store: the provider's team works on claims of all.
create index shipping_claim_owed on shipping_claim (owed_from, shipping_claim_id) where status in ('Open', 'InProgress');
create index shipping_claim_held on shipping_claim (held_until) where held_until is not null;

-- Who has it is shown too.
drop trigger audit on shipping_claim;
create trigger audit after insert or update on shipping_claim for each row
  when (coalesce(current_setting('app.actor', true), '') <> '')
  execute function audit_change('shippingClaim', 'shipping_claim_id', 'external_id', 'status reason resolution_method assignee_name');

-- Texts the team answers with, in all stores alike. Not for the application's role: only provider admins read them.
create table answer_template (
  template_id bigint generated always as identity primary key,
  position integer not null,
  name text not null,
  body text not null,
  version integer not null default 0,
  updated_on timestamptz not null default now(),
  updated_by text not null
);

-- The audit log of what is no store's.
create table provider_audit_entry (
  entry_id bigint generated always as identity primary key,
  created_on timestamptz not null default clock_timestamp(),
  what text not null,
  thing_id text not null,
  thing_name text not null,
  actor_name text not null,
  request_id text,
  before jsonb not null,
  after jsonb not null
);
create function provider_audit_entry_stays() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log never changes' using errcode = 'restrict_violation';
end $$;
create trigger stays before update or delete on provider_audit_entry for each row execute function provider_audit_entry_stays();
create trigger is_kept before truncate on provider_audit_entry execute function provider_audit_entry_stays();

-- Arguments as those of audit_change, without the kind.
create function provider_audit_change() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor jsonb := audit_actor();
  its_row jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  shown text[] := string_to_array(tg_argv[2], ' ');
  was jsonb := case when tg_op = 'INSERT' then '{}'::jsonb else audit_shown(to_jsonb(old), shown) end;
  became jsonb := case when tg_op = 'DELETE' then '{}'::jsonb else audit_shown(to_jsonb(new), shown) end;
begin
  if tg_op = 'UPDATE' and was = became then return null; end if;
  insert into provider_audit_entry (what, thing_id, thing_name, actor_name, request_id, before, after)
  values (coalesce(actor ->> 'what', case tg_op when 'INSERT' then 'Added' when 'DELETE' then 'Deleted' else 'Changed' end),
    its_row ->> tg_argv[0], its_row ->> tg_argv[1], coalesce(actor ->> 'name', 'Makegood'), actor ->> 'requestId',
    (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(was) where value is distinct from became -> key),
    (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(became) where value is distinct from was -> key));
  perform set_config('app.audited', 'yes', true);
  return null;
end $$;
create trigger audit after insert or update or delete on answer_template for each row
  execute function provider_audit_change('template_id', 'name', 'name body position');

-- A call of the provider that changed nothing is of no store's log.
create or replace function audit_call() returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor jsonb := audit_actor();
begin
  if coalesce(current_setting('app.audited', true), '') <> '' then return true; end if;
  if actor ->> 'what' is null or actor ->> 'storeId' is null or pg_current_xact_id_if_assigned() is null then return false; end if;
  perform audit_write((actor ->> 'storeId')::integer, actor ->> 'about', actor ->> 'what', actor ->> 'thingId',
    case when actor ->> 'about' = 'claim' and actor ->> 'thingId' is not null
      then (select order_no from claim where store_id = (actor ->> 'storeId')::integer and claim_id = (actor ->> 'thingId')::bigint)
      else '' end, '{}', '{}');
  return true;
end $$;
`;
