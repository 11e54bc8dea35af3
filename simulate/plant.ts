import type { Order, Product } from '#core/orders/order.ts';
import { shopifyInProcess, type ShopifyInProcess } from '#sandbox/shopify/server.ts';
import type { ShopState } from '#sandbox/shopify/state.ts';
import { databaseOver, type Database } from '#server/db/connect.ts';
import { readConfig, type Config } from '#server/config.ts';
// Loaded here, or the first email would wait for the file system as long as that takes.
import '#server/email/markup.ts';
import { makeLog, type Logger } from '#server/log.ts';
import { makeMetrics, type Metrics } from '#server/metrics.ts';
import { Clock, live } from './clock.ts';
import type { Locks } from './database/locks.ts';
import { openEmpty, type Server } from './database/places.ts';
import { onePool } from './database/pool.ts';
import { severalPool } from './database/several.ts';
import { sentOf, type Sent } from './partners.ts';
import { APP_SECRET, NOON, PUBLIC_URL, SECRET } from './settings.ts';
import { knownOf, makeTemplate } from './template.ts';
import { WORLDS, type World } from './worlds.ts';

/**
 * When an effect and a webhook are due next, null when there is none; how many claims there are to look at, how many of
 * them wait for the workshop, for an answer about a repair, and were denied; how many claims of shipping protection there
 * are; and how many steps are yet to send goods, and failed to.
 */
export type Due = { effects: number | null; inbox: number | null } & Record<(typeof COUNTED)[number], number>;
const COUNTED = ['claims', 'repairs', 'quotes', 'denials', 'packages', 'promised', 'unsent'] as const;
export const NOTHING_DUE: Due = {
  effects: null,
  inbox: null,
  claims: 0,
  repairs: 0,
  quotes: 0,
  denials: 0,
  packages: 0,
  promised: 0,
  unsent: 0,
};

/** A shop as it is before anything happens, and what the product knows of it. */
export type Template = { world: World; shop: ShopState; orders: readonly Order[]; products: readonly Product[] };

/** What is made once and used by every schedule. */
export type Plant = {
  database: Database;
  /** The statements that wait for a lock; null on one connection, where none ever does. */
  locks: Locks | null;
  /** Statements since it was last asked that came while somebody else used the only connection. */
  strays(): Error[];
  /** What the whole process reads for the time, and draws its chance from; a schedule sets both. */
  clock: Clock;
  source: { chance: () => number };
  /** The instants at which work for workers is due next; looked up only when something was written. */
  due(storeId: number): Promise<Due>;
  shopify: ShopifyInProcess;
  /** Small shops with orders to return. A copy of one is the shop of a schedule. */
  templates: readonly Template[];
  config: Config;
  log: Logger;
  metrics: Metrics;
  /** Where the webhooks of the running schedule go. */
  hooks: { onWebhook: (sent: Sent) => void };
  /** Forgets what the schedules so far have left in the database. */
  sweep(): Promise<void>;
  /** Takes what regular jobs look after in every store from one whose schedule is over. */
  retire(storeId: number): Promise<void>;
  /** How many stores were opened so far; each schedule has its own. */
  opened: number;
  close(): Promise<void>;
};

/**
 * Opens the platform and a database of its own, on the PostgreSQL server or else embedded. `now()` in SQL
 * follows the clock of the simulation from the first migration on.
 */
export async function openPlant(server: Server = null): Promise<Plant> {
  const clock = new Clock(NOON);
  const source = { chance: (): number => 0.5 };
  // From before the database is opened to its end: its timers would go wild over a clock that leaps by months.
  const restore = live(clock, () => source.chance());
  const opened = await openDatabase(clock, server);
  const hooks = { onWebhook: (_sent: Sent): void => undefined };
  const carry: typeof fetch = (input, init) => {
    hooks.onWebhook(sentOf(input, init));
    return Promise.resolve(new Response());
  };
  const shopify = shopifyInProcess({ apiKey: 'app', apiSecret: APP_SECRET, fetch: carry });
  const templates: Template[] = [];
  for (const world of WORLDS) {
    const shop = makeTemplate(shopify, NOON, world);
    templates.push({ world, shop, ...(await knownOf(shopify, shop)) });
  }
  return {
    ...opened,
    shopify,
    templates,
    config: readConfig({ PUBLIC_URL, SECRET, LOG_LEVEL: 'silent' }),
    log: makeLog('silent'),
    metrics: makeMetrics(),
    hooks,
    opened: 0,
    clock,
    source,
    async close() {
      await opened.database.close();
      restore();
    },
  };
}

