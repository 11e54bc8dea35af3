/** Photos staff took while inspecting are not what the claim was made with: whether a photo was used before is not asked of them. */
export const inspectionPhotos = `
alter table media add column is_of_inspection boolean not null default false;
update media set is_of_inspection = true from claim
where claim.store_id = media.store_id and claim.claim_id = media.claim_id
  and not exists (
    select from jsonb_array_elements((claim.document->'lines') || (claim.document->'timeline')) part,
      jsonb_array_elements(coalesce(part->'media', '[]')) one
    where one->>'id' = media.media_id
  );

create or replace function photos_like(wanted integer[], but_of_claim bigint) returns table (claim_id bigint, photo_hashes bytea)
language sql stable security definer set search_path = public, pg_temp rows 20 as $$
  select media.claim_id, media.photo_hashes from media
  where photo_words && wanted
    and store_id = nullif(current_setting('app.store_id', true), '')::integer
    and media.claim_id is not null and media.claim_id <> but_of_claim and not media.is_of_inspection
  order by media.created_on desc
  limit 300
$$;
`;
