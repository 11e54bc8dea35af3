import type { Selectable } from 'kysely';
import * as contract from '#contract/merchant/session.ts';
import { Refusal } from '#core/refusal.ts';
import type { Tables } from '#server/db/tables.ts';
import type { ServerDeps } from '#server/deps.ts';
import { helpdeskToken } from '#server/helpdesk-token.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { staffName } from '#server/merchant/staff-name.ts';

type Row = Selectable<Tables['helpdesk_connection']>;
const show = (row: Row) => ({
  configId: row.config_id,
  ref: row.ref,
  embeddedIn: row.embedded_in,
  mayFinalize: row.may_finalize,
  createdBy: row.created_by,
  createdOn: row.created_on.toISOString(),
});

const withToken = (secret: string, row: Row) => {
  const { store_id: storeId, config_id: configId, ref, token_version: version } = row;
  return { ...show(row), token: helpdeskToken(secret, { storeId, configId, ref, version }, new Date()) };
};

const notFound = (): Refusal =>
  new Refusal('notFound', 'HELPDESK_NOT_FOUND', "This helpdesk doesn't exist in this store.");

/** Helpdesks that may open sessions in the store. */
export const helpdeskHandlers = ({ database, secret }: Pick<ServerDeps, 'database' | 'secret'>): Handler[] => [
  handle(contract.listHelpdesks, async (_input, { storeId }) => {
    const rows = await database.readStore(storeId, (db) =>
      db.selectFrom('helpdesk_connection').selectAll().where('store_id', '=', storeId).orderBy('created_on').execute(),
    );
    return { data: rows.map(show) };
  }),

  handle(contract.connectHelpdesk, async ({ body }, { storeId, user }) => {
    const row = await database.inStore(storeId, (db) =>
      db
        .insertInto('helpdesk_connection')
        .values({
          store_id: storeId,
          ref: body.ref,
          embedded_in: body.embeddedIn,
          may_finalize: body.mayFinalize,
          created_by: staffName(user),
        })
        .returningAll()
        .executeTakeFirstOrThrow(),
    );
    return withToken(secret, row);
  }),

  handle(contract.rotateHelpdeskToken, ({ params }, { storeId }) =>
    // As the owner: sessions belong to no store.
    database.asOwner(async (db) => {
      const row = await db
        .updateTable('helpdesk_connection')
        .set((row) => ({ token_version: row('token_version', '+', 1) }))
        .where('store_id', '=', storeId)
        .where('config_id', '=', params.configId)
        .returningAll()
        .executeTakeFirst();
      if (!row) throw notFound();
      await db
        .deleteFrom('session')
        .where('helpdesk_store_id', '=', storeId)
        .where('helpdesk_config_id', '=', params.configId)
        .execute();
      return withToken(secret, row);
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
