import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { Refusal } from '#core/refusal.ts';
import type { RoleCode } from '#core/roles.ts';
import type { IdentityUser } from '#partners/ports.ts';
import type { Database, Db } from '#server/db/connect.ts';
import type { SignedInUser } from '#server/http/context.ts';

/** How long a person stays signed in, and how long without doing anything. */
export const SESSION_HOURS = 12;
export const IDLE_HOURS = 2;
/** A helpdesk proves no person, so its sessions are short; the helpdesk opens the next one itself. */
export const HELPDESK_HOURS = 2;
const USE_WRITTEN_EVERY_MS = 300_000;

export type OpenSession = { user: SignedInUser; csrfToken: string };
export type StoreRole = { isTest: boolean; roleCode: SessionRole | null };

/** Emails are compared without regard to case and outer spaces. */
export const emailKey = (email: string): string => email.trim().toLowerCase();

/** The role of a session in a store; a helpdesk session has only its own narrow role. */
export type SessionRole = Extract<RoleCode, 'Admin' | 'Staff' | 'Makegood_Admin' | 'Helpdesk'>;

/** The role of a session in a store, by the user's own role there; null for none. */
export function sessionRole(
  user: Pick<SignedInUser, 'isProviderAdmin' | 'helpdesk'>,
  storeId: number,
  ownRole: 'Admin' | 'Staff' | null,
): SessionRole | null {
  if (user.helpdesk !== null) return user.helpdesk.storeId === storeId && ownRole !== null ? 'Helpdesk' : null;
  return user.isProviderAdmin ? 'Makegood_Admin' : ownRole;
}

// A number beyond the column's range is no store; the database would call it an error.
const LARGEST_STORE_ID = 2_147_483_647;

// Only the hash is stored, so that reading the table doesn't let anyone sign in.
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * Remembers the user and opens a session with a new token, closing the one the browser came with. Returns the token for the
 * cookie. The roles of the email that no account has yet become this account's; when another account has all of them, the
 * sign-in is refused: someone given an email address later must not inherit what it opens.
 */
export async function openSession(
  database: Database,
  identity: IdentityUser,
  isProviderAdmin: boolean,
  formerToken: string | undefined,
  now: Date,
): Promise<string> {
  return database.asOwner(async (db) => {
    const { subject, email } = identity;
    if (!(await bindRoles(db, subject, emailKey(email), isProviderAdmin)))
      throw new Refusal(
        'forbidden',
        'ACCOUNT_CHANGED',
        `${email} belongs to another sign-in account here. If that account was replaced, ask a store admin to link the new one.`,
      );
    const names = { email, first_name: identity.firstName, last_name: identity.lastName };
    const user = await db
      .insertInto('app_user')
      .values({ subject, ...names })
      .onConflict((conflict) => conflict.column('subject').doUpdateSet(names))
      .returning('user_id')
      .executeTakeFirstOrThrow();
    return beginSession(db, user.user_id, null, formerToken, now);
  });
}

/** Gives the account the roles of the email that are free. False when the email has roles, and all are of other accounts. */
async function bindRoles(db: Db, subject: string, key: string, isProviderAdmin: boolean): Promise<boolean> {
  await db
    .updateTable('store_user_role')
    .set({ subject })
    .where('email_key', '=', key)
    .where('subject', 'is', null)
    .execute();
  if (isProviderAdmin)
    await db
      .insertInto('provider_admin')
      .values({ email_key: key, subject })
      .onConflict((conflict) => conflict.column('email_key').doNothing())
      .execute();
  const owners = await db
    .selectFrom('store_user_role')
    .select('subject')
    .where('email_key', '=', key)
    .unionAll(db.selectFrom('provider_admin').select('subject').where('email_key', '=', key))
    .execute();
  return owners.length === 0 || owners.some((owner) => owner.subject === subject);
}

