/** Reminders to ship, domains that stores send from, and addresses that don't want or get emails. */
export const emails = `
-- When the label or packing slip was given that a shopper did not use yet; null where nothing is waited for.
alter table claim add column return_given_on timestamptz;
-- When its last day to ship has passed; infinity without one, or where nothing is waited for.
alter table claim add column return_expires_on timestamptz not null default 'infinity';
create index claim_return_given on claim (store_id, return_given_on) where return_given_on is not null;
create index claim_return_expires on claim (store_id, return_expires_on) where return_expires_on < 'infinity';

-- The email of a claim that mail servers speak of, by its Message-ID.
create index effect_message_id on effect ((result ->> 'messageId')) where kind = 'email';

create table email_domain (
  store_id integer primary key references store,
  domain text not null,
  selector text not null,
  public_key text not null,
  -- Of the DKIM signature; only this server reads it.
  sealed_private_key text not null,
  created_on timestamptz not null default now(),
  checked_on timestamptz,
  -- What the last look at each record found.
  found jsonb not null default '{}',
  verified_on timestamptz,
  failing_since timestamptz
);

-- An address is kept as a keyed hash: it can be asked about and not read.
create table email_suppression (
  store_id integer not null references store,
  email_hash text not null,
  reason text not null check (reason in ('bounce', 'complaint', 'unsubscribed')),
  created_on timestamptz not null default now(),
  primary key (store_id, email_hash)
);
${['email_domain', 'email_suppression']
  .map(
    (table) => `
alter table ${table} enable row level security;
create policy of_store on ${table} to makegood_app using (store_id = nullif(current_setting('app.store_id', true), '')::integer) with check (store_id = nullif(current_setting('app.store_id', true), '')::integer);
grant select, insert, update, delete on ${table} to makegood_app;`,
  )
  .join('\n')}
`;
