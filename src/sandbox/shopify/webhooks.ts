import { createHmac, randomUUID } from 'node:crypto';
import type { Faults } from './faults.ts';
import type { ShopState, WebhookDelivery, WebhookSubscription } from './state.ts';
import { webhookBody } from './webhook-bodies.ts';
import type { Announcement } from './views/connection.ts';

const RETRIES = 8;
const TIMEOUT_MS = 5000;

type Delivery = { shop: ShopState; record: WebhookDelivery; timer: NodeJS.Timeout | null };

export type WebhookOptions = {
  secret: string;
  faults: Faults;
  retryBaseMs: number;
  fetch: typeof fetch;
  changed: () => void;
};

/** ORDERS_UPDATED is 'orders/updated'; only the last underscore before the verb becomes the slash. */
export function topicPath(topic: string): string {
  const verbs =
    /_(create|update|updated|delete|cancelled|canceled|edited|paid|fulfilled|partially_fulfilled|request|approve|decline|cancel|close|reopen|process|uninstalled|finish|connect|disconnect)$/i;
  const match = verbs.exec(topic);
  if (match === null) return topic.toLowerCase();
  return `${topic.slice(0, match.index)}/${match[1] ?? ''}`.toLowerCase();
}

/**
 * Sends signed webhooks to the subscribers of a topic, in the order things happened. A failed delivery is tried
 * again up to eight times, each wait twice the one before, with the payload and the address it began with, also by a
 * later run of the sandbox; after the last failure its subscription is removed.
 */
export class Webhooks {
  private readonly options: WebhookOptions;
  private waiting = new Set<Delivery>();
  private held: Delivery[] = [];
  private running = new Set<Promise<void>>();
  private tails = new Map<string, Promise<void>>();
  private closed = false;
  readonly delivered: { webhookId: string; topic: string; uri: string; status: number }[] = [];
  constructor(options: WebhookOptions) {
    this.options = options;
  }

  announce(shop: ShopState, events: readonly Announcement[]): void {
    const eventId = randomUUID();
    for (const event of events) {
      const subscriptions = shop.webhookSubscriptions.filter((each) => topicPath(each.topic) === event.topic);
      const body = subscriptions.length === 0 ? null : webhookBody(shop, event);
      if (body === null) continue;
      const text = JSON.stringify(body);
      for (const subscription of subscriptions)
        this.send(this.makeDelivery(shop, subscription, event.topic, eventId, text));
    }
  }

  /** Takes up what an earlier run of the sandbox did not deliver. */
  resume(shop: ShopState): void {
    for (const record of shop.webhookDeliveries) {
      // The receiver starts about now too.
      const due = record.nextTryAt === null ? 0 : Date.parse(record.nextTryAt) - Date.now();
      this.wait({ shop, record, timer: null }, Math.max(due, this.options.retryBaseMs));
    }
  }

  /** It was taken, lost on purpose or given up. */
  private over({ shop, record }: Delivery): void {
    shop.webhookDeliveries = shop.webhookDeliveries.filter((each) => each !== record);
    this.options.changed();
  }

  private makeDelivery(
    shop: ShopState,
    subscription: WebhookSubscription,
    topic: string,
    eventId: string,
    body: string,
  ): Delivery {
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Shopify-Captain-Hook',
      'x-shopify-topic': topic,
      'x-shopify-hmac-sha256': createHmac('sha256', this.options.secret).update(body).digest('base64'),
      'x-shopify-shop-domain': shop.domain,
      'x-shopify-api-version': '2026-07',
      'x-shopify-webhook-id': randomUUID(),
      'x-shopify-event-id': eventId,
      'x-shopify-triggered-at': new Date().toISOString(),
      ...(subscription.name === null ? {} : { 'x-shopify-name': subscription.name }),
    };
    const record = {
      subscriptionId: subscription.id,
      uri: subscription.uri,
      body,
      headers,
      attempts: 0,
      nextTryAt: null,
    };
    shop.webhookDeliveries.push(record);
    return { shop, record, timer: null };
  }

  private send(delivery: Delivery): void {
    const fault = this.options.faults.strike(delivery.shop.domain, [
      'webhook',
      delivery.record.headers['x-shopify-topic'] ?? '',
    ]);
    if (fault?.mode === 'drop') return this.over(delivery);
    if (fault?.mode === 'reorder') {
      this.held.push(delivery);
      if (fault.times <= 0) this.release();
      return;
    }
    if (fault?.mode === 'repeat') this.queue(delivery);
    if (fault?.mode === 'fail' || fault?.mode === 'dropAnswer' || fault?.mode === 'throttle') {
      // As if the subscriber had not answered: it comes back later by the retries.
      this.retryLater(delivery);
      return;
    }
    if (fault?.mode === 'delay') this.wait(delivery, fault.ms);
    else this.queue(delivery);
  }

  /** Sends the delayed webhooks, the last one first. */
  private release(): void {
    const held = this.held.reverse();
    this.held = [];
    for (const delivery of held) this.queue(delivery);
  }

  /** One address gets its first attempts one after the other; retries fall in wherever they fall. */
  private queue(delivery: Delivery): void {
    const work = (this.tails.get(delivery.record.uri) ?? Promise.resolve()).then(() => this.attempt(delivery));
    this.tails.set(delivery.record.uri, work);
    this.track(work);
  }

  private track(work: Promise<void>): void {
    this.running.add(work);
    void work.finally(() => this.running.delete(work));
  }

  private async attempt(delivery: Delivery): Promise<void> {
    if (this.closed) return;
    const { record } = delivery;
    record.attempts += 1;
    let status = 0;
    try {
      const answer = await this.options.fetch(record.uri, {
        method: 'POST',
        headers: record.headers,
        body: record.body,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      status = answer.status;
      await answer.arrayBuffer();
    } catch {
      status = 0;
    }
    this.delivered.push({
      webhookId: record.headers['x-shopify-webhook-id'] ?? '',
      topic: record.headers['x-shopify-topic'] ?? '',
      uri: record.uri,
      status,
    });
    if (this.delivered.length > 1000) this.delivered.shift();
    if (status < 200 || status > 299) this.retryLater(delivery);
    else this.over(delivery);
  }

  private retryLater(delivery: Delivery): void {
    const { shop, record } = delivery;
    if (record.attempts > RETRIES) {
      shop.webhookSubscriptions = shop.webhookSubscriptions.filter((each) => each.id !== record.subscriptionId);
      this.over(delivery);
      return;
    }
    this.wait(delivery, this.options.retryBaseMs * 2 ** Math.max(0, record.attempts - 1));
  }

  private wait(delivery: Delivery, ms: number): void {
    delivery.record.nextTryAt = new Date(Date.now() + ms).toISOString();
    this.options.changed();
    if (this.closed) return;
    this.waiting.add(delivery);
    delivery.timer = setTimeout(() => {
      this.waiting.delete(delivery);
      this.track(this.attempt(delivery));
    }, ms);
  }

  /** Sends at once everything that is held or waits for a retry, and returns when each has been tried. */
  async flush(): Promise<number> {
    this.release();
    const waiting = [...this.waiting];
    this.waiting.clear();
    for (const delivery of waiting) {
      if (delivery.timer !== null) clearTimeout(delivery.timer);
      this.track(this.attempt(delivery));
    }
    await Promise.all(this.running);
    return waiting.length;
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const delivery of this.waiting) if (delivery.timer !== null) clearTimeout(delivery.timer);
    this.waiting.clear();
    await Promise.all(this.running);
  }
}
