import { parseArgs } from 'node:util';
import { measureBrowser } from './browser.ts';
import { measureExport } from './export.ts';
import { finalizeLine, measureFinalize } from './finalize.ts';
import { measureLists } from './lists.ts';
import { measure, type Effort, type Measured } from './measure.ts';
import { measurePortal } from './portal.ts';
import { measureBackTest, measureRules } from './rules.ts';
import { pglitePlace, postgresPlace } from './places.ts';
import { tableOf, writeTable } from './table.ts';
import { measureWidget } from './widget.ts';

// Filling a store of more takes minutes; --claims takes another number.
const EXPORTED = 50_000;
const EVERYTHING = { database: 'pglite,postgres', claims: '10000,200000' };
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    database: { type: 'string', default: EVERYTHING.database },
    claims: { type: 'string', default: EVERYTHING.claims },
    only: { type: 'string' },
  },
});

// No database and no server: it has its own table and its own floor.
if (values.only === 'ledger') {
  await import('./ledger.ts');
  process.exit();
}
// Two hundred stores of five thousand claims each.
if (values.only === 'lists') {
  await measureLists(values.quick ? 6 : 200);
  process.exit();
}
if (values.only === 'export') {
  await measureExport(values.quick ? 10_000 : values.claims === EVERYTHING.claims ? EXPORTED : Number(values.claims));
  process.exit();
}
if (values.only === 'browser') {
  await measureBrowser();
  process.exit();
}
if (values.only === 'portal') {
  await measurePortal();
  process.exit();
}
if (values.only === 'widget') {
  await measureWidget();
  process.exit();
}
if (values.only === 'rules') {
  await measureRules();
  measureBackTest();
  process.exit();
}
if (values.only !== undefined && values.only !== 'finalize')
  throw new Error(`--only takes ledger, rules, finalize, lists, export, browser, portal or widget, not ${values.only}`);

const FULL: Effort = { runs: 5, milliseconds: 2000, spareOrders: 20_000 };
// Shows that everything runs; its figures say little and are not kept.
const QUICK: Effort = { runs: 1, milliseconds: 300, spareOrders: 2_000 };
// Below this the searches do not find what they are known to find.
const FEWEST_CLAIMS = 10_000;

const PLACES = { pglite: pglitePlace, postgres: postgresPlace };
const isKnown = (name: string): name is keyof typeof PLACES => Object.hasOwn(PLACES, name);

const effort = values.quick ? QUICK : FULL;
const sizes = values.quick ? [FEWEST_CLAIMS] : values.claims.split(',').map(Number);
if (!sizes.every((size) => Number.isSafeInteger(size) && size >= FEWEST_CLAIMS)) {
  throw new Error(`--claims takes whole numbers from ${FEWEST_CLAIMS}, with commas between`);
}

const places = values.database.split(',').map((name) => {
  if (!isKnown(name)) throw new Error(`--database takes pglite, postgres or both with a comma, not ${name}`);
  return PLACES[name];
});

if (values.only === 'finalize') {
  const finalizing = values.quick ? { runs: 1, claimsPerRun: 12 } : { runs: 5, claimsPerRun: 240 };
  for (const open of places) {
    const place = await open();
    try {
      console.log(finalizeLine(place.name, await measureFinalize(place, finalizing)));
    } finally {
      await place.remove();
    }
  }
  process.exit();
}

const measured: Measured[] = [];
for (const open of places) {
  for (const claims of sizes) {
    const place = await open();
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
// A part must not take the place of the whole in the document.
const isWhole = !values.quick && values.database === EVERYTHING.database && values.claims === EVERYTHING.claims;
if (isWhole) await writeTable(new URL('../docs/performance.md', import.meta.url), table);
