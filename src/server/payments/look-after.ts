import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { isWatched } from '#core/claims/commands/holds.ts';
import { areSentGoodsBack, captureKey, returnUntil } from '#core/claims/payments.ts';
import { isAfter } from '#core/dates.ts';
import { HOLD_MARGIN_MS } from '#core/payments/hold.ts';
import type { Payments } from '#partners/ports.ts';
import type { CronJob } from '#server/cron.ts';
import { BACKGROUND, changeClaim } from '#server/claims/change.ts';
import { claimById } from '#server/db/claims.ts';
import type { Db } from '#server/db/connect.ts';
import { effectStates } from '#server/db/effects.ts';
import { checkoutPaymentsSince, openCheckouts, orphanedPayments, paymentsToLookAt } from '#server/db/payments.ts';
import type { ServerDeps } from '#server/deps.ts';
import { askCarriers } from '#server/labels/package-news.ts';
import { recordNews, refreshPayment } from '#server/payments/news.ts';
import { releasePayment } from '#server/payments/use-payment.ts';
import { watchHolds } from '#server/payments/watch-holds.ts';

type Deps = Pick<ServerDeps, 'database' | 'paymentsOf' | 'labels' | 'log'>;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const AT_ONCE = 200;

/** Regular work on payments: ending holds, unused payments, missed webhooks, expired reservations. */
export const lookAfterPayments = (deps: Deps): CronJob[] => [
  { name: 'watchHolds', everyMs: MINUTE_MS, run: (signal) => watchAllHolds(deps, new Date(), signal) },
  { name: 'releaseUnusedPayments', everyMs: 5 * MINUTE_MS, run: () => releaseUnusedPayments(deps, new Date()) },
  { name: 'pollCheckouts', everyMs: MINUTE_MS, run: (signal) => pollCheckouts(deps, signal) },
  { name: 'lookAtPayments', everyMs: 10 * MINUTE_MS, run: (signal) => lookAtPayments(deps, new Date(), signal) },
  { name: 'endReservations', everyMs: 10 * MINUTE_MS, run: () => endReservations(deps, new Date()) },
];

type OfClaim = { store_id: number; claim_id: number };

/** Looks after every hold that may need something at an instant. One that fails does not hold up the rest. */
export async function watchAllHolds(deps: Deps, now: Date, signal?: AbortSignal): Promise<void> {
  const { database, log } = deps;
  const soon = new Date(now.getTime() + HOLD_MARGIN_MS);
  const { rows } = await database.asOwner((db) =>
    sql<OfClaim>`
      select distinct claim.store_id, claim.claim_id from customer_payment as payment
      join claim on claim.store_id = payment.store_id and claim.claim_id = payment.subject_id
      where payment.subject_kind = 'claim' and payment.attached_on is not null
        and claim.document ? 'instantExchange'
        and (claim.finalized_on is null or claim.document @> '{"instantExchange": {"isOnlyReturnAwaited": true}}')
        and (((payment.status <> 'captured' or payment.captured < payment.amount)
            and (payment.status <> 'authorized' or payment.capture_before is null or payment.capture_before <= ${soon}
              or claim.created_on <= ${new Date(now.getTime() - DAY_MS)}))
          or (claim.finalized_on is not null
            and claim.document @? '$.shipments[*] ? (@.trackerStatus == "delivered")'))`.execute(db),
  );
  const requestId = randomUUID();
  for (const { store_id: storeId, claim_id: claimId } of rows) {
    if (signal?.aborted) return;
    await askBeforeTaking(deps, { storeId, claimId }, now, requestId)
      .then(() => database.inStore(storeId, (db) => watchHolds(db, storeId, claimId, now, requestId, true)))
      .catch((error: unknown) => log.warn({ err: error, storeId, claimId }, 'a hold could not be looked after'));
  }
}

/**
 * Before a hold is taken because nothing came back in time, asks carriers: their news may have been lost. One that doesn't
 * answer puts it off, unless the hold is about to end.
 */
async function askBeforeTaking(
  deps: Deps,
  { storeId, claimId }: { storeId: number; claimId: number },
  now: Date,
  requestId: string,
): Promise<void> {
  const overdue = await deps.database.readStore(storeId, async (db) => {
    const claim = (await claimById(db, storeId, claimId))?.claim;
    if (!claim || !isWatched(claim) || areSentGoodsBack(claim)) return null;
    const taken = await effectStates(
      db,
      storeId,
      claim.payments.map(({ id }) => captureKey(id)),
    );
    return taken.size === 0 && isAfter(now.toISOString(), returnUntil(claim).instant) ? claim : null;
  });
  if (!overdue) return;
  await askCarriers(deps, storeId, overdue, { requestId }).catch((error: unknown) => {
    const isEnding = overdue.payments.some(
      ({ authorizationExpiresOn: end }) => end !== null && Date.parse(end) - HOLD_MARGIN_MS <= now.getTime(),
    );
    if (!isEnding) throw error;
  });
}

