/** Where returned goods go, and what carriers asked for a parcel before a label is bought. */
export const claimWork = `
create table return_location (
  store_id integer not null references store,
  location_id bigint generated always as identity,
  name text not null,
  customs_signer_name text not null default '',
  fulfillment_location_id_from_platform text,
  is_quick_ship_enabled boolean not null default false,
  -- Where goods go unless someone chooses another place; without one, the oldest.
  is_default boolean not null default false,
  address jsonb not null,
  primary key (store_id, location_id)
);
create unique index return_location_default on return_location (store_id) where is_default;

insert into return_location (store_id, name, is_default, address)
  select store_id, 'Return address', true, settings -> 'returnAddress' from store
  where jsonb_typeof(settings -> 'returnAddress') = 'object';
update store set settings = settings - 'returnAddress' where settings ? 'returnAddress';

create table shipment_quote (
  store_id integer not null references store,
  shipment_id_from_provider text not null,
  claim_id bigint not null,
  from_address jsonb not null,
  to_address jsonb not null,
  weight_ounces integer not null,
  rates jsonb not null,
  created_on timestamptz not null default now(),
  primary key (store_id, shipment_id_from_provider)
);
create index shipment_quote_of_claim on shipment_quote (store_id, claim_id);

do $$
declare name text;
begin
  foreach name in array array['return_location','shipment_quote'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy of_store on %I to makegood_app using (store_id = nullif(current_setting(''app.store_id'', true), '''')::integer) with check (store_id = nullif(current_setting(''app.store_id'', true), '''')::integer)', name);
    execute format('grant select, insert, update, delete on %I to makegood_app', name);
  end loop;
end $$;
grant usage on all sequences in schema public to makegood_app;
`;
