import type { UserEmailPayload } from '#core/effects/user-email.ts';
import { aboutStore } from '#core/effects/subject.ts';
import * as contract from '#contract/merchant/users.ts';
import { Refusal } from '#core/refusal.ts';
import type { Db } from '#server/db/connect.ts';
import { enqueue } from '#server/effects/outbox.ts';
import {
  countEmail,
  freeUser,
  holdUsers,
  insertUser,
  removeUser,
  signOutUser,
  updateUser,
  usersOfStore,
  type UserRow,
  type UserWithSignIn,
} from '#server/db/users.ts';
import type { ServerDeps } from '#server/deps.ts';
import type { StoreContext } from '#server/http/context.ts';
import { emailKey } from '#server/http/login-session.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { staffName } from '#server/merchant/staff-name.ts';
import { takeAttempt } from '#server/stores/attempts.ts';

const MOST_EMAILS = 5;
const HOUR_SECONDS = 3600;

/** Who may sign in to a store: an invitation is a role for an email, and the first account that proves the email has it. */
export function userHandlers(deps: Pick<ServerDeps, 'config' | 'database' | 'secret'>): Handler[] {
  const { config, database, secret } = deps;
  // People of the provider open every store anyway: stores neither see nor count them.
  const isOfProvider = (key: string): boolean => config.PROVIDER_ADMINS.includes(key);
  const shownUsers = async (context: StoreContext): Promise<contract.StoreUser[]> => {
    const rows = await database.asOwner((db) => usersOfStore(db, context.storeId));
    return rows.filter((row) => !isOfProvider(row.email_key)).map((row) => showUser(row, context));
  };
  const shown = async (context: StoreContext, storeUserId: number): Promise<contract.StoreUser> => {
    const user = (await shownUsers(context)).find((one) => one.id === storeUserId);
    if (!user) throw notFound();
    return user;
  };
  const held = async (db: Db, storeId: number, storeUserId: number) => {
    const users = (await holdUsers(db, storeId)).filter((user) => !isOfProvider(user.email_key));
    const user = users.find((one) => one.store_user_id === storeUserId);
    if (!user) throw notFound();
    return { user, isOnlyAdmin: isLastAdmin(users, user) };
  };

  // Counted before any lookup, so that no address gets many emails.
  const refuseFlood = async (storeId: number, storeUserId: number): Promise<void> => {
    const bucket = `user-email ${storeId} ${storeUserId}`;
    if (!(await takeAttempt(database, secret, [{ bucket, most: MOST_EMAILS, windowSeconds: HOUR_SECONDS }])))
      throw new Refusal('tooMany', 'TOO_MANY_ATTEMPTS', 'Too many invitations sent. Try again in an hour.');
  };

  return [
    handle(contract.listUsers, async (_input, context) => ({ data: await shownUsers(context) })),

    handle(contract.inviteUser, async ({ body }, context) => {
      const { storeId } = context;
      const key = emailKey(body.email);
      const invited = await database.inStore(storeId, async (db) => {
        const user = isOfProvider(key) ? undefined : await insertUser(db, storeId, key, body);
        if (!user) throw new Refusal('conflict', 'USER_EXISTS', `${key} can already sign in to this store.`);
        await writeTo(db, user, 'invitation', context);
        return user;
      });
      return shown(context, invited.store_user_id);
    }),

    handle(contract.changeUser, async ({ params, body }, context) => {
      await database.inStore(context.storeId, async (db) => {
        const { isOnlyAdmin } = await held(db, context.storeId, params.storeUserId);
        if (isOnlyAdmin && body.roleCode !== 'Admin') throw lastAdmin();
        await updateUser(db, context.storeId, params.storeUserId, body);
      });
      return shown(context, params.storeUserId);
    }),

    handle(contract.deleteUser, ({ params }, { storeId, user: asking }) =>
      // As the owner: sessions belong to no store.
      database.asOwner(async (db) => {
        const { user, isOnlyAdmin } = await held(db, storeId, params.storeUserId);
        if (user.email_key === emailKey(asking.email))
          throw new Refusal('notAllowed', 'ONESELF', "You can't delete yourself. Ask another store admin.");
        if (isOnlyAdmin) throw lastAdmin();
        await removeUser(db, user);
        return {};
      }),
    ),

    handle(contract.signOutUser, ({ params }, { storeId }) =>
      database.asOwner(async (db) => {
        await signOutUser(db, (await held(db, storeId, params.storeUserId)).user);
        return {};
      }),
    ),

    handle(contract.linkNewAccount, async ({ params }, context) => {
      const { storeId } = context;
      await refuseFlood(storeId, params.storeUserId);
      await database.asOwner(async (db) => {
        const { user, isOnlyAdmin } = await held(db, storeId, params.storeUserId);
        if (user.email_key === emailKey(context.user.email))
          throw new Refusal('notAllowed', 'ONESELF', 'You are signed in with this account. Ask another store admin.');
        if (isOnlyAdmin) throw lastAdmin();
        await freeUser(db, user);
        await writeTo(db, user, 'invitation', context);
      });
      return shown(context, params.storeUserId);
    }),

    handle(contract.resetPassword, async ({ params }, context) => {
      const { storeId } = context;
      await refuseFlood(storeId, params.storeUserId);
      await database.inStore(storeId, async (db) => {
        const { user } = await held(db, storeId, params.storeUserId);
        await writeTo(db, user, 'signIn', context);
      });
      return {};
    }),
  ];
}

/** Whether the store would be left to admins who never signed in, or to none. */
function isLastAdmin(users: readonly UserRow[], user: UserRow): boolean {
  const admins = users.filter((one) => one.role_code === 'Admin');
  const signedIn = admins.filter((one) => one.subject !== null);
  const counted = signedIn.length > 0 ? signedIn : admins;
  return counted.length === 1 && counted[0] === user;
}

const notFound = (): Refusal => new Refusal('notFound', 'USER_NOT_FOUND', "This user doesn't exist in this store.");

const lastAdmin = (): Refusal =>
  new Refusal(
    'conflict',
    'LAST_ADMIN',
    'No other admin of this store has signed in yet. Make someone else an admin first.',
  );

/** Puts an email on its way, in the transaction of its cause. */
async function writeTo(
  db: Db,
  { store_id: storeId, store_user_id: storeUserId, email_key: email }: UserRow,
  type: UserEmailPayload['type'],
  { user, requestId }: StoreContext,
): Promise<void> {
  const payload = { storeUserId, type, askedBy: staffName(user), email };
  const purposeKey = `user-email:${storeUserId}:${await countEmail(db, storeId, storeUserId)}`;
  await enqueue(db, storeId, requestId, [{ kind: 'userEmail', purposeKey, subject: aboutStore(storeId), payload }]);
}

/** The first admin of a store was never invited: they are called what they are where they sign in. */
const showUser = (row: UserWithSignIn, { user }: StoreContext): contract.StoreUser => ({
  id: row.store_user_id,
  firstName: row.first_name || (row.signed_in_as?.firstName ?? ''),
  lastName: row.last_name || (row.signed_in_as?.lastName ?? ''),
  email: row.email_key,
  roleCode: row.role_code,
  isActive: row.signed_in_as !== null,
  isOneself: row.email_key === emailKey(user.email),
});
