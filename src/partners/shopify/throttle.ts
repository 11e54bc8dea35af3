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

  function availableNow(): number {
    if (!bucket) return Infinity;
    const restored = ((now() - bucket.at) / 1000) * bucket.restoreRate;
    return Math.min(bucket.maximum, bucket.available + restored);
  }

  function waitFor(name: string): number {
    if (!bucket) return 0;
    // A cost above the whole bucket can never be met: let the platform say so.
    const cost = Math.min(costs.get(name) ?? 0, bucket.maximum);
    return Math.max(0, Math.ceil(((cost - availableNow()) / bucket.restoreRate) * 1000));
  }

  return {
    waitFor,
    /** Takes in what an answer said about its cost. */
    learn(name: string, cost: QueryCost): void {
      costs.set(name, cost.requestedQueryCost);
      const { currentlyAvailable, maximumAvailable, restoreRate } = cost.throttleStatus;
      bucket = { available: currentlyAvailable, maximum: maximumAvailable, restoreRate, at: now() };
    },
    /** Waits until the bucket holds the cost of this operation; throws when that takes too long. */
    async reserve(name: string): Promise<void> {
      const waitMs = waitFor(name);
      if (waitMs > longestWaitMs) {
        throw new PartnerError('shopify', 'retry', 'Shopify is throttling this shop', waitMs);
      }
      if (waitMs > 0) await wait(waitMs);
      if (bucket) bucket = { ...bucket, available: availableNow() - (costs.get(name) ?? 0), at: now() };
    },
  };
}
