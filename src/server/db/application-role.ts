import { sql, type Transaction } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

type Db = Transaction<Tables>;

/**
 * Makes the role that transactions of a store run as, and lets the current user take it. A role belongs to the whole
 * PostgreSQL server, so a dump restored on another one has neither. Throws one sentence when the user may not do that.
 */
export async function giveApplicationRole(db: Db): Promise<void> {
  await sql.raw(GIVE_ROLE).execute(db);
}

// Since version 16, who makes a role is a member of it and still may not take it.
const GIVE_ROLE = `
do $$ begin
  if not exists (select from pg_roles where rolname = 'makegood_app') then
    create role makegood_app nologin nosuperuser nobypassrls noinherit;
  end if;
exception
  -- Another database of the server may be making the same one right now.
  when duplicate_object or unique_violation then null;
  when insufficient_privilege then
    raise exception 'The role makegood_app is missing, and the user of the database may not make it. docs/operations.md says how.';
end $$;
do $$ begin
  if not pg_has_role(
    current_user, 'makegood_app', case when current_setting('server_version_num')::integer < 160000 then 'member' else 'set' end
  ) then
    execute format('grant makegood_app to %I', current_user);
  end if;
exception
  when insufficient_privilege then
    raise exception 'The user of the database may not act as makegood_app, and may not grant itself that role. docs/operations.md says how.';
end $$;
`;

/** Throws one sentence when a table of stores lacks its policy or its grants: a dump restored without the role has none. */
export async function refuseUnguardedTables(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attname = 'store_id'
      and not (
        c.relrowsecurity and has_table_privilege('makegood_app', c.oid, 'select')
        and exists (select from pg_policy p where p.polrelid = c.oid and 'makegood_app'::regrole = any (p.polroles))
      )
    order by c.relname`.execute(db);
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name).join(', ');
  throw new Error(
    `Tables lack their rules of access (${names}), as after a restore without the role makegood_app. Make the role and restore again: see docs/operations.md.`,
  );
}
