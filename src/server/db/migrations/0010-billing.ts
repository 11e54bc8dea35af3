/** What stores were billed, and tokens of helpdesks that can be replaced. */
export const billing = `
create table invoice (
  store_id integer not null references store,
  invoice_id bigint generated always as identity,
  created_on timestamptz not null default now(),
  from_on timestamptz not null,
  to_on timestamptz not null check (to_on > from_on),
  -- Cents of USD, whatever the store sells in.
  total_amount bigint not null,
  is_monthly_crew boolean not null default false,
  -- Keys of its files: the PDF, and a CSV of each kind of line that is on it.
  files jsonb not null default '{}',
  primary key (store_id, invoice_id)
);
create index invoice_newest on invoice (store_id, to_on desc, invoice_id desc);
alter table invoice enable row level security;
create policy of_store on invoice to makegood_app using (store_id = nullif(current_setting('app.store_id', true), '')::integer) with check (store_id = nullif(current_setting('app.store_id', true), '')::integer);
-- Stores read what they were billed; it is written as the owner.
grant select on invoice to makegood_app;

-- Raised when its token is replaced: older ones open nothing any more.
alter table helpdesk_connection add column token_version integer not null default 0;
`;
