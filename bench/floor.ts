import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';
import { z } from 'zod';
import { tellReady } from './child.ts';

/**
 * The least the machine can do for the same work: a bare node:http answer, and the statements of
 * the product through the driver alone, without a session, a policy, a transaction or checks.
 */
const env = z.object({
  BENCH_STORE_ID: z.coerce.number().int(),
  DATABASE_URL: z.string().optional(),
  BENCH_PGLITE: z.string().optional(),
});
const { BENCH_STORE_ID: storeId, DATABASE_URL: databaseUrl, BENCH_PGLITE: folder } = env.parse(process.env);

const COLUMNS = `claim_id, external_id, created_on, order_no, customer_name, customer_email, status_code, status_detail,
  resolution_methods, requested_total, currency_code, tags, has_error, line_count`;
const PAGE = `select ${COLUMNS} from claim where store_id = $1 and claim_type = 'Return'`;
const NEWEST = 'order by created_on desc, claim_id desc limit 51';
const FIRST = `${PAGE} ${NEWEST}`;
const DEEP = `${PAGE} and (created_on, claim_id) < ($2::timestamptz, $3::bigint) ${NEWEST}`;
const SEARCH = `${PAGE} and search_text like $2 ${NEWEST}`;

// The rows a submitted return leaves: the claim, its three effects, and the order's raised version.
const INSERT = `with source as (select * from claim where store_id = $1 order by claim_id limit 1),
  made as (
    insert into claim (store_id, external_id, order_id, claim_type, created_on, updated_on, order_no, customer_name, customer_email,
      rollup, status_code, status_detail, resolution_methods, requested_total, currency_code, line_count, request_key, search_text, document)
    select store_id, $2, $3, claim_type, now(), now(), order_no, customer_name, customer_email,
      rollup, status_code, status_detail, resolution_methods, requested_total, currency_code, line_count, $4, search_text, document
    from source returning claim_id),
  bumped as (update store_order set claims_version = claims_version + 1 where store_id = $1 and order_id = $3)
  insert into effect (store_id, subject_kind, subject_id, kind, purpose_key, payload, summary, request_id)
  select $1, 'claim', claim_id, kind, kind || ':claim:' || claim_id, '{}'::jsonb, 'Measured', 'bench'
  from made, unnest(array['packingSlip', 'orderTags', 'email']) as kind`;

// The rows a reported item leaves: the claim of shipping protection, its email, and what the order holds.
const INSERT_SHIPPING = `with source as (select * from claim where store_id = $1 order by claim_id limit 1),
  made as (
    insert into shipping_claim (store_id, external_id, order_id, created_on, updated_on, request_key, status, reason,
      resolution_method, source, order_no, customer_name, customer_email, email_key, products, owed_from, document)
    select store_id, $2, $3, now(), now(), $4, 'Open', 'Missing_Item', 'Refund', 'Customer_UI', order_no, customer_name,
      customer_email, customer_email, 'Wool sweater', now(), document
    from source returning shipping_claim_id),
  held as (
    update store_order set claims_version = claims_version + 1, shipping_claims = '[]' where store_id = $1 and order_id = $3)
  insert into effect (store_id, subject_kind, subject_id, kind, purpose_key, payload, summary, request_id)
  select $1, 'shippingClaim', shipping_claim_id, 'email', 'email:shippingClaim:' || shipping_claim_id, '{}'::jsonb, 'Measured', 'bench'
  from made`;

const pool = await openPool();
const Search = z.object({ pattern: z.string() });
const Deep = z.object({ createdOn: z.string(), claimId: z.number() });
const Insert = z.object({ orderId: z.number() });

const answers: Record<string, (body: unknown) => Promise<unknown>> = {
  '/bare': async () => ({ ok: true }),
  '/first': () => rows('first', FIRST, [storeId]),
  '/deep': (body) => {
    const { createdOn, claimId } = Deep.parse(body);
    return rows('deep', DEEP, [storeId, createdOn, claimId]);
  },
  // Without a name, so that it is planned for the words asked for.
  '/search': (body) => rows(undefined, SEARCH, [storeId, Search.parse(body).pattern]),
  '/insert': (body) => rows('insert', INSERT, inserted(body)),
  '/insert-shipping': (body) => rows('shipping', INSERT_SHIPPING, inserted(body)),
};

const inserted = (body: unknown): unknown[] => [
  storeId,
  randomBytes(8).toString('hex'),
  Insert.parse(body).orderId,
  randomUUID(),
];

async function rows(name: string | undefined, text: string, values: unknown[]): Promise<unknown> {
  return (await pool.query({ ...(name === undefined ? {} : { name }), text, values })).rows;
}

async function openPool(): Promise<pg.Pool> {
  return folder === undefined ? new pg.Pool({ connectionString: databaseUrl, max: 10 }) : openPglite(folder);
}

async function openPglite(dataDir: string): Promise<pg.Pool> {
  const { PGlite } = await import('@electric-sql/pglite');
  const { pg_trgm } = await import('@electric-sql/pglite/contrib/pg_trgm');
  const { btree_gin } = await import('@electric-sql/pglite/contrib/btree_gin');
  const { createPgConfig } = await import('@electric-sql/pglite/node-postgres');
  const lite = await PGlite.create({ dataDir, extensions: { pg_trgm, btree_gin } });
  // The configuration says one connection itself: PGlite is one session.
  return new pg.Pool(createPgConfig(lite));
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  request.setEncoding('utf8');
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' ? null : JSON.parse(text);
}

const server = createServer((request, response) => {
  void (async () => {
    const answer = answers[request.url ?? ''];
    if (!answer) throw new Error(`no floor at ${request.url}`);
    const text = JSON.stringify(await answer(await bodyOf(request)));
    response.writeHead(200, { 'content-type': 'application/json' }).end(text);
  })().catch((error: unknown) => response.writeHead(500).end(String(error)));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the floor has no port');
  tellReady(`http://127.0.0.1:${address.port}`, () => pool.end());
});
