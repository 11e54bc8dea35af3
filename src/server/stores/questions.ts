import { Refusal } from '#core/refusal.ts';
import type { PortalContext } from '#server/http/context.ts';

const MINUTE_MS = 60_000;

/** Counts what a portal session makes us ask partners, by process. Refuses TOO_MANY_QUESTIONS. */
export function questionsOf(
  mostPerMinute: number,
  message: string,
  now: () => number = () => performance.now(),
): (portal: PortalContext['portal']) => void {
  const asked = new Map<string, { since: number; count: number }>();
  return ({ storeId, orderId, gift }) => {
    const session = `${storeId} ${orderId} ${gift ? 'gift' : 'own'}`;
    forget(asked, ({ since }) => now() - since >= MINUTE_MS);
    const counted = asked.get(session) ?? { since: now(), count: 0 };
    asked.set(session, counted);
    counted.count += 1;
    if (counted.count > mostPerMinute) throw new Refusal('tooMany', 'TOO_MANY_QUESTIONS', message);
  };
}

export function forget<T>(all: Map<string, T>, isOver: (one: T, index: number) => boolean): void {
  for (const [index, [key, one]] of [...all].entries()) if (isOver(one, index)) all.delete(key);
}
