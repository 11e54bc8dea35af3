import { expect } from '@playwright/test';
import { DNS_URL, MAILBOX_URL } from './places.ts';
import { expectAccessible, expectNoSidewaysScroll, onPhone } from './screen.ts';
import { openSettings } from './staff.ts';
import { readMail } from './mail.ts';
import { test } from './test.ts';

test('an admin words an email, sees it change before it is saved, and sends a test', async ({ page, request }) => {
  await openSettings(page, 'email');
  const row = page.getByRole('region', { name: 'Return reminder' });
  await row.getByRole('button', { name: 'Edit Return reminder' }).click();
  const preview = row.frameLocator('iframe');
  await expect(preview.getByRole('heading', { name: "We haven't seen your package yet" })).toBeVisible();
  const language = row.getByRole('combobox', { name: 'Language of the preview of Return reminder' });
  await language.selectOption('Deutsch');
  await expect(preview.locator('html[lang=de]')).toBeAttached();
  await expect(row.getByText('Customers who read')).toHaveCount(0);
  await row.getByRole('textbox', { name: 'Header' }).fill('Still at home?');
  await expect(preview.getByRole('heading', { name: 'Still at home?' })).toBeVisible();
  await expect(row.getByText('Customers who read Deutsch get this text in English.')).toBeVisible();
  await language.selectOption('English');

  const subject = row.getByRole('textbox', { name: 'Subject' });
  await subject.fill('Ship ');
  await row.getByRole('button', { name: 'Insert a variable into Subject' }).click();
  await page.getByRole('menuitem', { name: /Claim number/ }).click();
  await expect(subject).toHaveValue('Ship {{claimNumber}}');
  await row.getByRole('textbox', { name: 'Body' }).fill('Dear {{nobody}}');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(row.getByText("{{nobody}} isn't a variable of this email.")).toBeVisible();
  await row.getByRole('textbox', { name: 'Body' }).fill('Dear {{customerName}},\n\n<b>please</b> ship it.');
  await expect(preview.getByText('please', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await row.getByRole('button', { name: 'Send a test of Return reminder to me' }).click();
  await expect(page.getByText('Test sent to ada@demo.test')).toBeVisible();
  expect((await readMail(request, 'ada@demo.test', /^Ship R-/)).html).toContain('<b>please</b> ship it.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
});

test('an admin proves a domain with its DNS records, and emails are sent from it', async ({ browser, request }) => {
  const phone = await onPhone(browser);
  await openSettings(phone, 'email');
  const from = phone.getByRole('textbox', { name: 'Send-from email' });
  await expect(from).not.toBeEditable();
  await phone.getByRole('textbox', { name: 'Domain', exact: true }).fill('https://north.example');
  await phone.getByRole('button', { name: 'Add domain' }).click();
  const records = phone.getByRole('list', { name: 'DNS records of north.example' });
  await expect(records.getByRole('listitem')).toHaveCount(3);
  await expect(records.getByRole('button', { name: 'Copy the value of the DKIM record' })).toBeVisible();
  for (const kind of ['DKIM', 'SPF']) {
    const [name = '', value = ''] = await records
      .getByRole('listitem', { name: kind })
      .locator('code')
      .filter({ hasNotText: /^TXT$/ })
      .allTextContents();
    await request.put(`${DNS_URL}/records`, { data: { name, texts: [value] } });
  }
  await phone.getByRole('button', { name: 'Check now' }).click();
  await expect(phone.getByText('Verified', { exact: true })).toBeVisible();
  await expectAccessible(phone);
  await expectNoSidewaysScroll(phone);
  await expect(from).toBeEditable();
  await from.fill('returns@south.example');
  await phone.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(from).toHaveAccessibleDescription(
    /Email send from must be a valid email address ending with north\.example/,
  );
  await from.fill('returns@north.example');
  await phone.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(phone.getByText('Settings saved')).toBeVisible();
  const row = phone.getByRole('region', { name: 'Return reminder' });
  await row.getByRole('button', { name: 'Edit Return reminder' }).click();
  await row.getByRole('button', { name: 'Send a test of Return reminder to me' }).click();
  await expect(phone.getByText('Test sent to ada@demo.test')).toBeVisible();
  const inbox = await request.get(`${MAILBOX_URL}/api/messages`, { params: { to: 'ada@demo.test' } });
  const senders = ((await inbox.json()) as { from: string }[]).map(({ from }) => from);
  expect(senders).toContainEqual(expect.stringContaining('returns@north.example'));
  await phone.getByRole('button', { name: 'Remove domain' }).click();
  await phone.getByRole('dialog').getByRole('button', { name: 'Remove domain' }).click();
  await expect(from).toHaveValue('returns@makegood.test');
});
