import { chromium, type Browser, type Locator, type Page } from '@playwright/test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from '#server/db/connect.ts';
import { WEB_FOLDER } from '#server/http/web-files.ts';
import { slowDown } from '../e2e/slow-phone.ts';
import { startChild } from './child.ts';
import { serverEnv } from './measure.ts';
import { pglitePlace } from './places.ts';
import { startPortalFloor } from './portal-floor.ts';
import { makeStore, SLUG } from './store.ts';

const RUNS = 5;
// The first order has a claim; this one does not.
const ORDER = { orderNo: '1000002', email: 'ada.abbott1@example.com' };

/** How long somebody looks at a new screen at least, who is quick. */
const LOOKS_MS = 500;
// What is quicker, the browser does not report as an event.
const SHORTEST_EVENT_MS = 16;

/** The slowest tap or key, and where its time went: until it was handled, in its handlers, and until its paint. */
type Slowest = { on: string; duration: number; waited: number; handled: number; painted: number };
type Screen = { scriptBytes: number; paintMs: number; slowest: Slowest | null };
type Visit = { url: string; act: (page: Page) => Promise<void> };

/**
 * What a shopper waits for on a slow phone: the first screen of the portal on a cold cache, and then each tap and key on
 * the way to the reason of a return; and the same of a page that React alone makes.
 */
export async function measurePortal(): Promise<void> {
  if (!existsSync(WEB_FOLDER)) throw new Error('the web apps are not built: npm run build');
  const place = await pglitePlace();
  try {
    const database = await connect({ ...place, dataFolder: join(place.dataFolder, 'database'), poolSize: 1 });
    await makeStore(database, 1, 2).finally(() => database.close());
    const server = await startChild('server.ts', serverEnv(place));
    const floor = await startPortalFloor();
    const browser = await chromium.launch({
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium-headless-shell',
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    });
    try {
      const ours: Screen[] = [];
      const bare: Screen[] = [];
      for (let run = 0; run <= RUNS; run += 1) {
        const portal = await screenOf(browser, { url: `${server.url}/p/${SLUG}`, act: untilTheReason });
        const page = await screenOf(browser, { url: floor.url, act: lookUp });
        // The first run warms up.
        if (run > 0) ours.push(portal);
        if (run > 0) bare.push(page);
      }
      tell(ours, bare);
    } finally {
      await browser.close();
      await floor.stop();
      await server.stop();
    }
  } finally {
    await place.remove();
  }
}

/** A tap by somebody who looks at what came up before. */
async function tap(target: Locator): Promise<void> {
  await target.waitFor();
  await pause(LOOKS_MS);
  await target.tap();
}

async function lookUp(page: Page): Promise<void> {
  const fields = page.getByRole('textbox');
  await tap(fields.nth(0));
  await page.keyboard.type(ORDER.orderNo, { delay: 100 });
  await tap(fields.nth(1));
  await page.keyboard.type(ORDER.email.slice(0, 8), { delay: 100 });
  await page.keyboard.insertText(ORDER.email.slice(8));
  await tap(page.getByRole('button', { name: 'Find my order' }));
  await fields.nth(0).waitFor({ state: 'detached' });
}

async function untilTheReason(page: Page): Promise<void> {
  await lookUp(page);
  const labelOf = (role: 'checkbox' | 'radio') => page.locator('label').filter({ has: page.getByRole(role) });
  await tap(labelOf('checkbox').first());
  await tap(page.getByRole('button', { name: 'Continue' }));
  await tap(labelOf('radio').first());
}

// Text for the page: these observers know only what the browser does, and cost the page next to nothing.
const WATCH = `
  window.seen = { paint: 0, slowest: null };
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.paint = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { name, target, interactionId, duration, startTime, processingStart, processingEnd } of list.getEntries())
      if (interactionId > 0 && duration > (seen.slowest?.duration ?? 0))
        seen.slowest = {
          on: name + ' on ' + ((target?.closest('label') ?? target)?.textContent.slice(0, 30) || target?.localName || 'what is gone'),
          duration,
          waited: processingStart - startTime,
          handled: processingEnd - processingStart,
          painted: startTime + duration - processingEnd,
        };
  }).observe({ type: 'event', durationThreshold: ${SHORTEST_EVENT_MS}, buffered: true });`;

async function screenOf(browser: Browser, { url, act }: Visit): Promise<Screen> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.addInitScript(WATCH);
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await slowDown(session);
  const scripts = new Set<string>();
  let scriptBytes = 0;
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scriptBytes += encodedDataLength;
  });
  await page.goto(url);
  await page.getByRole('button', { name: 'Find my order' }).waitFor();
  await page.waitForLoadState('networkidle');
  const first = { scriptBytes, paintMs: await page.evaluate<number>('seen.paint') };
  await act(page);
  // The last interaction is reported after its paint.
  const slowest = await page.evaluate<Slowest | null>(
    'new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(seen.slowest), 500)))',
  );
  await context.close();
  return { ...first, slowest };
}

function tell(ours: readonly Screen[], bare: readonly Screen[]): void {
  const line = (what: string, unit: string, of: (screen: Screen) => number): string => {
    const [portal, floor] = [ours.map(of), bare.map(of)];
    const worst = Math.round(Math.max(...portal));
    const [middle, least] = [median(portal), median(floor)];
    return `portal, ${what}: ${Math.round(middle)} ${unit} (the worst of ${RUNS} ${worst}); floor ${Math.round(least)} ${unit}; portal ÷ floor ${(middle / least).toFixed(2)}`;
  };
  console.log(line('JavaScript of the first screen as transferred', 'KB', ({ scriptBytes }) => scriptBytes / 1024));
  console.log(line('largest contentful paint of the first screen', 'ms', ({ paintMs }) => paintMs));
  console.log(
    line('slowest interaction to its next paint', 'ms', ({ slowest }) => slowest?.duration ?? SHORTEST_EVENT_MS),
  );
  for (const { slowest } of ours)
    if (slowest)
      console.log(
        `  ${slowest.on}: ${[slowest.waited, slowest.handled, slowest.painted].map(Math.round).join(' + ')} ms until handled, in handlers, until painted`,
      );
}

const median = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[all.length >> 1] ?? Number.NaN;
