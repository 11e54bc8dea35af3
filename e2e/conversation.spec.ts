import { createTransport } from 'nodemailer';
import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { onePixel } from '#server/testing/uploads.ts';
import { readSettings, setSettings, storeOf } from './claims.ts';
import { BACK_OFFICE_URL, MAILBOX_URL, SANDBOX_PORT } from './places.ts';
import { ALWAYS_FILED, offerProtection } from './protection.ts';
import { lookAt } from './screen.ts';
import { signIn } from './staff.ts';
import { test } from './test.ts';

const ORDER = '1947';

test.beforeAll(({ browser }) => offerProtection(browser, true));
test.afterAll(({ browser }) => offerProtection(browser, false));

/** On a desk and on a phone. */
async function lookAtEachWidth(page: Page): Promise<void> {
  for (const width of [1280, 390, 320]) {
    await page.setViewportSize({ width, height: 900 });
    await lookAt(page);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

type Mail = {
  id: string;
  subject: string;
  to: string[];
  replyTo: string | null;
  text: string;
  attachments: { filename: string }[];
};
async function mailTo(request: APIRequestContext, to: string, text: RegExp): Promise<Mail> {
  let found: Mail | undefined;
  await expect
    .poll(
      async () => {
        const answer = await request.get(`${MAILBOX_URL}/api/messages`, { params: { to } });
        found = ((await answer.json()) as Mail[]).find((mail) => text.test(mail.text));
        return found !== undefined;
      },
      { message: `a mail to ${to} with ${text}`, timeout: 20_000 },
    )
    .toBe(true);
  if (!found) throw new Error('no mail');
  return found;
}

test('a customer answers by email, staff write back, and mail of a stranger waits until a person puts it there', async ({
  browser,
  page,
  request,
}) => {
  await signIn(page, 'Ada Admin');
  const before = await readSettings(page, Object.keys(ALWAYS_FILED));
  await setSettings(page, ALWAYS_FILED);
  const storeId = await storeOf(page);
  await page.goto(
    `${BACK_OFFICE_URL}/${storeId}/orders/lookup?filters=${encodeURIComponent(JSON.stringify({ searchTerm: ORDER }))}`,
  );
  await page.getByRole('row', { name: new RegExp(ORDER) }).click();
  await page.getByRole('link', { name: 'Create claim' }).click();
  await page.getByRole('radio', { name: 'Shipping' }).check();
  await page.getByRole('checkbox').first().check();
  await page.getByLabel('Reason').selectOption('Stolen');
  await page.getByRole('button', { name: 'Create shipping claim' }).click();
  await expect(page.getByRole('heading', { name: 'Conversation' })).toBeVisible();
  const number = /S-[0-9A-Z]{8}/.exec((await page.getByRole('heading', { level: 1 }).textContent()) ?? '')?.[0] ?? '';
  const email = (await page.locator('main a[href^="mailto:"]').first().textContent()) ?? '';

  // The customer answers in the mailbox.
  const told = await mailTo(request, email, new RegExp(number));
  const mailbox = await (await browser.newContext()).newPage();
  await mailbox.goto(`${MAILBOX_URL}/messages/${told.id}`);
  await mailbox.getByLabel('Text').fill('It was stolen from my porch. Grüße');
  await mailbox.getByRole('button', { name: 'Send answer' }).click();
  await expect(mailbox.getByRole('heading', { name: 'Mailbox' })).toBeVisible();

  await page.reload();
  await expect(page.getByText('It was stolen from my porch. Grüße')).toBeVisible();
  await expect(page.getByText(/^The customer’s last message isn’t answered/)).toBeVisible();
  await expect(page.getByText('Quoted text')).toBeVisible();
  await expect(page.getByText('wrote:')).toBeHidden();
  await page.getByText('Quoted text').click();
  await expect(page.getByText('wrote:')).toBeVisible();
  await page.getByLabel('Message to customer').fill('Thank you.\n\nWe look into it.');
  await page.locator('main input[type=file]').setInputFiles({
    name: 'porch.png',
    mimeType: 'image/png',
    buffer: Buffer.from(onePixel),
  });
  await expect(page.getByRole('button', { name: 'Remove porch.png' })).toBeVisible();
  await lookAtEachWidth(page);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText(/^The customer’s last message isn’t answered/)).toHaveCount(0);
  await expect(page.getByRole('article', { name: /^Message from/ })).toHaveCount(3);
  await expect(page.getByText('Sending')).toHaveCount(0, { timeout: 20_000 });
  const answered = await mailTo(request, email, /We look into it/);
  expect(answered.subject).toMatch(/^Re: /);
  expect(answered.attachments.map(({ filename }) => filename)).toEqual(['porch.png']);
  await expect(page.getByRole('button', { name: 'Remove porch.png' })).toHaveCount(0);
  await lookAtEachWidth(page);

  // Somebody else got hold of the address.
  const subject = `Stranger ${number}`;
  await createTransport({ host: '127.0.0.1', port: SANDBOX_PORT + 4 }).sendMail({
    from: 'Eve <eve@elsewhere.example>',
    to: told.replyTo ?? '',
    subject,
    text: 'I saw who took it.',
  });
  await page.goto(`${BACK_OFFICE_URL}/${storeId}/claims/shipping`);
  await page.getByRole('link', { name: /^Unknown Senders/ }).click();
  const stranger = page.getByRole('article', { name: 'Email from Eve' }).filter({ hasText: subject });
  await expect(stranger.getByText('The sender isn’t part of the claim it was sent to.')).toBeVisible();
  await lookAtEachWidth(page);
  await stranger.getByLabel('Claim number').fill('S-NOTHERE');
  await stranger.getByRole('button', { name: 'Put into Claim' }).click();
  await expect(stranger.getByText('No such shipping claim.')).toBeVisible();
  await stranger.getByLabel('Claim number').fill(number);
  await stranger.getByRole('button', { name: 'Put into Claim' }).click();
  await expect(stranger).toHaveCount(0);
  await page.goto(`${BACK_OFFICE_URL}/${storeId}/claims/shipping`);
  await page.getByRole('button', { name: 'Unanswered' }).click();
  await page.getByRole('row', { name: new RegExp(number) }).click();
  await expect(page.getByText('I saw who took it.')).toBeVisible();
  await page.getByRole('button', { name: 'No answer needed' }).click();
  await expect(page.getByText(/^The customer’s last message isn’t answered/)).toHaveCount(0);
  await setSettings(page, before);
  await mailbox.context().close();
});
