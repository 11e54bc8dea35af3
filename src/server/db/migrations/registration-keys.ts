/**
 * Keys that tell one registration of a thing from another, which only this installation can make. Those of before could be
 * made by anyone, so that they told who had registered what; they are nobody's now.
 */
export const registrationKeys = `
-- As it was registered at first, for files that are imported again; nobody's once its owner is another.
alter table registration add column first_key text not null default gen_random_uuid()::text;
update registration set same_key = gen_random_uuid()::text;
create index registration_first on registration (store_id, first_key);
`;
