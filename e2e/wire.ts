import type { Page } from '@playwright/test';

/** The scripts of the portal's first screen in English, as they come over the wire. */
export const FIRST_SCREEN_KILOBYTES = 85;

/** What a page loads of some kinds of files while something is done with it, as it comes over the wire. */
export async function loadedBy(
  page: Page,
  types: readonly ('Script' | 'Stylesheet')[],
  visit: () => Promise<unknown>,
): Promise<{ kilobytes: number; files: number }> {
  // What the page before still loads is not the measure's.
  await page.goto('about:blank');
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const wanted = new Set<string>();
  let bytes = 0;
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (types.some((one) => one === type)) wanted.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (wanted.has(requestId)) bytes += encodedDataLength;
  });
  await visit();
  await page.waitForLoadState('networkidle');
  await session.detach();
  return { kilobytes: bytes / 1024, files: wanted.size };
}
