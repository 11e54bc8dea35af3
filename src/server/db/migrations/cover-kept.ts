/** What the product of the cover is called at the platform, and the script in the pages of the shop. */
export const coverKept = `
alter table cover_product add column title text not null default '';
-- The address of the script that the shop is to have, and of the one that it has; empty for none.
alter table cover_product add column script_wanted text not null default '';
alter table cover_product add column script_src text not null default '';
alter table cover_product add column script_revision integer not null default 0;
`;