/** An empty database whose `now()` follows the clock. */
export async function openDatabase(
  clock: Clock,
  server: Server,
): Promise<Pick<Plant, 'database' | 'locks' | 'strays' | 'due' | 'sweep' | 'retire'>> {
  const { name, carriers, end } = await openEmpty(server);
  const [carry] = carriers;
  if (!carry) throw new Error('there is no way to the database');
  const pool = carriers.length > 1 ? await severalPool(carriers, clock, ONCE, PREPARING) : onePool(carry, clock);
  if (carriers.length === 1) for (const statement of [...ONCE, ...PREPARING]) await pool.rows(statement, []);
  const database = await databaseOver({ kind: name, pool, end });
  for (const statement of LIGHTENING) await pool.rows(statement, []);
  await pool.remember();
  let due: Due = NOTHING_DUE;
  return {
    database,
    locks: pool.locks,
    strays: () => pool.strays(),
    sweep: async () => void (await pool.rows(SWEEP, [])),
    async retire(storeId) {
      // A schedule that ended before its time may hold rows.
      await pool.undoOpen();
      await pool.rows(retirement(storeId), []);
    },
    async due(storeId) {
      if (!pool.hasWorkChanged()) return due;
      const [row] = await pool.rows(NEXT_DUE, [storeId]);
      due = {
        effects: instantOf(row?.['effects']),
        inbox: instantOf(row?.['inbox']),
        claims: Number(row?.['claims'] ?? 0),
        repairs: Number(row?.['repairs'] ?? 0),
        quotes: Number(row?.['quotes'] ?? 0),
        denials: Number(row?.['denials'] ?? 0),
        packages: Number(row?.['packages'] ?? 0),
        promised: Number(row?.['promised'] ?? 0),
        unsent: Number(row?.['unsent'] ?? 0),
      };
      return due;
    },
  };
}

const ONCE = [
  'create schema simulated',
  // Named before pg_catalog, ours is the now() of every statement and of every column's default.
  `create function simulated.now() returns timestamptz language sql stable
    as $$ select current_setting('simulated.now')::timestamptz $$`,
  'grant usage on schema simulated to public',
];
const PREPARING = [
  `set simulated.now = '${new Date(NOON).toISOString()}'`,
  'set search_path = public, simulated, pg_catalog',
  'set synchronous_commit = off',
  'set plan_cache_mode = force_generic_plan',
];

// Documents are written over and over and never grow old: compressing them costs more than it saves.
const LIGHTENING = [
  `do $$ declare one record; begin
    for one in select attrelid::regclass as tabled, attname from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped and attstorage = 'x'
    loop execute format('alter table %s alter column %I set storage external', one.tabled, one.attname); end loop;
  end $$`,
  // Nobody searches here, and keeping what searches read costs much with every change. An index changes no answer.
  `do $$ declare one record; begin
    for one in select pg_class.oid::regclass as named from pg_class join pg_am on pg_am.oid = relam
      where relnamespace = 'public'::regnamespace and amname = 'gin'
    loop execute format('drop index %s', one.named); end loop;
  end $$`,
];

const instantOf = (value: unknown): number | null => (value instanceof Date ? value.getTime() : null);

const NEXT_DUE = `select
  (select min(case state when 'running' then taken_until else next_try_on end)
   from effect where store_id = $1 and state in ('waiting', 'running') and waits_for = '{}') as effects,
  (select min(next_try_on) from webhook_inbox where store_id = $1 and state = 'waiting') as inbox,
  (select count(*) from shipping_claim where store_id = $1) as packages,
  deciding.*, sending.* from (select count(*) as claims,
    count(*) filter (where external_id like 'W-%' and document @? '$.lines[*]
      ? (@.canceledOn == null && (@.finalizedOn == null || (exists(@.repair) && @.repair.state != "sentBack")))') as repairs,
    count(*) filter (where document @? '$.lines[*]
      ? (@.repair.state == "quoted" && @.status == "open" && @.canceledOn == null)') as quotes,
    count(*) filter (where external_id like 'W-%' and document @? '$.lines[*]
      ? (@.status == "denied" && @.finalizedOn != null)') as denials
  from claim where store_id = $1) as deciding, (select count(*) filter (where state in ('waiting', 'running')) as promised,
    count(*) filter (where state = 'failed' and kind <> 'reorder') as unsent
  from effect where store_id = $1 and kind in ('exchangeOrder', 'returnExchange', 'reorder')) as sending`;
// What refers to it, and what only may be added to, does not hold it up.
const unhindered = (statements: string): string =>
  `set session_replication_role = replica; ${statements}; reset session_replication_role`;

const retirement = (storeId: number): string =>
  unhindered(
    `delete from attempt_limit; delete from customer_payment where store_id = ${storeId}; delete from claim where store_id = ${storeId}`,
  );

// Rows of old schedules, the dead ones among them, make every statement slower.
const SWEEP = unhindered('truncate store restart identity cascade');
