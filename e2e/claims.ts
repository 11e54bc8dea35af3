import { expect, type Page } from '@playwright/test';
import { SETTINGS_PARTS } from '#core/settings/group.ts';
import { BACK_OFFICE_URL } from './places.ts';

const headers = { 'x-makegood': '1' };

async function answer<T>(page: Page, method: 'GET' | 'POST' | 'PUT', path: string, data?: object): Promise<T> {
  const response = await page.request.fetch(`${BACK_OFFICE_URL}/api/merchant${path}`, {
    method,
    headers,
    ...(data ? { data } : {}),
  });
  expect(response.status(), await response.text()).toBe(200);
  return (await response.json()) as T;
}

export async function storeOf(page: Page): Promise<number> {
  const { stores } = await answer<{ stores: { id: number }[] }>(page, 'GET', '/me');
  const [store] = stores;
  if (!store) throw new Error('the demo user has no store');
  return store.id;
}

type Settings = { groups: Record<string, { version: number; document: object }> };

/** What some settings of the store are now, to put them back later; the page is signed in as an admin. */
export async function readSettings(page: Page, fields: readonly string[]): Promise<object> {
  const parts = await partsOf(page, await storeOf(page));
  const all = parts.flatMap(({ groups }) => Object.values(groups)).flatMap(({ document }) => Object.entries(document));
  return Object.fromEntries(all.filter(([field]) => fields.includes(field)));
}

/** The settings of the store, each part with the path of its call. */
async function partsOf(page: Page, storeId: number): Promise<(Settings & { path: string })[]> {
  const paths = SETTINGS_PARTS.map((part) => `/${storeId}/settings/${part}`);
  return Promise.all(paths.map(async (path) => ({ path, ...(await answer<Settings>(page, 'GET', path)) })));
}

/** Changes some settings of the store, or of another one; the page is signed in as an admin. */
export async function setSettings(page: Page, part: object, storeId?: number): Promise<void> {
  for (const { path, groups } of await partsOf(page, storeId ?? (await storeOf(page))))
    for (const [group, { version, document }] of Object.entries(groups)) {
      const changed = Object.entries(part).filter(([field]) => field in document);
      if (changed.length > 0)
        await answer(page, 'PUT', path, { group, version, document: { ...document, ...Object.fromEntries(changed) } });
    }
}

/**
 * A return of one unit of each of the first lines of an order, as many as methods are wanted, made by staff through the
 * API; nothing is shipped for it.
 */
export async function makeClaim(
  page: Page,
  order: { orderNo: string; email: string },
  methods: readonly string[] = ['Refund'],
): Promise<{ id: number; externalId: string; lineNames: string[] }> {
  const storeId = await storeOf(page);
  const found = await answer<{ data: { id: number; orderNo: string }[] }>(page, 'POST', `/${storeId}/search`, {
    kind: 'Order',
    filters: { searchTerm: order.orderNo },
  });
  const row = found.data.find((one) => one.orderNo.replace('#', '') === order.orderNo);
  if (!row) throw new Error(`order ${order.orderNo} is not in the list`);
  const { lineIds, lineNames } = await linesOf(page, order, methods.length);
  const made = await answer<{ id: number; externalId: string }>(page, 'POST', `/${storeId}/claim`, {
    claimType: 'Return',
    originalStoreOrderId: row.id,
    customerEmail: order.email,
    customerName: 'Nora Lind',
    shippingMethod: 'none',
    claimLineItems: lineIds.map((lineIdFromPlatform, index) => ({
      lineIdFromPlatform,
      quantity: 1,
      reasonId: 'No_Longer_Needed',
      requestedResolutionMethodEnum: methods[index],
    })),
  });
  return { ...made, lineNames };
}

async function linesOf(page: Page, order: { orderNo: string; email: string }, most: number) {
  const api = `${BACK_OFFICE_URL}/api/customer/demo`;
  const looked = await page.request.post(`${api}/order/lookup`, {
    headers,
    data: { orderNo: order.orderNo, emailOrPostalCode: order.email },
  });
  const { idFromPlatform } = (await looked.json()) as { idFromPlatform: string };
  const shown = await page.request.get(`${api}/order/${idFromPlatform}`, { headers });
  const { lineItems: lines } = (await shown.json()) as {
    lineItems: { lineIdFromPlatform: string; name: string; isEligible: boolean }[];
  };
  const chosen = lines.filter((line) => line.isEligible).slice(0, most);
  return { lineIds: chosen.map((line) => line.lineIdFromPlatform), lineNames: chosen.map((line) => line.name) };
}
