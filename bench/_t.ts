import { mkdtempSync } from 'node:fs';
import { sql } from 'kysely';
import { connect } from '#server/db/connect.ts';
const database = await connect({ databaseUrl: undefined, dataFolder: mkdtempSync('/tmp/perf/lite-') + '/database', poolSize: 1 });
const unwritable = { toPostgres: () => { throw new Error('cannot be written'); } };
console.log('a');
const work = database.inStore(1, async (db) => {
  const out = await Promise.allSettled([sql`select ${'x'}::text`.execute(db), sql`select ${unwritable}::text`.execute(db)]);
  console.log(out);
});
console.log(await work.catch((e: unknown) => 'rejected ' + e));
console.log(await database.rowsInStore(1, () => sql`select 1 as one`));
console.log(await database.inStore(1, async (db) => (await sql`select ${'written'}::text as text`.execute(db)).rows));
process.exit();
