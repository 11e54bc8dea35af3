/** Product groups, and what of a product decides which groups it is in. */
export const productGroups = `
-- Computed by core/orders/product-groups.ts for products and groups alike: a product is in a group when they share a key.
alter table product add column group_keys text[] not null default '{}';
create index product_group_keys on product using gin (group_keys);

create table product_group (
  store_id integer not null references store,
  group_id bigint generated always as identity,
  name text not null,
  name_key text not null,
  tags text[] not null,
  types text[] not null,
  collections jsonb not null,
  group_keys text[] not null,
  created_on timestamptz not null default now(),
  -- When all products were last compared with the store platform, or the group last changed.
  refreshed_on timestamptz not null default now(),
  primary key (store_id, group_id),
  unique (store_id, name_key)
);
alter table product_group enable row level security;
create policy of_store on product_group to makegood_app using (store_id = nullif(current_setting('app.store_id', true), '')::integer) with check (store_id = nullif(current_setting('app.store_id', true), '')::integer);
grant select, insert, update, delete on product_group to makegood_app;
grant usage on all sequences in schema public to makegood_app;

-- Products kept so far have no keys and no collections: they are read again.
update sync_state set state = 'wanted'
where kind = 'products' and exists (select from store_connection c where c.store_id = sync_state.store_id);
`;
