/** Where claims came from and what photos look like, for their risk; lines of orders made ineligible. */
export const risk = `
-- Beside the document, which the platform writes anew: lines by id, when and by whom.
alter table store_order add column ineligible_lines jsonb not null default '{}';

-- How a claim was sent in. The e-mail is here only as a keyed hash, so that it can be met again in other stores without being read.
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

alter table media add column hashed_on timestamptz;
alter table media add column photo_hashes bytea;
alter table media add column photo_words integer[];
create index media_to_hash on media (created_on) where state = 'ready' and hashed_on is null and content_type like 'image/%';
create index media_of_claim on media (store_id, claim_id) where claim_id is not null;
create index media_photo_words on media using gin (store_id, photo_words) where photo_words is not null;

alter table claim_origin enable row level security;
create policy of_store on claim_origin to makegood_app using (store_id = nullif(current_setting('app.store_id', true), '')::integer) with check (store_id = nullif(current_setting('app.store_id', true), '')::integer);
grant select, insert on claim_origin to makegood_app;

-- The index of words may not be used under a policy, so this runs as the owner and repeats the policy's filter itself.
create function photos_like(wanted integer[], but_of_claim bigint) returns table (claim_id bigint, photo_hashes bytea)
language sql stable security definer set search_path = public, pg_temp rows 20 as $$
  select media.claim_id, media.photo_hashes from media
  where photo_words && wanted
    and store_id = nullif(current_setting('app.store_id', true), '')::integer
    and media.claim_id is not null and media.claim_id <> but_of_claim
  order by media.created_on desc
  limit 300
$$;
revoke all on function photos_like(integer[], bigint) from public;
grant execute on function photos_like(integer[], bigint) to makegood_app;

-- Other stores' claims of the same keyed hash: how many, and nothing else of them.
create function claims_in_other_stores(hash text, since timestamptz) returns table (stores bigint, claims bigint)
language sql stable security definer set search_path = public, pg_temp rows 1 as $$
  select count(distinct store_id), count(*) from claim_origin
  where email_hash = hash and created_on >= since
    and store_id <> nullif(current_setting('app.store_id', true), '')::integer
$$;
revoke all on function claims_in_other_stores(text, timestamptz) from public;
grant execute on function claims_in_other_stores(text, timestamptz) to makegood_app;
`;
