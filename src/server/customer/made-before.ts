import { Refusal } from '#core/refusal.ts';
import { madeByRequest } from '#server/db/new-claim.ts';
import type { ServerDeps } from '#server/deps.ts';
import type { PortalContext, PortalSession } from '#server/http/context.ts';
import { alreadySubmitted, type MadeBefore } from '#server/sent-request.ts';

/** The claim for its shopper. Refuses ALREADY_SUBMITTED where another was asked for than the one that was made before. */
export function answerMade(context: PortalContext, { externalId, wasOther }: MadeBefore): { externalId: string } {
  showToGift(context, externalId);
  if (wasOther) throw alreadySubmitted(externalId);
  return { externalId };
}

/** What is refused because its request has made a claim already is refused as ALREADY_SUBMITTED, which names the claim. */
export async function unlessSubmitted<T>(
  { database }: Pick<ServerDeps, 'database'>,
  context: PortalContext,
  requestKey: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || requestKey === undefined) throw error;
    const { storeId, orderId } = context.portal;
    const made = await database.readStore(storeId, (db) => madeByRequest(db, storeId, requestKey).executeTakeFirst());
    if (made?.orderId !== orderId) throw error;
    showToGift(context, made.externalId);
    throw alreadySubmitted(made.externalId);
  }
}

// A cookie holds about 4 KB; shoppers with more returns of one order find the others through their emails.
const MOST_CLAIMS = 20;

/** In the session of a gift, the returns that it made can be seen. */
function showToGift({ portal, setPortalSession }: PortalContext, made: string): void {
  if (!portal.gift) return;
  const externalIds = [...portal.gift.externalIds.filter((id) => id !== made), made].slice(-MOST_CLAIMS);
  setPortalSession({ ...portal, gift: { externalIds } } satisfies PortalSession);
}
