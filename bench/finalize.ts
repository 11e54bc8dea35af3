import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { approveLine } from '#core/claims/approve.ts';
import * as actions from '#contract/merchant/claim-actions.ts';
import { connect } from '#server/db/connect.ts';
import { addClaim } from '#server/claims/change.ts';
import { orderWithClaims } from '#server/db/order-with-claims.ts';
import { CONCURRENCY } from '#server/effects/worker.ts';
import { draft, freshOrder, shopOf, type Shop } from '#server/testing/effect-claims.ts';
import { startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';
import { stockUp } from '#server/testing/staff-claims.ts';
import { startChild } from './child.ts';
import { CONNECTIONS, figuresOf, medianOf, send, type Figures } from './load.ts';
import type { Place } from './places.ts';

/**
 * Claims finalized by staff until every partner has done its part: a refund, a gift card and an exchange order in turn,
 * each with tags and an email, by one process that serves and works. The floor is the same number of calls to the
 * platform made bare, as many at the same time as the worker makes effects.
 */
export type Finalizing = { runs: number; claimsPerRun: number };
export type FinalizeMeasured = { server: Figures; floor: Figures; callsPerClaim: number };

const PARTNER_MS = 50;
const METHODS = ['refund', 'giftCard', 'variantExchange'] as const;
const GROUPS = { refund: 'refunds', giftCard: 'giftCards', variantExchange: 'variantExchanges' } as const;
const PLENTY = 1_000_000;
// About a third of the demo shop's orders can be returned by every method.
const ORDERS_PER_CLAIM = 4;
const EMAIL = { subject: 'Your return', header: 'Your return', body: 'It is done.' };

type Approved = { id: number; lineId: number; method: (typeof METHODS)[number] };
type Run = { began: number; calls: { claimId: number; at: number }[] };

export async function measureFinalize(place: Place, { runs, claimsPerRun }: Finalizing): Promise<FinalizeMeasured> {
  const count = (runs + 1) * claimsPerRun;
  const store = await startTestServer({
    place: { ...place, remove: async () => undefined },
    orders: count * ORDERS_PER_CLAIM,
    roles: 'web',
    // A shop is given some twenty claims' worth of calls a second; one process serves many.
    plan: 'unmetered',
    latencyMs: PARTNER_MS,
  });
  try {
    for (const variant of store.shop.products.flatMap(({ variants }) => variants)) stockUp(variant, PLENTY);
    const shop = await shopOf(store);
    const staff = await store.staff();
    const claims: Approved[] = [];
    for (let made = 0; made < count; made += 1)
      claims.push(await approvedClaim(shop, METHODS[made % METHODS.length] ?? 'refund'));
    await store.server.close();
    const server = await startChild('server.ts', environmentOf(store.environment));
    const ran: Run[] = [];
    const floor: Figures[] = [];
    const callsPerClaim: number[] = [];
    try {
      for (let run = 0; run <= runs; run += 1) {
        const before = store.shopify.calls();
        ran.push(await finalizeAll(store.storeId, staff, claims.slice(run * claimsPerRun, (run + 1) * claimsPerRun)));
        const perClaim = (store.shopify.calls() - before) / claimsPerRun;
        callsPerClaim.push(perClaim);
        floor.push(await bareCalls(() => bareCall(store), Math.round(perClaim), claimsPerRun));
      }
    } finally {
      await server.stop();
    }
    const ends = await endsOf(place);
    // The first run warms up.
    const counted = ran.slice(1).map((run) => figuresOfRun(run, ends));
    const middle = callsPerClaim.toSorted((a, b) => a - b)[callsPerClaim.length >> 1] ?? 0;
    return { server: medianOf(counted), floor: medianOf(floor.slice(1)), callsPerClaim: middle };
  } finally {
    await store.close();
  }
}

const environmentOf = (environment: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...environment, ROLES: 'web,worker' }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );

