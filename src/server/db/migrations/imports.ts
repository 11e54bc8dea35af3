/** Files from other systems, and what was promised of single items. */
export const imports = `
create table data_import (
  store_id integer not null references store,
  import_id bigint generated always as identity,
  kind text not null check (kind in ('serialNumbers', 'registrations', 'warrantyTerms')),
  filename text not null,
  size bigint not null,
  file_key text not null,
  requested_by text not null,
  state text not null default 'expected' check (state in ('expected', 'waiting', 'running', 'done', 'failed')),
  bytes_read bigint not null default 0,
  read_count bigint not null default 0,
  written_count bigint not null default 0,
  unchanged_count bigint not null default 0,
  refused_count bigint not null default 0,
  -- The first of them, each with its line and reason.
  refused jsonb not null default '[]',
  -- Why the whole file was refused.
  problem text,
  created_on timestamptz not null default now(),
  done_on timestamptz,
  primary key (store_id, import_id)
);
alter table data_import enable row level security;
create policy of_store on data_import to makegood_app using (store_id = nullif(current_setting('app.store_id', true), '')::integer) with check (store_id = nullif(current_setting('app.store_id', true), '')::integer);
grant select, insert, update, delete on data_import to makegood_app;

-- The end of the warranty of an item, where it is not what rules and settings say.
create table warranty_term (
  store_id integer not null references store,
  order_id bigint not null,
  line_id_from_platform text not null,
  covered_until timestamptz not null,
  primary key (store_id, order_id, line_id_from_platform),
  foreign key (store_id, order_id) references store_order
);
alter table warranty_term enable row level security;
create policy of_store on warranty_term to makegood_app using (store_id = nullif(current_setting('app.store_id', true), '')::integer) with check (store_id = nullif(current_setting('app.store_id', true), '')::integer);
grant select, insert, update, delete on warranty_term to makegood_app;
grant usage on all sequences in schema public to makegood_app;

-- Of a unit that nobody has registered yet: its registration takes it over.
alter table serial_number add column covered_until timestamptz;

-- Days of the warranty of a group's products; null: as the settings say.
alter table product_group add column warranty_days integer;

-- Claims on a product that is registered, whichever of the two came first.
alter table claim add column has_registration boolean not null default false;
update claim set has_registration = true from registration
where registration.store_id = claim.store_id and registration.order_id = claim.order_id;
create function claim_has_registration() returns trigger language plpgsql as $$
begin
  new.has_registration := exists (select from registration
    where registration.store_id = new.store_id and registration.order_id = new.order_id);
  return new;
end $$;
create trigger has_registration before insert on claim for each row execute function claim_has_registration();
create function note_registration_of_claim() returns trigger language plpgsql as $$
begin
  update claim set has_registration = true
  where store_id = new.store_id and order_id = new.order_id and not has_registration;
  update registration set has_claim = true
  where store_id = new.store_id and registration_id = new.registration_id and not has_claim
    and exists (select from claim where claim.store_id = new.store_id and claim.order_id = new.order_id);
  return null;
end $$;
create trigger registration_of_claim after insert on registration for each row execute function note_registration_of_claim();

drop trigger audit on product_group;
create trigger audit after insert or update or delete on product_group for each row
  execute function audit_change('productGroup', 'group_id', 'name', 'name tags types collections warranty_days');

-- Products kept so far have no barcodes: they are read again.
update sync_state set state = 'wanted'
where kind = 'products' and exists (select from store_connection c where c.store_id = sync_state.store_id);
`;
