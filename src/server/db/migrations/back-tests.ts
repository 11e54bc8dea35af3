/** Back-tests: what the draft of the rules would have made of past claims. */
export const backTests = `
create table back_test (
  store_id integer not null references store,
  back_test_id bigint generated always as identity,
  requested_by text not null,
  created_on timestamptz not null default now(),
  -- The claims made from one instant to before another.
  from_on timestamptz not null,
  until_on timestamptz not null,
  -- The rules that ran, and those of the draft, when it was asked for.
  rules_before jsonb not null,
  rules_after jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  -- Claims to look at, known when it begins.
  total integer not null default 0,
  tally jsonb not null,
  done_on timestamptz,
  primary key (store_id, back_test_id)
);

-- One row for each claim that comes out differently. It names no customer.
create table back_test_claim (
  store_id integer not null,
  back_test_id bigint not null,
  claim_id bigint not null,
  differences jsonb not null,
  primary key (store_id, back_test_id, claim_id),
  foreign key (store_id, back_test_id) references back_test on delete cascade
);

do $$
declare
  allowed constant jsonb := '{ "back_test": "select, insert, update, delete", "back_test_claim": "select, insert, delete" }';
  name text;
begin
  for name in select jsonb_object_keys(allowed) loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy of_store on %I to makegood_app using (store_id = nullif(current_setting(''app.store_id'', true), '''')::integer) with check (store_id = nullif(current_setting(''app.store_id'', true), '''')::integer)', name);
    execute format('grant %s on %I to makegood_app', allowed ->> name, name);
  end loop;
end $$;
grant usage on all sequences in schema public to makegood_app;
`;
