import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiError } from '#contract/client.ts';
import * as merchant from '#contract/merchant/merchant.ts';
import { ROLLUPS, type Rollup } from '#core/claims/status.ts';
import { StoreSettings } from '#core/settings/settings.ts';
import { returnableOrder, submitReturn } from '#server/testing/claims.ts';
import { startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let staff: Caller;
const made: string[] = [];

beforeAll(async () => {
  server = await startTestServer();
  staff = await server.staff();
  for (let index = 0; index < 7; index += 1) made.push(await submitReturn(server, await returnableOrder(server)));
}, 90_000);
afterAll(async () => {
  await server.close();
});

type Cursor = { direction: 'prev' | 'next'; id: string } | null;
type Filters = { searchTerm?: string; statusCodes?: Rollup[]; hasError?: boolean };
const page = (cursor: Cursor, orderBy: 'newest' | 'oldest' = 'newest', filters: Filters = {}) =>
  staff(merchant.searchClaims, { params: { storeId: server.storeId }, body: { take: 3, cursor, orderBy, filters } });

// Every claim's number has the last of these; with it the page is found by another way.
test.each(['newest', 'oldest'] as const)(
  'pages to the end and back show every claim once, %s first',
  async (orderBy) => {
    for (const searchTerm of ['', 'r-']) {
      const filters = { searchTerm };
      const expected = orderBy === 'newest' ? made.toReversed() : made;
      const forward: string[][] = [];
      let current = await page(null, orderBy, filters);
      expect(current.pageInfo.prevCursor).toBeNull();
      for (;;) {
        forward.push(current.data.map((row) => row.externalId));
        if (current.pageInfo.nextCursor === null) break;
        current = await page({ direction: 'next', id: current.pageInfo.nextCursor }, orderBy, filters);
      }
      expect(forward.flat()).toEqual(expected);
      const back: string[][] = [current.data.map((row) => row.externalId)];
      while (current.pageInfo.prevCursor !== null) {
        current = await page({ direction: 'prev', id: current.pageInfo.prevCursor }, orderBy, filters);
        back.unshift(current.data.map((row) => row.externalId));
      }
      expect(back.flat()).toEqual(expected);
    }
  },
);

test('words narrow further what the other filters leave', async () => {
  const [one] = made;
  const found = async (filters: Filters): Promise<string[]> =>
    (await page(null, 'newest', filters)).data.map((row) => row.externalId);
  const all = await page(null);
  const status = ROLLUPS.find((rollup) => rollup === all.data[0]?.status.code);
  if (one === undefined || status === undefined) throw new Error('the list is empty');
  const others = ROLLUPS.filter((rollup) => rollup !== status);
  expect(await found({ searchTerm: one })).toEqual([one]);
  expect(await found({ searchTerm: one, statusCodes: [status], hasError: false })).toEqual([one]);
  expect(await found({ searchTerm: one, statusCodes: others })).toEqual([]);
  expect(await found({ searchTerm: one, hasError: true })).toEqual([]);
  expect(await found({ searchTerm: `${one}%` })).toEqual([]);
});

test('a search shows nothing of another store, even when it forgets to name one', async () => {
  const matches = async (storeId: number): Promise<number> => {
    const found = await server.server.deps.database.inStore(storeId, (db) =>
      sql`select claim_page_matching('%r-%', 'Return', '{}', null, null, null, true, 50)`.execute(db),
    );
    return found.rows.length;
  };
  expect(await matches(server.storeId)).toBe(made.length);
  expect(await matches(server.storeId + 1)).toBe(0);
});

test('a claim that arrives meanwhile moves nothing on the next page', async () => {
  const first = await page(null);
  made.push(await submitReturn(server, await returnableOrder(server)));
  const second = await page({ direction: 'next', id: first.pageInfo.nextCursor ?? '' });
  expect(second.data.map((row) => row.externalId)).toEqual(made.slice(0, -1).toReversed().slice(3, 6));
});

test('a made-up cursor is refused, and counts add up', async () => {
  const refusal = await page({ direction: 'next', id: 'nonsense' }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ApiError);
  expect(refusal).toMatchObject({ status: 400, body: { code: 'CURSOR_INVALID' } });
  const { counts } = await staff(merchant.claimCounts, { params: { storeId: server.storeId } });
  expect(Object.values(counts).reduce((all, count) => all + count, 0)).toBe(made.length);
});

test('settings saved over a newer version are refused, and staff may not save', async () => {
  const params = { storeId: server.storeId };
  const { version, settings } = await staff(merchant.getSettings, { params });
  const saved = await staff(merchant.saveSettings, {
    params,
    body: { version, settings: { ...settings, brandColor: '#123456' } },
  });
  expect(saved).toMatchObject({ version: version + 1, settings: { brandColor: '#123456' } });
  expect(
    await staff(merchant.saveSettings, { params, body: { version, settings } }).catch((error: unknown) => error),
  ).toMatchObject({ status: 409, body: { code: 'SETTINGS_CHANGED' } });
  const colleague = await server.staff('Staff');
  const body = { version: version + 1, settings: StoreSettings.parse({}) };
  expect(await colleague(merchant.saveSettings, { params, body }).catch((error: unknown) => error)).toMatchObject({
    status: 403,
  });
});
