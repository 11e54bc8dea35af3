import { sql, type Selectable } from 'kysely';
import type { RegistrationOfOrder } from '#core/automations/order-facts.ts';
import type { StoreRule } from '#core/automations/rule.ts';
import type { RuleDifference } from '#core/back-test/differences.ts';
import { NOTHING_TALLIED, type Tally } from '#core/back-test/tally.ts';
import type { Claim } from '#core/claims/claim.ts';
import { DAY_MS } from '#core/dates.ts';
import { withProtection } from '#core/orders/held-by-protection.ts';
import type { Order } from '#core/orders/order.ts';
import { withCoverLines } from '#core/protection/protected-order.ts';
import { selectCoverLines } from '#server/db/billing-lines.ts';
import type { Db } from '#server/db/connect.ts';
import { registrationsOn } from '#server/db/registrations.ts';
import type { Tables } from '#server/db/tables.ts';

export type BackTestRow = Selectable<Tables['back_test']>;

const KEPT_ON_LIST = 10;

type NewBackTest = {
  requestedBy: string;
  from: Date;
  until: Date;
  before: readonly StoreRule[];
  after: readonly StoreRule[];
};

export const addBackTest = (db: Db, storeId: number, made: NewBackTest): Promise<BackTestRow> =>
  db
    .insertInto('back_test')
    .values({
      store_id: storeId,
      requested_by: made.requestedBy,
      from_on: made.from,
      until_on: made.until,
      rules_before: JSON.stringify(made.before),
      rules_after: JSON.stringify(made.after),
      tally: JSON.stringify(NOTHING_TALLIED),
    })
    .returningAll()
    .executeTakeFirstOrThrow();

export const latestBackTests = (db: Db, storeId: number): Promise<BackTestRow[]> =>
  db
    .selectFrom('back_test')
    .selectAll()
    .where('store_id', '=', storeId)
    .orderBy('back_test_id', 'desc')
    .limit(KEPT_ON_LIST)
    .execute();

export const backTestById = (db: Db, storeId: number, id: number): Promise<BackTestRow | undefined> =>
  db
    .selectFrom('back_test')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('back_test_id', '=', id)
    .executeTakeFirst();

/** Forgets what an earlier try found, and counts what there is to look at. */
export async function beginBackTest(db: Db, { store_id, back_test_id, from_on, until_on }: BackTestRow): Promise<void> {
  await db
    .deleteFrom('back_test_claim')
    .where('store_id', '=', store_id)
    .where('back_test_id', '=', back_test_id)
    .execute();
  await db
    .updateTable('back_test')
    .set(({ selectFrom }) => ({
      state: 'running' as const,
      total: selectFrom('claim')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('store_id', '=', store_id)
        .where('created_on', '>=', from_on)
        .where('created_on', '<', until_on),
      tally: JSON.stringify(NOTHING_TALLIED),
    }))
    .where('store_id', '=', store_id)
    .where('back_test_id', '=', back_test_id)
    .execute();
}

/** What was found among some claims more, and what all of it comes to. */
export async function saveBackTested(
  db: Db,
  { store_id, back_test_id }: Pick<BackTestRow, 'store_id' | 'back_test_id'>,
  found: readonly { claimId: number; differences: readonly RuleDifference[] }[],
  tally: Tally,
): Promise<void> {
  if (found.length > 0)
    await db
      .insertInto('back_test_claim')
      .values(
        found.map(({ claimId, differences }) => ({
          store_id,
          back_test_id,
          claim_id: claimId,
          differences: JSON.stringify(differences),
        })),
      )
      .execute();
  await db
    .updateTable('back_test')
    .set({ tally: JSON.stringify(tally) })
    .where('store_id', '=', store_id)
    .where('back_test_id', '=', back_test_id)
    .execute();
}

export const endBackTest = async (db: Db, storeId: number, id: number, state: 'done' | 'failed'): Promise<void> =>
  void (await db
    .updateTable('back_test')
    .set({ state, done_on: sql`now()` })
    .where('store_id', '=', storeId)
    .where('back_test_id', '=', id)
    .execute());

/** A claim of a back-test. */
export type BackTestedClaim = {
  claimId: number;
  claim: Claim;
  order: Order;
  /** Claims of the buyer in the year before this one; null where nobody knows the buyer. */
  returnsLastYear: number | null;
  warrantiesLastYear: number | null;
  /** The segments the buyer was in when they were last asked for. */
  segmentIds: string[] | null;
  registrations: RegistrationOfOrder[];
};

/** Claims made in the period, by id, after one; those named alone where some are. */
export async function claimsToBackTest(
  db: Db,
  { store_id, from_on, until_on }: Pick<BackTestRow, 'store_id' | 'from_on' | 'until_on'>,
  { after, limit }: { after: number; limit: number },
): Promise<BackTestedClaim[]> {
  const counted = (type: string) =>
    sql<number | null>`case when store_order.email_key = '' then null else (
      select count(*)::integer from claim former
      join store_order ordered on ordered.store_id = former.store_id and ordered.order_id = former.order_id
      where former.store_id = claim.store_id and ordered.email_key = store_order.email_key
        and former.claim_type = ${type} and former.rollup <> 'Closed' and former.claim_id <> claim.claim_id
        and former.created_on < claim.created_on and former.created_on > claim.created_on - ${YEAR}::interval
        and not coalesce((former.document ->> 'isGiftReturn')::boolean, false)) end`;
  const rows = await db
    .selectFrom('claim')
    .innerJoin('store_order', (join) =>
      join.onRef('store_order.store_id', '=', 'claim.store_id').onRef('store_order.order_id', '=', 'claim.order_id'),
    )
    .select(['claim.claim_id as claimId', 'claim.document as claim', 'store_order.document'])
    .select(['store_order.shipping_claims', 'store_order.cover_refund', 'store_order.segment_ids as segmentIds'])
    .select(selectCoverLines(db, store_id, sql<number>`store_order.order_id`).as('coverLineIds'))
    .select(registrationsOn(sql.ref('claim.store_id'), sql.ref('claim.order_id')).as('registrations'))
    .select([counted('Return').as('returnsLastYear'), counted('Warranty').as('warrantiesLastYear')])
    .where('claim.store_id', '=', store_id)
    .where('claim.created_on', '>=', from_on)
    .where('claim.created_on', '<', until_on)
    .where('claim.claim_id', '>', after)
    .orderBy('claim.claim_id')
    .limit(limit)
    .execute();
  return rows.map(({ document, shipping_claims, cover_refund, coverLineIds, ...row }) => ({
    ...row,
    order: withCoverLines(withProtection(document, { shipping_claims, cover_refund }), coverLineIds ?? []),
  }));
}

const YEAR = `${(365 * DAY_MS) / 1000} seconds`;

/** The claims that come out differently, by id, after one. */
export const differentClaims = (
  db: Db,
  storeId: number,
  backTestId: number,
  { after, limit }: { after: number; limit: number },
) =>
  db
    .selectFrom('back_test_claim as found')
    .innerJoin('claim', (join) =>
      join.onRef('claim.store_id', '=', 'found.store_id').onRef('claim.claim_id', '=', 'found.claim_id'),
    )
    .select(['found.claim_id as claimId', 'found.differences as differences'])
    .select(['claim.external_id as externalId', 'claim.created_on as createdOn', 'claim.document as claim'])
    .where('found.store_id', '=', storeId)
    .where('found.back_test_id', '=', backTestId)
    .where('found.claim_id', '>', after)
    .orderBy('found.claim_id')
    .limit(limit)
    .execute();
