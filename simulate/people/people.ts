import type { Claim } from '#core/claims/claim.ts';
import { Refusal } from '#core/refusal.ts';
import { PartnerError } from '#partners/ports.ts';
import type { Ground, Server } from '../processes.ts';
import type { Life } from '../scheduler.ts';

/** The world of one schedule as those who act in it see it. */
export type Place = Ground & {
  server: Server;
  storeId: number;
  slug: string;
  orderId: number;
  /** What waits to be delivered to us. */
  webhooks: { sent: { path: string; headers: Record<string, string>; body: string }; tries: number }[];
  /** The claims there are, without a step: people know what is on their screen. */
  claims(): Promise<Claim[]>;
};

/** Somebody, or something, outside our processes. `live` ends when it has nothing more to do. */
export type Person = { name: string; live(place: Place, life: Life): Promise<void> };

/** How a call ended: done, refused for good, or nobody knows. */
export async function outcomeOf<T>(call: Promise<T>): Promise<{ answer: T } | 'refused' | 'unknown'> {
  try {
    return { answer: await call };
  } catch (error) {
    return error instanceof Refusal || (error instanceof PartnerError && error.kind === 'refused')
      ? 'refused'
      : 'unknown';
  }
}
