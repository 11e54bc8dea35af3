import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/index.ts';
import { accessPage, EXPECTED, walkAccess, type AccessRow } from '#server/testing/access-walk.ts';
import { startAccessWorld, type AccessWorld } from '#server/testing/access-world.ts';

const PAGE = new URL('../../docs/access.md', import.meta.url);

let world: AccessWorld;
let rows: AccessRow[];
beforeAll(async () => {
  world = await startAccessWorld();
  rows = await walkAccess(world);
}, 600_000);
afterAll(async () => {
  await world.close();
});

test('every call lets in exactly whom its access names', () => {
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(routes));
  for (const { name, route, byCaller } of rows)
    expect({ name, ...byCaller }).toEqual({ name, ...EXPECTED[route.access] });
});

test('with ids of another store nothing is done and nothing told', () => {
  const wrong = rows.filter(({ foreignIds: answer }) => answer && ![401, 404].includes(answer.status));
  expect(wrong.map(({ name, foreignIds }) => ({ name, ...foreignIds }))).toEqual([]);
  // Ids to be refused have to exist: furnish the world of `testing/access-world.ts` with one.
  expect(rows.flatMap(({ name, unproved }) => unproved.map((id) => `${name} ${id}`))).toEqual([]);
});

test('the documentation has the answers as they are', () => {
  const written = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '';
  expect(written, 'run `node scripts/write-access-page.ts`').toBe(accessPage(rows));
});
