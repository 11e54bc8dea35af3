import { sql, type Selectable } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import * as contract from '#contract/merchant/session.ts';
import { DAY_MS } from '#core/dates.ts';
import { Refusal } from '#core/refusal.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tables } from '#server/db/tables.ts';
import type { ServerDeps } from '#server/deps.ts';
import { helpdeskToken } from '#server/helpdesk-token.ts';
import { emailKey } from '#server/http/login-session.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { staffName } from '#server/merchant/staff-name.ts';

/** Tokens of one helpdesk, one for each of its agents and some more. */
const MOST_TOKENS = 200;
const FIRST_TOKEN_DAYS = 365;

type Instant = string | Date;
type TokenRow = Pick<Selectable<Tables['helpdesk_token']>, 'token_id' | 'email_key' | 'created_by'> & {
  created_on: Instant;
  expires_on: Instant;
  last_used_on: Instant | null;
};
type Row = Selectable<Tables['helpdesk_connection']> & { tokens: TokenRow[] };

const iso = (instant: Instant): string => new Date(instant).toISOString();
const show = (row: Row) => ({
  configId: row.config_id,
  ref: row.ref,
  embeddedIn: row.embedded_in,
  mayFinalize: row.may_finalize,
  createdBy: row.created_by,
  createdOn: row.created_on.toISOString(),
  tokens: row.tokens.map((token) => ({
    tokenId: token.token_id,
    email: token.email_key,
    createdBy: token.created_by,
    createdOn: iso(token.created_on),
    expiresOn: iso(token.expires_on),
    lastUsedOn: token.last_used_on === null ? null : iso(token.last_used_on),
  })),
});

const selectHelpdesks = (db: Db, storeId: number) =>
  db
    .selectFrom('helpdesk_connection as helpdesk')
    .selectAll('helpdesk')
    .select((of) =>
      jsonArrayFrom(
        of
          .selectFrom('helpdesk_token as token')
          .select(['token_id', 'email_key', 'created_by', 'created_on', 'expires_on', 'last_used_on'])
          .whereRef('token.store_id', '=', 'helpdesk.store_id')
          .whereRef('token.config_id', '=', 'helpdesk.config_id')
          .orderBy('token.created_on', 'desc'),
      ).as('tokens'),
    )
    .where('helpdesk.store_id', '=', storeId)
    .orderBy('helpdesk.created_on');

const notFound = (): Refusal =>
  new Refusal('notFound', 'HELPDESK_NOT_FOUND', "This helpdesk doesn't exist in this store.");

type NewToken = { email: string | null; days: number; createdBy: string };

/** Helpdesks that may open sessions in the store, and the tokens they open them with. */
export function helpdeskHandlers({ database, secret }: Pick<ServerDeps, 'database' | 'secret'>): Handler[] {
  /** Adds a token to a connection, and shows both. Refuses HELPDESK_NOT_FOUND and TOO_MANY_TOKENS. */
  const addToken = async (db: Db, storeId: number, configId: string, { email, days, createdBy }: NewToken) => {
    const now = new Date();
    const helpdesk = await selectHelpdesks(db, storeId).where('config_id', '=', configId).executeTakeFirst();
    if (!helpdesk) throw notFound();
    if (helpdesk.tokens.length >= MOST_TOKENS)
      throw new Refusal('notAllowed', 'TOO_MANY_TOKENS', 'This helpdesk has too many tokens. Revoke some first.');
    const { token_id: tokenId, expires_on: expiresOn } = await db
      .insertInto('helpdesk_token')
      .values({
        store_id: storeId,
        config_id: configId,
        email_key: email,
        created_by: createdBy,
        expires_on: new Date(now.getTime() + days * DAY_MS),
      })
      .returning(['token_id', 'expires_on'])
      .executeTakeFirstOrThrow();
    const row = await selectHelpdesks(db, storeId).where('config_id', '=', configId).executeTakeFirstOrThrow();
    const token = helpdeskToken(secret, { storeId, configId, ref: row.ref, tokenId }, expiresOn);
    return { ...show(row), token, expiresOn: expiresOn.toISOString() };
  };
  return [
    handle(contract.listHelpdesks, async (_input, { storeId }) => {
      const rows = await database.readStore(storeId, (db) => selectHelpdesks(db, storeId).execute());
      return { data: rows.map(show) };
    }),

    handle(contract.connectHelpdesk, ({ body }, { storeId, user }) =>
      database.inStore(storeId, async (db) => {
        const createdBy = staffName(user);
        const { config_id } = await db
          .insertInto('helpdesk_connection')
          .values({
            store_id: storeId,
            ref: body.ref,
            embedded_in: body.embeddedIn,
            may_finalize: body.mayFinalize,
            created_by: createdBy,
          })
          .returning('config_id')
          .executeTakeFirstOrThrow();
        return addToken(db, storeId, config_id, { email: null, days: FIRST_TOKEN_DAYS, createdBy });
      }),
    ),

    handle(contract.addHelpdeskToken, ({ params, body }, { storeId, user }) =>
      database.inStore(storeId, async (db) => {
        const email = body.email === null ? null : emailKey(body.email);
        if (email !== null && !(await hasUser(db, storeId, email)))
          throw new Refusal('notAllowed', 'HELPDESK_USER_UNKNOWN', 'No user of this store has this email.');
        return addToken(db, storeId, params.configId, { email, days: body.days, createdBy: staffName(user) });
      }),
    ),

    // As the owner: the sessions that end with it belong to no store.
    handle(contract.revokeHelpdeskToken, ({ params }, { storeId }) =>
      database.asOwner(async (db) => {
        const { numDeletedRows } = await db
          .deleteFrom('helpdesk_token')
          .where('store_id', '=', storeId)
          .where('config_id', '=', params.configId)
          .where('token_id', '=', params.tokenId)
          .executeTakeFirst();
        if (numDeletedRows === 0n)
          throw new Refusal('notFound', 'HELPDESK_TOKEN_NOT_FOUND', "This token doesn't exist in this store.");
        return {};
      }),
    ),

    handle(contract.disconnectHelpdesk, async ({ params }, { storeId }) => {
      const { numDeletedRows } = await database.inStore(storeId, (db) =>
        db
          .deleteFrom('helpdesk_connection')
          .where('store_id', '=', storeId)
          .where('config_id', '=', params.configId)
          .executeTakeFirst(),
      );
      if (numDeletedRows === 0n) throw notFound();
      return {};
    }),
  ];
}

const hasUser = async (db: Db, storeId: number, email: string): Promise<boolean> =>
  (await db
    .selectFrom('store_user_role')
    .select(sql`1`.as('one'))
    .where('store_id', '=', storeId)
    .where('email_key', '=', email)
    .executeTakeFirst()) !== undefined;
