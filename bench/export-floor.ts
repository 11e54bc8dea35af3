import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { z } from 'zod';

// The least a report is: the columns of the claims through a cursor of the database, put into lines, and nothing else.
const env = z.object({ BENCH_STORE_ID: z.coerce.number().int(), DATABASE_URL: z.string(), BENCH_FILE: z.string() });
const { BENCH_STORE_ID: storeId, DATABASE_URL: connectionString, BENCH_FILE: file } = env.parse(process.env);
const AT_ONCE = 1000;

const client = new pg.Client({ connectionString });
await client.connect();
await client.query('begin');
await client.query(`declare claims cursor for select external_id, created_on, order_no, customer_name, customer_email, status_code,
  status_detail, requested_total, currency_code, line_count, document from claim where store_id = ${storeId} order by created_on desc`);
async function* lines(): AsyncGenerator<string> {
  for (;;) {
    const { rows } = await client.query<unknown[]>({ text: `fetch ${AT_ONCE} from claims`, rowMode: 'array' });
    if (rows.length === 0) return;
    yield rows.map((row) => `${row.slice(0, -1).join(',')}\n`).join('');
  }
}
await pipeline(Readable.from(lines()), createWriteStream(file));
await client.end();
