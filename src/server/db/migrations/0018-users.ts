/** Users of a store can be listed, changed and removed by an id, and are called what the admin who invited them called them. */
export const users = `
alter table store_user_role add column store_user_id integer generated always as identity unique;
alter table store_user_role add column first_name text not null default '';
alter table store_user_role add column last_name text not null default '';
-- E-mails asked for so far: each is wanted once.
alter table store_user_role add column emails_asked integer not null default 0;
create index app_user_email on app_user (lower(btrim(email)));
`;
