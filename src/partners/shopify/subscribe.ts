import { z } from 'zod';
import type { CallContext, Subscribed } from '#partners/ports.ts';
import type { ShopifyClient } from './client.ts';
import { readOn } from './complete.ts';
import { WEBHOOK_CREATE, WEBHOOK_UPDATE, WEBHOOKS } from './operations.ts';
import { UserErrors, refusalOf } from './user-errors.ts';
import { connection } from './wire.ts';

/** The webhooks we subscribe to. ORDERS_UPDATED covers payment, cancellation and fulfillment of an order. */
export const WEBHOOK_TOPICS = [
  'ORDERS_CREATE',
  'ORDERS_UPDATED',
  'ORDERS_EDITED',
  'ORDERS_DELETE',
  'REFUNDS_CREATE',
  'FULFILLMENTS_CREATE',
  'FULFILLMENTS_UPDATE',
  'RETURNS_REQUEST',
  'RETURNS_APPROVE',
  'RETURNS_DECLINE',
  'RETURNS_CANCEL',
  'RETURNS_CLOSE',
  'RETURNS_REOPEN',
  'RETURNS_PROCESS',
  'PRODUCTS_CREATE',
  'PRODUCTS_UPDATE',
  'PRODUCTS_DELETE',
  'APP_UNINSTALLED',
] as const;

const Subscription = z.object({ id: z.string(), topic: z.string(), uri: z.string() });
type Caller = { client: ShopifyClient; context: CallContext };

/**
 * Registers our address for every topic we need; a topic sent elsewhere is turned to it. A refused topic keeps no other
 * from being registered: shops that granted an older version of the app fewer scopes still tell us the rest.
 */
export async function subscribeOnce(caller: Caller, callbackUrl: string): Promise<Subscribed> {
  const existing = await readSubscriptions(caller);
  const errors: UserErrors = [];
  let isMissingProducts = false;
  for (const topic of WEBHOOK_TOPICS) {
    const ofTopic = existing.filter((subscription) => subscription.topic === topic);
    if (ofTopic.some(({ uri }) => uri === callbackUrl)) continue;
    const [stale] = ofTopic;
    const against = await (stale ? redirect(caller, stale.id, callbackUrl) : create(caller, topic, callbackUrl));
    errors.push(...against);
    if (against.length === 0 && topic.startsWith('PRODUCTS_')) isMissingProducts = true;
  }
  return { isMissingProducts, refusal: refusalOf(WEBHOOK_CREATE, errors) };
}

async function readSubscriptions({ client, context }: Caller): Promise<z.infer<typeof Subscription>[]> {
  const answer = z.object({ webhookSubscriptions: connection(Subscription) });
  const read = async (after: string | null) =>
    (await client.run(WEBHOOKS, { after }, answer, context)).webhookSubscriptions;
  const subscriptions = await read(null);
  await readOn(subscriptions, read);
  return subscriptions.nodes;
}

async function create({ client, context }: Caller, topic: string, uri: string): Promise<UserErrors> {
  const answer = z.object({ webhookSubscriptionCreate: z.object({ userErrors: UserErrors }) });
  const variables = { topic, webhookSubscription: { uri, format: 'JSON' } };
  const { webhookSubscriptionCreate } = await client.run(WEBHOOK_CREATE, variables, answer, context);
  // Another process registered the same address a moment ago.
  return webhookSubscriptionCreate.userErrors.filter(({ message }) => !/already been taken/i.test(message));
}

async function redirect({ client, context }: Caller, id: string, uri: string): Promise<UserErrors> {
  const answer = z.object({ webhookSubscriptionUpdate: z.object({ userErrors: UserErrors }) });
  const { webhookSubscriptionUpdate } = await client.run(
    WEBHOOK_UPDATE,
    { id, webhookSubscription: { uri } },
    answer,
    context,
  );
  return webhookSubscriptionUpdate.userErrors;
}
