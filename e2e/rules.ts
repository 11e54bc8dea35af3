import { expect, type Page } from '@playwright/test';

/** Of calls that change something. */
export const HEADERS = { 'x-makegood': '1' };

type Listed = { draftRevision: number; rules: { id: number; revision: number }[] };
const listed = async (page: Page, api: string): Promise<Listed> =>
  (await page.request.get(`${api}/rule`, { headers: HEADERS })).json();

/** Takes every rule out of the draft. */
export async function emptyDraft(page: Page, api: string): Promise<void> {
  for (const { id, revision } of (await listed(page, api)).rules)
    await page.request.delete(`${api}/rule/${id}?revision=${revision}`, { headers: HEADERS });
}

/** Saves a rule and makes it run. */
export async function publishRule(page: Page, api: string, data: unknown): Promise<void> {
  expect((await page.request.post(`${api}/rule`, { headers: HEADERS, data })).status()).toBe(200);
  await publishDraft(page, api);
}

/** The other journeys are asked nothing. */
export async function forgetRules(page: Page, api: string): Promise<void> {
  await emptyDraft(page, api);
  await publishDraft(page, api);
}

async function publishDraft(page: Page, api: string): Promise<void> {
  const { draftRevision } = await listed(page, api);
  const data = { draftRevision, note: '' };
  expect((await page.request.post(`${api}/rule-set/publish`, { headers: HEADERS, data })).status()).toBe(200);
}
