import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { DAY_MS } from '#core/dates.ts';
import { automatedOf } from '#core/emails/templates.ts';
import { dueReminder, LATE_DAYS, reminderKey, REMINDERS, type Reminder } from '#core/claims/reminders.ts';
import { BACKGROUND, changeClaim } from '#server/claims/change.ts';
import type { CronJob } from '#server/cron.ts';
import { claimById } from '#server/db/claims.ts';
import type { Db } from '#server/db/connect.ts';
import { suppressionOf } from '#server/db/email-suppressions.ts';
import { storeById, type StoreRow } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import { remindOfFiling } from '#server/email/remind-of-filing.ts';
import { lookAfterQuotes } from '#server/email/remind-of-quotes.ts';
import { askCarriers } from '#server/labels/package-news.ts';
import { emailsOfStore, expiredReturnsOf } from '#server/policy.ts';

type Deps = Pick<ServerDeps, 'database' | 'secret' | 'labels' | 'log'>;

const AT_ONCE = 200;
/** A return that expired while nothing ran is still looked at for so long. */
const EXPIRED_DAYS = 30;

/** Reminds shoppers to ship and to answer quotes, and marks returns whose last day has passed. */
export const remindShoppers = (deps: Deps): CronJob => ({
  name: 'remindShoppers',
  everyMs: 5 * 60_000,
  async run(signal) {
    const stores = await deps.database.asOwner((db) =>
      db.selectFrom('store').select('store_id').where('uninstalled_on', 'is', null).orderBy('store_id').execute(),
    );
    for (const { store_id: storeId } of stores) {
      if (signal.aborted) return;
      await lookAfterReturns(deps, storeId, new Date(), signal);
      await lookAfterQuotes(deps, storeId, new Date(), signal);
      await remindOfFiling(deps, storeId);
    }
  },
});

/** One look at the returns of a store, at an instant. */
export async function lookAfterReturns(
  deps: Deps,
  storeId: number,
  now: Date,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const { database } = deps;
  const store = await database.readStore(storeId, (db) => storeById(db, storeId));
  if (!store) return;
  const ids = await database.readStore(storeId, async (db) => ({
    toRemind: await claimsToRemind(db, store, now),
    expired: await expiredClaims(db, storeId, now),
  }));
  for (const claimId of ids.toRemind)
    if (!signal.aborted) await alone(deps, claimId, remind(deps, store, claimId, now));
  for (const claimId of ids.expired) if (!signal.aborted) await alone(deps, claimId, expire(deps, store, claimId, now));
}

/** A claim that can't be changed now keeps no other from being looked at; it has its turn again. */
const alone = ({ log }: Deps, claimId: number, change: Promise<unknown>): Promise<unknown> =>
  change.catch((error: unknown) => log.warn({ err: error, claimId }, 'a return could not be looked after'));

/** Claims of which a reminder may be due, by the day their label was given; the decision looks closer. */
async function claimsToRemind(db: Db, store: StoreRow, now: Date): Promise<number[]> {
  const { templates } = emailsOfStore(store);
  const found = await Promise.all(
    REMINDERS.map(async (reminder) => {
      const { isEnabled, sendAfterDays } = automatedOf(templates, reminder);
      return isEnabled && sendAfterDays !== null ? givenAround(db, store.store_id, reminder, sendAfterDays, now) : [];
    }),
  );
  return [...new Set(found.flat())];
}

async function givenAround(db: Db, storeId: number, reminder: Reminder, days: number, now: Date): Promise<number[]> {
  // A calendar day of the store begins up to a day before or after ours, and the clocks change.
  const [from, until] = [days + LATE_DAYS + 2, days - 2].map((ago) => new Date(now.getTime() - ago * DAY_MS));
  const rows = await db
    .selectFrom('claim')
    .select('claim_id')
    .where('store_id', '=', storeId)
    .where('return_given_on', '>=', from ?? now)
    .where('return_given_on', '<=', until ?? now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('effect')
            .select('effect.effect_id')
            .whereRef('effect.store_id', '=', 'claim.store_id')
            .where('effect.purpose_key', '=', sql<string>`${reminderKey(reminder, '')} || claim.claim_id`),
        ),
      ),
    )
    .orderBy('return_given_on')
    .limit(AT_ONCE * 10)
    .execute();
  return rows.map((row) => row.claim_id);
}

async function expiredClaims(db: Db, storeId: number, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('claim')
    .select('claim_id')
    .where('store_id', '=', storeId)
    .where('return_expires_on', '<', now)
    .where('return_expires_on', '>', new Date(now.getTime() - EXPIRED_DAYS * DAY_MS))
    .where(sql<boolean>`(document ->> 'returnExpiredOn')::timestamptz is distinct from return_expires_on`)
    .orderBy('return_expires_on')
    .limit(AT_ONCE)
    .execute();
  return rows.map((row) => row.claim_id);
}

const remind = ({ database, secret }: Deps, store: StoreRow, claimId: number, now: Date): Promise<unknown> =>
  database.inStore(store.store_id, (db) =>
    changeClaim(db, at(store, claimId, now), async (claim) => {
      const known = { templates: emailsOfStore(store).templates, timeZone: store.time_zone };
      const reminder = dueReminder(claim, known, now.toISOString());
      if (reminder === null) return null;
      const isSuppressed = await suppressionOf(db, { storeId: store.store_id, secret, email: claim.customerEmail });
      return isSuppressed ? null : { kind: 'shopperReminded', input: { reminder } };
    }),
  );

async function expire(deps: Deps, store: StoreRow, claimId: number, now: Date): Promise<void> {
  const { store_id: storeId } = store;
  const change = at(store, claimId, now);
  const found = await deps.database.readStore(storeId, (db) => claimById(db, storeId, claimId));
  // That the package is on its way may not have reached us: nothing was taken in while the server was off.
  if (found) await askCarriers(deps, storeId, found.claim, { requestId: change.requestId });
  await deps.database.inStore(storeId, (db) =>
    changeClaim(db, change, { kind: 'returnExpired', input: expiredReturnsOf(store) }),
  );
}

const at = (store: StoreRow, claimId: number, now: Date) => ({
  storeId: store.store_id,
  claimId,
  requestId: `reminders-${randomUUID()}`,
  by: BACKGROUND,
  now: now.toISOString(),
});
