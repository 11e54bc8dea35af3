/** What the shell of the back office needs: subscriptions, alerts, sessions of helpdesks, requests for an invitation. */
export const shell = `
alter table store add column uninstalled_on timestamptz;
-- Null is a store that never agreed to be billed. A store nobody bills has no end.
alter table store add column subscription_ends_on timestamptz default '9999-12-31T00:00:00Z';
alter table store add column subscription_status text not null default 'active'
  check (subscription_status in ('active', 'pending', 'expired', 'uninstalled', 'declined', 'cancelled', 'frozen', 'accepted'));

create table helpdesk_connection (
  store_id integer not null references store,
  config_id text not null default gen_random_uuid()::text,
  ref text not null,
  created_by text not null,
  created_on timestamptz not null default now(),
  primary key (store_id, config_id)
);
-- A session opened by a helpdesk is for its store alone, and ends with the connection.
alter table session add column helpdesk_store_id integer;
alter table session add column helpdesk_config_id text;
alter table session add foreign key (helpdesk_store_id, helpdesk_config_id) references helpdesk_connection on delete cascade;
create index session_of_helpdesk on session (helpdesk_store_id, helpdesk_config_id) where helpdesk_store_id is not null;

create table alert (
  store_id integer not null references store,
  alert_id bigint generated always as identity,
  kind text not null,
  message text not null,
  occurrences integer not null default 1,
  -- Nobody has read it: what happens again is counted here instead of told again.
  is_open boolean not null default true,
  created_on timestamptz not null default now(),
  primary key (store_id, alert_id)
);
create unique index alert_open on alert (store_id, kind) where is_open;
create table alert_read (
  store_id integer not null,
  alert_id bigint not null,
  user_id integer not null references app_user,
  read_on timestamptz not null,
  primary key (store_id, alert_id, user_id),
  foreign key (store_id, alert_id) references alert
);

create table sign_up (
  sign_up_id integer generated always as identity primary key,
  document jsonb not null,
  request_id text not null,
  created_on timestamptz not null default now(),
  mailed_on timestamptz
);
create index sign_up_to_mail on sign_up (sign_up_id) where mailed_on is null;

do $$
declare name text;
begin
  foreach name in array array['helpdesk_connection','alert','alert_read'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy of_store on %I to makegood_app using (store_id = nullif(current_setting(''app.store_id'', true), '''')::integer) with check (store_id = nullif(current_setting(''app.store_id'', true), '''')::integer)', name);
    execute format('grant select, insert on %I to makegood_app', name);
  end loop;
end $$;
grant delete on helpdesk_connection, alert_read to makegood_app;
grant update on alert, alert_read to makegood_app;
grant usage on all sequences in schema public to makegood_app;
`;
