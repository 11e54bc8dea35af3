import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { PORT, SANDBOX_PORT } from './places.ts';
import { expectAccessible, expectNoSidewaysScroll, onPhone } from './screen.ts';
import { ANY_ITEM, choose, goOn, sendBack, submitted } from './shopper.ts';
import { test } from './test.ts';

// A demo of its own, as somebody has it who starts the product for the first time.
const APART = 50;
const HOME = `http://localhost:${PORT + APART}`;
const folder = mkdtempSync(join(tmpdir(), 'makegood-first-run-'));
let demo: ChildProcess | null = null;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  const started = spawn(process.execPath, ['src/start.mjs'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      DATA_FOLDER: folder,
      PORT: String(PORT + APART),
      SANDBOX_PORT: String(SANDBOX_PORT + APART),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  demo = started;
  await new Promise<void>((resolve, reject) => {
    let said = '';
    started.stdout.on('data', (chunk: Buffer) => {
      said += String(chunk);
      if (said.includes('Makegood is ready')) resolve();
    });
    started.once('close', () => reject(new Error(`it ended: ${said}`)));
  });
});
test.afterAll(async () => {
  if (demo?.exitCode === null) {
    const ended = new Promise((resolve) => demo?.once('close', resolve));
    demo.kill('SIGTERM');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

async function openHome(page: Page): Promise<void> {
  await page.goto(HOME);
  await page.getByRole('button', { name: 'Ada Admin' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
}

test('a first start shows a store that lives: lists, figures and books', async ({ page }) => {
  await openHome(page);
  await expect(page.getByRole('region', { name: 'Oldest waiting for you' }).getByRole('listitem')).toHaveCount(5);
  await expect(page.getByRole('region', { name: 'Stuck shipments' }).getByRole('listitem').first()).toBeVisible();
  for (const due of [/^1 Waiting for the customer's answer$/, /^1 In repair$/, /^1 To send back$/])
    await expect(page.getByRole('link', { name: due })).toBeVisible();

  await page.getByRole('link', { name: 'Return claims' }).first().click();
  await expect(page.getByText(/50 of 3\d\d claims shown/)).toBeVisible();
  await page.getByRole('link', { name: 'Dashboards' }).click();
  await expect(page.getByText(/from \d+/).first()).toBeVisible();
  await page.getByRole('link', { name: 'Books' }).click();
  const runs = page.getByRole('region', { name: 'Reconciliation' });
  await expect(runs.getByText(/^No differences/).first()).toBeVisible();
  await expect(runs.getByText(/unexplained/)).toHaveCount(0);
});

test('the setup checklist leads a new store from the portal to its policy, and goes when all is done', async ({
  browser,
  page,
}) => {
  await openHome(page);
  const setup = page.getByRole('region', { name: 'Set up your store' });
  await expect(setup.getByText('0 of 4 done')).toBeVisible();
  await expectAccessible(page);
  const phone = await onPhone(browser);
  await openHome(phone);
  await expect(phone.getByRole('region', { name: 'Set up your store' })).toBeVisible();
  await expectNoSidewaysScroll(phone);
  await phone.context().close();

  // By keyboard: put away, and back.
  await setup.getByRole('button', { name: 'Hide' }).focus();
  await page.keyboard.press('Enter');
  await expect(setup).toBeHidden();
  const back = page.getByRole('button', { name: 'Show setup, 0 of 4 done' });
  await expect(back).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(setup).toBeVisible();
  await expect(setup.getByRole('button', { name: 'Hide' })).toBeFocused();

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await setup.getByRole('button', { name: 'Copy link' }).click();
  await expect(setup.getByText('1 of 4 done')).toBeVisible();
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(`${HOME}/p/demo`);
  await expect(page.getByRole('link', { name: 'Return portal' })).toHaveAttribute('href', `${HOME}/p/demo`);

  const opened = page.waitForEvent('popup');
  await setup.getByRole('link', { name: 'Start a test return' }).click();
  const portal = await opened;
  await expect(portal.getByLabel('Order number')).toHaveValue(/^#\d+$/);
  await portal.getByRole('button', { name: 'Find my order' }).click();
  await choose(portal, 'checkbox', ANY_ITEM);
  await goOn(portal);
  await choose(portal, 'radio', 'No longer needed');
  await choose(portal, 'radio', /Refund/);
  await sendBack(portal, /Prepaid/);
  await portal.getByRole('button', { name: 'Submit return' }).click();
  const number = await submitted(portal);
  await portal.close();
  await page.reload();
  await expect(setup.getByText('2 of 4 done')).toBeVisible();
  await page.getByRole('link', { name: 'Return claims' }).first().click();
  await expect(page.getByRole('link', { name: number })).toBeVisible();

  await page.goto(HOME);
  await setup.getByRole('link', { name: 'Open brand settings' }).click();
  await page.getByLabel('Portal heading').fill('Returns made easy');
  await saved(page);
  await page.goto(HOME);
  await expect(setup.getByText('3 of 4 done')).toBeVisible();
  await setup.getByRole('link', { name: 'Open return settings' }).click();
  await page.getByRole('textbox', { name: 'Time to ship the package' }).fill('21');
  await saved(page);
  await page.goto(HOME);
  await expect(page.getByRole('region', { name: 'Oldest waiting for you' })).toBeVisible();
  await expect(setup).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Show setup/ })).toHaveCount(0);
});

async function saved(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeHidden();
}
