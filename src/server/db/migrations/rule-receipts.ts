/** Receipts: why the rules of a moment decided about a claim as they did. */
export const ruleReceipts = `
-- Written once. They go with the customer's data, because facts such as an email are in them.
create table rule_receipt (
  store_id integer not null references store,
  receipt_id bigint generated always as identity,
  claim_id bigint not null,
  moment text not null,
  -- Content hash of the rule set that was asked.
  version text not null,
  receipt jsonb not null,
  -- What each action came to.
  decided jsonb not null,
  created_on timestamptz not null default now(),
  primary key (store_id, receipt_id)
);
create index rule_receipt_of_claim on rule_receipt (store_id, claim_id, receipt_id);

create function rule_receipt_stays() returns trigger language plpgsql as $$
begin
  raise exception 'receipts never change' using errcode = 'restrict_violation';
end $$;
create trigger rule_receipt_stays before update on rule_receipt for each row execute function rule_receipt_stays();

alter table rule_receipt enable row level security;
create policy of_store on rule_receipt to makegood_app
  using (store_id = nullif(current_setting('app.store_id', true), '')::integer)
  with check (store_id = nullif(current_setting('app.store_id', true), '')::integer);
grant select, insert, delete on rule_receipt to makegood_app;
grant usage on all sequences in schema public to makegood_app;
`;
