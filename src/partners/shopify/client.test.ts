import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { CallPriority } from '#partners/ports.ts';
import type { ShopifyConnection } from './client.ts';
import { createShopifyClient } from './client.ts';
import type { Operation } from './operations.ts';
import { ORDER_CREATE, SHOP, TAGS_ADD } from './operations.ts';
import { createThrottle } from './throttle.ts';

const context = { requestId: 'r-1' };
const Anything = z.unknown();

type Answer = () => Response | Promise<Response>;

/** A platform that gives these answers one after the other; the last one for good. */
function platform(...answers: [Answer, ...Answer[]]) {
  const requests: { url: string; headers: Headers }[] = [];
  const connection: ShopifyConnection = {
    shopDomain: 'a.myshopify.com',
    accessToken: () => Promise.resolve('shpat_1'),
    backoffMs: 1,
    attempts: 3,
    fetch: async (url, init) => {
      requests.push({ url: new Request(url).url, headers: new Headers(init?.headers) });
      return (answers[Math.min(requests.length, answers.length) - 1] ?? answers[0])();
    },
  };
  const client = createShopifyClient(connection);
  return { requests, run: (operation: Operation) => client.run(operation, {}, Anything, context) };
}

const ok = () => Response.json({ data: { done: true } });
const status =
  (code: number, headers: Record<string, string> = {}) =>
  () =>
    new Response('no', { status: code, headers });
const errors =
  (code: string, message = 'm') =>
  () =>
    Response.json({ errors: [{ message, extensions: { code } }] });
const reset = () =>
  Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error('gone'), { code: 'ECONNRESET' }) }));
const noConnection = () =>
  Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }) }));

/** As many answers that there are too many calls. */
const crowd = (count: number): [Answer, ...Answer[]] => [
  status(429, { 'retry-after': '0.01' }),
  ...Array.from({ length: count - 1 }, () => status(429, { 'retry-after': '0.01' })),
];

test('a request goes to the pinned version with token and request id', async () => {
  const { run, requests } = platform(ok);
  expect(await run(SHOP)).toEqual({ done: true });
  expect(requests[0]?.url).toBe('https://a.myshopify.com/admin/api/2026-07/graphql.json');
  expect(requests[0]?.headers.get('x-shopify-access-token')).toBe('shpat_1');
  expect(requests[0]?.headers.get('x-request-id')).toBe('r-1');
});

describe('what may be sent again', () => {
  test.each([
    ['a 503', status(503)],
    ['a reset', reset],
    ['an unreadable answer', () => new Response('<html>')],
    ['an internal error', errors('INTERNAL_SERVER_ERROR')],
  ])('after %s: a query and a repeatable mutation, but no order', async (_, failure) => {
    for (const operation of [SHOP, TAGS_ADD]) {
      const { run, requests } = platform(failure, ok);
      await run(operation);
      expect(requests).toHaveLength(2);
    }
    const { run, requests } = platform(failure, ok);
    await expect(run(ORDER_CREATE)).rejects.toMatchObject({ kind: 'retry', retryAfterMs: ORDER_CREATE.settleMs });
    expect(requests).toHaveLength(1);
  });
  test.each([
    ['a refused connection', noConnection],
    ['THROTTLED', errors('THROTTLED')],
    ['a 429', status(429, { 'retry-after': '0.01' })],
  ])('after %s nothing was done: anything', async (_, failure) => {
    const { run, requests } = platform(failure, ok);
    await run(ORDER_CREATE);
    expect(requests).toHaveLength(2);
  });
  test('not for ever', async () => {
    const { run, requests } = platform(status(500));
    await expect(run(SHOP)).rejects.toMatchObject({ kind: 'retry' });
    expect(requests).toHaveLength(3);
  });
  test('as often as it is throttled, while the pauses are short', async () => {
    const { run, requests } = platform(...crowd(10), ok);
    await run(ORDER_CREATE);
    expect(requests).toHaveLength(11);
  });
  test('not when the platform asks for a long pause: the caller is told', async () => {
    const { run, requests } = platform(status(429, { 'retry-after': '120' }));
    await expect(run(SHOP)).rejects.toMatchObject({ kind: 'retry', retryAfterMs: 120_000 });
    expect(requests).toHaveLength(1);
  });
});

