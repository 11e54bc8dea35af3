/** Hosts of portals: one a store. Only one that the DNS proves is served, and it is of one store. */
export const portalHosts = `
create table portal_host (
  store_id integer primary key references store,
  host text not null,
  proof text not null,
  created_on timestamptz not null default now(),
  checked_on timestamptz,
  verified_on timestamptz,
  linked_on timestamptz
);
create unique index portal_host_verified on portal_host (host) where verified_on is not null;
alter table portal_host enable row level security;
create policy of_store on portal_host to makegood_app using (store_id = nullif(current_setting('app.store_id', true), '')::integer) with check (store_id = nullif(current_setting('app.store_id', true), '')::integer);
grant select, insert, update, delete on portal_host to makegood_app;
create trigger audit after insert or update or delete on portal_host for each row
  execute function audit_change('settings', 'store_id', 'host', 'host verified_on linked_on');
`;
