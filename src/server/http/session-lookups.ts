import type { Database } from '#server/db/connect.ts';
import { findSession } from '#server/http/login-session.ts';

type Found = Awaited<ReturnType<typeof findSession>>;
/** Who the token belongs to and what they are in the store; see findSession. */
export type SessionLookups = (token: string, storeId: number | null) => Promise<Found>;

/**
 * A page asks for many things at once, each with the same session. While a lookup is under way, those who ask for the same wait
 * and share the next, which begins after they asked: a session that ended before a request came is never used.
 */
export function sessionLookups(database: Database, providerAdmins: readonly string[]): SessionLookups {
  const underWay = new Map<string, { now: Promise<Found>; next: Promise<Found> | null }>();
  const begin = (token: string, storeId: number | null): Promise<Found> => {
    const key = `${storeId} ${token}`;
    const lookup: { now: Promise<Found>; next: Promise<Found> | null } = {
      now: findSession(database, providerAdmins, token, storeId, new Date()).finally(() => {
        if (lookup.next === null) underWay.delete(key);
      }),
      next: null,
    };
    underWay.set(key, lookup);
    return lookup.now;
  };
  return (token, storeId) => {
    const lookup = underWay.get(`${storeId} ${token}`);
    if (!lookup) return begin(token, storeId);
    const again = () => begin(token, storeId);
    lookup.next ??= lookup.now.then(again, again);
    return lookup.next;
  };
}