test.each([
  ['a wrong document', errors('argumentNotAccepted', "Field 'orders' doesn't accept argument"), /doesn't accept/],
  ['errors as text', () => Response.json({ errors: 'An unexpected error occurred' }), /unexpected error/],
  ['a missing scope', errors('ACCESS_DENIED', 'Access denied for orders field'), /Access denied/],
  ['a plan without the feature', status(402), /402/],
  ['a lost token', status(401), /connected again/],
])('%s is refused at once, in the words of the platform', async (_, failure, words) => {
  const { run, requests } = platform(failure);
  await expect(run(SHOP)).rejects.toMatchObject({
    kind: 'refused',
    partner: 'shopify',
    message: expect.stringMatching(words),
  });
  expect(requests).toHaveLength(1);
});

test('an answer of another shape is refused, not passed on', async () => {
  const client = createShopifyClient({
    shopDomain: 'a.myshopify.com',
    accessToken: () => Promise.resolve('t'),
    fetch: () => Promise.resolve(ok()),
  });
  await expect(client.run(SHOP, {}, z.object({ shop: z.object({}) }), context)).rejects.toMatchObject({
    kind: 'refused',
  });
});

describe('the bucket', () => {
  const cost = (currentlyAvailable: number, requestedQueryCost = 100) => ({
    requestedQueryCost,
    throttleStatus: { maximumAvailable: 1000, currentlyAvailable, restoreRate: 50 },
  });
  test('a call waits for the points it costs, and no longer', () => {
    let at = 0;
    const throttle = createThrottle(10_000, () => at);
    expect(throttle.waitFor('Q', 'money')).toBe(0);
    throttle.learn('Q', cost(0));
    expect(throttle.waitFor('Q', 'money')).toBe(2000);
    at = 1500;
    expect(throttle.waitFor('Q', 'money')).toBe(500);
    at = 60_000;
    expect(throttle.waitFor('Q', 'money')).toBe(0);
  });
  test('calls at the same time share it', async () => {
    const throttle = createThrottle(10_000, () => 0);
    throttle.learn('Q', cost(150));
    await throttle.reserve('Q', 'money');
    expect(throttle.waitFor('Q', 'money')).toBe(1000);
  });
  test('those who wait line up: the platform turns none of them away', async () => {
    // The shop's own count, by the same clock; a pause is over once the clock has come to its end.
    let at = 0;
    const pauses: { until: number; go: () => void }[] = [];
    const throttle = createThrottle(
      60_000,
      () => at,
      (ms) => new Promise((go) => pauses.push({ until: at + ms, go })),
    );
    const shop = { left: 150, seen: 0 };
    const turnedAway: number[] = [];
    const ask = async (caller: number): Promise<void> => {
      await throttle.reserve('Q', 'money');
      shop.left = Math.min(1000, shop.left + ((at - shop.seen) / 1000) * 50);
      shop.seen = at;
      if (shop.left < 100) turnedAway.push(caller);
      shop.left -= 100;
      throttle.learn('Q', cost(shop.left));
      order.push(caller);
    };
    const order: number[] = [];
    throttle.learn('Q', cost(150));
    const callers = Array.from({ length: 20 }, (_, caller) => caller);
    const all = Promise.all(callers.map(ask));
    for (let turn = 0; turn < 1000 && order.length < callers.length; turn += 1) {
      await new Promise((resume) => setImmediate(resume));
      pauses.sort((one, other) => one.until - other.until);
      const next = pauses.shift();
      if (!next) continue;
      at = Math.max(at, next.until);
      next.go();
    }
    await all;
    expect({ turnedAway, order }).toEqual({ turnedAway: [], order: callers });
    // No longer than the points took to come back.
    expect(at).toBeLessThanOrEqual(((20 * 100 - 150) / 50) * 1000 + 20);
  });
  test('whose pause is broken off does not break off those behind', async () => {
    let pauses = 0;
    const throttle = createThrottle(
      10_000,
      () => 0,
      () => ((pauses += 1), pauses === 1 ? Promise.reject(new Error('stopped')) : Promise.resolve()),
    );
    throttle.learn('Q', cost(0));
    const [first, second] = await Promise.allSettled([throttle.reserve('Q', 'money'), throttle.reserve('Q', 'money')]);
    expect([first?.status, second?.status]).toEqual(['rejected', 'fulfilled']);
  });
  test('a wait that is too long is handed to the caller', async () => {
    const throttle = createThrottle(1000, () => 0);
    throttle.learn('Q', cost(0, 500));
    await expect(throttle.reserve('Q', 'money')).rejects.toMatchObject({ kind: 'retry', retryAfterMs: 10_000 });
  });

  /** Lets the calls of a throttle go as its clock comes to the ends of their pauses. */
  function shopClock(longestWaitMs = 60_000) {
    let at = 0;
    const pauses: { until: number; go: () => void }[] = [];
    const throttle = createThrottle(
      longestWaitMs,
      () => at,
      (ms) => new Promise((go) => pauses.push({ until: at + ms, go })),
    );
    const settle = (): Promise<void> => new Promise((resume) => setImmediate(resume));
    const passTo = async (until: number): Promise<void> => {
      for (;;) {
        await settle();
        pauses.sort((one, other) => one.until - other.until);
        const next = pauses[0];
        if (!next || next.until > until) break;
        pauses.shift();
        at = Math.max(at, next.until);
        next.go();
      }
      at = until;
    };
    return { throttle, passTo };
  }

  test('money goes first, then staff, then shoppers, then work that can wait', async () => {
    const { throttle, passTo } = shopClock();
    throttle.learn('Q', cost(0));
    const gone: string[] = [];
    const ask = async (priority: CallPriority, name: string): Promise<void> => {
      const done = await throttle.reserve('Q', priority);
      gone.push(name);
      done();
    };
    const all = [
      ask('background', 'sync'),
      ask('shopper', 'first shopper'),
      ask('shopper', 'second shopper'),
      ask('staff', 'staff'),
      ask('money', 'refund'),
    ];
    await passTo(1000);
    expect(gone).toEqual([]);
    throttle.learn('Q', cost(1000));
    await Promise.all(all);
    expect(gone).toEqual(['refund', 'staff', 'first shopper', 'second shopper', 'sync']);
  });

  test('shoppers leave four tenths to staff and money, also while their calls are under way', async () => {
    const { throttle, passTo } = shopClock(600_000);
    throttle.learn('Q', cost(1000));
    let underWay = 0;
    for (let shopper = 0; shopper < 60; shopper += 1) void throttle.reserve('Q', 'shopper').then(() => (underWay += 1));
    await passTo(0);
    expect(underWay).toBe(3);
    // The shop may report what it had before it saw them.
    throttle.learn('Q', cost(1000));
    await passTo(0);
    expect(underWay).toBe(5);
    throttle.learn('Q', cost(400));
    await throttle.reserve('Q', 'staff');
    await throttle.reserve('Q', 'staff');
    await throttle.reserve('Q', 'staff');
    await throttle.reserve('Q', 'money');
    expect(underWay).toBe(5);
  });

  test('nobody waits behind those who go first for longer than they may', async () => {
    const { throttle, passTo } = shopClock(15_000);
    throttle.learn('Q', cost(0));
    const gone: string[] = [];
    const ask = async (priority: CallPriority, name: string): Promise<void> => {
      try {
        const done = await throttle.reserve('Q', priority);
        gone.push(name);
        done();
      } catch {
        gone.push(`${name} is told to come back`);
      }
    };
    const refunds = (count: number, round: number) =>
      Array.from({ length: count }, (_, index) => ask('money', `refund ${round}.${index}`));
    const all = [...refunds(1, 0), ask('staff', 'staff'), ask('shopper', 'shopper')];
    // A hundred points come back every two seconds; a refund comes as often.
    for (let second = 2; second <= 20; second += 2) {
      all.push(...refunds(1, second));
      await passTo(second * 1000);
    }
    await passTo(120_000);
    await Promise.all(all);
    expect(gone.indexOf('staff')).toBeLessThanOrEqual(3);
    expect(gone).toContain('shopper is told to come back');
  });
});
