/** Payments of shoppers, the books, what people have to look at, and what reconciling found. */
export const money = `
alter table effect drop constraint effect_state_check;
alter table effect add constraint effect_state_check
  check (state in ('waiting', 'running', 'done', 'failed', 'doneElsewhere'));
alter table effect add column settled_by text;
alter table effect add column settled_reason text;
create index effect_open on effect (store_id, state, next_try_on) where state in ('waiting', 'running', 'failed');

create table customer_payment (
  store_id integer not null references store,
  payment_id bigint generated always as identity,
  order_id bigint not null,
  claim_id bigint,
  purpose_key text not null,
  provider text not null check (provider in ('stripe', 'platformCheckout')),
  id_from_platform text not null,
  amount bigint not null check (amount > 0),
  currency_code char(3) not null,
  -- What the provider last said, in the words of the Payments port.
  status text not null,
  capture_before timestamptz,
  captured bigint not null default 0,
  refunded bigint not null default 0,
  reusable_method text,
  client_secret text,
  pay_url text,
  created_on timestamptz not null default now(),
  updated_on timestamptz not null default now(),
  primary key (store_id, payment_id),
  unique (store_id, purpose_key),
  unique (store_id, provider, id_from_platform),
  foreign key (store_id, order_id) references store_order
);
create index customer_payment_of_order on customer_payment (store_id, order_id);
create index customer_payment_of_claim on customer_payment (store_id, claim_id);
create index customer_payment_open on customer_payment (status, capture_before) where status in ('requiresPayment', 'processing', 'authorized');

create index claim_of_kept_stock on claim ((document -> 'reservation' ->> 'expiresOn')) where document -> 'reservation' ->> 'state' = 'held';

create table task (
  store_id integer not null references store,
  task_id bigint generated always as identity,
  claim_id bigint,
  purpose_key text not null,
  kind text not null,
  message text not null,
  created_on timestamptz not null default now(),
  done_on timestamptz,
  done_by text,
  done_note text,
  primary key (store_id, task_id),
  unique (store_id, purpose_key)
);
create index task_open on task (store_id, created_on) where done_on is null;

create table journal_entry (
  store_id integer not null references store,
  entry_id bigint generated always as identity,
  purpose_key text not null,
  kind text not null,
  claim_id bigint,
  effect_id bigint,
  memo text not null,
  booked_on timestamptz not null default now(),
  primary key (store_id, entry_id),
  unique (store_id, purpose_key)
);
create index journal_entry_of_claim on journal_entry (store_id, claim_id);
create table journal_posting (
  store_id integer not null,
  entry_id bigint not null,
  position smallint not null,
  account text not null,
  claim_id bigint,
  currency_code char(3) not null,
  -- Minor units: debit above zero, credit below.
  amount bigint not null check (amount <> 0),
  primary key (store_id, entry_id, position),
  foreign key (store_id, entry_id) references journal_entry
);
create index journal_posting_of_account on journal_posting (store_id, account, currency_code);
create index journal_posting_of_claim on journal_posting (store_id, claim_id, account);

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
  raise exception 'the journal is append only' using errcode = 'restrict_violation';
end $$;
create trigger journal_entry_stays before update or delete on journal_entry for each row execute function journal_is_append_only();
create trigger journal_posting_stays before update or delete on journal_posting for each row execute function journal_is_append_only();
create trigger journal_entry_is_kept before truncate on journal_entry execute function journal_is_append_only();
create trigger journal_posting_is_kept before truncate on journal_posting execute function journal_is_append_only();

create table reconciliation_run (
  store_id integer not null references store,
  run_id bigint generated always as identity,
  from_on timestamptz not null,
  to_on timestamptz not null,
  started_on timestamptz not null default now(),
  finished_on timestamptz,
  last_error text,
  compared jsonb not null default '{}',
  differences jsonb not null default '[]',
  primary key (store_id, run_id)
);

do $$
declare name text;
begin
  foreach name in array array['customer_payment','task','journal_entry','journal_posting','reconciliation_run'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy of_store on %I to makegood_app using (store_id = nullif(current_setting(''app.store_id'', true), '''')::integer) with check (store_id = nullif(current_setting(''app.store_id'', true), '''')::integer)', name);
    execute format('grant select, insert on %I to makegood_app', name);
  end loop;
end $$;
grant update on customer_payment, task, reconciliation_run to makegood_app;
grant delete on customer_payment to makegood_app;
grant usage on all sequences in schema public to makegood_app;
`;
