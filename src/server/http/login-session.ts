import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { IdentityUser } from '#partners/ports.ts';
import type { Database } from '#server/db/connect.ts';
import type { SignedInUser } from '#server/http/context.ts';

export const SESSION_HOURS = 12;

export type OpenSession = { user: SignedInUser; csrfToken: string };
export type StoreRole = { isTest: boolean; roleCode: 'Admin' | 'Staff' | null };

/** E-mails are compared without regard to case and outer spaces. */
export const emailKey = (email: string): string => email.trim().toLowerCase();

// A number beyond the column's range is no store; the database would call it an error.
const LARGEST_STORE_ID = 2_147_483_647;

// Only the hash is kept: whoever reads the table cannot sign in with it.
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Remembers the user and opens a session with a new token, closing the one the browser came with. Returns the token for the cookie. */
export async function openSession(
  database: Database,
  identity: IdentityUser,
  isProviderAdmin: boolean,
  formerToken: string | undefined,
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await database.asOwner(async (db) => {
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
    await db
      .deleteFrom('session')
      .where((where) =>
        where.or([where('expires_on', '<=', now), where('session_hash', '=', hashOf(formerToken ?? ''))]),
      )
      .execute();
    await db
      .insertInto('session')
      .values({
        session_hash: hashOf(token),
        user_id: user.user_id,
        csrf_token: randomBytes(24).toString('base64url'),
        expires_on: new Date(now.getTime() + SESSION_HOURS * 3_600_000),
      })
      .execute();
  });
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
        'app_user.is_provider_admin as isProviderAdmin',
        'session.csrf_token as csrfToken',
        'store.is_test as isTest',
        'role.role_code as roleCode',
      ]),
  );
  if (!row) return null;
  const { csrfToken, isTest, roleCode, ...user } = row;
  return { session: { user, csrfToken }, store: isTest === null ? null : { isTest, roleCode } };
}

/** Ends the session of a token at once, everywhere. */
export async function endSession(database: Database, token: string): Promise<void> {
  await database.asOwner((db) => db.deleteFrom('session').where('session_hash', '=', hashOf(token)).execute());
}
