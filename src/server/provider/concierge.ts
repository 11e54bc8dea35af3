import { randomUUID } from 'node:crypto';
import * as contract from '#contract/provider/concierge.ts';
import { ME } from '#core/lists/concierge-list.ts';
import type { QueueSearch } from '#core/lists/search.ts';
import { endHold, takeFreeClaim } from '#core/protection/hold-claim.ts';
import { Refusal } from '#core/refusal.ts';
import { amountOf } from '#server/amounts.ts';
import type { CronJob } from '#server/cron.ts';
import { deskOf, lapsedHolds, nextInQueue, queueRows, type QueueRow } from '#server/db/concierge.ts';
import { pageOf, type Found } from '#server/db/lists.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { beginningOf, rowCursor, pageInfo } from '#server/merchant/list.ts';
import { staffName } from '#server/merchant/staff-name.ts';
import { changeShippingClaim } from '#server/protection/change.ts';

type Deps = Pick<ServerDeps, 'database' | 'config'>;

/** How often somebody else may be first before there is nothing to take. */
const TRIES = 20;

/** The queue of the provider's team, over all stores. */
export const conciergeHandlers = ({ database, config }: Deps): Handler[] => [
  handle(contract.searchQueue, async ({ body }, { user }) => {
    const wanted = { ...body, filters: asAskedBy(user.userId, body.filters), ...beginningOf(body) };
    const page = pageOf(await database.rowsAsOwner(() => queueRows(wanted)), wanted);
    return { data: page.rows.map(showQueued), pageInfo: pageInfo(page, rowCursor) };
  }),

  handle(contract.desk, async (_input, { user }) => {
    const [row] = await database.rowsAsOwner(() => deskOf(user.userId, config.PROVIDER_ADMINS));
    if (!row) throw new Error('counting answered nothing');
    const { stores, people, ...counts } = row;
    return { counts, stores, people };
  }),

  handle(contract.takeNext, async (_input, { user, requestId }) => {
    const me = { userId: user.userId, name: staffName(user) };
    for (let tried = 0; tried < TRIES; tried += 1) {
      const [next] = await database.rowsAsOwner(nextInQueue);
      if (!next) return { taken: null };
      const { store_id: storeId, shipping_claim_id: id } = next;
      const taken = await database
        .inStore(storeId, (db) =>
          changeShippingClaim(db, { storeId, id, requestId, by: { kind: 'person', version: null } }, (claim) =>
            takeFreeClaim(claim, me, new Date().toISOString()),
          ),
        )
        .catch(whereOthersWereFirst);
      if (taken) return { taken: { storeId, shippingClaimId: id, externalId: taken.externalId } };
    }
    throw new Refusal('conflict', 'QUEUE_BUSY', 'Others take claims at the same time. Please try again.');
  }),
];

/** Null for a claim that was taken or closed meanwhile: the next one is looked for. */
function whereOthersWereFirst(error: unknown): null {
  if (error instanceof Refusal && error.kind === 'conflict') return null;
  throw error;
}

/** The filters with the one who asks in the place of "me". */
const asAskedBy = (userId: number, filters: QueueSearch['filters']): QueueSearch['filters'] =>
  filters.holders === undefined
    ? filters
    : { ...filters, holders: filters.holders.map((holder) => (holder === ME ? String(userId) : holder)) };

function showQueued(row: Found<QueueRow>): contract.QueuedClaim {
  const { assignee_id: userId, assignee_name: name, held_until: heldUntil } = row;
  const owedFrom = row.created_on;
  return {
    id: row.row_id,
    store: { id: row.store_id, name: row.store_name },
    externalId: row.external_id,
    createdOn: row.filed_on.toISOString(),
    customerName: row.customer_name,
    reason: row.reason,
    resolutionMethod: row.asked_for,
    amount: amountOf(row.amount, row.currency_code),
    currencyCode: row.currency_code,
    waitingSince: owedFrom > new Date() ? null : owedFrom.toISOString(),
    reorderUntil: row.reorder_until,
    assignee:
      userId === null || heldUntil === null ? null : { userId, name: name ?? '', endsOn: heldUntil.toISOString() },
  };
}

const AT_ONCE = 100;

/** Claims that their holders left alone for too long are nobody's again. */
export const giveBackClaims = ({ database, log }: Pick<ServerDeps, 'database' | 'log'>): CronJob => ({
  name: 'giveBackClaims',
  everyMs: 60_000,
  async run(signal) {
    const lapsed = await database.rowsAsOwner(() => lapsedHolds(new Date(), AT_ONCE));
    for (const { store_id: storeId, shipping_claim_id: id } of lapsed) {
      if (signal.aborted) return;
      const requestId = `holds-${randomUUID()}`;
      await database
        .inStore(storeId, (db) =>
          changeShippingClaim(db, { storeId, id, requestId, by: { kind: 'background' } }, (claim) =>
            endHold(claim, new Date().toISOString()),
          ),
        )
        .catch((error: unknown) => log.warn({ err: error, shippingClaimId: id }, 'a claim could not be given back'));
    }
  },
});
