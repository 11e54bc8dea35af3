import { expect, type Page } from '@playwright/test';
import { ORDERS, PORTAL_URL } from './places.ts';
import { expectAccessible, expectDrawnWell, expectNoSidewaysScroll, onNarrowPhone, onPhone } from './screen.ts';
import { choose, findOrder, goOn, openOrder, submitted } from './shopper.ts';
import { finalize, signIn } from './staff.ts';
import { test } from './test.ts';
import { tabTo } from './ways.ts';
import { FIRST_SCREEN_KILOBYTES, loadedBy } from './wire.ts';

const MOST_TAPS = 9;

/** Kept with the result of the journey. */
const measured = (description: string): void => void test.info().annotations.push({ type: 'measured', description });

test('the first screen loads at most 85 KB of scripts', async ({ browser }) => {
  const phone = await onPhone(browser);
  const { kilobytes, files } = await loadedBy(phone, ['Script'], () => phone.goto(PORTAL_URL));
  await expect(phone.getByLabel('Order number')).toBeVisible();
  // The page comes in the store's colors, and asks for nothing that it brought along.
  await expect(phone.locator('#storefront')).toBeAttached();
  measured(`scripts of the first screen: ${kilobytes.toFixed(1)} KB in ${files} files`);
  expect(kilobytes).toBeGreaterThan(0);
  expect(kilobytes).toBeLessThanOrEqual(FIRST_SCREEN_KILOBYTES);
  await phone.context().close();
});

test('an unknown store says where to go, and a question without an answer is marked', async ({ browser }) => {
  const phone = await onPhone(browser);
  await phone.goto(`${PORTAL_URL}-unknown`);
  await expect(phone.getByRole('heading', { name: "We can't find this store" })).toBeVisible();
  await expect(phone.getByText('website of the store you ordered from')).toBeVisible();
  await expectAccessible(phone);
  await findOrder(phone, ORDERS.jacket);
  await phone.getByRole('checkbox').first().check();
  await goOn(phone);
  const reasons = phone.getByRole('group', { name: 'Reason' });
  await expect(reasons).toHaveCSS('border-inline-start-width', '0px');
  await goOn(phone);
  await expect(reasons).toHaveCSS('border-inline-start-width', '3px');
  await expect(reasons.getByRole('radio').first()).toBeFocused();
  await expectAccessible(phone);
  await phone.context().close();
});

test('a link fills in the lookup, and the common return takes at most nine taps from there', async ({ browser }) => {
  const phone = await onPhone(browser);
  const { orderNo, email } = ORDERS.chore;
  await phone.goto(`${PORTAL_URL}?order=${orderNo}&email=${encodeURIComponent(email)}`);
  await expect(phone.getByLabel('Order number')).toHaveValue(orderNo);
  await expect(phone.getByLabel('Email or postal code')).toHaveValue(email);
  await phone.getByRole('button', { name: 'Find my order' }).click();
  await expect(phone.locator('[aria-current=step]')).toHaveText('Items');
  await phone.evaluate(`window.taps = 0; addEventListener('pointerup', () => (window.taps += 1), true)`);

  await phone
    .locator('label')
    .filter({ has: phone.getByRole('checkbox') })
    .first()
    .click();
  await goOn(phone);
  await expect(phone.locator('[aria-current=step]')).toHaveText('Reason');
  await choose(phone, 'radio', 'It does not fit');
  await choose(phone, 'radio', 'Too small');
  await expect(phone.locator('[aria-current=step]')).toHaveText('Resolution');
  const offered = phone.locator('label').filter({ has: phone.getByRole('radio') });
  await expect(offered.filter({ hasText: 'Suggested' })).toContainText('Different size or color');
  await expect(offered.filter({ hasText: 'Store Credit' })).toContainText('Added to your account at the store');
  await choose(phone, 'radio', /Refund to original payment method/);
  await expect(phone.locator('[aria-current=step]')).toHaveText('Send');
  await choose(phone, 'radio', /Prepaid label/);
  await expect(phone.locator('[aria-current=step]')).toHaveText('Review');
  await phone.getByRole('button', { name: 'Submit return' }).click();
  await submitted(phone);
  const taps = await phone.evaluate<number>('window.taps');
  measured(`taps of a refund with a label, from the order on: ${taps}`);
  expect(taps).toBeGreaterThan(4);
  expect(taps).toBeLessThanOrEqual(MOST_TAPS);
  await phone.context().close();
});

