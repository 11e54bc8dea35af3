import { expect } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './screen.ts';
import { openSettings } from './staff.ts';
import { test } from './test.ts';

test('reasons are grouped, and the audit log shows who did it', async ({ page }) => {
  await openSettings(page, 'reasons');
  const groups = page.getByRole('list', { name: 'Reason groups' });
  await expect(groups.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page);

  // A reason shows at once; one that the server refuses comes back with what was typed.
  await page.route('**/claim-reason', async (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await page.getByRole('button', { name: 'Add reason', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save reason' }).click();
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await dialog.getByLabel('Name').fill('Came too late');
  await dialog.getByRole('button', { name: 'Save reason' }).click();
  await expect(dialog.getByLabel('Name')).toHaveValue('Came too late');
  const reasons = page.getByRole('list', { name: 'Reasons', exact: true });
  await page.unroute('**/claim-reason');
  await dialog.getByRole('button', { name: 'Save reason' }).click();
  await expect(reasons.getByText('Came too late')).toBeVisible();
  await expect(page.getByText('Reason saved')).toBeVisible();

  // The default group of returns gives it up.
  await groups.getByRole('button', { name: /^Edit Default: return/ }).click();
  await expectAccessible(page);
  await expect(dialog.getByRole('list')).toHaveCSS('max-height', '416px');
  await dialog.getByRole('checkbox', { name: 'Came too late' }).uncheck();
  await dialog.getByRole('button', { name: 'Move Not as expected up' }).click();
  await dialog.getByRole('button', { name: 'Save reason group' }).click();
  await expect(groups.getByText('Not as expected, It does not fit')).toBeVisible();
  await groups.getByRole('button', { name: /^Edit Default: return/ }).click();
  await dialog.getByRole('button', { name: 'Move It does not fit up' }).click();
  await dialog.getByRole('button', { name: 'Save reason group' }).click();
  await expect(groups.getByText('It does not fit, Not as expected').first()).toBeVisible();

  await page
    .getByRole('navigation', { name: 'Settings', exact: true })
    .getByRole('link', { name: 'Audit Log' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit Log' })).toBeVisible();
  await expect(page.getByRole('row', { name: /Changed a reason group/ }).first()).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(page.getByRole('row').nth(2).getByRole('button')).toBeFocused();
  await page
    .getByRole('row', { name: /Changed a reason group/ })
    .first()
    .click();
  await expect(dialog.getByRole('table', { name: 'What changed' })).toBeVisible();
  await expect(dialog.getByText('Ada Admin')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