/** Frees the accounts of provider admins who are provider admins no longer, so that a new account can take the place. */
export const freeFormerProviderAdmins = (database: Database, providerAdmins: readonly string[]): Promise<unknown> =>
  database.asOwner((db) =>
    db
      .deleteFrom('provider_admin')
      .$if(providerAdmins.length > 0, (query) => query.where('email_key', 'not in', [...providerAdmins]))
      .execute(),
  );

/** A helpdesk by the token it showed, which opens sessions no longer than it is good itself. */
export type OpeningHelpdesk = { storeId: number; configId: string; tokenId: string; expiresOn: Date };

/**
 * Opens the narrow helpdesk session for the user with this email and closes the browser's earlier session. Null when the token
 * has been revoked meanwhile.
 */
export async function openHelpdeskSession(
  database: Database,
  helpdesk: OpeningHelpdesk,
  email: string,
  formerToken: string | undefined,
  now: Date,
): Promise<string | null> {
  return database.asOwner(async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('helpdesk_token')
      .set({ last_used_on: now })
      .where('store_id', '=', helpdesk.storeId)
      .where('config_id', '=', helpdesk.configId)
      .where('token_id', '=', helpdesk.tokenId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return null;
    const user = await helpdeskUser(db, helpdesk.storeId, email);
    return beginSession(db, user.user_id, helpdesk, formerToken, now);
  });
}

/** A user of its own, never the one of the person's account: nobody proved to be them. Named as in the store. */
async function helpdeskUser(db: Db, storeId: number, email: string): Promise<{ user_id: number }> {
  const key = emailKey(email);
  const role = await db
    .selectFrom('store_user_role as role')
    .leftJoin('app_user', 'app_user.subject', 'role.subject')
    .select(['role.first_name', 'role.last_name'])
    .select(['app_user.first_name as own_first_name', 'app_user.last_name as own_last_name'])
    .where('role.store_id', '=', storeId)
    .where('role.email_key', '=', key)
    .executeTakeFirst();
  const names = {
    email: email.trim(),
    first_name: role?.first_name || (role?.own_first_name ?? ''),
    last_name: role?.last_name || (role?.own_last_name ?? ''),
  };
  return db
    .insertInto('app_user')
    .values({ subject: `helpdesk|${storeId}|${key}`, ...names })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet(names))
    .returning('user_id')
    .executeTakeFirstOrThrow();
}

async function beginSession(
  db: Db,
  userId: number,
  helpdesk: OpeningHelpdesk | null,
  formerToken: string | undefined,
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db
    .deleteFrom('session')
    .where((where) => where.or([where('expires_on', '<=', now), where('session_hash', '=', hashOf(formerToken ?? ''))]))
    .execute();
  const hours = helpdesk ? HELPDESK_HOURS : SESSION_HOURS;
  const latest = helpdesk?.expiresOn.getTime() ?? Infinity;
  await db
    .insertInto('session')
    .values({
      session_hash: hashOf(token),
      user_id: userId,
      csrf_token: randomBytes(24).toString('base64url'),
      expires_on: new Date(Math.min(now.getTime() + hours * 3_600_000, latest)),
      used_on: now,
      helpdesk_store_id: helpdesk?.storeId ?? null,
      helpdesk_config_id: helpdesk?.configId ?? null,
      helpdesk_token_id: helpdesk?.tokenId ?? null,
    })
    .execute();
  return token;
}

/**
 * Who the token belongs to, or null when it is unknown, ended, expired or unused for long; with a store id also the role there
 * (null store: no such store). A role that no account has yet becomes the account's.
 */
