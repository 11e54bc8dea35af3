import { sql, type Selectable } from 'kysely';
import type { InvitableRole } from '#core/roles.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';

export type UserRow = Selectable<Tables['store_user_role']>;
/** With what their own account says of them; null until an account has used the role. */
export type UserWithSignIn = UserRow & { signed_in_as: { firstName: string; lastName: string } | null };
type EditedUser = { firstName: string; lastName: string; roleCode: InvitableRole };

export const userById = (db: Db, storeId: number, storeUserId: number): Promise<UserRow | undefined> =>
  db
    .selectFrom('store_user_role')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('store_user_id', '=', storeUserId)
    .executeTakeFirst();

export const isUserOfStore = async (db: Db, storeId: number, emailKey: string): Promise<boolean> =>
  (await db
    .selectFrom('store_user_role')
    .select('email_key')
    .where('store_id', '=', storeId)
    .where('email_key', '=', emailKey)
    .executeTakeFirst()) !== undefined;

/** Everyone with a role in the store, by email. Owner only: who signed in belongs to no store. */
export const usersOfStore = (db: Db, storeId: number): Promise<UserWithSignIn[]> =>
  db
    .selectFrom('store_user_role as role')
    .selectAll('role')
    .select(
      sql<UserWithSignIn['signed_in_as']>`(
        select jsonb_build_object('firstName', first_name, 'lastName', last_name) from app_user
        where app_user.subject = role.subject)`.as('signed_in_as'),
    )
    .where('store_id', '=', storeId)
    .orderBy('email_key')
    .execute();

/** The users of the store, locked until the end of the transaction. */
export const holdUsers = (db: Db, storeId: number): Promise<UserRow[]> =>
  db
    .selectFrom('store_user_role')
    .selectAll()
    .where('store_id', '=', storeId)
    .orderBy('store_user_id')
    .forUpdate()
    .execute();

/** Undefined when the email has a role there already. */
export const insertUser = (db: Db, storeId: number, emailKey: string, user: EditedUser): Promise<UserRow | undefined> =>
  db
    .insertInto('store_user_role')
    .values({ store_id: storeId, email_key: emailKey, ...rowOf(user) })
    .onConflict((conflict) => conflict.columns(['store_id', 'email_key']).doNothing())
    .returningAll()
    .executeTakeFirst();

export const updateUser = (db: Db, storeId: number, storeUserId: number, user: EditedUser): Promise<unknown> =>
  db
    .updateTable('store_user_role')
    .set(rowOf(user))
    .where('store_id', '=', storeId)
    .where('store_user_id', '=', storeUserId)
    .execute();

const rowOf = ({ firstName, lastName, roleCode }: EditedUser) => ({
  first_name: firstName,
  last_name: lastName,
  role_code: roleCode,
});

/** How many emails to the user were asked for, this one included. */
export async function countEmail(db: Db, storeId: number, storeUserId: number): Promise<number> {
  const { emails_asked } = await db
    .updateTable('store_user_role')
    .set((row) => ({ emails_asked: row('emails_asked', '+', 1) }))
    .where('store_id', '=', storeId)
    .where('store_user_id', '=', storeUserId)
    .returning('emails_asked')
    .executeTakeFirstOrThrow();
  return emails_asked;
}

/** Takes the role, and with it what every session may do in the store; those a helpdesk opened there for them end. Owner only. */
export async function removeUser(db: Db, user: HeldUser): Promise<void> {
  await db
    .deleteFrom('store_user_role')
    .where('store_id', '=', user.store_id)
    .where('store_user_id', '=', user.store_user_id)
    .execute();
  await db
    .deleteFrom('helpdesk_token')
    .where('store_id', '=', user.store_id)
    .where('email_key', '=', user.email_key)
    .execute();
  await endHelpdeskSessions(db, user);
}

/** Ends every session of the account that has the role, and those a helpdesk opened for the email in the store. Owner only. */
export async function signOutUser(db: Db, user: HeldUser): Promise<void> {
  await endHelpdeskSessions(db, user);
  await db
    .deleteFrom('session')
    .where('user_id', 'in', (of) => of.selectFrom('app_user').select('user_id').where('subject', '=', user.subject))
    .execute();
}

/** Lets the next account that proves the email have the role. Owner only. */
export async function freeUser(db: Db, user: HeldUser): Promise<void> {
  await signOutUser(db, user);
  await db
    .updateTable('store_user_role')
    .set({ subject: null })
    .where('store_id', '=', user.store_id)
    .where('store_user_id', '=', user.store_user_id)
    .execute();
}

type HeldUser = Pick<UserRow, 'store_id' | 'store_user_id' | 'email_key' | 'subject'>;

const endHelpdeskSessions = (db: Db, user: HeldUser): Promise<unknown> =>
  db
    .deleteFrom('session')
    .where('helpdesk_store_id', '=', user.store_id)
    .where('user_id', 'in', (of) =>
      of
        .selectFrom('app_user')
        .select('user_id')
        .where(sql<string>`lower(btrim(email))`, '=', user.email_key),
    )
    .execute();
