import { expect, type Page } from '@playwright/test';
import { readMail } from './mail.ts';
import { MAILBOX_URL, ORDERS, PORTAL_URL } from './places.ts';
import { expectAccessible, expectNoSidewaysScroll, onNarrowPhone } from './screen.ts';
import { choose, goOn, sendBack, submitted } from './shopper.ts';
import { approveAndFinalize, openClaim, signIn } from './staff.ts';
import { test } from './test.ts';

const RECIPIENT = 'grace.hopper@example.org';

/** Not a word of what the gift cost or who gave it. */
const expectUntold = (page: Page): Promise<void> =>
  expect(page.locator('main')).not.toContainText(/\$|\d\.\d\d(?!%)|Renée|Tanaka|Elm Avenue/);

/** A screen that only gifts have: for everyone, at both widths. */
async function expectFit(page: Page): Promise<void> {
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
  await expectUntold(page);
}

async function sayWhoIsReturning(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: "Who's returning the gift?" })).toBeVisible();
  await goOn(page);
  await expect(page.getByLabel('Email')).toBeFocused();
  await expectFit(page);
  for (const [label, text] of [
    ['Email', RECIPIENT],
    ['First name', 'Grace'],
    ['Last name', 'Hopper'],
    ['Street address', '9 Harbour Road'],
    ['City', 'San Diego'],
    ['Postal code', '92101'],
  ] as const)
    await page.getByLabel(label).fill(text);
  await page.getByLabel('Country').selectOption('US');
  await goOn(page);
  await expect(page.getByLabel('State or province')).toBeFocused();
  await page.getByLabel('State or province').selectOption('CA');
  await goOn(page);
}

test('whoever was given an order returns it for a gift card, and the buyer hears nothing', async ({
  browser,
  page,
  request,
}) => {
  const phone = await onNarrowPhone(browser);
  await phone.goto(PORTAL_URL);
  await phone.getByRole('link', { name: 'I received this as a gift' }).click();
  await expect(phone.getByRole('heading', { name: 'Return a gift' })).toBeFocused();
  await phone.getByRole('button', { name: 'Find my gift' }).click();
  await expect(phone.getByLabel('Order number or tracking number')).toBeFocused();
  await expectFit(phone);
  await phone.getByLabel('Order number or tracking number').fill(ORDERS.gift.trackingCode);
  await phone.getByLabel('Postal code').fill('00000');
  await phone.getByRole('button', { name: 'Find my gift' }).click();
  await expect(phone.getByText(/We couldn't find a gift/)).toBeVisible();
  await phone.getByLabel('Postal code').fill(ORDERS.gift.postalCode);
  await phone.getByRole('button', { name: 'Find my gift' }).click();

  await expect(phone.getByRole('heading', { name: 'What would you like to return?' })).toBeVisible();
  await expectUntold(phone);
  await choose(phone, 'checkbox', /Merino Crew/);
  await goOn(phone);
  await choose(phone, 'radio', 'No longer needed');
  await expect(phone.getByRole('radio')).toHaveCount(3);
  await expect(phone.getByRole('radio', { name: /Refund/ })).toHaveCount(0);
  await expectUntold(phone);
  await choose(phone, 'radio', /^Gift Card/);
  await sayWhoIsReturning(phone);
  await sendBack(phone, /Prepaid label/);
  await expectFit(phone);
  await phone.getByRole('button', { name: 'Submit return' }).dblclick();
  const number = await submitted(phone);
  await expect(phone.getByRole('link', { name: 'Open label (PDF)' })).toBeVisible({ timeout: 20_000 });
  await expectUntold(phone);

  await signIn(page, 'Sam Staff');
  await openClaim(page, number);
  await expect(page.getByText('Gift return', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Recipient of the gift' })).toContainText(RECIPIENT);
  await expect(page.getByRole('region', { name: 'Original order' })).toContainText(ORDERS.gift.email);
  await expectAccessible(page);
  await approveAndFinalize(page, /^Finalize/);

  const complete = await readMail(request, RECIPIENT, /is complete/);
  // A token of the link may hold digits and a dot.
  expect(complete.text.replaceAll(/https?:\S+/g, '')).not.toMatch(/\d\.\d\d/);
  const toBuyer = await request.get(`${MAILBOX_URL}/api/messages`, { params: { to: ORDERS.gift.email } });
  expect(await toBuyer.json()).toEqual([]);
  await phone.reload();
  await expect(phone.getByRole('region', { name: 'What you received' })).toContainText('Gift Card: $');
  await phone.context().close();

  const link = /https?:\/\/\S+token=[\w.-]+/.exec(complete.text)?.[0] ?? '';
  const later = await onNarrowPhone(browser);
  await later.goto(link);
  await expect(later.getByRole('heading', { name: `Return ${number}` })).toBeVisible();
  await later.context().close();
});

test('staff copy the link of a gift, which opens it without proof; without its token it asks where it was sent', async ({
  browser,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, 'Sam Staff');
  await page.getByRole('link', { name: 'Order Lookup' }).first().click();
  await page.getByLabel('Email or postal code').fill(ORDERS.gift.email);
  await page.getByLabel('Order number').fill(ORDERS.gift.orderNo);
  await page.getByRole('button', { name: 'Find order' }).click();
  await page.getByRole('button', { name: 'Gift Return URL' }).click();
  await expect(page.getByText('Gift Return URL copied to clipboard')).toBeVisible();
  await expectAccessible(page);
  const url = await page.evaluate<string>('navigator.clipboard.readText()');

  const phone = await onNarrowPhone(browser);
  await phone.goto(url);
  await expect(phone.getByText("We won't tell the person who gave it to you.")).toBeVisible();
  expect(phone.url()).not.toContain('token');
  await phone.context().close();

  const bare = await onNarrowPhone(browser);
  await bare.goto(url.replace(/&token=.*/, ''));
  await expect(bare.getByRole('heading', { name: 'Return a gift' })).toBeVisible();
  await expect(bare.getByLabel('Order number or tracking number')).toHaveCount(0);
  await bare.getByLabel('Postal code').fill(ORDERS.gift.postalCode);
  await bare.getByRole('button', { name: 'Find my gift' }).click();
  await expect(bare.getByRole('heading', { name: 'What would you like to return?' })).toBeVisible();
  await bare.context().close();
});
