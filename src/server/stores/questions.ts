import { Refusal } from '#core/refusal.ts';
import type { ServerDeps } from '#server/deps.ts';
import type { PortalContext } from '#server/http/context.ts';
import { takeAttempt } from '#server/stores/attempts.ts';

const MINUTE_SECONDS = 60;

/** Counts what a portal session makes us ask partners, in all processes together. Refuses TOO_MANY_QUESTIONS. */
export function questionsOf(
  { database, secret }: Pick<ServerDeps, 'database' | 'secret'>,
  { about, mostPerMinute, message }: { about: string; mostPerMinute: number; message: string },
): (portal: PortalContext['portal']) => Promise<void> {
  return async ({ storeId, orderId, gift }) => {
    const bucket = `questions about ${about} ${storeId} ${orderId} ${gift ? 'gift' : 'own'}`;
    if (!(await takeAttempt(database, secret, [{ bucket, most: mostPerMinute, windowSeconds: MINUTE_SECONDS }])))
      throw new Refusal('tooMany', 'TOO_MANY_QUESTIONS', message);
  };
}