export async function findSession(
  database: Database,
  providerAdmins: readonly string[],
  token: string,
  storeId: number | null,
  now: Date,
): Promise<{ session: OpenSession; store: StoreRole | null } | null> {
  const [row] = await database.rowsAsOwner((db) =>
    db
      .selectFrom('session')
      .innerJoin('app_user', 'app_user.user_id', 'session.user_id')
      .leftJoin('provider_admin', (join) =>
        join
          .on('provider_admin.email_key', '=', sql<string>`lower(btrim(app_user.email))`)
          .onRef('provider_admin.subject', '=', 'app_user.subject'),
      )
      .leftJoin('helpdesk_connection as helpdesk', (join) =>
        join
          .onRef('helpdesk.store_id', '=', 'session.helpdesk_store_id')
          .onRef('helpdesk.config_id', '=', 'session.helpdesk_config_id'),
      )
      .leftJoin('store', (join) =>
        join.on('store.store_id', '=', storeId !== null && storeId <= LARGEST_STORE_ID ? storeId : null),
      )
      .leftJoin('store_user_role as role', (join) =>
        join
          .onRef('role.store_id', '=', 'store.store_id')
          .on('role.email_key', '=', sql<string>`lower(btrim(app_user.email))`)
          .on(IS_OWN_ROLE),
      )
      .where('session.session_hash', '=', hashOf(token))
      .where('session.expires_on', '>', now)
      .where('session.used_on', '>', new Date(now.getTime() - IDLE_HOURS * 3_600_000))
      .select([
        'app_user.user_id as userId',
        'app_user.email',
        'app_user.first_name as firstName',
        'app_user.last_name as lastName',
        'app_user.subject as idFromPlatform',
        'provider_admin.email_key as providerKey',
        'helpdesk.store_id as helpdeskStoreId',
        'helpdesk.ref as helpdeskRef',
        'helpdesk.may_finalize as mayFinalize',
        'session.csrf_token as csrfToken',
        'session.used_on as usedOn',
        'store.store_id as storeId',
        'store.is_test as isTest',
        'role.role_code as roleCode',
        'role.subject as roleSubject',
      ]),
  );
  if (!row) return null;
  const { csrfToken, storeId: id, isTest, roleCode, userId, email, firstName, lastName, idFromPlatform } = row;
  const helpdesk =
    row.helpdeskStoreId === null
      ? null
      : { storeId: row.helpdeskStoreId, ref: row.helpdeskRef ?? '', mayFinalize: row.mayFinalize ?? false };
  const isProviderAdmin = helpdesk === null && row.providerKey !== null && providerAdmins.includes(row.providerKey);
  const user = { userId, email, firstName, lastName, idFromPlatform, isProviderAdmin, helpdesk };
  if (helpdesk === null && id !== null && roleCode !== null && row.roleSubject === null)
    await database.asOwner((db) => bindRoles(db, idFromPlatform, emailKey(email), false));
  if (now.getTime() - row.usedOn.getTime() > USE_WRITTEN_EVERY_MS) await writeUse(database, token, now);
  const store = id === null || isTest === null ? null : { isTest, roleCode: sessionRole(user, id, roleCode) };
  return { session: { user, csrfToken }, store };
}

/** A helpdesk names its user by email alone; a person has the roles of their own account, and those that no account has yet. */
export const IS_OWN_ROLE = sql<boolean>`(app_user.subject like 'helpdesk|%' or role.subject is null or role.subject = app_user.subject)`;

const writeUse = (database: Database, token: string, now: Date): Promise<unknown> =>
  database.asOwner((db) =>
    db
      .updateTable('session')
      .set({ used_on: now })
      .where('session_hash', '=', hashOf(token))
      .where('used_on', '<', now)
      .execute(),
  );

/** End the session of a token at once, everywhere. */
export async function endSession(database: Database, token: string): Promise<void> {
  await database.asOwner((db) => db.deleteFrom('session').where('session_hash', '=', hashOf(token)).execute());
}

/** Ends every session of an account, in whatever browser. */
export const endSessionsOf = (database: Database, userId: number): Promise<unknown> =>
  database.asOwner((db) => db.deleteFrom('session').where('user_id', '=', userId).execute());
