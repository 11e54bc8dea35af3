import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiError } from '#contract/client.ts';
import * as merchant from '#contract/merchant/merchant.ts';
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
const page = (cursor: Cursor, orderBy: 'newest' | 'oldest' = 'newest') =>
  staff(merchant.searchClaims, { params: { storeId: server.storeId }, body: { take: 3, cursor, orderBy } });

test.each(['newest', 'oldest'] as const)(
  'pages to the end and back show every claim once, %s first',
  async (orderBy) => {
    const expected = orderBy === 'newest' ? made.toReversed() : made;
    const forward: string[][] = [];
    let current = await page(null, orderBy);
    expect(current.pageInfo.prevCursor).toBeNull();
    for (;;) {
      forward.push(current.data.map((row) => row.externalId));
      if (current.pageInfo.nextCursor === null) break;
      current = await page({ direction: 'next', id: current.pageInfo.nextCursor }, orderBy);
    }
    expect(forward.flat()).toEqual(expected);
    const back: string[][] = [current.data.map((row) => row.externalId)];
    while (current.pageInfo.prevCursor !== null) {
      current = await page({ direction: 'prev', id: current.pageInfo.prevCursor }, orderBy);
      back.unshift(current.data.map((row) => row.externalId));
    }
    expect(back.flat()).toEqual(expected);
  },
);

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
