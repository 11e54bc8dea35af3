/** What figures of a store are counted in, and claims by when they were finalized. */
export const timeZone = `
alter table store add column time_zone text not null default 'UTC';
create index claim_finalized on claim (store_id, finalized_on) where finalized_on is not null;
`;
