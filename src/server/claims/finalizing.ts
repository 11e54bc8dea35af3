import { atFinal } from '#core/automations/at-final.ts';
import type { Claim } from '#core/claims/claim.ts';
import type { HeldOrder } from '#core/claims/commands/define.ts';
import { readyClaim } from '#core/claims/commands/finalize.ts';
import { ExchangeOrderPayload } from '#core/effects/exchange-order.ts';
import { bringOrder } from '#server/claims/bring-order.ts';
import { heldOf } from '#server/claims/change.ts';
import { stockToSend, type Stock } from '#server/claims/stock-to-send.ts';
import type { Db } from '#server/db/connect.ts';
import { ordersUnderWay } from '#server/db/effects.ts';
import { orderOfClaimWithClaims } from '#server/db/order-with-claims.ts';
import type { ServerDeps } from '#server/deps.ts';
import { refreshCaptured } from '#server/payments/news.ts';
import { aroundClaim } from '#server/rules/around-claim.ts';

type Deps = Pick<ServerDeps, 'database' | 'storefrontOf' | 'paymentsOf'>;
type Context = { storeId: number; requestId: string };

/** A claim as it is to be finalized, with its order. */
export type LoadedForFinal = { claim: Claim; version: number; held: HeldOrder };

/** `approves`: what has no decision counts as approved. Undefined where there is no such claim. */
export const loadForFinal = (
  { database }: Deps,
  storeId: number,
  claimId: number,
  approves: boolean,
): Promise<LoadedForFinal | undefined> =>
  database.readStore(storeId, async (db) => {
    const found = await orderOfClaimWithClaims(db, storeId, claimId);
    const loaded = found?.claims.find(({ claim }) => claim.id === claimId);
    if (!found || !loaded) return undefined;
    const claim = readyClaim(loaded.claim, found, approves, new Date().toISOString());
    const held = heldOf(found, await aroundClaim(db, storeId, found.rules, claim, ['claimFinalized']));
    return { claim, version: loaded.version, held };
  });

/** What can be sent of the lines named, as far as it matters when the claim is finalized now. */
export const stockFor = (
  deps: Deps,
  context: Context,
  { claim, held }: LoadedForFinal,
  lineIds: readonly number[],
): Promise<Stock> => stockToSend(deps, context, claim, lineIds, atFinal(claim, held.policy, held.around).policy);

/**
 * What only partners know for certain: the platform's stock, recent changes to the order, and what is left of captured
 * payments. Nothing is finalized while they don't answer.
 */
export async function askPartners(
  deps: Deps,
  context: Context,
  loaded: LoadedForFinal,
  lineIds: readonly number[],
): Promise<Stock> {
  const { claim, held } = loaded;
  const lines = claim.lines.filter(({ id }) => lineIds.includes(id));
  const isGiving = lines.some((line) => line.status === 'approved' && !line.wasResolvedExternally);
  const [stock] = await Promise.all([
    stockFor(deps, context, loaded, lineIds),
    isGiving ? bringOrder(deps, context, held.order) : null,
    isGiving ? refreshCaptured(deps, context, claim) : null,
  ]);
  return stock;
}

/** Lines of a claim whose goods are just being ordered ahead of the return. */
export async function aheadUnderWay(db: Db, storeId: number, { id, instantExchange }: Claim): Promise<Set<number>> {
  const orders = instantExchange ? await ordersUnderWay(db, storeId, id) : [];
  const ahead = orders.map(({ payload }) => ExchangeOrderPayload.parse(payload)).filter(({ isAhead }) => isAhead);
  return new Set(ahead.flatMap(({ lines }) => lines.flatMap(({ claimLineId }) => claimLineId ?? [])));
}
