import { expect, type Page } from '@playwright/test';
import { makeClaim, setSettings, storeOf } from './claims.ts';
import { ORDERS } from './places.ts';
import { expectAccessible, expectNoSidewaysScroll } from './screen.ts';
import { finalize, openReturns, signIn, typeAmount } from './staff.ts';
import { test } from './test.ts';

/** A small picture, drawn by the browser. */
async function picture(page: Page, name: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const data = await page.evaluate<string>(`(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 240 });
    const paper = canvas.getContext('2d');
    paper.fillStyle = '#2f6f5e';
    paper.fillRect(40, 40, 240, 160);
    return canvas.toDataURL('image/png').split(',')[1];
  })()`);
  return { name, mimeType: 'image/png', buffer: Buffer.from(data, 'base64') };
}

const open = async (page: Page, claim: { id: number; externalId: string }): Promise<void> => {
  await page.goto(`/${await storeOf(page)}/claims/return/${claim.id}`);
  await expect(page.getByRole('heading', { level: 1, name: claim.externalId })).toBeVisible();
};

/** What the carrier's account answers a purchase with, which no rate of it was refused for. */
const REFUSED = { code: 'PARTNER_REFUSED', message: 'EasyPost: the account has no balance left.' };

const onPhoneWidth = (page: Page): Promise<void> => page.setViewportSize({ width: 390, height: 844 });

