/** Claims whose parcels are worth a look by when they come to be; the column is computed with the facets. */
export const stuckShipments = `
alter table claim add column stuck_from timestamptz not null default 'infinity';
create index claim_stuck on claim (store_id, claim_type, stuck_from) where stuck_from < 'infinity';
`;