test('a refund takes no mouse: from the lookup to the submission by keyboard alone, at 320 pixels', async ({
  browser,
}) => {
  const page = await onNarrowPhone(browser, { hasTouch: false });
  await page.goto(PORTAL_URL);
  const { orderNo, email } = ORDERS.typed;
  await tabTo(page.getByLabel('Order number'));
  await page.keyboard.type(orderNo);
  await tabTo(page.getByLabel('Email or postal code'));
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  const step = async (heading: string): Promise<void> => {
    const title = page.getByRole('heading', { name: heading, level: 1 });
    // Where a new step begins, so does the keyboard.
    await expect(title).toBeFocused();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  };
  const next = async (): Promise<void> => {
    await tabTo(page.getByRole('button', { name: 'Continue' }));
    await page.keyboard.press('Enter');
  };

  await step('What would you like to return?');
  await tabTo(page.getByRole('checkbox').first());
  await page.keyboard.press('Space');
  await next();
  await step('Why are you returning this?');
  await pick(page, 'No longer needed');
  await next();
  await step('What would you like instead?');
  await pick(page, /Refund to original payment method/);
  await next();
  await step('How will you send it back?');
  await pick(page, /Packing slip/);
  await next();
  await step('Does everything look right?');
  await tabTo(page.getByRole('button', { name: 'Submit return' }));
  await page.keyboard.press('Enter');
  await submitted(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.context().close();
});

/** Goes to a group of choices and through it with the arrow keys. */
async function pick(page: Page, name: string | RegExp): Promise<void> {
  const choices = page.getByRole('radio');
  const wanted = page.getByRole('radio', { name }).first();
  await tabTo(choices.first());
  await page.keyboard.press('Space');
  const all = await choices.count();
  for (let presses = 0; presses < all && !(await wanted.isChecked()); presses += 1)
    await page.keyboard.press('ArrowDown');
  await expect(wanted).toBeChecked();
}

test('one reason and one resolution hold for several items, and each part is changed from the review', async ({
  browser,
}) => {
  const phone = await onNarrowPhone(browser);
  await findOrder(phone, ORDERS.sandal);
  await choose(phone, 'checkbox', /Bud Vase/);
  await choose(phone, 'checkbox', /Leather Sandal/);
  await goOn(phone);
  await expect(phone.getByText(/^Item 1 of 2/)).toBeVisible();
  await phone.getByLabel('Same for all 2 items').check();
  await choose(phone, 'radio', 'No longer needed');
  await phone.getByLabel('Same for all 2 items, where possible').check();
  await choose(phone, 'radio', /Refund to original payment method/);
  await choose(phone, 'radio', /Packing slip/);
  await expect(phone.getByRole('heading', { name: 'Does everything look right?' })).toBeVisible();
  await expect(phone.getByText('No longer needed')).toHaveCount(2);
  await expectAccessible(phone);
  await expectNoSidewaysScroll(phone);

  await phone.getByRole('button', { name: 'Change Packing slip' }).click();
  await choose(phone, 'radio', /Prepaid label/);
  await expect(phone.getByRole('heading', { name: 'Prepaid label' })).toBeVisible();
  await phone.getByRole('button', { name: /^Change reason for .*Leather Sandal/ }).click();
  await expect(phone.getByRole('radio', { name: 'No longer needed' })).toBeChecked();
  await choose(phone, 'radio', 'It does not fit');
  await choose(phone, 'radio', 'Too small');
  await expect(phone.getByText('It does not fit: Too small')).toHaveCount(2);
  await phone.getByRole('button', { name: 'Change Items' }).click();
  await choose(phone, 'checkbox', /Leather Sandal/);
  await phone.getByRole('button', { name: 'Save' }).click();
  await expect(phone.getByText('It does not fit: Too small')).toHaveCount(1);

  // Another tab opens another order, so this one has to be found again; nothing that was chosen is lost.
  const review = phone.url();
  const other = await phone.context().newPage();
  await openOrder(other, ORDERS.socks);
  await expect(other.getByText(ORDERS.socks.orderNo).first()).toBeVisible();
  await other.close();
  await phone.getByRole('button', { name: 'Submit return' }).click();
  await expect(phone.getByText(/everything you entered is saved/)).toBeVisible();
  await phone.getByLabel('Order number').fill(ORDERS.sandal.orderNo);
  await phone.getByLabel('Email or postal code').fill(ORDERS.sandal.email);
  await phone.getByRole('button', { name: 'Find my order' }).click();
  await expect(phone.getByRole('checkbox', { name: /Bud Vase/ }).first()).toBeChecked();
  await phone.goto(review);
  await expect(phone.getByText('It does not fit: Too small')).toHaveCount(1);

  // The answer gets lost, and the shopper thinks again before the next try.
  await phone.route(/\/claim$/, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await phone.getByRole('button', { name: 'Submit return' }).click();
  await expect(phone.getByText(/What you chose is saved here/)).toBeVisible();
  await phone.unrouteAll();
  await phone.getByRole('button', { name: 'Change Prepaid label' }).click();
  await choose(phone, 'radio', /Packing slip/);
  await expect(phone.getByText(/^You already submitted this as R-[0-9A-Z]{8}\./)).toBeVisible();
  await expectAccessible(phone);
  await expectNoSidewaysScroll(phone);
  await phone.getByRole('button', { name: 'View my return' }).click();
  await submitted(phone);
  await expect(phone.getByRole('heading', { name: 'Your label' })).toBeVisible();
  await phone.context().close();
});

test('the order says where its packages are and what is possible; a return is followed and canceled by keyboard', async ({
  browser,
}) => {
  const phone = await onNarrowPhone(browser);
  await findOrder(phone, ORDERS.inParts);
  const parcels = phone.getByRole('region', { name: 'Your package' }).getByRole('listitem');
  await expect(parcels.first()).toContainText('Delivered');
  await expect(parcels.first()).toContainText('Fisherman Sweater');
  await expect(parcels.last()).toContainText('Not shipped yet');
  await expect(parcels.last()).toContainText('Beeswax Candle');
  const track = parcels.getByRole('link', { name: /^Track package 1Z\w+ UPS$/ });
  await expect(track).toHaveAttribute('href', /^https:\/\/www\.ups\.com\/track\?tracknum=1Z/);
  const possible = phone.getByText("What's possible, and until when").first();
  await possible.focus();
  await phone.keyboard.press('Enter');
  await expect(phone.getByText(/^until \w+ \d+, \d{4}$/).first()).toBeVisible();
  await expectAccessible(phone);
  await expectNoSidewaysScroll(phone);

  await choose(phone, 'checkbox', /Fisherman Sweater/);
  await goOn(phone);
  await choose(phone, 'radio', 'No longer needed');
  await choose(phone, 'radio', /Refund to original payment method/);
  await choose(phone, 'radio', /Prepaid label/);
  await phone.getByRole('button', { name: 'Submit return' }).click();
  const number = await submitted(phone);
  const progress = phone.getByRole('list', { name: 'Progress' });
  await expect(progress.getByRole('listitem')).toHaveText([/^RequestedDone/, 'On its way', 'Received', 'Completed']);
  await expectDrawnWell(phone);
  await expect(phone.getByRole('link', { name: 'Open label (PDF)' })).toBeVisible({ timeout: 30_000 });
  await phone.getByRole('link', { name: 'View order #1941' }).click();
  const claim = phone.getByRole('region', { name: 'Your returns' }).getByRole('link');
  await expect(claim).toContainText('Ship your package');
  await expectAccessible(phone);
  await claim.click();
  await expect(phone.getByRole('heading', { name: `Return ${number}` })).toBeVisible();

  const cancel = phone.getByRole('button', { name: 'Cancel this return' });
  await cancel.focus();
  await phone.keyboard.press('Enter');
  await expect(phone.getByRole('heading', { name: 'Cancel this return?' })).toBeFocused();
  await phone.keyboard.press('Escape');
  await expect(cancel).toBeFocused();
  await phone.keyboard.press('Enter');
  await expect(phone.getByText("Don't use the label we gave you")).toBeVisible();
  await expectAccessible(phone);
  await expectNoSidewaysScroll(phone);
  await phone.keyboard.press('Tab');
  await phone.keyboard.press('Enter');
  await expect(phone.getByText('Your return is canceled.')).toBeVisible();
  await expect(phone.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(cancel).toBeHidden();
  await expectAccessible(phone);
  await phone.getByRole('link', { name: 'Return something else from order #1941' }).click();
  await expect(phone.getByRole('checkbox', { name: /Fisherman Sweater/ })).toBeVisible();
  await phone.context().close();
});

test('a shopper claims on the warranty: what is wrong, with a photo, and nothing to send', async ({
  browser,
  page,
}) => {
  const phone = await onNarrowPhone(browser);
  await findOrder(phone, ORDERS.camp);
  await choose(phone, 'radio', /^Warranty claim/);
  await expect(phone.getByRole('heading', { name: 'Which item has a problem?' })).toBeVisible();
  await expect(phone.getByText(/^Covered until/).first()).toBeVisible();
  await expectAccessible(phone);
  await phone
    .locator('label')
    .filter({ has: phone.getByRole('checkbox') })
    .first()
    .click();
  await goOn(phone);
  await expect(phone.getByRole('heading', { name: "What's wrong with it?" })).toBeVisible();
  await choose(phone, 'radio', 'Defective or damaged');
  await choose(phone, 'radio', 'Arrived damaged');
  await expect(phone.getByText('Photos of the problem help us decide faster.')).toBeVisible();
  await expectAccessible(phone);
  // A warranty claim needs a photo.
  await goOn(phone);
  await expect(phone.getByText('Add a photo or video.')).toBeVisible();
  await expect(phone.getByLabel('Add photos, videos or PDFs')).toBeFocused();
  const photo = { name: 'seam.png', mimeType: 'image/png', buffer: await phone.screenshot() };
  await phone.getByLabel('Add photos, videos or PDFs').setInputFiles(photo);
  await expect(phone.getByRole('button', { name: 'Remove seam.png' })).toBeVisible();
  await expect(phone.getByRole('progressbar')).toHaveCount(0);
  await goOn(phone);
  await expect(phone.getByText("you don't need to send anything now")).toBeVisible();
  await expectAccessible(phone);
  await phone.getByRole('button', { name: 'Submit warranty claim' }).click();
  await expect(phone.getByRole('heading', { name: 'Your warranty claim is submitted' })).toBeVisible();
  await expect(phone.getByText("You don't need to send anything back.")).toBeVisible();
  const number = /W-[0-9A-Z]{8}/.exec(phone.url())?.[0] ?? '';

  await signIn(page, 'Sam Staff');
  await page.getByRole('link', { name: 'Warranty claims' }).first().click();
  await page.getByRole('link', { name: number }).click();
  await page.getByRole('button', { name: /^Deny: / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deny item' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await finalize(page, /^Finalize/);

  // Denied, a claim is looked at once more if its shopper asks for it.
  await phone.reload();
  await phone.getByRole('button', { name: 'Ask for another look' }).click();
  await phone.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(phone.getByText('Tell us what we should consider first.')).toBeVisible();
  await phone.getByLabel('What should we consider?').fill('The seam opened on the second day.');
  await phone.getByLabel('Add photos, videos or PDFs').setInputFiles(photo);
  await expect(phone.getByRole('progressbar')).toHaveCount(0);
  await expectAccessible(phone);
  await expectNoSidewaysScroll(phone);
  await phone.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(phone.getByText(/you asked us to look again/)).toBeVisible();
  await expect(phone.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(phone.getByText('The seam opened on the second day.')).toBeVisible();
  await expectAccessible(phone);
  await phone.context().close();

  await page.reload();
  await expect(page.getByText('The customer appealed the denial').first()).toBeVisible();
  await expect(page.getByText('The seam opened on the second day.').first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Warranty claims' }).first().click();
  await expect(page.getByRole('row').filter({ hasText: number })).toContainText('Appeal');
});
