import type { Chance } from '#sandbox/shopify/seed/random.ts';
import { Patience } from './patience.ts';
import { playReturn, type Told } from './stories.ts';
import type { World } from './world.ts';

/** Shoppers and staff who do not stop for a server that is down. */
export type Load = {
  told: readonly Told[];
  patience: Patience;
  /** What nobody should have been answered. */
  problems: readonly string[];
  /** Begins no more returns; resolves when those begun are finalized. */
  finish(): Promise<void>;
};

/** As many returns at the same time as there are staff. */
export function startLoad(world: World, chance: Chance): Load {
  const told: Told[] = [];
  const problems: string[] = [];
  const patience = new Patience();
  const orders = world.orders.values();
  let isEnding = false;
  const actors = world.staff.map(async (staff) => {
    while (!isEnding) {
      const order = orders.next().value;
      if (!order) return;
      await playReturn({ world, patience, staff, chance }, order, (one) => told.push(one)).catch((error: unknown) =>
        problems.push(`a return of ${order.order.orderNo} came to a stop: ${String(error)}`),
      );
    }
  });
  return {
    told,
    patience,
    problems,
    finish: async () => {
      isEnding = true;
      await Promise.all(actors);
    },
  };
}
