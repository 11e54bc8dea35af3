import type { SuppressionReason } from '#core/emails/suppression.ts';
import type { Db } from '#server/db/connect.ts';
import { emailHash } from '#server/risk/origin.ts';

type Of = { storeId: number; secret: string; email: string };

type Hashed = { storeId: number; emailHash: string };

const hashed = ({ storeId, secret, email }: Of): Hashed => ({ storeId, emailHash: emailHash(secret, email) });

/** The store sends no reminders to the address from now on. What its recipient says counts more than a bounce. */
export const suppress = (db: Db, of: Of, reason: SuppressionReason): Promise<unknown> =>
  suppressHash(db, hashed(of), reason);

export const suppressHash = (
  db: Db,
  { storeId, emailHash: hash }: Hashed,
  reason: SuppressionReason,
): Promise<unknown> =>
  db
    .insertInto('email_suppression')
    .values({ store_id: storeId, email_hash: hash, reason })
    .onConflict((conflict) =>
      conflict
        .columns(['store_id', 'email_hash'])
        .doUpdateSet({ reason })
        .where('email_suppression.reason', '=', 'bounce'),
    )
    .execute();

/** Why the address gets no reminders; null where it does. */
export async function suppressionOf(db: Db, of: Of): Promise<SuppressionReason | null> {
  const { storeId, emailHash: hash } = hashed(of);
  const row = await db
    .selectFrom('email_suppression')
    .select('reason')
    .where('store_id', '=', storeId)
    .where('email_hash', '=', hash)
    .executeTakeFirst();
  return row?.reason ?? null;
}

/** The store may remind the address again. */
export const liftSuppression = (db: Db, of: Of): Promise<unknown> => liftHash(db, hashed(of));

export const liftHash = (db: Db, { storeId, emailHash: hash }: Hashed): Promise<unknown> =>
  db.deleteFrom('email_suppression').where('store_id', '=', storeId).where('email_hash', '=', hash).execute();
