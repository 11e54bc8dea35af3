import { parseArgs } from 'node:util';
import { measure, type Effort, type Measured } from './measure.ts';
import { pglitePlace, postgresPlace } from './places.ts';
import { tableOf, writeTable } from './table.ts';

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });

const FULL: Effort = { runs: 5, milliseconds: 1000, spareOrders: 20_000 };
// Shows that everything runs; its figures say little and are not kept.
const QUICK: Effort = { runs: 1, milliseconds: 300, spareOrders: 2_000 };

const effort = values.quick ? QUICK : FULL;
const sizes = values.quick ? [10_000] : [10_000, 200_000];

const measured: Measured[] = [];
for (const makePlace of [pglitePlace, postgresPlace]) {
  for (const claims of sizes) {
    const place = await makePlace();
    try {
      console.error(`${place.name}, ${claims} claims …`);
      const one = await measure(place, claims, effort);
      measured.push(one);
      console.error(tableOf([one], effort.runs));
    } finally {
      await place.remove();
    }
  }
}
const table = tableOf(measured, effort.runs);
console.log(table);
if (!values.quick) await writeTable(new URL('../docs/performance.md', import.meta.url), table);
