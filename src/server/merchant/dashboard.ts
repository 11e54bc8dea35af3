import * as contract from '#contract/merchant/dashboard.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { OUT_ACCOUNTS, type Left } from '#core/analytics/money.ts';
import { dayAfter, dayIn, stepsOf } from '#core/analytics/period.ts';
import { addDays } from '#core/dates.ts';
import { ClaimType, perType } from '#core/claims/types.ts';
import { REPAIRS_DUE, type RepairDue } from '#core/claims/repair-due.ts';
import { rollupOptions, statusView } from '#core/claims/status.ts';
import { stuck } from '#core/dashboard/stuck.ts';
import { can } from '#core/roles.ts';
import { featuresOf } from '#core/policy/features.ts';
import { areasOf, typesOn } from '#core/stores/features.ts';
import { Glance } from '#core/lists/claim-index.ts';
import { amountOf } from '#server/amounts.ts';
import { leftWithin } from '#server/db/analytics/moved.ts';
import { askedOf, type Asked } from '#server/db/analytics/span.ts';
import type { Db } from '#server/db/connect.ts';
import {
  claimsByWeek,
  countByKind,
  countRegistrations,
  countRepairsDue,
  oldestWaiting,
  longestStuck,
  type KindCount,
  type StuckRow,
  type WaitingRow,
} from '#server/db/dashboard.ts';
import { countOpenEffects, retriedEffects } from '#server/db/effects.ts';
import { settingsOf } from '#server/db/settings.ts';
import { storeById, type StoreRow } from '#server/db/stores.ts';
import { countOpenTasks } from '#server/db/tasks.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';

type Dashboard = RouteAnswer<typeof contract.getDashboard>;
type ClaimKind = Dashboard['kinds'][number]['kind'];

const WEEKS = 12;
const SHOWN = 5;

const OVER = new Set(['Completed', 'Denied', 'Closed']);

/** The first page of the back office. */
export const dashboardHandlers = ({ database }: Pick<ServerDeps, 'database'>): Handler[] => [
  handle(contract.getDashboard, (_input, { storeId, roleCode }) =>
    database.readStore(storeId, async (db) => {
      const now = new Date().toISOString();
      const store = await storeById(db, storeId);
      if (!store) throw new Error(`store ${storeId} was let in and is not there`);
      const weeks = await lastWeeks(db, store);
      const seesMoney = can(roleCode, 'settings', { isTest: store.is_test });
      const features = featuresOf(settingsOf(store));
      const kinds = typesOn(features);
      const counts = await countByKind(db, storeId, now);
      const oldest = await oldestWaiting(db, storeId, kinds, SHOWN);
      const stuckNow = await longestStuck(db, storeId, kinds, now, SHOWN);
      const made = await claimsByWeek(db, weeks);
      const moved = seesMoney ? await leftWithin(db, weeks) : null;
      const madeIn = (week: string, kind: ClaimKind): number =>
        made.find((row) => row.week === week && row.claim_type === kind)?.count ?? 0;
      return {
        asOf: now,
        kinds: kinds.map((kind) => showKind(kind, counts)),
        oldestWaiting: oldest.map(showWaiting),
        effects: { ...(await countOpenEffects(db, storeId)), retried: await retriedEffects(db, storeId) },
        openTasks: await countOpenTasks(db, storeId),
        registrations: areasOf(features).includes('registrations')
          ? await countRegistrations(db, storeId, addDays(now, -7))
          : null,
        repairs: byStep(await countRepairsDue(db, storeId)),
        longestStuck: stuckNow.flatMap((row) => showStuck(row, now)),
        weeks: weeks.span.steps.map(({ startsOn, start, end }) => ({
          startsOn,
          start,
          end,
          made: perType((type) => madeIn(startsOn, type)),
          moneyOut: moved && showMoney(moved.filter((row) => row.startsOn === startsOn)),
        })),
      };
    }),
  ),
];

const byStep = <Row extends { due: RepairDue }>(rows: readonly Row[]): Row[] =>
  REPAIRS_DUE.flatMap((due) => rows.filter((row) => row.due === due));

/** The running week and those before it, in the days of the store. */
function lastWeeks(db: Db, { store_id: storeId, time_zone: timeZone }: StoreRow): Promise<Asked> {
  const now = new Date();
  const to = dayIn(now, timeZone);
  const [monday = to] = stepsOf({ from: to, to }, 'week');
  const days = { from: dayAfter(monday, -7 * (WEEKS - 1)), to };
  return askedOf(db, { storeId, timeZone, protectionSkus: [] }, days, now);
}

function showKind(kind: ClaimKind, counts: readonly KindCount[]): Dashboard['kinds'][number] {
  const ours = counts.filter((row) => row.claim_type === kind);
  const sum = (of: 'errors' | 'waiting' | 'stuck'): number => ours.reduce((all, row) => all + row[of], 0);
  return {
    kind,
    statuses: rollupOptions()
      .filter(({ code }) => !OVER.has(code))
      .map((status) => ({ ...status, count: ours.find((row) => row.rollup === status.code)?.count ?? 0 })),
    withError: sum('errors'),
    waiting: sum('waiting'),
    stuck: sum('stuck'),
  };
}

const linkTo = (row: Pick<WaitingRow, 'claim_id' | 'external_id' | 'claim_type' | 'customer_name'>) => ({
  claimId: row.claim_id,
  externalId: row.external_id,
  kind: ClaimType.parse(row.claim_type),
  customerName: row.customer_name,
});

function showWaiting(row: WaitingRow): Dashboard['oldestWaiting'][number] {
  // What waits is not finalized.
  const status = statusView(row.status_code, row.status_detail, false);
  if (!status) throw new Error(`claim ${row.claim_id} has an unknown status`);
  const { item, more } = Glance.parse(row.glance);
  return {
    ...linkTo(row),
    createdOn: row.created_on.toISOString(),
    status,
    item: item && { name: item.name, imgUrl: item.imgUrl, more },
    requestedAmount: amountOf(row.requested_total, row.currency_code),
    currencyCode: row.currency_code,
  };
}

function showStuck(row: StuckRow, now: string): Dashboard['longestStuck'] {
  return row.shipments.flatMap((shipment) => {
    const problem = stuck(shipment, now);
    if (!problem) return [];
    const { trackingCode, trackerStatus, carrier } = shipment;
    return [{ ...linkTo(row), carrier, trackingCode, trackerStatus, ...problem }];
  });
}

function showMoney(rows: readonly Left[]): NonNullable<Dashboard['weeks'][number]['moneyOut']> {
  return [...new Set(rows.map((row) => row.currencyCode))].toSorted().map((currencyCode) => {
    const sum = (...accounts: Left['account'][]): number =>
      amountOf(
        rows
          .filter((row) => row.currencyCode === currencyCode && accounts.includes(row.account))
          .reduce((all, row) => all + row.amount, 0),
        currencyCode,
      );
    return {
      currencyCode,
      // A refund of a card payment counts as a refund to the shopper too.
      refunds: sum('platform:refunds', 'payments:captured'),
      storeCredit: sum('platform:storeCredit'),
      giftCards: sum('platform:giftCards'),
      outside: sum('external'),
      total: sum(...OUT_ACCOUNTS),
    };
  });
}