/**
 * Releases payments whose return wasn't submitted within an hour, and those for a claim that wasn't created within a
 * day.
 */
export async function releaseUnusedPayments(
  { database, log }: Pick<Deps, 'database' | 'log'>,
  now: Date,
): Promise<void> {
  const before = new Date(now.getTime() - HOUR_MS);
  const beforeOfClaim = new Date(now.getTime() - DAY_MS);
  const requestId = randomUUID();
  for (const row of await database.asOwner((db) => orphanedPayments(db, { before, beforeOfClaim }, AT_ONCE))) {
    await database.inStore(row.store_id, (db) => releasePayment(db, row.store_id, row.payment_id, requestId));
    log.info({ storeId: row.store_id, paymentId: row.payment_id }, 'an unused payment is released');
  }
}

/**
 * Asks the stores' checkouts which payments were made. Every look reads all that changed since the oldest open one began,
 * so it covers a day: unused payments are canceled by then, and one that takes longer, such as a bank deposit, is looked
 * up by itself every hour.
 */
export async function pollCheckouts(deps: Deps, signal?: AbortSignal): Promise<void> {
  const after = new Date(Date.now() - DAY_MS);
  for (const { store_id: storeId, since } of await deps.database.asOwner((db) => openCheckouts(db, after))) {
    if (signal?.aborted) return;
    await pollCheckout(deps, storeId, since).catch((error: unknown) =>
      deps.log.warn({ err: error, storeId }, 'the payments at a checkout could not be read'),
    );
  }
}

async function pollCheckout(deps: Deps, storeId: number, since: Date): Promise<void> {
  const payments = await deps.paymentsOf(storeId, 'platformCheckout');
  if (!payments) return;
  // The platform's clock may be behind ours.
  const sinceIso = new Date(since.getTime() - 5 * MINUTE_MS).toISOString();
  const context = { requestId: randomUUID() };
  let cursor: string | null = null;
  do {
    // Before the page: what changes a payment while the platform answers is newer than the answer.
    const rows = await deps.database.inStore(storeId, (db) => checkoutPaymentsSince(db, storeId, since));
    const seen = new Map(rows.map((row) => [row.id_from_platform, row]));
    const page: Awaited<ReturnType<Payments['changedSince']>> = await payments.changedSince(sinceIso, cursor, context);
    for (const payment of page.items) {
      const row = seen.get(payment.idFromPlatform);
      if (row) await recordNews(deps, row, payment, context.requestId);
    }
    cursor = page.nextCursor;
  } while (cursor !== null);
}

/** Looks at payments of claims whose news may have been lost. */
export async function lookAtPayments(deps: Deps, now: Date, signal?: AbortSignal): Promise<void> {
  const before = new Date(now.getTime() - HOUR_MS);
  for (const row of await deps.database.asOwner((db) => paymentsToLookAt(db, before, AT_ONCE))) {
    if (signal?.aborted) return;
    await refreshPayment(deps, row, { requestId: randomUUID() }).catch((error: unknown) =>
      deps.log.warn({ err: error, storeId: row.store_id, paymentId: row.payment_id }, 'a payment could not be read'),
    );
  }
}

/** Marks reservations that the platform ended before the claim was finalized. */
export async function endReservations({ database, log }: Pick<Deps, 'database' | 'log'>, now: Date): Promise<void> {
  const { rows } = await database.asOwner((db) =>
    sql<OfClaim>`
      select store_id, claim_id from claim
      where document -> 'reservation' ->> 'state' = 'held' and finalized_on is null
        and document -> 'reservation' ->> 'expiresOn' < ${now.toISOString()}`.execute(db),
  );
  for (const { store_id: storeId, claim_id: claimId } of rows)
    await database
      .inStore(storeId, (db) => endReservation(db, storeId, claimId, now.toISOString()))
      .catch((error: unknown) => log.warn({ err: error, storeId, claimId }, 'a reservation could not be ended'));
}

async function endReservation(db: Db, storeId: number, claimId: number, now: string): Promise<void> {
  const at = { storeId, claimId, requestId: randomUUID(), by: BACKGROUND, now };
  await changeClaim(db, at, { kind: 'reservationEnded', input: {} });
}
