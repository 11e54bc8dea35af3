import { randomUUID } from 'node:crypto';
import { dueQuotes, QUOTE_REMINDER_DAYS } from '#core/claims/quote-reminders.ts';
import { DAY_MS } from '#core/dates.ts';
import { aboutClaim } from '#core/effects/subject.ts';
import { BACKGROUND, changeClaim } from '#server/claims/change.ts';
import { raiseAlert } from '#server/db/alerts.ts';
import { suppressionOf } from '#server/db/email-suppressions.ts';
import { unansweredQuotes } from '#server/db/repairs-due.ts';
import { storeById, type StoreRow } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';

type Deps = Pick<ServerDeps, 'database' | 'secret' | 'log'>;

const AT_ONCE = 200;
// A calendar day of the store begins up to a day before or after ours, and the clocks change.
const EARLIEST_MS = (QUOTE_REMINDER_DAYS - 2) * DAY_MS;

/** One look at the quotes of a store that nobody answered, at an instant: reminds the shopper, and alerts staff. */
export async function lookAfterQuotes(
  deps: Deps,
  storeId: number,
  now: Date,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const { database, log } = deps;
  const store = await database.readStore(storeId, (db) => storeById(db, storeId));
  if (!store) return;
  const since = new Date(now.getTime() - EARLIEST_MS);
  const ids = await database.readStore(storeId, (db) => unansweredQuotes(db, storeId, since, AT_ONCE));
  for (const claimId of ids) {
    if (signal.aborted) return;
    await lookAfterClaim(deps, store, claimId, now.toISOString()).catch((error: unknown) =>
      log.warn({ err: error, claimId }, 'a quote could not be looked after'),
    );
  }
}

const lookAfterClaim = (
  { database, secret }: Deps,
  { store_id: storeId, time_zone: timeZone }: StoreRow,
  claimId: number,
  now: string,
): Promise<void> =>
  database.inStore(storeId, async (db) => {
    const at = { storeId, claimId, requestId: `reminders-${randomUUID()}`, by: BACKGROUND, now };
    const changed = await changeClaim(db, at, async (claim) => {
      const due = dueQuotes(claim, timeZone, now);
      if (due.reminders.length + due.alerts.length === 0) return null;
      const isSuppressed = await suppressionOf(db, { storeId, secret, email: claim.customerEmail });
      return { kind: 'quotesLookedAfter', input: isSuppressed ? { ...due, reminders: [] } : due };
    });
    for (const item of changed?.decided.alerted ?? [])
      await raiseAlert(
        db,
        storeId,
        'quoteUnanswered',
        `${changed?.claim.externalId}: the customer hasn't answered the quote for ${item}`,
        changed && aboutClaim(changed.claim),
      );
  });