/** A claim of one unit whose line is approved as asked for, with nothing left to do but to finalize it. */
async function approvedClaim(shop: Shop, method: Approved['method']): Promise<Approved> {
  const made = await draft(shop, freshOrder(shop), method);
  const lineId = made.claim.lines[0]?.id ?? 0;
  const { claim } = approveLine(made.claim, lineId, {}, new Date().toISOString());
  const { storeId } = shop.server;
  await shop.server.server.deps.database.inStore(storeId, async (db) => {
    const found = await orderWithClaims(db, storeId, claim.orderId);
    const claimsVersion = found?.claimsVersion ?? 0;
    await addClaim(db, storeId, {
      claim,
      request: null,
      channel: '',
      claimsVersion,
      effects: [],
      mediaIds: [],
      requestId: 'bench',
    });
  });
  return { id: claim.id, lineId, method };
}

/** Finalizes the claims over as many connections as the other calls are measured with, and waits until nothing is left to do. */
async function finalizeAll(storeId: number, staff: Caller, claims: readonly Approved[]): Promise<Run> {
  const run: Run = { began: Date.now(), calls: [] };
  const left = claims.values();
  const connection = async (): Promise<void> => {
    for (const { id, lineId, method } of left) {
      run.calls.push({ claimId: id, at: Date.now() });
      await staff(actions.finalize, {
        params: { storeId, claimId: id },
        body: {
          version: 0,
          notifyCustomerByEmail: EMAIL,
          lineItems: { [GROUPS[method]]: [{ id: lineId, quantity: 1 }] },
        },
      });
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  for (;;) {
    const { counts } = await staff(actions.listEffects, { params: { storeId }, query: { take: 1 } });
    if (counts.failed > 0) throw new Error('a step of a claim failed');
    if (counts.waiting + counts.running === 0) return run;
    await pause(PARTNER_MS);
  }
}

/** The instant at which the last step of each claim was done, in milliseconds. */
async function endsOf(place: Place): Promise<Map<number, number>> {
  const settings = { databaseUrl: place.databaseUrl, dataFolder: join(place.dataFolder, 'database'), poolSize: 1 };
  const database = await connect(settings);
  const rows = await database.asOwner((db) =>
    db
      .selectFrom('effect')
      .select(['subject_id', (of) => of.fn.max('done_on').as('doneOn')])
      .where('subject_kind', '=', 'claim')
      .groupBy('subject_id')
      .execute(),
  );
  await database.close();
  return new Map(rows.flatMap(({ subject_id, doneOn }) => (doneOn ? [[subject_id, doneOn.getTime()]] : [])));
}

function figuresOfRun({ began, calls }: Run, ends: ReadonlyMap<number, number>): Figures {
  const ended = calls.map(({ claimId }) => ends.get(claimId) ?? Number.NaN);
  return figuresOf(
    calls.map(({ at }, index) => (ended[index] ?? Number.NaN) - at),
    Math.max(...ended) - began,
  );
}

/** The same number of calls for each claim, one after the other, for as many claims at once as the worker has effects. */
async function bareCalls(call: () => Promise<void>, callsPerClaim: number, claims: number): Promise<Figures> {
  const took: number[] = [];
  const began = performance.now();
  let left = claims;
  const one = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const start = performance.now();
      for (let made = 0; made < callsPerClaim; made += 1) await call();
      took.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, one));
  return figuresOf(took, performance.now() - began);
}

/** The cheapest question the platform answers. */
async function bareCall({ shop, shopify }: TestServer): Promise<void> {
  await send({
    url: `${shopify.url}/${shop.domain}/admin/api/2026-07/graphql.json`,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-shopify-access-token': shop.tokens[0]?.token ?? '' },
    body: '{"query":"{ shop { name } }"}',
  });
}

/** The figures as one line people read. */
export function finalizeLine(database: string, { server, floor, callsPerClaim }: FinalizeMeasured): string {
  const shown = ({ perSecond, p50, p99 }: Figures): string =>
    `${perSecond.toFixed(1)} claims a second (p50 ${Math.round(p50)} ms, p99 ${Math.round(p99)} ms)`;
  const ratio = (server.perSecond / floor.perSecond).toFixed(2);
  return `${database}: ${shown(server)}; floor of ${callsPerClaim.toFixed(1)} calls a claim, ${PARTNER_MS} ms each: ${shown(floor)}; server ÷ floor ${ratio}`;
}
