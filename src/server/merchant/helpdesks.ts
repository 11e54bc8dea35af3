import * as contract from '#contract/merchant/session.ts';
import { Refusal } from '#core/refusal.ts';
import type { ServerDeps } from '#server/deps.ts';
import { helpdeskToken } from '#server/helpdesk-token.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { staffName } from '#server/merchant/staff-name.ts';

type Row = { config_id: string; ref: string; created_by: string; created_on: Date };
const show = (row: Row) => ({
  configId: row.config_id,
  ref: row.ref,
  createdBy: row.created_by,
  createdOn: row.created_on.toISOString(),
});

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
        .values({ store_id: storeId, ref: body.ref, created_by: staffName(user) })
        .returningAll()
        .executeTakeFirstOrThrow(),
    );
    const { config_id: configId, ref } = row;
    return { ...show(row), token: helpdeskToken(secret, { storeId, configId, ref }, new Date()) };
  }),

  handle(contract.disconnectHelpdesk, async ({ params }, { storeId }) => {
    const { numDeletedRows } = await database.inStore(storeId, (db) =>
      db
        .deleteFrom('helpdesk_connection')
        .where('store_id', '=', storeId)
        .where('config_id', '=', params.configId)
        .executeTakeFirst(),
    );
    if (numDeletedRows === 0n)
      throw new Refusal('notFound', 'HELPDESK_NOT_FOUND', 'There is no such helpdesk in this store.');
    return {};
  }),
];
