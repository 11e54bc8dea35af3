import { PartnerError, type CallPriority } from '#partners/ports.ts';

export type QueryCost = {
  requestedQueryCost: number;
  throttleStatus: { maximumAvailable: number; currentlyAvailable: number; restoreRate: number };
};

/** Who goes first, and the share of the bucket that stays untouched for those who go before. */
const CLASSES: Readonly<Record<CallPriority, { rank: number; left: number }>> = {
  money: { rank: 0, left: 0 },
  staff: { rank: 1, left: 0.1 },
  shopper: { rank: 2, left: 0.4 },
  background: { rank: 3, left: 0.5 },
};
// Nobody waits forever behind those who go first. Shoppers never grow into staff: a crowd of them would use up its part.
const GROWS: Readonly<Partial<Record<CallPriority, { afterMs: number; into: CallPriority }>>> = {
  staff: { afterMs: 2_000, into: 'money' },
  background: { afterMs: 5_000, into: 'shopper' },
};
// How much of the bucket calls under way have used is known for sure only once they are answered.
const isCautious = (priority: CallPriority): boolean => priority === 'shopper' || priority === 'background';

type Waiter = {
  cost: number;
  priority: CallPriority;
  since: number;
  go: (done: () => void) => void;
  fail: (error: unknown) => void;
};

export type Throttle = ReturnType<typeof createThrottle>;

/**
 * Keeps a shop's leaky bucket in mind, so that a call waits here instead of being turned away there, and so that
 * shoppers leave a part of it to money and staff.
 */
export function createThrottle(
  longestWaitMs: number,
  now: () => number = () => performance.now(),
  wait: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
) {
  let bucket: { available: number; maximum: number; restoreRate: number; at: number } | null = null;
  const costs = new Map<string, number>();
  /** In the order they came. */
  let waiting: Waiter[] = [];
  /** Points of calls that are sent and not yet answered. */
  let underWay = 0;
  /** When the next pause ends. */
  let wakesAt = Infinity;
  // A pause that is waited out has passed, whatever the clock says: not every pause is one of this clock.
  let ahead = 0;
  const clock = (): number => now() + ahead;

  function availableNow(): number {
    if (!bucket) return Infinity;
    const restored = ((clock() - bucket.at) / 1000) * bucket.restoreRate;
    return Math.min(bucket.maximum, bucket.available + restored);
  }

  // A cost above the whole bucket can never be met: let the platform say so.
  const costOf = (name: string): number => Math.min(costs.get(name) ?? 0, bucket?.maximum ?? Infinity);

  function msUntil(points: number, priority: CallPriority): number {
    if (!bucket) return 0;
    const needed = Math.min(bucket.maximum, points + CLASSES[priority].left * bucket.maximum);
    const available = availableNow() - (isCautious(priority) ? underWay : 0);
    return Math.max(0, Math.ceil(((needed - available) / bucket.restoreRate) * 1000));
  }

  function standing({ priority, since }: Pick<Waiter, 'priority' | 'since'>): CallPriority {
    const grows = GROWS[priority];
    return grows && clock() - since >= grows.afterMs ? grows.into : priority;
  }

  /** How long a call that came now would wait if nobody came after it. */
  function waitFor(name: string, priority: CallPriority): number {
    const before = waiting.filter((waiter) => CLASSES[standing(waiter)].rank <= CLASSES[priority].rank);
    const points = before.reduce((sum, { cost }) => sum + cost, costOf(name));
    if (!bucket) return 0;
    // Points beyond the whole bucket are waited for on top of it.
    const beyond = Math.max(0, points - bucket.maximum);
    return msUntil(points - beyond, priority) + Math.ceil((beyond / bucket.restoreRate) * 1000);
  }

  const tooLong = (waitMs: number): PartnerError =>
    new PartnerError('shopify', 'retry', 'Shopify is throttling this shop', waitMs);

  const remove = (waiter: Waiter): void => void (waiting = waiting.filter((one) => one !== waiter));

  function serve(): void {
    for (const waiter of waiting) {
      if (clock() - waiter.since <= longestWaitMs) continue;
      remove(waiter);
      waiter.fail(tooLong(longestWaitMs));
    }
    for (let next = firstOf(waiting); next; next = firstOf(waiting)) {
      const waitMs = msUntil(next.cost, standing(next));
      if (waitMs > 0) return wakeIn(waitMs, next);
      remove(next);
      next.go(take(next.cost));
    }
  }

  const firstOf = (all: readonly Waiter[]): Waiter | undefined =>
    all.reduce<Waiter | undefined>(
      (first, one) => (first && CLASSES[standing(first)].rank <= CLASSES[standing(one)].rank ? first : one),
      undefined,
    );

  function take(cost: number): () => void {
    if (bucket) bucket = { ...bucket, available: availableNow() - cost, at: clock() };
    underWay += cost;
    let isDone = false;
    return () => {
      if (isDone) return;
      isDone = true;
      underWay -= cost;
      serve();
    };
  }

  function wakeIn(ms: number, waiter: Waiter): void {
    const until = clock() + ms;
    if (until >= wakesAt) return;
    wakesAt = until;
    const wake = (): void => {
      wakesAt = Infinity;
      serve();
    };
    wait(ms).then(
      () => {
        ahead += Math.max(0, until - clock());
        wake();
      },
      // Whose pause was broken off does not break off those behind.
      (error: unknown) => {
        remove(waiter);
        waiter.fail(error);
        wake();
      },
    );
  }

  return {
    waitFor,
    /** Takes in what an answer said about its cost. */
    learn(name: string, cost: QueryCost): void {
      costs.set(name, cost.requestedQueryCost);
      const { currentlyAvailable, maximumAvailable, restoreRate } = cost.throttleStatus;
      bucket = { available: currentlyAvailable, maximum: maximumAvailable, restoreRate, at: clock() };
      serve();
    },
    /**
     * Waits until the bucket holds the cost of this operation and nobody goes before it; throws when that takes too
     * long. The call is under way until `done`, which it returns.
     */
    async reserve(name: string, priority: CallPriority): Promise<() => void> {
      const waitMs = waitFor(name, priority);
      if (waitMs > longestWaitMs) throw tooLong(waitMs);
      return new Promise((go, fail) => {
        waiting.push({ cost: costOf(name), priority, since: clock(), go, fail });
        serve();
      });
    },
  };
}
