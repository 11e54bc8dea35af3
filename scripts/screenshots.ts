// Takes the README's pictures from a running product: `npm start` in one terminal, `npm run screenshots` in another.
import { chromium } from '@playwright/test';
import { mkdirSync } from 'node:fs';

const base = process.env['PUBLIC_URL'] ?? 'http://localhost:3000';
const executablePath = process.env['CHROMIUM_PATH'];
mkdirSync('docs/pictures', { recursive: true });

const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});

const phone = await browser.newPage({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });
const orderNo = process.env['ORDER_NO'] ?? '4482';
await phone.goto(`${base}/p/demo`);
await phone.getByLabel('Order number').fill(orderNo);
await phone.getByLabel('Email or postal code').fill('nora.lind@example.com');
await phone.getByRole('button', { name: 'Find my order' }).click();
await phone.getByRole('checkbox').first().waitFor();
await phone.waitForLoadState('networkidle');
await phone.screenshot({ path: 'docs/pictures/portal.png' });

const desktop = await browser.newPage({ viewport: { width: 1280, height: 860 } });
await desktop.goto(base);
await desktop.getByRole('button', { name: 'Ada Admin' }).click();
await desktop.getByRole('link', { name: 'Return claims' }).click();
await desktop.getByRole('heading', { level: 1, name: 'Return claims' }).waitFor();
const rows = desktop.getByRole('row');
await rows.first().waitFor();
if ((await rows.count()) > 1) {
  await rows.nth(1).getByRole('link').click();
  await desktop.getByRole('region', { name: 'Actions' }).waitFor();
}
await desktop.waitForLoadState('networkidle');
await desktop.screenshot({ path: 'docs/pictures/back-office.png' });
await browser.close();
