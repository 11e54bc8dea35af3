import { chromium, type Browser, type CDPSession } from '@playwright/test';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { startShopifySandbox } from '#sandbox/shopify/server.ts';
import { WEB_FOLDER } from '#server/http/web-files.ts';
import { coverOffered } from '#start/cover-offered.fixture.ts';

const RUNS = 9;
const SLOWDOWN = 4;
const BLOCK = new URL('../extensions/delivery-guarantee/blocks/cover.liquid', import.meta.url);
// Nothing of ours runs in the page meanwhile: it would be measured too.
const WATCHED_MS = 2500;
const SHOP = 'bench.myshopify.com';

type Visit = { taskMs: number; scriptMs: number; shift: number };

/**
 * What the cover costs a page of a shop: the bytes of its script, and the time of the page's main thread on a processor
 * slowed four times, beside the same page without it. The page is the cart, which shows the cover and has room for it.
 */
export async function measureWidget(): Promise<void> {
  const path = join(WEB_FOLDER, 'widget.js');
  if (!existsSync(path)) throw new Error('the web apps are not built: npm run build');
  const script = readFileSync(path);
  const sandbox = await startShopifySandbox({ port: 0, apiKey: 'key', apiSecret: 'secret' });
  sandbox.seedDemo(SHOP, { orders: 1, customers: 1 });
  const shop = sandbox.store(SHOP);
  const { offered } = coverOffered(shop);
  const served = createServer((request, reply) => {
    reply.setHeader('access-control-allow-origin', '*');
    const isScript = request.url === '/widget.js';
    reply.setHeader('content-type', isScript ? 'text/javascript' : 'application/json');
    reply.end(isScript ? script : JSON.stringify(offered));
  });
  await new Promise<void>((resolve) => served.listen(0, '127.0.0.1', resolve));
  const address = served.address() as AddressInfo;
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const snippet = `<script defer src="http://127.0.0.1:${address.port}/widget.js" data-store="bench"></script>`;
    const id = shop.products[0]?.variants.find(({ quantities }) => (quantities['available'] ?? 0) > 0)?.id;
    // A block of the theme keeps room where the cover will be.
    shop.cartBlock = /<div.*<\/div>/.exec(readFileSync(BLOCK, 'utf8'))?.[0] ?? '';
    const [ours, bare]: [Visit[], Visit[]] = [[], []];
    for (let run = 0; run <= RUNS; run += 1) {
      for (const [visits, added] of [
        [ours, snippet],
        [bare, ''],
      ] as const) {
        shop.themeSnippet = added;
        const visit = await visitCart(browser, `${sandbox.url}/${SHOP}`, id ?? 0, added !== '');
        // The first run warms up.
        if (run > 0) visits.push(visit);
      }
    }
    tell(gzipSync(script, { level: 9 }).length, ours, bare);
  } finally {
    await browser.close();
    await new Promise((resolve) => served.close(resolve));
    await sandbox.close();
  }
}

const WATCH = `
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) shift += value;
  }).observe({ type: 'layout-shift', buffered: true });`;

async function visitCart(browser: Browser, shop: string, variantId: number, hasCover: boolean): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.request.post(`${shop}/cart/add.js`, { data: { id: variantId } });
  await page.addInitScript(WATCH);
  const tools = await context.newCDPSession(page);
  // The time that the thread itself works, whatever else the machine does.
  await tools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await tools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await page.goto(`${shop}/cart`);
  await new Promise((done) => setTimeout(done, WATCHED_MS));
  const visit = {
    taskMs: await milliseconds(tools, 'TaskDuration'),
    scriptMs: await milliseconds(tools, 'ScriptDuration'),
    shift: await page.evaluate<number>('shift'),
  };
  if (hasCover) await page.getByRole('switch').waitFor();
  await context.close();
  return visit;
}

async function milliseconds(tools: CDPSession, name: string): Promise<number> {
  const { metrics } = await tools.send('Performance.getMetrics');
  return (metrics.find((metric) => metric.name === name)?.value ?? Number.NaN) * 1000;
}

function tell(bytes: number, ours: readonly Visit[], bare: readonly Visit[]): void {
  console.log(`widget: ${bytes} bytes of JavaScript (gzip)`);
  for (const [what, of] of [
    ['main thread of the cart page', ({ taskMs }: Visit) => taskMs],
    ['of it scripts', ({ scriptMs }: Visit) => scriptMs],
  ] as const) {
    const [withIt, without] = [median(ours.map(of)), median(bare.map(of))];
    console.log(
      `widget, ${what}: ${Math.round(withIt)} ms, without it ${Math.round(without)} ms; ${Math.round(withIt - without)} ms more (the worst of ${RUNS} runs ${Math.round(Math.max(...ours.map(of)) - without)})`,
    );
  }
  const shift = (visits: readonly Visit[]): string => Math.max(...visits.map((visit) => visit.shift)).toFixed(3);
  console.log(`widget, layout shift at worst: ${shift(ours)}, without it ${shift(bare)}`);
}

const median = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[all.length >> 1] ?? Number.NaN;