test('an item is inspected with a grade, an answer and photos, which open large', async ({ page }) => {
  await signIn(page, 'Ada Admin');
  await setSettings(page, {
    isReturnInspectionEnabled: true,
    inspectionTemplate: {
      name: 'Garment check',
      inspectionInstructions: 'Look at the seams first.',
      customFields: [
        { id: 'smell', displayName: 'Smell', valueType: 'Select', options: 'None, Smoke', required: true },
        { id: 'worn', displayName: 'Worn on', valueType: 'Date' },
        { id: 'marks', displayName: 'Marks', valueType: 'MultiSelect', options: 'Stain, Tear' },
      ],
    },
  });
  const claim = await makeClaim(page, ORDERS.beeswax, ['Refund', 'Refund']);
  const [item = ''] = claim.lineNames;
  await open(page, claim);
  const card = page.getByRole('article', { name: item });
  await card.getByRole('button', { name: `Inspect: ${item}` }).click();
  const dialog = page.getByRole('dialog', { name: `Inspect` });
  await expect(dialog.getByText('Look at the seams first.')).toBeVisible();
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await dialog.getByRole('button', { name: 'Save inspection' }).click();
  await expect(dialog.getByText('Inspection grade is required')).toBeVisible();
  await expect(dialog.getByText('Must not be empty.')).toHaveCount(2);
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await expectAccessible(page);

  await dialog.getByLabel('Name').fill('First look');
  await page.keyboard.press('Escape');
  const leaving = page.getByRole('dialog', { name: 'Unsaved Changes' });
  await expectAccessible(page);
  await leaving.getByRole('button', { name: 'Return to Page' }).click();
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await dialog.getByLabel('B stock').check();
  await dialog.getByLabel('Smell').selectOption('Smoke');
  await dialog.getByLabel('Worn on').fill('2026-03-14');
  await dialog.getByLabel('Tear').check();
  const files = [await picture(page, 'front.png'), await picture(page, 'back.png')];
  await dialog.locator('input[type=file]').setInputFiles(files);
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Two stains.') });
  await expect(dialog.getByRole('button', { name: 'Try again: notes.txt' })).toBeVisible();
  await expect(dialog.getByRole('progressbar')).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await dialog.getByRole('button', { name: 'Save inspection' }).click();
  await expect(dialog.getByText('Try the files that failed again, or remove them.')).toBeFocused();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Remove notes.txt' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('group', { name: 'Photos, videos and PDFs' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Save inspection' }).click();
  await expect(dialog).toBeHidden();

  const inspection = card.getByRole('region', { name: 'Inspection: First look' });
  await expect(inspection).toContainText('B stock');
  await expect(inspection).toContainText('Mar 14, 2026');
  await expect(inspection).toContainText('Ada Admin');
  await expect(page.getByText(`${item} inspected`)).toBeVisible();
  await expectAccessible(page);

  await inspection.getByRole('button', { name: 'Open front.png' }).focus();
  await page.keyboard.press('Enter');
  const viewer = page.getByRole('dialog', { name: /\.png$/ });
  await expect(viewer.getByRole('img', { name: 'front.png' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('ArrowRight');
  await expect(viewer.getByRole('img', { name: 'back.png' })).toBeVisible();
  await expect(viewer.getByText('2 of 2')).toBeVisible();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await viewer.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Copied to clipboard')).toBeVisible();
  await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed"))');
  await viewer.getByRole('button', { name: 'Copy link' }).click();
  const byHand = page.getByRole('dialog', { name: 'Copy this yourself' });
  await expect(byHand.getByRole('textbox')).toHaveValue(/^http:.*sig/);
  await expect(byHand.getByRole('textbox')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(byHand).toBeHidden();
  await expect(viewer.getByRole('button', { name: 'Copy link' })).toBeFocused();
  const download = page.waitForEvent('download');
  await viewer.getByRole('link', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('back.png');
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(inspection.getByRole('button', { name: 'Open back.png' })).toBeFocused();

  await onPhoneWidth(page);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await inspection.getByRole('button', { name: 'Other actions: inspection First look' }).click();
  await page.getByRole('menuitem', { name: 'Delete inspection' }).click();
  const asked = page.getByRole('dialog', { name: 'Delete this inspection?' });
  await expect(asked).toBeVisible();

  // Another tab is first.
  const other = await page.context().newPage();
  await open(other, claim);
  await other.getByRole('button', { name: 'Other actions: inspection First look' }).click();
  await other.getByRole('menuitem', { name: 'Delete inspection' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Delete inspection' }).click();
  await expect(other.getByRole('region', { name: 'Inspection: First look' })).toBeHidden();
  await other.close();
  // Coming back to the tab brings the latest claim; the question stays, and says what has changed.
  await expect(async () => {
    await page.evaluate('window.dispatchEvent(new Event("visibilitychange"))');
    await expect(page.getByLabel('Inspection: First look', { exact: true })).toHaveCount(0, { timeout: 1000 });
  }).toPass();
  await asked.getByRole('button', { name: 'Delete inspection' }).click();
  await expect(asked.getByText(/changed since you opened it/)).toBeVisible();
  await expectAccessible(page);
  await asked.getByRole('button', { name: 'Show the latest version' }).click();
  await asked.getByRole('button', { name: 'Delete inspection' }).click();
  await expect(asked.getByText("This inspection doesn't exist.")).toBeVisible();
  await asked.getByRole('button', { name: 'Keep inspection' }).click();
  await expect(asked).toBeHidden();
  await setSettings(page, { isReturnInspectionEnabled: false });
});

test('a label is bought in two steps at a live rate, and quick ship takes one press', async ({ page }) => {
  await signIn(page, 'Sam Staff');
  const claim = await makeClaim(page, ORDERS.zip);
  await open(page, claim);
  const shipments = page.getByRole('region', { name: 'Shipments' });
  await shipments.getByRole('button', { name: 'Create shipment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create shipment' });
  await expect(dialog.getByLabel('From')).toBeFocused();
  await dialog.getByLabel('To', { exact: true }).selectOption({ index: 0 });
  await expect(dialog.getByText('The from and to addresses are the same.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Next' })).toBeDisabled();
  await expectAccessible(page);
  await dialog.getByLabel('To', { exact: true }).selectOption({ index: 1 });
  await dialog.getByLabel('Weight in ounces').fill('9000');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(dialog.getByText('Failed to Create Shipment')).toBeVisible();
  await expect(dialog.getByText('USPS: parcel weight exceeds the maximum of 70 lb')).toBeVisible();
  await expectAccessible(page);
  await typeAmount(dialog.getByLabel('Weight in ounces'), '12.7');
  await expect(dialog.getByText('Enter the weight in whole ounces, at least 1.')).toBeVisible();
  await dialog.getByLabel('Weight in ounces').fill('20');
  await dialog.getByRole('button', { name: 'Next' }).click();
  const rate = dialog.getByRole('radio', { name: /^USPS Priority, \$/ });
  await expect(dialog.getByRole('button', { name: 'Buy label' })).toBeDisabled();
  await expect(dialog.getByRole('radio').first()).toBeFocused();
  await expectAccessible(page);
  await rate.check();
  await onPhoneWidth(page);
  await expectNoSidewaysScroll(page);
  await page.route(/\/shipment$/, (route) => route.fulfill({ status: 502, json: REFUSED }), { times: 1 });
  await dialog.getByRole('button', { name: 'Buy label' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Failed to Create Shipment');
  await expect(dialog.getByText(REFUSED.message)).toBeVisible();
  await dialog.getByRole('button', { name: 'Buy label' }).click();
  await expect(dialog).toBeHidden();
  await expect(shipments.getByText('USPS Priority')).toBeVisible({ timeout: 30_000 });
  await expect(shipments.getByRole('link', { name: 'Open label' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.setViewportSize({ width: 1280, height: 900 });
  await expectDocumentShown(
    page,
    claim.id,
    (await shipments.getByRole('link', { name: 'Open label' }).getAttribute('href')) ?? '',
  );
  const quick = await makeClaim(page, ORDERS.chambray);
  await open(page, quick);
  // Where no label is made, what colleagues did meanwhile stays.
  const call = `/api/merchant/${await storeOf(page)}/claim/${quick.id}`;
  const written = page.getByText('Written meanwhile');
  await page.route(
    `**${call}/shipment/quote-and-create`,
    async (route) => {
      await page.request.post(`${call}/timeline`, {
        headers: { 'x-makegood': '1' },
        data: { message: 'Written meanwhile' },
      });
      await page.clock.setSystemTime(Date.now() + 60_000);
      await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
      await expect(written).toBeVisible();
      await route.fulfill({ json: { kind: 'failure', errors: ['USPS: no such address'] } });
    },
    { times: 1 },
  );
  await shipments.getByRole('button', { name: 'Quick ship' }).click();
  await expect(shipments.getByText('USPS: no such address')).toBeVisible();
  await expect(written).toBeVisible();
  await shipments.getByRole('button', { name: 'Quick ship' }).click();
  await expect(shipments.getByText('USPS Ground Advantage')).toBeVisible({ timeout: 30_000 });
  await expect(shipments.getByRole('button', { name: 'Quick ship' })).toBeHidden();
  await expect(shipments).toBeFocused();
});

/** A document of ours beside the first item opens in the viewer, where the browser has a viewer for it, and is offered as a file where not. */
async function expectDocumentShown(page: Page, claimId: number, url: string): Promise<void> {
  const document = { id: 'receipt', filename: 'receipt.pdf', contentType: 'application/pdf', url };
  await page.route(new RegExp(`/claim/${claimId}$`), async (route) => {
    const response = await route.fetch();
    const claim = (await response.json()) as { claimLineItems: object[] };
    await route.fulfill({
      response,
      json: { ...claim, claimLineItems: claim.claimLineItems.map((line) => ({ ...line, images: [document] })) },
    });
  });
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|X-Frame-Options/.test(message.text())) refused.push(message.text());
  });
  const opened = page.getByRole('button', { name: 'Open receipt.pdf' });
  const viewer = page.getByRole('dialog', { name: 'receipt.pdf' });
  const withViewer = (is: boolean) =>
    `Object.defineProperty(navigator, 'pdfViewerEnabled', { value: ${is}, configurable: true })`;
  await page.reload();
  await page.evaluate(withViewer(true));
  const answered = page.waitForResponse((answer) => answer.url() === url);
  await opened.click();
  expect((await answered).headers()['content-type']).toBe('application/pdf');
  await expect(viewer.locator('iframe')).toBeVisible();
  await expect(viewer.getByRole('button', { name: 'Close' })).toBeFocused();
  expect(refused).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await page.evaluate(withViewer(false));
  await opened.click();
  await expect(viewer.getByText('File Preview Unavailable')).toBeVisible();
  await expect(viewer.getByRole('link', { name: 'Download File' })).toBeVisible();
  await page.unroute(new RegExp(`/claim/${claimId}$`));
}

test('tags are added, made and taken off; j and k go through the list', async ({ page }) => {
  await signIn(page, 'Sam Staff');
  const first = await makeClaim(page, ORDERS.ring);
  const second = await makeClaim(page, ORDERS.beeswax);
  await page.goto('/');
  await page.getByRole('link', { name: first.externalId }).click();
  const title = (name: string) => page.getByRole('heading', { level: 1, name });
  await expect(title(first.externalId)).toBeVisible();

  const tags = page.getByRole('region', { name: 'Tags' });
  await tags.getByRole('combobox', { name: 'Add a tag' }).fill('handle with care');
  await tags.getByRole('button', { name: 'Add' }).click();
  await expect(tags.getByRole('listitem')).toHaveText(['handle with care']);
  await expectAccessible(page);

  await expect(page.getByRole('button', { name: `Previous claim, ${second.externalId}` })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.locator('h1').click();
  await page.keyboard.press('k');
  await expect(title(second.externalId)).toBeVisible();
  await page.goBack();
  await expect(title('Home')).toBeVisible();
  await page.goForward();
  await expect(title(second.externalId)).toBeVisible();

  await page
    .getByRole('region', { name: 'Original order' })
    .getByRole('link', { name: ORDERS.beeswax.orderNo })
    .click();
  await expect(title(`#${ORDERS.beeswax.orderNo}`)).toBeVisible();
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(title(second.externalId)).toBeVisible();

  const comment = page.getByRole('textbox', { name: 'Internal comment' });
  await comment.fill('Half a thought');
  const next = page.getByRole('button', { name: `Next claim, ${first.externalId}` });
  await next.click();
  const leaving = page.getByRole('dialog', { name: 'Unsaved Changes' });
  await expect(leaving).toContainText("Your comment isn't sent.");
  await expectAccessible(page);
  await leaving.getByRole('button', { name: 'Return to Page' }).click();
  await expect(comment).toHaveValue('Half a thought');
  await next.click();
  await leaving.getByRole('button', { name: 'Discard Changes' }).click();
  await expect(title(first.externalId)).toBeVisible();
  await expect(comment).toHaveValue('');
  await expect(page.getByRole('button', { name: `Previous claim, ${second.externalId}` })).toBeVisible();
  await page.locator('h1').click();
  await page.keyboard.press('k');
  await expect(title(second.externalId)).toBeVisible();
  await expect(comment).toHaveValue('');
  await tags.getByRole('combobox', { name: 'Add a tag' }).fill('handle');
  await page.getByRole('option', { name: 'handle with care' }).click();
  await expect(tags.getByRole('listitem')).toHaveText(['handle with care']);
  await tags.getByRole('button', { name: 'Remove tag handle with care' }).click();
  await expect(tags.getByText('No tags.')).toBeVisible();
  // The key is nobody's until the claims around this one are known.
  await expect(next).toBeVisible();
  await page.locator('h1').click();
  await page.keyboard.press('j');
  await expect(title(first.externalId)).toBeVisible();
  await page.reload();
  await expect(tags.getByRole('listitem')).toHaveText(['handle with care']);

  // As long as tags may be, it breaks neither the page nor the list; all columns of the list are seen.
  const long = 'x'.repeat(128);
  await tags.getByRole('combobox', { name: 'Add a tag' }).fill(long);
  await tags.getByRole('button', { name: 'Add' }).click();
  await onPhoneWidth(page);
  const remove = tags.getByRole('button', { name: `Remove tag ${long}` });
  await remove.scrollIntoViewIfNeeded();
  await expect(remove).toBeInViewport({ ratio: 1 });
  await expectNoSidewaysScroll(page);
  await openReturns(page);
  await expect(page.getByTitle(long)).toBeVisible();
  await expectNoSidewaysScroll(page);
  for (const width of [1280, 1200]) {
    await page.setViewportSize({ width, height: 800 });
    const created = page.getByRole('columnheader', { name: 'Created' });
    await expect(created).toBeInViewport({ ratio: 1 });
    await expect(
      page
        .getByRole('row')
        .filter({ has: page.getByTitle(long) })
        .getByRole('cell')
        .last(),
    ).toBeInViewport({
      ratio: 1,
    });
  }
});

test('of two staff on one claim the second is told who changed what, and keeps what was typed', async ({
  browser,
  page,
}) => {
  await signIn(page, 'Sam Staff');
  const claim = await makeClaim(page, ORDERS.ring);
  await open(page, claim);
  await page.getByRole('region', { name: 'Customer' }).getByRole('button', { name: 'Edit customer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit customer' });
  await dialog.getByLabel('Street').fill('12 Typed Lane');
  const postalCode = await dialog.getByLabel('Postal code').inputValue();
  await dialog.getByLabel('Postal code').fill('');
  await dialog.getByLabel('Country').selectOption('Canada');
  await dialog.getByRole('button', { name: 'Save customer' }).click();
  for (const missing of ['State or province', 'Postal code'])
    await expect(dialog.getByLabel(missing)).toHaveAccessibleDescription('Must not be empty.');
  await dialog.getByLabel('Postal code').fill(postalCode);
  await dialog.getByLabel('Country').selectOption('United States');
  await dialog.getByLabel('State or province').selectOption('Colorado');

  const other = await (await browser.newContext()).newPage();
  await signIn(other, 'Ada Admin');
  await open(other, claim);
  await other.getByRole('button', { name: /^Approve: / }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Approve refund' }).click();
  await expect(other.getByRole('dialog')).toBeHidden();

  await other.getByRole('region', { name: 'Customer' }).getByRole('button', { name: 'Edit customer' }).click();
  const theirs = other.getByRole('dialog', { name: 'Edit customer' });
  await theirs.getByLabel('City').fill('Ada’s Town');
  await theirs.getByRole('button', { name: 'Save customer' }).click();
  await expect(theirs).toBeHidden();

  // Coming back to the tab brings the latest claim beneath the dialog.
  await expect(async () => {
    await page.evaluate('window.dispatchEvent(new Event("visibilitychange"))');
    await expect(page.getByText('Ada’s Town').first()).toBeAttached({ timeout: 1000 });
  }).toPass();
  await dialog.getByRole('button', { name: 'Save customer' }).click();
  await expect(dialog.getByText(/changed since you opened it: .* \(Ada Admin\)/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Show the latest version' }).click();
  await expect(dialog.getByLabel('Street')).toHaveValue('12 Typed Lane');
  await expect(dialog.getByLabel('City')).toHaveValue('Ada’s Town');
  await dialog.getByRole('button', { name: 'Save customer' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('12 Typed Lane').first()).toBeVisible();
  await expect(page.getByText('Sam Staff').first()).toBeVisible();

  await page.getByRole('button', { name: /^Add a note: / }).click();
  const note = page.getByRole('textbox', { name: /^Note to customer: / });
  await note.fill('Sam’s words');
  await open(other, claim);
  await other.getByRole('button', { name: /^Add a note: / }).click();
  await other.getByRole('textbox', { name: /^Note to customer: / }).fill('Ada’s words');
  await other.getByRole('button', { name: 'Save note' }).click();
  await expect(other.getByRole('button', { name: /^Edit note: / })).toBeVisible();
  await page.getByRole('button', { name: 'Save note' }).click();
  // Where it can't be had, the way to it stays.
  const oneClaim = /\/api\/merchant\/\d+\/claim\/\d+$/;
  await page.route(oneClaim, (route) => route.fulfill({ status: 409, json: REFUSED }));
  await page.getByRole('button', { name: 'Show the latest version' }).click();
  await expect(page.getByText(/^The latest version didn't load/)).toBeVisible();
  await page.unroute(oneClaim);
  await page.getByRole('button', { name: 'Show the latest version' }).click();
  await expect(page.getByText('The note is now: Ada’s words')).toBeVisible();
  await expect(note).toBeFocused();
  await expect(note).toHaveValue('Sam’s words');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(note).toBeHidden();

  const leaving = page.getByRole('dialog', { name: 'Unsaved Changes' });
  await page.getByRole('button', { name: 'Edit fees' }).click();
  const fees = page.getByRole('dialog', { name: 'Fees of this claim' });
  await typeAmount(fees.getByLabel('Return shipping'), '3.10');
  await page.route(/\/fees$/, (route) => route.fulfill({ status: 502, json: REFUSED }), { times: 1 });
  await fees.getByRole('button', { name: 'Save fees' }).focus();
  await page.keyboard.press('Enter');
  await expect(fees.getByText(REFUSED.message)).toBeVisible();
  await expect(fees.getByRole('button', { name: 'Save fees' })).toBeFocused();
  await page.keyboard.press('Escape');
  await leaving.getByRole('button', { name: 'Discard Changes' }).click();
  await expect(fees).toBeHidden();
  await page.getByRole('button', { name: 'Finalize', exact: true }).click();
  const finalizing = page.getByRole('dialog', { name: `Finalize ${claim.externalId}` });
  await finalizing.getByText(/edit or preview$/).click();
  await finalizing.getByLabel('Subject').fill('Good news');
  await finalizing.getByRole('button', { name: 'Cancel' }).click();
  await leaving.getByRole('button', { name: 'Return to Page' }).click();
  await expect(finalizing.getByLabel('Subject')).toHaveValue('Good news');
  await finalizing.getByRole('button', { name: 'Cancel' }).click();
  await leaving.getByRole('button', { name: 'Discard Changes' }).click();

  // A colleague's decision locks the item, and takes nothing of what is typed about it.
  await page.getByRole('button', { name: /^Edit note: / }).click();
  await note.fill('Sam’s last words');
  await open(other, claim);
  await finalize(other, /^Finalize and refund/);
  await other.context().close();
  await expect(async () => {
    await page.evaluate('window.dispatchEvent(new Event("visibilitychange"))');
    await expect(page.getByText("Finalized. It can't be changed.")).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(note).toHaveValue('Sam’s last words');
});
