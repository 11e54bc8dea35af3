import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Faults } from './faults.ts';
import { newId } from './rates.ts';
import type { Delivery, Refund, State, Tracker, TrackerStatus } from './state.ts';

// EasyPost tries again with growing pauses; a demo should not wait for hours.
const RETRY_AFTER_MS = [200, 1_000, 5_000, 30_000];
const TIMEOUT_MS = 7_000;

/** Posts signed events to the address, again and again until it answers 2xx; what is under way outlives a restart. */
export function createWebhooks(options: {
  secret: string;
  url: () => string | undefined;
  faults: Faults;
  state: Pick<State, 'deliveries'>;
  save: () => void;
  /** How events are sent; by default as the platform does. */
  fetch?: typeof fetch;
}) {
  const { state, save } = options;
  const carry = options.fetch ?? fetch;
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();

  const deliver = async (delivery: Delivery, url: string, firstPauseMs: number): Promise<void> => {
    if (firstPauseMs > 0) await delay(firstPauseMs, undefined, { signal: stopping.signal });
    for (const pause of [...RETRY_AFTER_MS, null]) {
      const isDelivered = await post(url, delivery.body);
      if (stopping.signal.aborted && !isDelivered) return;
      delivery.attempts += 1;
      if (isDelivered || pause === null) state.deliveries = state.deliveries.filter((one) => one !== delivery);
      save();
      if (isDelivered || pause === null) return;
      await delay(pause, undefined, { signal: stopping.signal });
    }
  };
  const post = async (url: string, body: string): Promise<boolean> => {
    try {
      const response = await carry(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'EasyPost Web Hook',
          'x-hmac-signature': `hmac-sha256-hex=${signatureOf(body, options.secret)}`,
        },
        body,
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      await response.arrayBuffer();
      return response.ok;
    } catch {
      return false;
    }
  };
  const begin = (delivery: Delivery, url: string, pauseMs: number): void => {
    const task = deliver(delivery, url, pauseMs)
      .catch(() => undefined)
      .finally(() => underWay.delete(task));
    underWay.add(task);
  };
  const announce = (description: string, result: object, previousAttributes: object): void => {
    const url = options.url();
    if (url === undefined) return;
    const event = eventOf(description, result, previousAttributes, url);
    const fault = options.faults.take(`WEBHOOK ${description}`);
    if (fault?.mode === 'drop') return;
    const delivery = { event: event.id, body: JSON.stringify(event), attempts: 0 };
    state.deliveries.push(delivery);
    save();
    begin(delivery, url, fault?.mode === 'delay' ? fault.ms : 0);
    if (fault?.mode === 'repeat') begin(delivery, url, 50);
  };

  return {
    trackerUpdated(tracker: Tracker, isReturn: boolean, previousStatus: TrackerStatus): void {
      const { fees: _fees, public_url, ...rest } = tracker;
      const finalized = ['delivered', 'return_to_sender', 'cancelled', 'failure'].includes(tracker.status);
      const result = { ...rest, finalized, is_return: isReturn, public_url };
      announce('tracker.updated', result, { status: previousStatus });
    },
    refundSuccessful(refund: Refund): void {
      announce('refund.successful', refund, { status: 'submitted' });
    },
    /** Goes on with what an earlier process had not delivered. */
    resume(): void {
      const url = options.url();
      if (url === undefined) return;
      for (const delivery of state.deliveries) begin(delivery, url, 0);
    },
    async close(): Promise<void> {
      stopping.abort();
      await Promise.all(underWay);
    },
  };
}

function eventOf(description: string, result: object, previousAttributes: object, url: string) {
  const now = new Date().toISOString();
  return {
    description,
    mode: 'test',
    previous_attributes: previousAttributes,
    created_at: now,
    pending_urls: [url],
    completed_urls: [],
    updated_at: now,
    id: newId('evt'),
    user_id: 'user_sandbox',
    status: 'pending',
    object: 'Event',
    result,
  };
}

const signatureOf = (body: string, secret: string): string =>
  createHmac('sha256', secret.normalize('NFKD')).update(body).digest('hex');
