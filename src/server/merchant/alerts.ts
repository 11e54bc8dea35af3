import * as contract from '#contract/merchant/alerts.ts';
import { alertWords, type AlertClaim } from '#core/alerts/alerts.ts';
import { ClaimType } from '#core/claims/types.ts';
import { Refusal } from '#core/refusal.ts';
import { alertsOf, countUnread, markRead, type AlertRow } from '#server/db/alerts.ts';
import { retriedEffects } from '#server/db/effects.ts';
import type { ServerDeps } from '#server/deps.ts';
import type { StoreContext } from '#server/http/context.ts';
import { handle, type Handler } from '#server/http/serve.ts';

/** What the store has to tell its admins, as each of them has read it. */
export const alertHandlers = ({ database }: Pick<ServerDeps, 'database'>): Handler[] => [
  handle(contract.listAlerts, ({ params, query }, context) => {
    const userId = oneself(params.userId, context);
    const { storeId } = context;
    return database.readStore(storeId, async (db) => {
      const rows = await alertsOf(db, storeId, userId, query.unreadOnly === 'true');
      return {
        data: rows.map((row) => show(row, storeId)),
        ...(await countUnread(db, storeId, userId)),
        retried: await retriedEffects(db, storeId),
      };
    });
  }),

  handle(contract.readAllAlerts, async ({ params, body }, context) => {
    const userId = oneself(params.userId, context);
    const which = { alertId: null, seen: body.seen ?? null };
    await database.inStore(context.storeId, (db) => markRead(db, context.storeId, userId, which, dateOf(body.readOn)));
    return {};
  }),

  handle(contract.readAlert, async ({ params, body }, context) => {
    const userId = oneself(params.userId, context);
    const { alertId } = params;
    const { createdOn } = body;
    const which = { alertId, seen: createdOn === undefined ? null : [{ id: alertId, createdOn }] };
    const isKnown = await database.inStore(context.storeId, (db) =>
      markRead(db, context.storeId, userId, which, dateOf(body.readOn)),
    );
    if (!isKnown) throw new Refusal('notFound', 'ALERT_NOT_FOUND', "This alert doesn't exist.");
    return {};
  }),
];

/** Each admin has their own read state. */
function oneself(userId: number, { user }: StoreContext): number {
  if (userId !== user.userId) throw new Refusal('notFound', 'USER_NOT_FOUND', "This user doesn't exist.");
  return userId;
}

const dateOf = (iso: string | null): Date | null => (iso === null ? null : new Date(iso));

function claimOf({ subject_kind: kind, subject_id: id, claim_type: type }: AlertRow): AlertClaim | null {
  if (id === null) return null;
  if (kind === 'shippingClaim') return { list: 'Shipping', id };
  return type === null ? null : { list: ClaimType.parse(type), id };
}

const show = (row: AlertRow, storeId: number): contract.Alert => ({
  id: row.alert_id,
  ...alertWords(row.kind, row.occurrences, claimOf(row), storeId),
  message: row.message,
  createdOn: row.created_on.toISOString(),
  readOn: row.read_on?.toISOString() ?? null,
});
