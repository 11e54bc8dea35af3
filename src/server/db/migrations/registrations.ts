/** Products that their owners registered, and the serial numbers of products. */
export const registrations = `
create table registration (
  store_id integer not null references store,
  registration_id bigint generated always as identity,
  external_id text not null,
  -- The order that stands for it, or the order of the store platform on which its products were bought.
  order_id bigint not null,
  version integer not null default 0,
  created_on timestamptz not null,
  updated_on timestamptz not null,
  canceled_on timestamptz,
  -- One registration for a thing: hashed from its first owner, product, day of purchase and serial number.
  same_key text not null,
  -- What lists show, filter and search.
  is_canceled boolean not null default false,
  has_claim boolean not null default false,
  channel text not null,
  purchased_on timestamptz not null,
  order_no text not null,
  customer_name text not null,
  customer_email text not null,
  email_key text not null,
  products text not null,
  serials text not null,
  document jsonb not null,
  primary key (store_id, registration_id),
  unique (store_id, external_id),
  foreign key (store_id, order_id) references store_order
);
create unique index registration_of_thing on registration (store_id, same_key) where canceled_on is null;
create index registration_newest on registration (store_id, created_on desc, registration_id desc);
create index registration_of_order on registration (store_id, order_id);
create index registration_of_email on registration (store_id, email_key);

-- A serial number is taken by one registration at most. Those imported are known before anybody registers them.
create table serial_number (
  store_id integer not null references store,
  product_id_from_platform text not null,
  serial_key text not null,
  serial text not null,
  is_known boolean not null default false,
  registration_id bigint,
  primary key (store_id, product_id_from_platform, serial_key),
  foreign key (store_id, registration_id) references registration
);
create index serial_number_of_registration on serial_number (store_id, registration_id) where registration_id is not null;
create index serial_number_by_key on serial_number (store_id, serial_key);

-- A claim on an order of a registration, by whomever it is made.
create function note_claim_of_registration() returns trigger language plpgsql as $$
begin
  update registration set has_claim = true where store_id = new.store_id and order_id = new.order_id and not has_claim;
  return null;
end $$;
create trigger claim_of_registration after insert on claim for each row execute function note_claim_of_registration();

-- Who its owner is stays out of the log.
create trigger audit after update on registration for each row
  when (coalesce(current_setting('app.actor', true), '') <> '')
  execute function audit_change('registration', 'registration_id', 'external_id', 'purchased_on products is_canceled');

alter table custom_field add column is_serial_number boolean not null default false;

alter table registration enable row level security;
create policy of_store on registration to makegood_app using (store_id = nullif(current_setting('app.store_id', true), '')::integer) with check (store_id = nullif(current_setting('app.store_id', true), '')::integer);
grant select, insert, update, delete on registration to makegood_app;
alter table serial_number enable row level security;
create policy of_store on serial_number to makegood_app using (store_id = nullif(current_setting('app.store_id', true), '')::integer) with check (store_id = nullif(current_setting('app.store_id', true), '')::integer);
grant select, insert, update, delete on serial_number to makegood_app;
grant usage on all sequences in schema public to makegood_app;
`;
