import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#server/db/connect.ts';

export type AttemptLimit = { bucket: string; most: number; windowSeconds: number };

// The table holds no address and no order number in clear.
const keyOf = (secret: string, bucket: string): string =>
  createHmac('sha256', secret).update(`attempts ${bucket}`).digest('base64url');

/** Counts one attempt in every bucket, before it is made, so that attempts side by side count too. False when any is over its limit. */
export async function takeAttempt(
  database: Database,
  secret: string,
  limits: readonly AttemptLimit[],
): Promise<boolean> {
  return database.asOwner(async (db) => {
    let isAllowed = true;
    for (const { bucket, most, windowSeconds } of limits) {
      const counted = await sql<{ count: number }>`
        insert into attempt_limit (bucket, window_start, count) values (${keyOf(secret, bucket)}, now(), 1)
        on conflict (bucket) do update set
          count = case when attempt_limit.window_start < now() - ${windowSeconds} * interval '1 second' then 1 else attempt_limit.count + 1 end,
          window_start = case when attempt_limit.window_start < now() - ${windowSeconds} * interval '1 second' then now() else attempt_limit.window_start end
        returning count`.execute(db);
      if ((counted.rows[0]?.count ?? most + 1) > most) isAllowed = false;
    }
    return isAllowed;
  });
}

/** Takes a successful attempt out of the count again: only failures use the limit up. */
export async function giveAttemptBack(
  database: Database,
  secret: string,
  limits: readonly AttemptLimit[],
): Promise<void> {
  await database.asOwner((db) =>
    db
      .updateTable('attempt_limit')
      .set({ count: sql`greatest(count - 1, 0)` })
      .where(
        'bucket',
        'in',
        limits.map((limit) => keyOf(secret, limit.bucket)),
      )
      .execute(),
  );
}
