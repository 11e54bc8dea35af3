import { createHash, randomBytes } from 'node:crypto';
import { dayIn } from '#core/analytics/period.ts';
import { EXTERNAL_ID_BYTES, externalIdOf } from '#core/claims/external-id.ts';
import type { RowOutcome } from '#core/imports/progress.ts';
import { Refusal } from '#core/refusal.ts';
import { importedRegistration, termEnd } from '#core/registrations/imported.ts';
import type { Db } from '#server/db/connect.ts';
import { registeredBefore, sameKeyOf } from '#server/db/registrations.ts';
import type { StoreRow } from '#server/db/stores.ts';
import type { ProductRow, WriteRows } from '#server/import/product-row.ts';
import { boughtOn } from '#server/registrations/order-of.ts';
import { addRegistration } from '#server/registrations/register.ts';
import { setTermOf } from '#server/registrations/terms.ts';

/** Registrations of another system, each in a transaction of its own: a refused one leaves nothing. */
export const writeRegistrations: WriteRows = async ({ database, store, secret }, rows) => {
  const outcomes: RowOutcome[] = [];
  for (const one of rows)
    outcomes.push(
      await database
        .inStore(store.store_id, (db) => writeOne(db, { store, secret }, one))
        .catch((error: unknown) => {
          if (error instanceof Refusal) return { refused: error.message };
          throw error;
        }),
    );
  return outcomes;
};

async function writeOne(
  db: Db,
  { store, secret }: { store: StoreRow; secret: string },
  { row, product }: ProductRow,
): Promise<RowOutcome> {
  const now = new Date();
  const registration = importedRegistration(row.cell, {
    product,
    externalId: externalIdOf('Registration', randomBytes(EXTERNAL_ID_BYTES)),
    now: now.toISOString(),
    today: dayIn(now, store.time_zone),
    hash: (text) => createHash('sha256').update(text).digest('hex'),
  });
  if ('problem' in registration) return { refused: registration.problem };
  const covered = row.cell('Covered until');
  const until = covered === '' ? null : termEnd(covered);
  if (covered !== '' && until === null)
    return { refused: 'Covered until is neither a day like 2031-11-14 nor lifetime.' };
  const sameKey = sameKeyOf(secret, registration);
  if (await registeredBefore(db, store.store_id, sameKey)) return 'unchanged';
  const added = await addRegistration(db, store, registration, {
    sameKey,
    boughtOn: await boughtOn(db, store.store_id, registration),
    serialFieldIds: [],
  });
  const [line] = registration.lines;
  if (until !== null && line) await setTermOf(db, added, line, until);
  return 'written';
}
