/**
 * Tables, indexes and who may use them. Forward only. Every table of a store begins its key with store_id and carries
 * the policy that shows the application role the rows of one store: the one set for the transaction.
 */
export const foundation = `
do $$ begin
  if not exists (select from pg_roles where rolname = 'makegood_app') then
    create role makegood_app nologin nosuperuser nobypassrls noinherit;
  end if;
exception
  -- Roles belong to the whole server: another database of it may be making the same one right now.
  when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  execute format('grant makegood_app to %I', current_user);
end $$;

create table store (
  store_id integer generated always as identity primary key,
  slug text not null unique,
  name text not null,
  currency_code char(3) not null,
  -- Figures of the store are counted in the days of this zone.
  time_zone text not null default 'UTC',
  is_test boolean not null default false,
  shop_domain text unique,
  uninstalled_on timestamptz,
  -- Null is a store that never agreed to be billed. A store nobody bills has no end.
  subscription_ends_on timestamptz default '9999-12-31T00:00:00Z',
  -- Where the merchant approves the subscription at the store platform; null where there is nothing to approve.
  subscription_confirmation_url text,
  subscription_status text not null default 'active'
    check (subscription_status in ('active', 'pending', 'expired', 'uninstalled', 'declined', 'cancelled', 'frozen', 'accepted')),
  -- When staff first took the portal's link, and when they put the setup checklist away.
  portal_shared_on timestamptz,
  setup_dismissed_on timestamptz,
  created_on timestamptz not null default now()
);

-- What a merchant has set. A group without a row has its defaults, at version 0.
create table store_settings (
  store_id integer not null references store,
  group_name text not null,
  version integer not null,
  document jsonb not null,
  updated_on timestamptz not null default now(),
  updated_by text not null,
  primary key (store_id, group_name)
);

-- Tokens of partners, sealed by the server's secret before they are written.
create table store_connection (
  store_id integer not null references store,
  kind text not null,
  sealed text not null,
  updated_on timestamptz not null default now(),
  primary key (store_id, kind)
);

create table app_user (
  user_id integer generated always as identity primary key,
  subject text not null unique,
  email text not null,
  first_name text not null default '',
  last_name text not null default '',
  created_on timestamptz not null default now()
);
create index app_user_email on app_user (lower(btrim(email)));

-- The account that a provider admin's email belongs to; PROVIDER_ADMINS says whose emails count.
create table provider_admin (
  email_key text primary key,
  subject text not null
);

-- Roles are granted by email, so that someone can be invited before the first login. The names are the inviting admin's.
create table store_user_role (
  store_id integer not null references store,
  store_user_id integer generated always as identity unique,
  email_key text not null,
  role_code text not null check (role_code in ('Admin', 'Staff')),
  -- The first account that used the role: the same email of another account does not have it. Null until then.
  subject text,
  first_name text not null default '',
  last_name text not null default '',
  -- Invitations asked for so far: each is sent once.
  emails_asked integer not null default 0,
  primary key (store_id, email_key)
);
create index store_user_role_email on store_user_role (email_key);

create table helpdesk_connection (
  store_id integer not null references store,
  config_id text not null default gen_random_uuid()::text,
  ref text not null,
  created_by text not null,
  created_on timestamptz not null default now(),
  -- Origins such as https://acme.zendesk.com that may show our pages in their own; none, and nobody may.
  embedded_in text[] not null default '{}',
  -- Its sessions may also finalize claims and give money.
  may_finalize boolean not null default false,
  primary key (store_id, config_id)
);

-- Opens sessions of a helpdesk until it expires or is revoked.
create table helpdesk_token (
  store_id integer not null,
  config_id text not null,
  token_id text not null default gen_random_uuid()::text,
  -- Opens sessions of this user alone; null for any user whom the helpdesk names.
  email_key text,
  created_by text not null,
  created_on timestamptz not null default now(),
  expires_on timestamptz not null,
  last_used_on timestamptz,
  primary key (store_id, config_id, token_id),
  foreign key (store_id, config_id) references helpdesk_connection on delete cascade
);

create table login_attempt (
  state text primary key,
  nonce text not null,
  code_verifier text not null,
  return_to text not null,
  expires_on timestamptz not null
);

-- A session opened by a helpdesk is for its store alone, and ends with the token that opened it.
create table session (
  session_hash text primary key,
  user_id integer not null references app_user,
  csrf_token text not null,
  created_on timestamptz not null default now(),
  expires_on timestamptz not null,
  -- Written now and then: a session that nobody uses for a while ends.
  used_on timestamptz not null default now(),
  helpdesk_store_id integer,
  helpdesk_config_id text,
  helpdesk_token_id text,
  foreign key (helpdesk_store_id, helpdesk_config_id, helpdesk_token_id) references helpdesk_token on delete cascade
);
create index session_of_user on session (user_id);
create index session_of_helpdesk on session (helpdesk_store_id, helpdesk_config_id) where helpdesk_store_id is not null;

create table attempt_limit (
  bucket text primary key,
  window_start timestamptz not null,
  count integer not null
);

create table sign_up (
  sign_up_id integer generated always as identity primary key,
  document jsonb not null,
  request_id text not null,
  created_on timestamptz not null default now(),
  mailed_on timestamptz
);
create index sign_up_to_mail on sign_up (sign_up_id) where mailed_on is null;

create table alert (
  store_id integer not null references store,
  alert_id bigint generated always as identity,
  kind text not null,
  message text not null,
  -- What the last one was about, so that its words can be erased with it.
  subject_kind text check (subject_kind in ('claim', 'order', 'store')),
  subject_id bigint,
  occurrences integer not null default 1,
  -- Nobody has read it: what happens again is counted here instead of shown again.
  is_open boolean not null default true,
  created_on timestamptz not null default now(),
  primary key (store_id, alert_id)
);
create unique index alert_open on alert (store_id, kind) where is_open;
create index alert_of_subject on alert (store_id, subject_kind, subject_id) where subject_id is not null;
create table alert_read (
  store_id integer not null,
  alert_id bigint not null,
  user_id integer not null references app_user,
  read_on timestamptz not null,
  primary key (store_id, alert_id, user_id),
  foreign key (store_id, alert_id) references alert
);

-- Stores read their invoices; the owner writes them.
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

create table store_order (
  store_id integer not null references store,
  order_id bigint generated always as identity,
  id_from_platform text not null,
  order_no text not null,
  order_no_key text not null,
  email_key text not null,
  postal_key text not null,
  -- SKUs of the lines and tracking numbers of the parcels, as they are compared.
  sku_keys text[] not null default '{}',
  tracking_keys text[] not null default '{}',
  created_on timestamptz not null,
  updated_on timestamptz not null,
  -- Raised by every claim on the order: two claims made at once cannot both take the last unit.
  claims_version integer not null default 0,
  -- Beside the document, which the platform writes again: lines by id, when and by whom.
  ineligible_lines jsonb not null default '{}',
  -- Since then it holds nothing about its buyer, whatever the platform or a file says of it.
  erased_on timestamptz,
  document jsonb not null,
  customer_name text not null generated always as (trim(
    coalesce(document -> 'customer' ->> 'firstName', document -> 'shippingAddress' ->> 'firstName', '') || ' ' ||
    coalesce(document -> 'customer' ->> 'lastName', document -> 'shippingAddress' ->> 'lastName', ''))) stored,
  search_text text not null generated always as (folded(
    order_no || ' ' || coalesce(document ->> 'email', '') || ' ' ||
    coalesce(document -> 'customer' ->> 'firstName', document -> 'shippingAddress' ->> 'firstName', '') || ' ' ||
    coalesce(document -> 'customer' ->> 'lastName', document -> 'shippingAddress' ->> 'lastName', '') || ' ' ||
    keys_text(sku_keys) || ' ' || keys_text(tracking_keys))) stored,
  primary key (store_id, order_id),
  unique (store_id, id_from_platform)
);
create index store_order_no on store_order (store_id, order_no_key);
create index store_order_email on store_order (store_id, email_key);
create index store_order_sku on store_order using gin (store_id, sku_keys) where sku_keys <> '{}';
create index store_order_tracking on store_order using gin (store_id, tracking_keys) where tracking_keys <> '{}';
create index store_order_newest on store_order (store_id, created_on desc, order_id desc);
-- With the store in it, the words of other stores cost a search nothing.
create index store_order_search on store_order using gin (store_id, search_text gin_trgm_ops);

create table product (
  store_id integer not null references store,
  id_from_platform text not null,
  updated_on timestamptz not null,
  document jsonb not null,
  primary key (store_id, id_from_platform)
);

-- The columns beside the document are computed from it, and are what lists are filtered, searched and sorted by.
create table claim (
  store_id integer not null references store,
  claim_id bigint generated by default as identity,
  external_id text not null,
  order_id bigint not null,
  claim_type text not null,
  version integer not null default 0,
  created_on timestamptz not null,
  updated_on timestamptz not null,
  inspected_on timestamptz,
  finalized_on timestamptz,
  -- When a parcel of it is worth a look; infinity where none will be.
  stuck_from timestamptz not null default 'infinity',
  order_no text not null,
  customer_name text not null,
  customer_email text not null,
  channel text not null default '',
  rollup text not null,
  status_code text not null,
  status_detail text not null,
  has_error boolean not null default false,
  resolution_methods text[] not null,
  -- What a row of the list shows of its lines.
  glance jsonb not null default '{"item":null,"more":0,"reasons":[],"requested":[],"problem":null}',
  tags text[] not null default '{}',
  requested_total bigint not null,
  currency_code char(3) not null,
  line_count integer not null,
  request_key uuid,
  search_text text not null,
  -- What a claim is found by exactly: the values of its filters and its identifiers.
  facets text[] not null default '{}',
  -- Which definitions of the list they were computed by: others are computed again in the background.
  facets_version integer not null default 0,
  document jsonb not null,
  primary key (store_id, claim_id),
  unique (store_id, external_id),
  unique (store_id, request_key),
  foreign key (store_id, order_id) references store_order
);
create index claim_newest on claim (store_id, claim_type, created_on desc, claim_id desc);
create index claim_by_rollup on claim (store_id, claim_type, rollup, created_on desc, claim_id desc);
create index claim_of_order on claim (store_id, order_id);
create index claim_search on claim using gin (store_id, search_text gin_trgm_ops);
create index claim_facets on claim using gin (store_id, facets);
create index claim_facets_version on claim (facets_version, store_id, claim_id);
create index claim_inspected on claim (store_id, claim_type, inspected_on) where inspected_on is not null;
create index claim_finalized on claim (store_id, finalized_on) where finalized_on is not null;
create index claim_stuck on claim (store_id, claim_type, stuck_from) where stuck_from < 'infinity';
create index claim_of_kept_stock on claim ((document -> 'reservation' ->> 'expiresOn')) where document -> 'reservation' ->> 'state' = 'held';

-- How a claim was sent in. The email is here only as a keyed hash, so that it can be met again in other stores without being read.
create table claim_origin (
  store_id integer not null references store,
  claim_id bigint not null,
  email_hash text not null,
  proven_by text not null check (proven_by in ('staff', 'email', 'postalCode', 'link')),
  device_fingerprint text,
  ip_address text,
  created_on timestamptz not null default now(),
  primary key (store_id, claim_id)
);
create index claim_origin_email on claim_origin (email_hash, created_on);
create index claim_origin_device on claim_origin (store_id, device_fingerprint, created_on) where device_fingerprint is not null;
create index claim_origin_address on claim_origin (store_id, ip_address, created_on) where ip_address is not null;
-- For those kept long enough. They are in the order they were made in, so a rough index does.
create index claim_origin_made on claim_origin using brin (created_on);

create table claim_tag (
  store_id integer not null references store,
  tag_id bigint generated always as identity,
  name text not null,
  name_key text not null,
  primary key (store_id, tag_id),
  unique (store_id, name_key)
);

create table saved_view (
  store_id integer not null references store,
  view_id bigint generated always as identity,
  kind text not null,
  name text not null,
  filters jsonb not null,
  created_on timestamptz not null default now(),
  primary key (store_id, view_id)
);
create index saved_view_of_kind on saved_view (store_id, kind, view_id);

create table report (
  store_id integer not null references store,
  report_id bigint generated always as identity,
  request jsonb not null,
  requested_by text not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  line_count bigint not null default 0,
  file_key text,
  created_on timestamptz not null default now(),
  done_on timestamptz,
  primary key (store_id, report_id)
);

-- What is to be done in the world, about its subject: a claim, an order, or the store, whose id is its own.
create table effect (
  store_id integer not null references store,
  effect_id bigint generated always as identity,
  subject_kind text not null check (subject_kind in ('claim', 'order', 'store')),
  subject_id bigint not null,
  kind text not null,
  purpose_key text not null,
  payload jsonb not null,
  summary text not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'doneElsewhere', 'calledOff')),
  attempts integer not null default 0,
  last_error text,
  next_try_on timestamptz not null default now(),
  -- Purposes of effects that have to be done before it is.
  waits_for text[] not null default '{}',
  taken_until timestamptz,
  result jsonb,
  request_id text not null,
  created_on timestamptz not null default now(),
  done_on timestamptz,
  settled_by text,
  settled_reason text,
  primary key (store_id, effect_id),
  unique (store_id, purpose_key)
);
create index effect_of_subject on effect (store_id, subject_kind, subject_id);
create index effect_due on effect (next_try_on, effect_id) where state in ('waiting', 'running') and waits_for = '{}';
-- The words of emails sent long ago are erased.
create index effect_email_sent on effect (done_on) where kind = 'email' and state = 'done' and payload ->> 'subject' <> '';
create index effect_open on effect (store_id, state, next_try_on) where state in ('waiting', 'running', 'failed');
-- Providers of labels report refunds by their own id, and for weeks.
create index effect_label_refund on effect ((payload ->> 'shipmentIdFromProvider'), store_id) where kind = 'labelRefund';
create index effect_label_refund_open on effect (store_id) where kind = 'labelRefund' and state = 'done' and result ->> 'status' = 'submitted';

-- Which effect gives money back on an order just now: one at a time.
create table refund_turn (
  store_id integer not null references store,
  order_id_from_platform text not null,
  effect_id bigint not null,
  held_until timestamptz not null,
  primary key (store_id, order_id_from_platform)
);

create table customer_payment (
  store_id integer not null references store,
  payment_id bigint generated always as identity,
  order_id bigint not null,
  -- What it pays for: the order, until a claim on it is created.
  subject_kind text not null check (subject_kind in ('claim', 'order', 'store')),
  subject_id bigint not null,
  -- When it became the claim's own. A payment for an existing claim does once it is made.
  attached_on timestamptz,
  purpose_key text not null,
  provider text not null check (provider in ('stripe', 'platformCheckout')),
  id_from_platform text not null,
  amount bigint not null check (amount > 0),
  currency_code char(3) not null,
  -- What the provider last said, in the words of the Payments port.
  status text not null,
  capture_before timestamptz,
  captured bigint not null default 0,
  refunded bigint not null default 0,
  reusable_method text,
  client_secret text,
  pay_url text,
  created_on timestamptz not null default now(),
  updated_on timestamptz not null default now(),
  primary key (store_id, payment_id),
  unique (store_id, purpose_key),
  unique (store_id, provider, id_from_platform),
  foreign key (store_id, order_id) references store_order
);
create index customer_payment_of_order on customer_payment (store_id, order_id);
create index customer_payment_of_subject on customer_payment (store_id, subject_kind, subject_id);
create index customer_payment_open on customer_payment (status, capture_before) where status in ('requiresPayment', 'processing', 'authorized');

create table task (
  store_id integer not null references store,
  task_id bigint generated always as identity,
  subject_kind text not null check (subject_kind in ('claim', 'order', 'store')),
  subject_id bigint not null,
  purpose_key text not null,
  kind text not null,
  message text not null,
  created_on timestamptz not null default now(),
  done_on timestamptz,
  done_by text,
  done_note text,
  primary key (store_id, task_id),
  unique (store_id, purpose_key)
);
create index task_of_subject on task (store_id, subject_kind, subject_id) where done_on is null;
create index task_open on task (store_id, created_on) where done_on is null;

create table journal_entry (
  store_id integer not null references store,
  entry_id bigint generated always as identity,
  purpose_key text not null,
  kind text not null,
  subject_kind text not null check (subject_kind in ('claim', 'order', 'store')),
  subject_id bigint not null,
  effect_id bigint,
  memo text not null,
  booked_on timestamptz not null default now(),
  primary key (store_id, entry_id),
  unique (store_id, purpose_key)
);
create index journal_entry_of_subject on journal_entry (store_id, subject_kind, subject_id);
create index journal_entry_by_time on journal_entry (store_id, booked_on);
create table journal_posting (
  store_id integer not null,
  entry_id bigint not null,
  position smallint not null,
  account text not null,
  subject_kind text not null check (subject_kind in ('claim', 'order', 'store')),
  subject_id bigint not null,
  currency_code char(3) not null,
  -- Minor units: debit above zero, credit below.
  amount bigint not null check (amount <> 0),
  primary key (store_id, entry_id, position),
  foreign key (store_id, entry_id) references journal_entry
);
create index journal_posting_of_account on journal_posting (store_id, account, currency_code);
create index journal_posting_of_subject on journal_posting (store_id, subject_kind, subject_id, account);

create table reconciliation_run (
  store_id integer not null references store,
  run_id bigint generated always as identity,
  from_on timestamptz not null,
  to_on timestamptz not null,
  started_on timestamptz not null default now(),
  finished_on timestamptz,
  last_error text,
  compared jsonb not null default '{}',
  differences jsonb not null default '[]',
  primary key (store_id, run_id)
);

create table media (
  store_id integer not null references store,
  media_id text not null,
  -- The order it was uploaded for.
  order_id bigint not null,
  -- What it shows: the order, until a claim has it.
  subject_kind text not null check (subject_kind in ('claim', 'order', 'store')),
  subject_id bigint not null,
  filename text not null,
  content_type text not null,
  size bigint not null,
  state text not null default 'expected' check (state in ('expected', 'ready')),
  -- Somebody checks its bytes until then.
  checked_until timestamptz,
  created_on timestamptz not null default now(),
  hashed_on timestamptz,
  photo_hashes bytea,
  photo_words integer[],
  -- Photos of an inspection are not compared with those that shoppers sent before.
  is_of_inspection boolean not null default false,
  primary key (store_id, media_id)
);
create index media_to_hash on media (created_on) where state = 'ready' and hashed_on is null and content_type like 'image/%';
create index media_of_subject on media (store_id, subject_kind, subject_id);
create index media_unclaimed on media (created_on) where subject_kind = 'order';
create index media_photo_words on media using gin (store_id, photo_words) where photo_words is not null;

-- Files nothing points to any more, or all below a key that ends in a slash. They go after the transaction.
create table file_removal (
  store_id integer not null references store,
  key text not null,
  asked_on timestamptz not null default now(),
  primary key (store_id, key)
);
create index file_removal_oldest on file_removal (asked_on);

-- What someone asked us to hand over or to erase, and what came of it. It stays as the proof that it was done.
create table privacy_request (
  store_id integer not null references store,
  request_id bigint generated always as identity,
  purpose_key text not null,
  kind text not null check (kind in ('export', 'erase', 'eraseStore')),
  requested_by text not null,
  -- Who it is about; null once they are erased.
  about jsonb,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'refused')),
  -- How much was found and erased, in numbers.
  counts jsonb not null default '{}',
  -- Claims that have to be closed first.
  waits_for jsonb not null default '[]',
  last_error text,
  file_key text,
  attempts integer not null default 0,
  next_try_on timestamptz not null default now(),
  created_on timestamptz not null default now(),
  done_on timestamptz,
  primary key (store_id, request_id),
  unique (store_id, purpose_key)
);
create index privacy_request_due on privacy_request (next_try_on) where state = 'waiting';

create table return_location (
  store_id integer not null references store,
  location_id bigint generated always as identity,
  name text not null,
  customs_signer_name text not null default '',
  fulfillment_location_id_from_platform text,
  is_quick_ship_enabled boolean not null default false,
  -- Where goods go unless someone chooses another place; without one, the oldest.
  is_default boolean not null default false,
  address jsonb not null,
  primary key (store_id, location_id)
);
create unique index return_location_default on return_location (store_id) where is_default;

-- What carriers asked for a parcel before a label is bought.
create table shipment_quote (
  store_id integer not null references store,
  shipment_id_from_provider text not null,
  claim_id bigint not null,
  from_address jsonb not null,
  to_address jsonb not null,
  weight_ounces integer not null,
  rates jsonb not null,
  created_on timestamptz not null default now(),
  primary key (store_id, shipment_id_from_provider)
);
create index shipment_quote_of_claim on shipment_quote (store_id, claim_id);

create table webhook_inbox (
  store_id integer not null references store,
  partner text not null,
  webhook_id text not null,
  topic text not null,
  body text not null,
  proof text,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  attempts integer not null default 0,
  last_error text,
  next_try_on timestamptz not null default now(),
  received_on timestamptz not null default now(),
  done_on timestamptz,
  primary key (store_id, partner, webhook_id)
);
create index webhook_due on webhook_inbox (next_try_on) where state = 'waiting';
-- A signature that does not cover the shop is good for one shop only.
create index webhook_proof on webhook_inbox (partner, proof) where proof is not null;

create table sync_state (
  store_id integer not null references store,
  kind text not null,
  cursor text,
  state text not null default 'waiting',
  done_count integer not null default 0,
  last_error text,
  updated_on timestamptz not null default now(),
  primary key (store_id, kind)
);

-- Every table of stores shows the application role the rows of one store; what the role may do with them is listed here.
do $$
declare
  allowed constant jsonb := '{
    "select": ["invoice"],
    "select, update": ["store"],
    "select, insert": ["journal_entry", "journal_posting"],
    "select, insert, update": ["store_settings", "task", "reconciliation_run", "alert", "privacy_request"],
    "select, insert, delete": ["helpdesk_connection", "claim_origin"],
    "select, insert, update, delete": [
      "store_connection", "store_user_role", "helpdesk_token", "store_order", "product", "claim", "claim_tag", "saved_view", "report", "effect", "refund_turn",
      "customer_payment", "media", "file_removal", "return_location", "shipment_quote", "webhook_inbox", "sync_state", "alert_read"
    ]
  }';
  verbs text;
  name text;
begin
  for verbs in select jsonb_object_keys(allowed) loop
    for name in select jsonb_array_elements_text(allowed -> verbs) loop
      execute format('alter table %I enable row level security', name);
      execute format('create policy of_store on %I to makegood_app using (store_id = nullif(current_setting(''app.store_id'', true), '''')::integer) with check (store_id = nullif(current_setting(''app.store_id'', true), '''')::integer)', name);
      execute format('grant %s on %I to makegood_app', verbs, name);
    end loop;
  end loop;
end $$;
grant usage on all sequences in schema public to makegood_app;
`;
