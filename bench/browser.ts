import { chromium, type Browser, type Page } from '@playwright/test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '#server/db/connect.ts';
import { WEB_FOLDER } from '#server/http/web-files.ts';
import { startChild } from './child.ts';
import { serverEnv } from './measure.ts';
import { postgresPlace } from './places.ts';
import { makeStore, type BenchStore } from './store.ts';

const RUNS = 9;
const CLAIMS = 10_000;
const ROW = '.mg-claim-link';
// The last of the page to come: a claim's line, below the heading that names the claim.
const LINE = '.mg-line';

type Load = { usableMs: number; floorMs: number; scriptBytes: number; styleBytes: number };
type Click = { paintedMs: number; answerMs: number };

/**
 * What staff wait for, in Chromium: the list of claims on a cold cache until its first row is painted, beside a page
 * that only fetches the same files and the same answers; and from the click on a claim to its painted detail, beside
 * the same calls made from the page without showing anything.
 */
export async function measureBrowser(): Promise<void> {
  if (!existsSync(WEB_FOLDER)) throw new Error('the web apps are not built: npm run build');
  const place = await postgresPlace();
  try {
    const database = await connect({
      databaseUrl: place.databaseUrl,
      dataFolder: join(place.dataFolder, 'database'),
      poolSize: 2,
    });
    const store = await makeStore(database, CLAIMS, 1).finally(() => database.close());
    const server = await startChild('server.ts', serverEnv(place));
    const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium-headless-shell';
    const browser = await chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    });
    try {
      const loads: Load[] = [];
      const clicks: Click[] = [];
      for (let run = 0; run <= RUNS; run += 1) {
        const page = await signedIn(browser, server.url, store);
        const loaded = await coldLoad(page, `${server.url}/${store.storeId}/claims/return`);
        const clicked = [await clickToDetail(page), await clickToDetail(page), await clickToDetail(page)];
        await page.context().close();
        // The first run warms up.
        if (run > 0) loads.push(loaded);
        if (run > 0) clicks.push(...clicked);
      }
      tell(loads, clicks);
    } finally {
      await browser.close();
      await server.stop();
    }
  } finally {
    await place.remove();
  }
}

function tell(loads: readonly Load[], clicks: readonly Click[]): void {
  const ms = (all: readonly number[], share: number): string => `${Math.round(quantile(all, share))} ms`;
  const kilobytes = (all: readonly number[]): string => `${Math.round(quantile(all, 0.5) / 1000)} KB`;
  const usable = loads.map((one) => one.usableMs);
  const painted = clicks.map((one) => one.paintedMs);
  const [loadFloor, clickFloor] = [loads.map((one) => one.floorMs), clicks.map((one) => one.answerMs)];
  const ratio = (all: readonly number[], floor: readonly number[]): string =>
    (quantile(all, 0.5) / quantile(floor, 0.5)).toFixed(1);
  console.log(
    [
      `back office, first list on a cold cache: ${kilobytes(loads.map((one) => one.scriptBytes))} of JavaScript and ${kilobytes(loads.map((one) => one.styleBytes))} of styles as transferred;`,
      `first row painted after ${ms(usable, 0.5)} (the slowest of ${RUNS} ${ms(usable, 1)}), ${ratio(usable, loadFloor)} times the ${ms(loadFloor, 0.5)} of fetching the same alone`,
    ].join(' '),
  );
  console.log(
    [
      `from click to painted detail: p50 ${ms(painted, 0.5)}, p95 ${ms(painted, 0.95)} of ${painted.length},`,
      `${ratio(painted, clickFloor)} times the ${ms(clickFloor, 0.5)} of its answers alone`,
    ].join(' '),
  );
}

const quantile = (all: readonly number[], share: number): number =>
  all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * share))] ?? Number.NaN;

async function signedIn(browser: Browser, url: string, { sessionToken }: BenchStore): Promise<Page> {
  const context = await browser.newContext({ serviceWorkers: 'block', reducedMotion: 'reduce' });
  await context.addCookies([{ name: 'makegood_session', value: sessionToken, url }]);
  return context.newPage();
}

/** When the next content has been painted, in the page's own time, so that measuring costs nothing. */
const AFTER_PAINT = `new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now()))))`;

async function coldLoad(page: Page, address: string): Promise<Load> {
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator(ROW).first().waitFor({ state: 'attached' });
  const usableMs = await page.evaluate<number>(AFTER_PAINT);
  const fetched = await page.evaluate<{ name: string; bytes: number }[]>(
    `performance.getEntriesByType('resource').map(({ name, transferSize }) => ({ name, bytes: transferSize }))`,
  );
  const bytes = (end: string): number =>
    fetched.filter(({ name }) => new URL(name).pathname.endsWith(end)).reduce((sum, one) => sum + one.bytes, 0);
  const other = await page.context().newPage();
  await other.goto(`${new URL(address).origin}/healthz`);
  const floorMs = await other.evaluate<number>(`(async () => {
    const began = performance.now();
    const get = (name) => fetch(name, { cache: 'no-store' }).then((answer) => answer.arrayBuffer());
    await Promise.all(${JSON.stringify(fetched.map(({ name }) => name))}.map(get));
    return performance.now() - began;
  })()`);
  await other.close();
  return { usableMs, floorMs, scriptBytes: bytes('.js'), styleBytes: bytes('.css') };
}

/** Opens a claim that was not opened before and goes back to the list. */
async function clickToDetail(page: Page): Promise<Click> {
  const address = page.url();
  const link = page.locator(ROW).nth(Math.floor(Math.random() * 40));
  const href = (await link.getAttribute('href')) ?? '';
  await page.evaluate('performance.clearResourceTimings()');
  const paintedMs = await page.evaluate<number>(`(async () => {
    const link = document.querySelector('a[href="${href}"]');
    const number = link.textContent.trim();
    const began = performance.now();
    link.click();
    await new Promise((done) => {
      const isThere = () => document.querySelector('h1')?.textContent?.includes(number) && document.querySelector('${LINE}');
      const look = () => (isThere() ? done() : requestAnimationFrame(look));
      look();
    });
    return ${AFTER_PAINT}.then((now) => now - began);
  })()`);
  const answerMs = await page.evaluate<number>(
    `Math.max(...performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/')).map(({ duration }) => duration))`,
  );
  await page.goBack();
  await page.waitForURL(address);
  await page.locator(ROW).first().waitFor({ state: 'attached' });
  return { paintedMs, answerMs };
}
