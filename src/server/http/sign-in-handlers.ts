import type { RouteParsed } from '#contract/route.ts';
import * as contract from '#contract/merchant/session.ts';
import { Refusal } from '#core/refusal.ts';
import { storeOfAccessCode } from '#server/access-code.ts';
import type { ServerDeps } from '#server/deps.ts';
import { readHelpdeskToken } from '#server/helpdesk-token.ts';
import { emailKey, openHelpdeskSession, type OpeningHelpdesk } from '#server/http/login-session.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { takeAttempt } from '#server/stores/attempts.ts';

// The first version of what runs inside helpdesks; older ones, should there be any, must be replaced.
const OLDEST_HELPDESK_APP = 1;
const HOUR_SECONDS = 3600;

/** What can be asked before anyone is signed in. */
export function signInHandlers({
  config,
  database,
  secret,
}: Pick<ServerDeps, 'config' | 'database' | 'secret'>): Handler[] {
  const refuseFlood = async (bucket: string, most: number): Promise<void> => {
    if (!(await takeAttempt(database, secret, [{ bucket, most, windowSeconds: HOUR_SECONDS }])))
      throw new Refusal('tooMany', 'TOO_MANY_ATTEMPTS', 'Please wait a while and try again.');
  };
  /** The connection a helpdesk comes with, and the store it is for. */
  const enter = async (
    entry: RouteParsed<typeof contract.tokenLogin>['body'],
    address: string,
  ): Promise<{ storeName: string; helpdesk: OpeningHelpdesk }> => {
    const token = readHelpdeskToken(secret, entry.token, new Date());
    // A forged token names no store, so its sender does not use up what the agents of a store may ask.
    await refuseFlood(token ? `token-login ${token.storeId} ${address}` : `token-login ${address}`, 600);
    if (entry.appIdVersion < OLDEST_HELPDESK_APP)
      throw new Refusal('notAllowed', 'APP_UPGRADE_REQUIRED', 'Please update the app in your helpdesk.');
    if (token?.configId !== entry.configId || token.ref !== entry.ref) throw tokenInvalid();
    const { storeId, configId, tokenId } = token;
    const known = await database.readStore(storeId, (db) =>
      db
        .selectFrom('helpdesk_token')
        .innerJoin('store', 'store.store_id', 'helpdesk_token.store_id')
        .select(['email_key', 'expires_on', 'store.name'])
        .where('config_id', '=', configId)
        .where('token_id', '=', tokenId)
        .executeTakeFirst(),
    );
    // Of one agent it opens nothing for another.
    if (!known || (known.email_key !== null && known.email_key !== emailKey(entry.email))) throw tokenInvalid();
    const role = await database.readStore(storeId, (db) =>
      db
        .selectFrom('store_user_role')
        .select('role_code')
        .where('store_id', '=', storeId)
        .where('email_key', '=', emailKey(entry.email))
        .executeTakeFirst(),
    );
    if (!role)
      throw new Refusal(
        'forbidden',
        'HELPDESK_USER_UNKNOWN',
        `Please make sure that a user with email ${entry.email} exists.`,
      );
    return { storeName: known.name, helpdesk: { storeId, configId, tokenId, expiresOn: known.expires_on } };
  };
  return [
    handle(contract.usersOfAccessCode, async ({ query }) => {
      const storeId = storeOfAccessCode(secret, query.accessCode, new Date());
      if (storeId === null)
        throw new Refusal('notFound', 'ACCESS_CODE_INVALID', 'This link is no longer valid. Please ask for a new one.');
      return database.asOwner(async (db) => {
        const store = await db
          .selectFrom('store')
          .select('name')
          .where('store_id', '=', storeId)
          .executeTakeFirstOrThrow();
        const roles = await db
          .selectFrom('store_user_role')
          .select('email_key as email')
          .where('store_id', '=', storeId)
          .orderBy('email_key')
          .execute();
        // Stores neither see nor name people of the provider.
        const users = roles.filter(({ email }) => !config.PROVIDER_ADMINS.includes(email));
        return { storeName: store.name, users };
      });
    }),

    handle(contract.signUp, async ({ body }, { address, requestId }) => {
      // What a narrow budget refuses doesn't count in a wider one: one visitor keeps out nobody else.
      await refuseFlood(`sign-up ${address}`, 20);
      await refuseFlood(`sign-up of ${emailKey(body.email)}`, 3);
      // Each is a letter to the people who run this, from however many addresses they come.
      await refuseFlood('sign-up', 200);
      await database.asOwner((db) =>
        db
          .insertInto('sign_up')
          .values({ document: JSON.stringify(body), request_id: requestId })
          .execute(),
      );
      return {};
    }),

    handle(contract.checkTokenLogin, async ({ query }, { address }) => {
      const { helpdesk, storeName } = await enter(query, address);
      return { storeId: helpdesk.storeId, storeName };
    }),

    handle(contract.tokenLogin, async ({ body }, context) => {
      const { helpdesk } = await enter(body, context.address);
      const { formerHelpdeskToken } = context;
      const opened = await openHelpdeskSession(database, helpdesk, body.email, formerHelpdeskToken, new Date());
      if (opened === null) throw tokenInvalid();
      context.setHelpdeskToken(opened);
      return { storeId: helpdesk.storeId };
    }),
  ];
}

const tokenInvalid = (): Refusal =>
  new Refusal(
    'unauthenticated',
    'TOKEN_INVALID',
    "This helpdesk isn't connected, or its token has expired. Ask a store admin.",
  );
