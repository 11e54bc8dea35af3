import { PartnerError } from '#partners/ports.ts';

export type QueryCost = {
  requestedQueryCost: number;
  throttleStatus: { maximumAvailable: number; currentlyAvailable: number; restoreRate: number };
};

/** Keeps a shop's leaky bucket in mind, so that a call waits here instead of being turned away there. */
export function createThrottle(
  longestWaitMs: number,
  now: () => number = () => performance.now(),
  wait: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
) {
  let bucket: { available: number; maximum: number; restoreRate: number; at: number } | null = null;
  const costs = new Map<string, number>();
  /** Points of those who wait, and when the last of them has had its turn. */
  let queued = 0;
  let lastTurn = Promise.resolve();

  function availableNow(): number {
    if (!bucket) return Infinity;
    const restored = ((now() - bucket.at) / 1000) * bucket.restoreRate;
    return Math.min(bucket.maximum, bucket.available + restored);
  }

  // A cost above the whole bucket can never be met: let the platform say so.
  const costOf = (name: string): number => Math.min(costs.get(name) ?? 0, bucket?.maximum ?? Infinity);

  const msUntil = (points: number): number =>
    bucket ? Math.max(0, Math.ceil(((points - availableNow()) / bucket.restoreRate) * 1000)) : 0;

  const waitFor = (name: string): number => msUntil(queued + costOf(name));

  async function take(cost: number): Promise<void> {
    try {
      const waitMs = msUntil(cost);
      if (waitMs > 0) await wait(waitMs);
    } finally {
      queued -= cost;
    }
    if (bucket) bucket = { ...bucket, available: availableNow() - cost, at: now() };
  }

  return {
    waitFor,
    /** Takes in what an answer said about its cost. */
    learn(name: string, cost: QueryCost): void {
      costs.set(name, cost.requestedQueryCost);
      const { currentlyAvailable, maximumAvailable, restoreRate } = cost.throttleStatus;
      bucket = { available: currentlyAvailable, maximum: maximumAvailable, restoreRate, at: now() };
    },
    /** Waits, after all who came before, until the bucket holds the cost of this operation; throws when that takes too long. */
    async reserve(name: string): Promise<void> {
      const waitMs = waitFor(name);
      if (waitMs > longestWaitMs) {
        throw new PartnerError('shopify', 'retry', 'Shopify is throttling this shop', waitMs);
      }
      const cost = costOf(name);
      queued += cost;
      const turn = lastTurn.then(() => take(cost));
      // Whose pause was broken off does not break off those behind.
      lastTurn = turn.catch(() => undefined);
      await turn;
    },
  };
}
