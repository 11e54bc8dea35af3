import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Faults } from './faults.ts';
import { newId } from './rates.ts';
import type { Tracker, TrackerStatus } from './state.ts';

// EasyPost tries again with growing pauses; a demo should not wait for hours.
const RETRY_AFTER_MS = [200, 1_000, 5_000, 30_000];
const TIMEOUT_MS = 7_000;

/** Posts signed events to the address, again and again until it answers 2xx. */
export function createWebhooks(options: {
  secret: string;
  url: () => string | undefined;
  faults: Faults;
  /** How events are sent; by default as the platform does. */
  fetch?: typeof fetch;
}) {
  const carry = options.fetch ?? fetch;
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();

  const deliver = async (url: string, body: string, extraDelayMs: number): Promise<void> => {
    if (extraDelayMs > 0) await delay(extraDelayMs, undefined, { signal: stopping.signal });
    for (const pause of [...RETRY_AFTER_MS, null]) {
      if (await post(url, body)) return;
      if (pause !== null) await delay(pause, undefined, { signal: stopping.signal });
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
  const start = (url: string, body: string, delayMs: number): void => {
    const task = deliver(url, body, delayMs)
      .catch(() => undefined)
      .finally(() => underWay.delete(task));
    underWay.add(task);
  };

  return {
    trackerUpdated(tracker: Tracker, isReturn: boolean, previousStatus: TrackerStatus): void {
      const url = options.url();
      if (url === undefined) return;
      const body = JSON.stringify(eventOf(tracker, isReturn, previousStatus, url));
      const fault = options.faults.take('WEBHOOK tracker.updated');
      if (fault?.mode === 'drop') return;
      start(url, body, fault?.mode === 'delay' ? fault.ms : 0);
      if (fault?.mode === 'repeat') start(url, body, 50);
    },
    async close(): Promise<void> {
      stopping.abort();
      await Promise.all(underWay);
    },
  };
}

function eventOf(tracker: Tracker, isReturn: boolean, previousStatus: TrackerStatus, url: string) {
  const now = new Date().toISOString();
  const { fees: _fees, public_url, ...result } = tracker;
  return {
    description: 'tracker.updated',
    mode: 'test',
    previous_attributes: { status: previousStatus },
    created_at: now,
    pending_urls: [url],
    completed_urls: [],
    updated_at: now,
    id: newId('evt'),
    user_id: 'user_sandbox',
    status: 'pending',
    object: 'Event',
    result: {
      ...result,
      finalized: ['delivered', 'return_to_sender', 'cancelled', 'failure'].includes(tracker.status),
      is_return: isReturn,
      public_url,
    },
  };
}

const signatureOf = (body: string, secret: string): string =>
  createHmac('sha256', secret.normalize('NFKD')).update(body).digest('hex');
