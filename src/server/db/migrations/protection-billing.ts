/** What a store is billed for its shipping protection, and its share of the revenue. Rows are added, and never changed. */
export const protectionBilling = `
create table billing_line (
  store_id integer not null references store,
  line_id bigint generated always as identity,
  -- The same line is recorded once.
  purpose_key text not null,
  kind text not null check (kind in ('protectedOrder', 'adjustment', 'refund', 'reorder', 'revenueShare')),
  subject_kind text not null check (subject_kind in ('order', 'shippingClaim')),
  subject_id bigint not null,
  -- The number of the order, or of the claim.
  reference text not null,
  currency_code text not null,
  -- Minor units.
  amount bigint not null,
  -- Of an order: the lines that counted as its cover, and the store's share in basis points.
  cover_line_ids text[] not null default '{}',
  share_basis_points integer,
  recorded_on timestamptz not null default now(),
  primary key (store_id, line_id),
  unique (store_id, purpose_key)
);
create index billing_line_of_subject on billing_line (store_id, subject_kind, subject_id);
create index billing_line_newest on billing_line (store_id, recorded_on desc, line_id desc);

create table revenue_share (
  store_id integer not null references store,
  share_id bigint generated always as identity,
  basis_points integer not null check (basis_points between 0 and 10000),
  set_on timestamptz not null default now(),
  set_by text not null,
  primary key (store_id, share_id)
);
${['billing_line', 'revenue_share']
  .map(
    (table) => `
alter table ${table} enable row level security;
create policy of_store on ${table} to makegood_app using (store_id = nullif(current_setting('app.store_id', true), '')::integer) with check (store_id = nullif(current_setting('app.store_id', true), '')::integer);
grant select, insert on ${table} to makegood_app;`,
  )
  .join('\n')}
grant usage on all sequences in schema public to makegood_app;
`;
