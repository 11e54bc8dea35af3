import { writeFileSync } from 'node:fs';
import { constants, zstdCompressSync } from 'node:zlib';
import { sql } from 'kysely';
import { seedShop } from '#sandbox/shopify/seed/demo.ts';
import { reconcileBooks } from '#server/books/reconcile.ts';
import { beginRun } from '#server/db/reconciliations.ts';
import { removeOldData } from '#server/privacy/retention.ts';
import { connectStore } from '#server/sync/connect-store.ts';
import { reconcileStores } from '#server/sync/reconcile-stores.ts';
import { firstSync } from '#server/sync/first-sync.ts';
import { furnish } from '#start/demo-store.ts';
import type { Db } from '#server/db/connect.ts';
import { FOR_DATABASE, FOR_SANDBOXES, textOf, type Head, type Part } from '#start/history/artifact.ts';
import { FILES } from '#start/history/restore.ts';
import { HISTORY_TABLES } from './tables.ts';
import { DEMO_SHOP } from '#start/sandboxes.ts';
import { Clock } from '../clock.ts';
import { ACCESS_TOKEN, installedToken, LABEL_URL, PUBLIC_URL } from '../settings.ts';
import { DAY_MS, ENDS, season } from './calendar.ts';
import { refusedSoFar, tell } from './story.ts';
import { openWorld, type World } from './world.ts';

// `npm run demo-history`: makes the past of the demo store by the product's own code, and writes it down.
const ORDERS = 3_600;
const CUSTOMERS = 1_250;
const DAYS = 548;
const SHOP_URL = 'https://shopify.example';
const CONTEXT = { requestId: 'demo-history' };

// As much as one statement takes.
const ROWS_AT_ONCE = 300;

const DOCUMENT_DAYS = 60;

const head: Head = {
  endsOn: new Date(ENDS).toISOString(),
  origins: { product: PUBLIC_URL, shop: SHOP_URL, labels: LABEL_URL },
};

const began = performance.now();
const say = (text: string): void => console.error(text);
const world = await openWorld(new Clock(ENDS - (DAYS + 2) * DAY_MS));
try {
  await open(world);
  let lastSaid = 0;
  const made = await tell(world, (claims) => {
    if (claims >= lastSaid + 50) say(`${(lastSaid = claims)} claims`);
  });
  say(`${made} claims; refused: ${JSON.stringify([...refusedSoFar()])}`);
  await prove(world);
  await reconcileStores(world.deps).run(new AbortController().signal);
  await removeOldData(world.deps.database).run(new AbortController().signal);
  write(FOR_DATABASE, await ofDatabase(world));
  write(FOR_SANDBOXES, ofSandboxes(world));
} finally {
  await world.close();
}
say(`${Math.round((performance.now() - began) / 1000)} s`);

/** The shop as it was seeded, installed and synced as any shop is. */
async function open({ deps, twins, clock }: World): Promise<void> {
  const shop = twins.shopify.store(DEMO_SHOP);
  seedShop(shop, { orders: ORDERS, customers: CUSTOMERS, now: new Date(ENDS), pace: season() });
  shop.tokens = [installedToken()];
  const token = { accessToken: ACCESS_TOKEN, expiresOn: null, refreshToken: null, refreshExpiresOn: null, scopes: [] };
  const storeId = await connectStore(deps, { shopDomain: DEMO_SHOP, ...token }, CONTEXT);
  await deps.database.asOwner((db) => furnish(db, storeId));
  await firstSync(deps, storeId, CONTEXT);
  say(`${shop.orders.length} orders (${clock.iso()})`);
}

/** The books of all this time agree with the partners, or nothing is written. */
async function prove({ deps }: World): Promise<void> {
  const run = await deps.database.inStore(1, (db) => beginRun(db, 1, DAYS));
  const ended = await reconcileBooks(deps, run, CONTEXT);
  if (ended.last_error !== null) throw new Error(ended.last_error);
  const open = ended.differences.filter(({ isExplained }) => !isExplained);
  if (open.length > 0) throw new Error(`the books differ: ${JSON.stringify(open, null, 1)}`);
  say(`reconciled: ${JSON.stringify(ended.compared)}`);
}

function write(file: URL, parts: readonly Part[]): void {
  const packed = zstdCompressSync(textOf(head, parts), {
    params: { [constants.ZSTD_c_compressionLevel]: 13, [constants.ZSTD_c_windowLog]: 25 },
  });
  writeFileSync(file, packed);
  say(`${packed.length} bytes in ${file.pathname.split('/').at(-1)}`);
}

/** The tables, and the files that claims show. */
async function ofDatabase({ deps, twins }: World): Promise<Part[]> {
  const parts: Part[] = [];
  for (const table of HISTORY_TABLES) {
    const { names, rows } = await deps.database.asOwner((db) => rowsOf(db, table));
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
      parts.push({ name: `${table}:${names.join(',')}`, json: JSON.stringify(rows.slice(at, at + ROWS_AT_ONCE)) });
  }
  const recent = await deps.database.inStore(1, (db) =>
    db
      .selectFrom('claim')
      .select('external_id')
      .where('created_on', '>', new Date(ENDS - DOCUMENT_DAYS * DAY_MS))
      .execute(),
  );
  // Of older claims nobody opens the label again, and each is 13 kB.
  const isKept = (key: string): boolean =>
    key.startsWith('media/') || recent.some(({ external_id: externalId }) => key.includes(externalId));
  const files = [...twins.files].filter(([key]) => isKept(key));
  const kept = files.map(([key, { content, contentType }]) => {
    const base64 = Buffer.from(content).toString('base64');
    return [key, { contentType, content: base64 }] as const;
  });
  return [...parts, { name: FILES, json: JSON.stringify(Object.fromEntries(kept)) }];
}

async function rowsOf(db: Db, table: string): Promise<{ names: string[]; rows: unknown[] }> {
  const columns = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER' order by ordinal_position`.execute(
    db,
  );
  const names = columns.rows.map(({ name }) => name);
  const picked = sql.join(names.map((name) => sql.ref(name)));
  const found = await sql<{ rows: unknown[] | null }>`
    select json_agg(to_json(one)) as rows from (select ${picked} from ${sql.table(table)} order by 1, 2) one`.execute(
    db,
  );
  return { names, rows: found.rows[0]?.rows ?? [] };
}

/** What the partners know; what was on its way has arrived. */
function ofSandboxes({ twins }: World): Part[] {
  const shop = {
    ...twins.shopify.store(DEMO_SHOP),
    tokens: [],
    webhookSubscriptions: [],
    webhookDeliveries: [],
    bulkOperations: [],
    jobs: [],
    idempotency: {},
  };
  return [
    { name: 'shopify', json: JSON.stringify({ version: 1, shops: [shop] }) },
    { name: 'easypost', json: JSON.stringify({ ...twins.labels, deliveries: [] }) },
    { name: 'stripe', json: JSON.stringify({ ...twins.payments, events: [], keptAnswers: {} }) },
  ];
}
