import { isGranted, scopeOfTopic } from '../scopes.ts';
import type { WebhookSubscription } from '../state.ts';
import { gid, nextId, numberOf } from '../state.ts';
import type { Context, View } from '../views/connection.ts';
import { subscriptionView } from '../views/platform.ts';
import { topicPath } from '../webhooks.ts';
import { isoNow } from './announce.ts';

type Input = {
  uri?: string | null;
  callbackUrl?: string | null;
  name?: string | null;
  filter?: string | null;
  includeFields?: string[] | null;
  format?: string | null;
};

const refused = (field: string[], message: string): View => ({
  webhookSubscription: null,
  userErrors: [{ field, message }],
});

export function webhookSubscriptionCreate(context: Context, topic: string, input: Input): View {
  const { shop } = context;
  if (!isGranted(shop, scopeOfTopic(topic)))
    return refused(
      ['topic'],
      `Invalid topic specified: ${topicPath(topic)}. Does it exist? Is there a missing access scope?`,
    );
  const uri = input.uri ?? input.callbackUrl ?? '';
  if (!URL.canParse(uri) || !/^https?:$/.test(new URL(uri).protocol))
    return refused(['webhookSubscription', 'uri'], 'Address is invalid');
  if (input.format === 'XML')
    return refused(['webhookSubscription', 'format'], 'Format XML is not served by this sandbox');
  if (
    shop.webhookSubscriptions.some(
      (each) => each.topic === topic && each.uri === uri && each.filter === (input.filter ?? null),
    )
  ) {
    return refused(['webhookSubscription', 'callbackUrl'], 'Address for this topic has already been taken');
  }
  const now = isoNow();
  const made: WebhookSubscription = {
    id: nextId(shop),
    topic,
    uri,
    name: input.name ?? null,
    filter: input.filter ?? null,
    includeFields: input.includeFields ?? [],
    createdAt: now,
    updatedAt: now,
  };
  shop.webhookSubscriptions.push(made);
  return { webhookSubscription: subscriptionView(made), userErrors: [] };
}

export function webhookSubscriptionUpdate(context: Context, id: string, input: Input): View {
  const found = context.shop.webhookSubscriptions.find((each) => each.id === numberOf(id, 'WebhookSubscription'));
  if (found === undefined) return refused(['id'], 'Webhook subscription does not exist');
  const uri = input.uri ?? input.callbackUrl ?? found.uri;
  if (!URL.canParse(uri)) return refused(['webhookSubscription', 'uri'], 'Address is invalid');
  found.uri = uri;
  if (input.includeFields) found.includeFields = input.includeFields;
  found.updatedAt = isoNow();
  return { webhookSubscription: subscriptionView(found), userErrors: [] };
}

export function webhookSubscriptionDelete(context: Context, id: string): View {
  const { shop } = context;
  const number = numberOf(id, 'WebhookSubscription');
  if (!shop.webhookSubscriptions.some((each) => each.id === number))
    return {
      deletedWebhookSubscriptionId: null,
      userErrors: [{ field: ['id'], message: 'Webhook subscription does not exist' }],
    };
  shop.webhookSubscriptions = shop.webhookSubscriptions.filter((each) => each.id !== number);
  return { deletedWebhookSubscriptionId: gid('WebhookSubscription', number ?? 0), userErrors: [] };
}
