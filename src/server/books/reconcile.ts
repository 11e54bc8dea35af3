import type { Difference } from '#core/books/differences.ts';
import { compare } from '#core/books/reconcile.ts';
import type { World } from '#core/books/world.ts';
import { PartnerError, type CallContext } from '#partners/ports.ts';
import { gatherWorld } from '#server/books/gather.ts';
import type { GatherDeps } from '#server/books/gather-deps.ts';
import { raiseAlert } from '#server/db/alerts.ts';
import { endRun, type RunRow } from '#server/db/reconciliations.ts';

/** Compares what a run is about, and keeps what it found; a run that came to nothing keeps why. */
export async function reconcileBooks(
  deps: GatherDeps,
  run: RunRow,
  context: CallContext,
  signal?: AbortSignal,
): Promise<RunRow> {
  const storeId = run.store_id;
  try {
    const world = await gatherWorld(deps, { storeId, run, context, signal });
    const found = { compared: countsOf(world), differences: compare(world) };
    return await deps.database.inStore(storeId, async (db) => {
      const ended = await endRun(db, run, found);
      const open = found.differences.filter(({ isExplained }) => !isExplained);
      if (open[0]) await raiseAlert(db, storeId, 'booksDiffer', differText(open.length, open[0]));
      return ended;
    });
  } catch (error) {
    const lastError =
      error instanceof PartnerError ? `${error.partner}: ${error.message}` : 'Something unexpected went wrong.';
    const ended = await deps.database.inStore(storeId, (db) => endRun(db, run, { lastError }));
    if (error instanceof PartnerError) return ended;
    throw error;
  }
}

const differText = (count: number, first: Difference): string =>
  count === 1 ? first.message : `${count} differences need attention. The first: ${first.message}`;

function countsOf({ claims, effects, entries, movements, charges, labels }: World): Record<string, number> {
  const ofKind = (...kinds: string[]): number => movements.filter(({ kind }) => kinds.includes(kind)).length;
  return {
    claims: claims.length,
    effects: effects.length,
    entries: entries.length,
    refunds: ofKind('refund'),
    giftCards: ofKind('giftCard', 'giftCardOrder'),
    credits: ofKind('storeCredit'),
    orders: ofKind('exchangeOrder', 'returnExchange'),
    charges: charges.length,
    labels: labels.length,
    labelsBack: labels.filter(({ refund }) => refund !== null).length,
  };
}
