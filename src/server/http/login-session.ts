import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { RoleCode } from '#core/roles.ts';
import type { IdentityUser } from '#partners/ports.ts';
import type { Database, Db } from '#server/db/connect.ts';
import type { SignedInUser } from '#server/http/context.ts';

export const SESSION_HOURS = 12;

export type OpenSession = { user: SignedInUser; csrfToken: string };
export type StoreRole = { isTest: boolean; roleCode: SessionRole | null };

/** Emails are compared without regard to case and outer spaces. */
export const emailKey = (email: string): string => email.trim().toLowerCase();

/** The role of a session in a store; a helpdesk session has only its own narrow role. */
export type SessionRole = Extract<RoleCode, 'Admin' | 'Staff' | 'Makegood_Admin' | 'Helpdesk'>;

/** The role of a session in a store, by the user's own role there; null for none. */
export function sessionRole(
  user: Pick<SignedInUser, 'isProviderAdmin' | 'helpdeskStoreId'>,
  storeId: number,
  ownRole: 'Admin' | 'Staff' | null,
): SessionRole | null {
  if (user.helpdeskStoreId !== null) return user.helpdeskStoreId === storeId && ownRole !== null ? 'Helpdesk' : null;
  return user.isProviderAdmin ? 'Makegood_Admin' : ownRole;
}

// A number beyond the column's range is no store; the database would call it an error.
const LARGEST_STORE_ID = 2_147_483_647;

// Only the hash is stored, so that reading the table doesn't let anyone sign in.
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Remembers the user and opens a session with a new token, closing the one the browser came with. Returns the token for the cookie. */
export async function openSession(
  database: Database,
  identity: IdentityUser,
  isProviderAdmin: boolean,
  formerToken: string | undefined,
  now: Date,
): Promise<string> {
  return database.asOwner(async (db) => {
    const names = {
      email: identity.email,
      first_name: identity.firstName,
      last_name: identity.lastName,
      is_provider_admin: isProviderAdmin,
    };
    const user = await db
      .insertInto('app_user')
      .values({ subject: identity.subject, ...names })
      .onConflict((conflict) => conflict.column('subject').doUpdateSet(names))
      .returning('user_id')
      .executeTakeFirstOrThrow();
    return beginSession(db, user.user_id, null, formerToken, now);
  });
}

/** Opens the narrow helpdesk session for the user with this email and closes the browser's earlier session. */
export async function openHelpdeskSession(
  database: Database,
  helpdesk: { storeId: number; configId: string },
  email: string,
  formerToken: string | undefined,
  now: Date,
): Promise<string> {
  return database.asOwner(async (db) => {
    const known = await db
      .selectFrom('app_user')
      .select('user_id')
      .where(sql<string>`lower(btrim(email))`, '=', emailKey(email))
      .orderBy('user_id')
      .limit(1)
      .executeTakeFirst();
    const user = known ?? (await helpdeskUser(db, email));
    return beginSession(db, user.user_id, helpdesk, formerToken, now);
  });
}

// Invited, but never signed in: known by the email alone.
const helpdeskUser = (db: Db, email: string): Promise<{ user_id: number }> =>
  db
    .insertInto('app_user')
    .values({ subject: `helpdesk|${emailKey(email)}`, email: email.trim(), first_name: '', last_name: '' })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet({ email: email.trim() }))
    .returning('user_id')
    .executeTakeFirstOrThrow();

async function beginSession(
  db: Db,
  userId: number,
  helpdesk: { storeId: number; configId: string } | null,
  formerToken: string | undefined,
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db
    .deleteFrom('session')
    .where((where) => where.or([where('expires_on', '<=', now), where('session_hash', '=', hashOf(formerToken ?? ''))]))
    .execute();
  await db
    .insertInto('session')
    .values({
      session_hash: hashOf(token),
      user_id: userId,
      csrf_token: randomBytes(24).toString('base64url'),
      expires_on: new Date(now.getTime() + SESSION_HOURS * 3_600_000),
      helpdesk_store_id: helpdesk?.storeId ?? null,
      helpdesk_config_id: helpdesk?.configId ?? null,
    })
    .execute();
  return token;
}

/** Who the token belongs to, or null when it is unknown, ended or expired; with a store id also the role there (null store: no such store). */
export async function findSession(
  database: Database,
  token: string,
  storeId: number | null,
  now: Date,
): Promise<{ session: OpenSession; store: StoreRole | null } | null> {
  const [row] = await database.rowsAsOwner((db) =>
    db
      .selectFrom('session')
      .innerJoin('app_user', 'app_user.user_id', 'session.user_id')
      .leftJoin('store', (join) =>
        join.on('store.store_id', '=', storeId !== null && storeId <= LARGEST_STORE_ID ? storeId : null),
      )
      .leftJoin('store_user_role as role', (join) =>
        join
          .onRef('role.store_id', '=', 'store.store_id')
          .on('role.email_key', '=', sql<string>`lower(btrim(app_user.email))`),
      )
      .where('session.session_hash', '=', hashOf(token))
      .where('session.expires_on', '>', now)
      .select([
        'app_user.user_id as userId',
        'app_user.email',
        'app_user.first_name as firstName',
        'app_user.last_name as lastName',
        'app_user.subject as idFromPlatform',
        'app_user.is_provider_admin as isProviderAdmin',
        'session.helpdesk_store_id as helpdeskStoreId',
        'session.csrf_token as csrfToken',
        'store.store_id as storeId',
        'store.is_test as isTest',
        'role.role_code as roleCode',
      ]),
  );
  if (!row) return null;
  const { csrfToken, storeId: id, isTest, roleCode, ...found } = row;
  // What a helpdesk says of who sits there must not make a provider admin.
  const user = { ...found, isProviderAdmin: found.isProviderAdmin && found.helpdeskStoreId === null };
  const store = id === null || isTest === null ? null : { isTest, roleCode: sessionRole(user, id, roleCode) };
  return { session: { user, csrfToken }, store };
}

/** End the session of a token at once, everywhere. */
export async function endSession(database: Database, token: string): Promise<void> {
  await database.asOwner((db) => db.deleteFrom('session').where('session_hash', '=', hashOf(token)).execute());
}
