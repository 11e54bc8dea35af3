import * as contract from '#contract/merchant/protection-billing.ts';
import { dayIn } from '#core/analytics/period.ts';
import { BillingKind } from '#core/protection/billing-lines.ts';
import { Refusal } from '#core/refusal.ts';
import { amountOf } from '#server/amounts.ts';
import {
  billingLinesIn,
  billingTotalsIn,
  setShare,
  sharesOf,
  type BillingLineRow,
  type BillingTotal,
} from '#server/db/billing-lines.ts';
import type { Db } from '#server/db/connect.ts';
import { storeById } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { staffName } from '#server/merchant/staff-name.ts';

const PERCENT = 100;

/** What the provider bills a store for its shipping protection. */
export const protectionBillingHandlers = ({ database }: Pick<ServerDeps, 'database'>): Handler[] => [
  handle(contract.showProtectionBilling, ({ query }, { storeId }) =>
    database.readStore(storeId, async (db) => {
      const store = await storeById(db, storeId);
      if (!store) throw new Refusal('notFound', 'STORE_NOT_FOUND', "This store doesn't exist.");
      const { time_zone: timeZone } = store;
      const month = query.month ?? dayIn(new Date(), timeZone).slice(0, 7);
      const { before, take } = query;
      const rows = await billingLinesIn(db, storeId, { month, timeZone }, { before, take: take + 1 });
      const page = rows.slice(0, take);
      const ids = await platformIdsOf(db, storeId, page);
      return {
        month,
        totals: inOrder(await billingTotalsIn(db, storeId, { month, timeZone })).map(
          ({ kind, count, currencyCode, amount }) => ({
            kind,
            count,
            money: { amount: amountOf(amount, currencyCode), currencyCode },
          }),
        ),
        lines: page.map((row) => showLine(row, ids)),
        nextBefore: rows.length > page.length ? (page.at(-1)?.line_id ?? null) : null,
        shares: (await sharesOf(db, storeId)).map((row) => ({
          percent: row.basis_points / PERCENT,
          setOn: row.set_on.toISOString(),
          setBy: row.set_by,
        })),
      };
    }),
  ),

  handle(contract.setRevenueShare, async ({ body }, { storeId, user }) => {
    await database.inStore(storeId, (db) => setShare(db, storeId, Math.round(body.percent * PERCENT), staffName(user)));
    return {};
  }),
];

/** By currency, and in it as the kinds are listed. */
const inOrder = (totals: readonly BillingTotal[]): BillingTotal[] =>
  totals.toSorted(
    (one, other) =>
      one.currencyCode.localeCompare(other.currencyCode) ||
      BillingKind.options.indexOf(one.kind) - BillingKind.options.indexOf(other.kind),
  );

const showLine = (row: BillingLineRow, idsFromPlatform: ReadonlyMap<number, string>): contract.BillingLineShown => ({
  id: row.line_id,
  recordedOn: row.recorded_on.toISOString(),
  kind: row.kind,
  reference: row.reference,
  subject:
    row.subject_kind === 'shippingClaim'
      ? { shippingClaimId: row.subject_id }
      : { orderIdFromPlatform: idsFromPlatform.get(row.subject_id) ?? '' },
  money: { amount: amountOf(row.amount, row.currency_code), currencyCode: row.currency_code },
  sharePercent: row.share_basis_points === null ? null : row.share_basis_points / PERCENT,
});

async function platformIdsOf(db: Db, storeId: number, rows: readonly BillingLineRow[]): Promise<Map<number, string>> {
  const ids = rows.flatMap((row) => (row.subject_kind === 'order' ? [row.subject_id] : []));
  if (ids.length === 0) return new Map();
  const found = await db
    .selectFrom('store_order')
    .select(['order_id', 'id_from_platform'])
    .where('store_id', '=', storeId)
    .where('order_id', 'in', [...new Set(ids)])
    .execute();
  return new Map(found.map((row) => [row.order_id, row.id_from_platform]));
}
