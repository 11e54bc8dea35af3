import { readFileSync } from 'node:fs';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { expect, type Browser, type BrowserContextOptions, type Frame, type Page } from '@playwright/test';
import { slowDown } from './slow-phone.ts';
import { localeOf, walkThisWay, WAYS } from './ways.ts';

const inPage = (name: string): string =>
  stripTypeScriptTypes(readFileSync(new URL(`in-page/${name}.ts`, import.meta.url), 'utf8'));

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** A page of its own, as a phone shows it. SLOW_PHONE=1 makes phones slow, and ways.ts names what else can be asked for. */
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
  if (process.env['SLOW_PHONE']) await slowDown(await context.newCDPSession(page));
  return page;
}

/** The narrowest phone, on which the journey fails as soon as any of its screens reaches beyond the sides. */
export async function onNarrowPhone(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await onPhone(browser, { viewport: { width: 320, height: 640 }, ...options });
  await page.addInitScript(inPage('sideways'));
  return page;
}

const AXE = `${readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')};
${inPage('accessibility')}`;
type Looked = { faults: string[]; enough: string[] };
/** Looks of words in this run that had enough contrast. */
const readable = new Set<string>();

/** Axe finds nothing wrong once the screen stands still, in frames that run scripts either. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectStill(page);
  await expectNoFaults(page);
}

/** What is about to change is dimmed until it has. */
async function expectStill(page: Page): Promise<void> {
  await expect(page.locator('[data-stale]')).toHaveCount(0);
  await expect
    .poll(() => page.evaluate<boolean>('document.getAnimations().some((one) => one instanceof CSSTransition)'))
    .toBe(false);
}

/** Axe finds nothing wrong with the screen as it is at this moment, dimmed or not. */
export async function expectNoFaults(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    if (await isScriptless(frame)) continue;
    if (!(await frame.evaluate<boolean>('"findFaults" in globalThis'))) await frame.evaluate(AXE);
    const { faults, enough } = await frame.evaluate<Looked>(`findFaults(${JSON.stringify([...readable])})`);
    for (const look of enough) readable.add(look);
    expect(faults).toEqual([]);
  }
}

/** What runs no scripts runs no checks either: a previewed email is looked at by itself. */
async function isScriptless(frame: Frame): Promise<boolean> {
  if (frame.parentFrame() === null) return false;
  return (await (await frame.frameElement()).getAttribute('sandbox')) === '';
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
