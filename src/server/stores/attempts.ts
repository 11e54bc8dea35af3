import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#server/db/connect.ts';

export type AttemptLimit = { bucket: string; most: number; windowSeconds: number };

// The table holds no address and no order number in clear.
const keyOf = (secret: string, bucket: string): string =>
  createHmac('sha256', secret).update(`attempts ${bucket}`).digest('base64url');

/**
 * Counts one attempt in every bucket before it is made, so that attempts at the same time count too. False when any
 * bucket is over its limit. Locks the buckets in one order, as `giveAttemptBack` does: otherwise two could deadlock.
 */
export async function takeAttempt(
  database: Database,
  secret: string,
  limits: readonly AttemptLimit[],
): Promise<boolean> {
  const most = new Map(limits.map((limit) => [keyOf(secret, limit.bucket), limit.most]));
  const taken = limits.map(
    ({ bucket, windowSeconds }) => sql`(${keyOf(secret, bucket)}::text, ${windowSeconds}::integer)`,
  );
  const counted = await database.rowsAsOwner<{ bucket: string; count: number }>(
    () => sql`
      with taken (bucket, window_seconds) as (values ${sql.join(taken)})
      insert into attempt_limit as kept (bucket, window_start, count)
      select bucket, now(), 1 from taken order by bucket
      on conflict (bucket) do update set (window_start, count) = (
        select
          case when is_over then now() else kept.window_start end,
          case when is_over then 1 else kept.count + 1 end
        from (
          select kept.window_start < now() - window_seconds * interval '1 second' as is_over
          from taken where taken.bucket = kept.bucket
        ) seen
      )
      returning bucket, count`,
  );
  return counted.every(({ bucket, count }) => count <= (most.get(bucket) ?? 0));
}

/** Uncounts a successful attempt: only failures use up the limit. */
export async function giveAttemptBack(
  database: Database,
  secret: string,
  limits: readonly AttemptLimit[],
): Promise<void> {
  const keys = limits.map(({ bucket }) => keyOf(secret, bucket));
  await database.rowsAsOwner((db) =>
    db
      .with('held', (held) =>
        held.selectFrom('attempt_limit').select('bucket').where('bucket', 'in', keys).orderBy('bucket').forUpdate(),
      )
      .updateTable('attempt_limit')
      .set({ count: sql`greatest(count - 1, 0)` })
      .where('bucket', 'in', (among) => among.selectFrom('held').select('bucket')),
  );
}
