/** The product of the cover at the platform, and what shoppers chose about the cover. */
const TABLES = ['cover_product', 'cover_consent'];

export const shippingProtection = `
create table cover_product (
  store_id integer primary key references store,
  -- Null until the platform has it.
  id_from_platform text,
  handle text not null default '',
  -- Of each variant that was ever sold: its id, and what it costs in minor units of the shop's currency.
  variants jsonb not null default '[]',
  -- Raised each time it is to be made or repaired.
  revision integer not null default 0,
  -- What somebody did to it at the platform; null while it is as we made it.
  problem text check (problem in ('deleted', 'changed')),
  updated_on timestamptz not null default now()
);

create table cover_consent (
  store_id integer not null references store,
  -- Made by the browser of the shopper.
  consent_id uuid not null,
  cart_token text not null,
  choice text not null check (choice in ('accepted', 'declined')),
  -- What was shown, where and at what price.
  document jsonb not null,
  created_on timestamptz not null default now(),
  primary key (store_id, consent_id)
);
create index cover_consent_of_cart on cover_consent (store_id, cart_token) where cart_token <> '';
create index cover_consent_oldest on cover_consent (created_on);
${TABLES.map(
  (table) => `
alter table ${table} enable row level security;
create policy of_store on ${table} to makegood_app using (store_id = nullif(current_setting('app.store_id', true), '')::integer) with check (store_id = nullif(current_setting('app.store_id', true), '')::integer);
grant select, insert, update, delete on ${table} to makegood_app;`,
).join('\n')}
`;
