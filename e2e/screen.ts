import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import { slowDown } from './slow-phone.ts';
import { localeOf, walkThisWay, WAYS } from './ways.ts';

const inPage = (name: string): string =>
  stripTypeScriptTypes(readFileSync(new URL(`in-page/${name}.ts`, import.meta.url), 'utf8'));

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

/**
 * A page of its own, as a phone shows it; an error of the page fails the journey. SLOW_PHONE=1 makes phones slow, and
 * ways.ts names what else can be asked for.
 */
export async function onPhone(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const { width, language } = WAYS;
  const context = await browser.newContext({
    ...PHONE,
    ...(language === null ? {} : { locale: localeOf(language) }),
    ...options,
    ...(width === null ? {} : { viewport: { width, height: 640 } }),
  });
  const page = await context.newPage();
  if (width !== null) await page.addInitScript(inPage('sideways'));
  await walkThisWay(page);
  page.on('pageerror', (error) => {
    throw error;
  });
  if (process.env['SLOW_PHONE']) await slowDown(await context.newCDPSession(page));
  return page;
}

/** The narrowest phone, on which the journey fails as soon as any of its screens reaches beyond the sides. */
export async function onNarrowPhone(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await onPhone(browser, { viewport: { width: 320, height: 640 }, ...options });
  await page.addInitScript(inPage('sideways'));
  return page;
}

const SCRIPTLESS = 'iframe[sandbox=""]';

export async function expectAccessible(page: Page): Promise<void> {
  // Passed checks aren't listed: no one reads them, and listing takes half the time.
  const builder = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
  // What runs no scripts runs no checks either: a previewed email is looked at by itself.
  if ((await page.locator(SCRIPTLESS).count()) > 0) builder.exclude(SCRIPTLESS);
  // Only pages with frames need the second, blank page in which it otherwise puts together what it found.
  if (page.frames().length === 1) builder.setLegacyMode();
  const { violations } = await builder.analyze();
  expect(
    violations.map(
      (violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(' ')).join(', ')}`,
    ),
  ).toEqual([]);
}

/** Nothing reaches beyond the sides of the screen. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')).toBeLessThanOrEqual(
    0,
  );
}

const drawingFaults = inPage('drawing-faults');

/** Every word and control can be seen as it is meant to, and so can the focus. */
export async function expectDrawnWell(page: Page): Promise<void> {
  // From here on the focus is the keyboard's.
  await page.keyboard.press('Tab');
  expect(await page.evaluate<string[]>(drawingFaults)).toEqual([]);
}

/** Readable, within the sides, and drawn as it is meant to. */
export async function lookAt(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await expectDrawnWell(page);
}
