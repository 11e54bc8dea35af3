import { routes } from '#contract/index.ts';
import type { RouteSpec } from '#contract/route.ts';
import { AUDITED } from '#core/audit/calls.ts';
import type { Acting } from '#server/db/acting.ts';
import type { RequestContext, SessionContext, StoreContext } from '#server/http/context.ts';
import { staffName } from '#server/merchant/staff-name.ts';

const NAMES = new Map(Object.entries(routes).map(([name, route]) => [route, name.slice(name.indexOf('.') + 1)]));

const isSignedIn = (context: RequestContext | SessionContext): context is SessionContext => 'user' in context;
const storeOf = (context: SessionContext | StoreContext): number | null =>
  'storeId' in context ? context.storeId : null;

/** Who the changes of a call are by; null where it only reads, or where nobody of the store or the provider calls. */
export function actorOf(route: RouteSpec, context: RequestContext, input: unknown): Acting | null {
  if (route.method === 'GET' || !isSignedIn(context)) return null;
  const storeId = storeOf(context);
  if (storeId === null && route.access !== 'provider') return null;
  const { user, requestId } = context;
  const [about, what] = AUDITED[NAMES.get(route) ?? ''] ?? [null, null];
  return {
    kind: user.helpdesk ? 'helpdesk' : user.isProviderAdmin ? 'providerAdmin' : 'user',
    name: staffName(user),
    storeId,
    requestId,
    about,
    what,
    thingId: thingOf(about, paramsOf(input)),
  };
}

const paramsOf = (input: unknown): Readonly<Record<string, unknown>> =>
  typeof input === 'object' && input !== null && 'params' in input ? { ...(input.params as object) } : {};

/** The id in the address of a call. Of calls about claims only a claim's own: the entry leads to it. */
function thingOf(about: Acting['about'], params: Readonly<Record<string, unknown>>): string | null {
  const ids = Object.entries(params).filter(([name]) => name !== 'storeId');
  const id = about === 'claim' ? params['claimId'] : ids.at(-1)?.[1];
  return typeof id === 'number' || typeof id === 'string' ? String(id) : null;
}
