import type { Claim } from '#core/claims/claim.ts';
import type { Order } from '#core/orders/order.ts';
import { Refusal } from '#core/refusal.ts';
import { PartnerError } from '#partners/ports.ts';
import { ConnectionLost } from '../database/watched.ts';
import { NoAnswer, type Ground, type Server } from '../processes.ts';
import type { Life } from '../scheduler.ts';
import type { Template } from '../plant.ts';
import type { Forms } from '../forms.ts';
import type { Quotes } from '../quotes.ts';
import type { Packages } from '../packages.ts';
import type { Rules } from '../rules.ts';
import type { ShippingClaim } from '#core/protection/shipping-claim.ts';
import type { ShopState } from '#sandbox/shopify/state.ts';
import type { Story } from '../story.ts';

/** An order as the product knows it. */
export type OpenOrder = { orderId: number; order: Order };

/** The world of one schedule as those who act in it see it. */
export type Place = Ground & {
  story: Story;
  server: Server;
  storeId: number;
  slug: string;
  template: Template;
  /** The orders that can be returned; the first is the larger one. */
  orders: readonly OpenOrder[];
  /** What waits to be delivered to us. */
  webhooks: { sent: { path: string; headers: Record<string, string>; body: string }; tries: number }[];
  /** Which settings held when. */
  rules: Rules;
  /** What people filled in. */
  forms: Forms;
  /** What was said about repairs and appeals. */
  quotes: Quotes;
  /** What was said about shipping claims. */
  packages: Packages;
  /** The orders of the shop as they were bought, before anything happened to them. */
  sold: Pick<ShopState, 'orders'>;
  /** The orders as the product knows them now, those that exchanges made among them. */
  known(): Promise<OpenOrder[]>;
  /** The claims there are, without a step: people know what is on their screen. */
  claims(): Promise<Claim[]>;
  shippingClaims(): Promise<ShippingClaim[]>;
};

/** Somebody, or something, outside our processes. `live` ends when it has nothing more to do. */
export type Person = { name: string; live(place: Place, life: Life): Promise<void> };

/** How a call ended: done, refused for good, or nobody knows. Rethrows what nobody would do to a server here. */
export async function outcomeOf<T>(call: Promise<T>): Promise<{ answer: T } | 'refused' | 'unknown'> {
  try {
    return { answer: await call };
  } catch (error) {
    if (error instanceof Refusal || (error instanceof PartnerError && error.kind === 'refused')) return 'refused';
    if (error instanceof PartnerError || error instanceof NoAnswer || error instanceof ConnectionLost) return 'unknown';
    throw error;
  }
}
