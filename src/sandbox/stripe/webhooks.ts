import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Faults } from './faults.ts';
import type { Event, State } from './state.ts';
import { eventOnWire } from './wire.ts';

// Stripe tries again for days with growing pauses; a demo should not wait for hours.
const RETRY_AFTER_MS = [200, 1_000, 5_000, 30_000, 60_000];
const TIMEOUT_MS = 7_000;

/** Posts signed events to the address, again and again until it answers 2xx; what is under way outlives a restart. */
export function createWebhooks(options: {
  secret: string;
  url: () => string | undefined;
  faults: Faults;
  state: State;
  save: () => void;
}) {
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();

  const post = async (url: string, body: string): Promise<boolean> => {
    try {
      const response = await fetch(url, {
        ...signed(body, options.secret),
        redirect: 'manual',
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      await response.arrayBuffer();
      return response.ok;
    } catch {
      return false;
    }
  };
  const deliver = async (event: Event, url: string, firstPauseMs: number): Promise<void> => {
    const body = JSON.stringify(eventOnWire(event));
    await delay(firstPauseMs, undefined, { signal: stopping.signal });
    for (const pause of [...RETRY_AFTER_MS, null]) {
      const isDelivered = await post(url, body);
      event.delivery.attempts += 1;
      if (isDelivered || pause === null) event.delivery.state = isDelivered ? 'delivered' : 'failed';
      options.save();
      if (isDelivered || pause === null) return;
      await delay(pause, undefined, { signal: stopping.signal });
    }
  };
  const begin = (event: Event, url: string, pauseMs: number): void => {
    const task = deliver(event, url, pauseMs)
      .catch(() => undefined)
      .finally(() => underWay.delete(task));
    underWay.add(task);
  };

  return {
    announce(event: Event): void {
      const url = options.url();
      if (url === undefined) return;
      const fault = options.faults.take(`WEBHOOK ${event.type}`);
      if (fault?.mode === 'drop') return;
      event.delivery.state = 'pending';
      begin(event, url, fault?.mode === 'delay' ? fault.ms : 0);
      if (fault?.mode === 'repeat') begin(event, url, 50);
    },
    /** Goes on with what an earlier process had not delivered. */
    resume(): void {
      const url = options.url();
      if (url === undefined) return;
      for (const event of options.state.events) if (event.delivery.state === 'pending') begin(event, url, 0);
    },
    async close(): Promise<void> {
      stopping.abort();
      await Promise.all(underWay);
    },
  };
}

/** The request that brings a body, signed as of now. */
export const signed = (body: string, secret: string) => ({
  method: 'POST',
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    'stripe-signature': signatureOf(body, secret),
  },
  body,
});

function signatureOf(body: string, secret: string): string {
  const time = Math.floor(Date.now() / 1000);
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}
