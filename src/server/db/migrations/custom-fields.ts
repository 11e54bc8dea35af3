/** Questions that automations ask shoppers about an item. */
export const customFields = `
create table custom_field (
  store_id integer not null references store,
  custom_field_id bigint generated always as identity,
  display_name text not null,
  description text not null,
  value_type text not null check (value_type in ('Text', 'Number', 'Date', 'Select', 'MultiSelect')),
  options text[] not null,
  required boolean not null,
  created_on timestamptz not null default now(),
  primary key (store_id, custom_field_id)
);
alter table custom_field enable row level security;
create policy of_store on custom_field to makegood_app using (store_id = nullif(current_setting('app.store_id', true), '')::integer) with check (store_id = nullif(current_setting('app.store_id', true), '')::integer);
grant select, insert, update, delete on custom_field to makegood_app;
grant usage on all sequences in schema public to makegood_app;
`;
