/** Logos, favicons and backgrounds, by what their names are made of: their content. */
export const brandPictures = `
create table brand_picture (
  store_id integer not null references store,
  name text not null,
  size integer not null,
  used_on timestamptz not null default now(),
  primary key (store_id, name)
);
alter table brand_picture enable row level security;
create policy of_store on brand_picture to makegood_app using (store_id = nullif(current_setting('app.store_id', true), '')::integer) with check (store_id = nullif(current_setting('app.store_id', true), '')::integer);
grant select, insert, update, delete on brand_picture to makegood_app;
`;
