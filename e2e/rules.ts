import { expect, type Page } from '@playwright/test';

/** Of calls that change something. */
export const HEADERS = { 'x-makegood': '1' };

/** The other journeys are asked nothing. */
export async function forgetRules(page: Page, api: string): Promise<void> {
  const listed = async (): Promise<{ draftRevision: number; rules: { id: number; revision: number }[] }> =>
    (await page.request.get(`${api}/rule`, { headers: HEADERS })).json();
  for (const { id, revision } of (await listed()).rules)
    await page.request.delete(`${api}/rule/${id}?revision=${revision}`, { headers: HEADERS });
  const { draftRevision } = await listed();
  const data = { draftRevision, note: '' };
  expect((await page.request.post(`${api}/rule-set/publish`, { headers: HEADERS, data })).status()).toBe(200);
}
