import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { startChild } from './child.ts';
import { load, medianOf, send, type Call, type Figures } from './load.ts';
import type { Place } from './places.ts';
import { LINE_ID, makeStore, SLUG, type BenchStore } from './store.ts';
import { search as searchRoute } from '#contract/merchant/lists.ts';
import { connect } from '#server/db/connect.ts';
import { signToken } from '#server/signed-token.ts';
import { NO_PARTNERS } from '#server/testing/no-partners.ts';

export type Effort = { runs: number; milliseconds: number; spareOrders: number };
export type Result = { what: string; server: Figures; floor: Figures };
export type Measured = { database: string; version: string; claims: number; bare: Figures; results: Result[] };

type Pair = { what: string; server: () => Call; floor: () => Call };

const SECRET = 'measured-with-a-secret-of-its-own-kind';
const PAGES_DEEP = 1000;
const PAGE_SIZE = 50;
const ORDER_NO_SEARCHED = '#1000777';
const NAME_FRAGMENT = 'whita';

/** Fills a fresh database, starts the server and the floor as processes of their own, and measures each kind of call against its floor. */
export async function measure(place: Place, claims: number, effort: Effort): Promise<Measured> {
  const settings = { databaseUrl: place.databaseUrl, dataFolder: join(place.dataFolder, 'database'), poolSize: 4 };
  const database = await connect(settings);
  const store = await makeStore(database, claims, effort.spareOrders).finally(() => database.close());
  const floor = await startChild('floor.ts', { BENCH_STORE_ID: String(store.storeId), ...(await place.floorEnv()) });
  try {
    const server = await startChild('server.ts', serverEnv(place));
    try {
      return await measureBoth(place, claims, effort, store, server.url, floor.url);
    } finally {
      await server.stop();
    }
  } finally {
    await floor.stop();
  }
}

export const serverEnv = (place: Place): Record<string, string> => ({
  HOST: '127.0.0.1',
  PORT: '0',
  PUBLIC_URL: 'http://127.0.0.1',
  ROLES: 'web',
  SECRET,
  DATA_FOLDER: place.dataFolder,
  ...(place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl }),
  ...NO_PARTNERS,
});

async function measureBoth(
  place: Place,
  claims: number,
  effort: Effort,
  store: BenchStore,
  serverUrl: string,
  floorUrl: string,
): Promise<Measured> {
  const atFloor =
    (path: string, body: unknown = null) =>
    (): Call =>
      post(`${floorUrl}${path}`, body, {});
  const bare: Figures[] = [];
  const measureBare = async (): Promise<void> => void bare.push(await load(atFloor('/bare'), effort.milliseconds));
  const reads = await interleave(await readPairs(claims, store, serverUrl, atFloor), effort, measureBare);
  // Last, because it changes how many claims there are.
  const writes = await interleave(writePairs(store, serverUrl, floorUrl), effort, measureBare);
  return {
    database: place.name,
    version: store.databaseVersion,
    claims,
    bare: medianOf(bare),
    results: [...reads, ...writes],
  };
}

async function readPairs(
  claims: number,
  store: BenchStore,
  serverUrl: string,
  atFloor: (path: string, body?: unknown) => () => Call,
): Promise<Pair[]> {
  const list = (body: object) => (): Call =>
    post(
      `${serverUrl}/api/merchant/${store.storeId}/search`,
      { kind: 'Return', ...body },
      {
        cookie: `makegood_session=${store.sessionToken}`,
      },
    );
  const search = (searchTerm: string) => list({ filters: { searchTerm } });
  const pairs: Pair[] = [
    { what: 'list, first page of 50', server: list({}), floor: atFloor('/first') },
    {
      what: 'search by order number',
      server: search(ORDER_NO_SEARCHED),
      floor: atFloor('/search', { pattern: `%${ORDER_NO_SEARCHED.slice(1)}%` }),
    },
    {
      what: 'search by part of a name',
      server: search(NAME_FRAGMENT),
      floor: atFloor('/search', { pattern: `%${NAME_FRAGMENT}%` }),
    },
  ];
  await expectFound(search(ORDER_NO_SEARCHED), 1);
  await expectFound(search(NAME_FRAGMENT), PAGE_SIZE);
  if (claims <= PAGES_DEEP * PAGE_SIZE) return pairs;
  const { cursor, createdOn, claimId } = await walkTo(list, PAGES_DEEP);
  pairs.splice(1, 0, {
    what: 'list, page 1,000 deep',
    server: list({ cursor: { direction: 'next', id: cursor } }),
    floor: atFloor('/deep', { createdOn, claimId }),
  });
  return pairs;
}

