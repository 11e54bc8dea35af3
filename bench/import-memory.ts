import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { connect } from '#server/db/connect.ts';
import { pglitePlace } from './places.ts';

// What `npm run import` holds in memory, by the size of its file: node bench/import-memory.ts --lines 10000,100000
const { values } = parseArgs({ options: { lines: { type: 'string', default: '10000,100000' } } });

const HEADER =
  'Name,Id,Email,Financial Status,Fulfillment Status,Currency,Subtotal,Taxes,Shipping,Total,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Shipping Name,Shipping Address1,Shipping City,Shipping Zip,Shipping Province,Shipping Country,Notes';
const Memory = z.object({ heapUsed: z.number(), rss: z.number(), notHeap: z.number() });

/** Orders of two lines each. */
function* rows(lines: number): Generator<string> {
  yield `${HEADER}\n`;
  for (let order = 1; order <= lines / 2; order += 1) {
    yield `#${order},${5_000_000 + order},ada${order}@example.com,paid,fulfilled,USD,36.00,3.00,6.00,45.00,2026-03-01 10:00:00 -0500,1,Fern Print - A4,16.00,FERN,Ada Byron,1 Lane,Albany,12207,NY,US,"Please ring\ntwice"\n`;
    yield `#${order},,,,,,,,,,,1,Tote,20.00,TOTE,,,,,,,\n`;
  }
}

async function measure(lines: number) {
  const place = await pglitePlace();
  try {
    const database = await connect({
      databaseUrl: undefined,
      dataFolder: join(place.dataFolder, 'database'),
      poolSize: 1,
    });
    await database.asOwner((db) =>
      db.insertInto('store').values({ slug: 'shop', name: 'Shop', currency_code: 'USD' }).execute(),
    );
    await database.close();
    const file = join(place.dataFolder, 'orders.csv');
    await pipeline(Readable.from(rows(lines)), createWriteStream(file));
    const began = performance.now();
    const { output, errors } = await runImport(place.dataFolder, file);
    const told = /^memory (.*)$/m.exec(errors)?.[1];
    if (told === undefined) throw new Error(`the import did not end well: ${errors}`);
    return { lines, seconds: (performance.now() - began) / 1000, output, memory: Memory.parse(JSON.parse(told)) };
  } finally {
    await place.remove();
  }
}

function runImport(dataFolder: string, file: string): Promise<{ output: string; errors: string }> {
  const child = spawn(
    process.execPath,
    [
      '--import',
      new URL('watch-memory.ts', import.meta.url).href,
      new URL('../src/server/import/orders-csv-command.ts', import.meta.url).pathname,
      '--store',
      'shop',
      file,
    ],
    { env: { PATH: process.env['PATH'], DATA_FOLDER: dataFolder }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const told = { output: '', errors: '' };
  child.stdout.on('data', (part: Buffer) => (told.output += part.toString()));
  child.stderr.on('data', (part: Buffer) => (told.errors += part.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve(told));
  });
}

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(0);
for (const lines of values.lines.split(',').map(Number)) {
  const { seconds, output, memory } = await measure(lines);
  const words = [
    `${lines} lines in ${seconds.toFixed(0)} s: ${output.trim()}`,
    `heap after collection ${megabytes(memory.heapUsed)} MB, outside the heap (the embedded database) ${megabytes(memory.notHeap)} MB, whole process ${megabytes(memory.rss)} MB`,
  ];
  console.log(words.join('\n'));
}
