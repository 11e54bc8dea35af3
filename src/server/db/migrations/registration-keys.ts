/**
 * Keys that tell one registration of a thing from another, which only this installation can make. Those of before could be
 * made by anyone, so that they told who had registered what. The server makes new ones: SQL doesn't know its secret.
 */
export const registrationKeys = `
-- As it was registered at first, for files that are imported again. Empty: both keys are still to be made.
alter table registration add column first_key text not null default '';
update registration set same_key = gen_random_uuid()::text;
create index registration_first on registration (store_id, first_key);
create index registration_ever on registration (store_id, same_key);
create index registration_unkeyed on registration (registration_id) where first_key = '';
`;