const answerOf = async (call: Call) => searchRoute.response.parse(JSON.parse(await send(call)));

async function expectFound(call: () => Call, count: number): Promise<void> {
  const { data } = await answerOf(call());
  if (data.length !== count) throw new Error(`a search found ${data.length} claims instead of ${count}`);
}

/** Goes on by cursor for as many claims as that many pages have, in larger steps. */
async function walkTo(
  list: (body: object) => () => Call,
  pages: number,
): Promise<{ cursor: string; createdOn: string; claimId: number }> {
  const take = PAGE_SIZE * 2;
  let answer = await answerOf(list({ take })());
  for (let gone = take; gone < pages * PAGE_SIZE; gone += take) {
    answer = await answerOf(list({ take, cursor: { direction: 'next', id: answer.pageInfo.nextCursor } })());
  }
  const last = answer.data.at(-1);
  if (!last || answer.pageInfo.nextCursor === null) throw new Error(`the list ended before page ${pages}`);
  return { cursor: answer.pageInfo.nextCursor, createdOn: last.createdOn, claimId: last.id };
}

/** Each shopper returns or reports an item of an order of their own, with the session a lookup would have opened. */
function writePairs(store: BenchStore, serverUrl: string, floorUrl: string): Pair[] {
  // The last tenth is the floor's: its claims go round among them, so that no row is waited for.
  const ours = Math.floor(store.spareOrders.length * 0.9);
  const middle = Math.floor(ours / 2);
  const floorOrders = store.spareOrders.slice(ours);
  const expiresOn = new Date(Date.now() + 3_600_000);
  const pair = (
    what: string,
    orders: BenchStore['spareOrders'],
    path: string,
    body: object,
    inserted: string,
  ): Pair => {
    const left = orders.values();
    let round = 0;
    return {
      what,
      server: () => {
        const order = left.next().value;
        if (!order) throw new Error('every spare order is claimed; give the store more of them');
        const { orderId, idFromPlatform } = order;
        const session = { storeId: store.storeId, slug: SLUG, orderId, orderIdFromPlatform: idFromPlatform };
        return post(
          `${serverUrl}/api/customer/${SLUG}/order/${idFromPlatform}/${path}`,
          { requestKey: randomUUID(), ...body },
          { cookie: `makegood_portal=${signToken(SECRET, 'portal-session', session, expiresOn)}` },
        );
      },
      floor: () =>
        post(`${floorUrl}${inserted}`, { orderId: floorOrders[(round += 1) % floorOrders.length]?.orderId }, {}),
    };
  };
  const unit = { lineIdFromPlatform: LINE_ID, quantity: 1 };
  return [
    pair(
      'portal: submit a return',
      store.spareOrders.slice(0, middle),
      'claim',
      {
        selections: [{ ...unit, reasonId: 'Wrong_Fit', reasonDetail: 'Too small', method: 'refund' }],
        shippingMethod: 'packingSlip',
      },
      '/insert',
    ),
    pair(
      'portal: report a missing item',
      store.spareOrders.slice(middle, ours),
      'shipping-claim',
      { reason: 'Missing_Item', method: 'Refund', selections: [unit], email: 'ada@bench.example' },
      '/insert-shipping',
    ),
  ];
}

function post(url: string, body: unknown, headers: Record<string, string>): Call {
  return {
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-makegood': '1', ...headers },
    body: JSON.stringify(body),
  };
}

/** One run of each in turn, so that what disturbs the machine disturbs all; the first, shorter turn warms up and is not counted. */
async function interleave(pairs: readonly Pair[], effort: Effort, beside: () => Promise<void>): Promise<Result[]> {
  for (const pair of pairs) {
    await load(pair.server, effort.milliseconds / 2);
    await load(pair.floor, effort.milliseconds / 2);
  }
  const turns = pairs.map((pair) => ({ pair, server: [] as Figures[], floor: [] as Figures[] }));
  for (let run = 0; run < effort.runs; run += 1) {
    await beside();
    for (const turn of turns) {
      turn.floor.push(await load(turn.pair.floor, effort.milliseconds));
      turn.server.push(await load(turn.pair.server, effort.milliseconds));
    }
  }
  return turns.map(({ pair, server, floor }) => ({
    what: pair.what,
    server: medianOf(server),
    floor: medianOf(floor),
  }));
}
