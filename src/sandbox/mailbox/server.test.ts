import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import { expect, test } from 'vitest';
import { startMailbox } from './server.ts';

const send = (smtpUrl: string, to: string, html = '<p>Hi</p>') =>
  nodemailer.createTransport(smtpUrl).sendMail({ from: 'a@shop.example', to, subject: `To <${to}>`, html, text: 'Hi' });

test('lists the mails of one recipient, and shows what they contain without running it', async () => {
  const mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 });
  await send(mailbox.smtpUrl, 'ada@example.com', '<script>alert(1)</script><a href="https://shop.example">go</a>');
  await send(mailbox.smtpUrl, 'bob@example.com');
  const list = (await (await fetch(`${mailbox.url}/api/messages?to=ADA@example.com`)).json()) as {
    id: string;
    to: string[];
  }[];
  expect(list.map(({ to }) => to)).toEqual([['ada@example.com']]);
  const inbox = await (await fetch(`${mailbox.url}/?to=ada@example.com`)).text();
  expect(inbox).toContain('To &#60;ada@example.com&#62;');
  expect(inbox).not.toContain('bob@example.com');
  const frame = await fetch(`${mailbox.url}/messages/${list[0]?.id}/html`);
  expect(frame.headers.get('content-security-policy')).toContain('sandbox allow-popups');
  expect(frame.headers.get('content-security-policy')).not.toContain('allow-scripts');
  const page = await (await fetch(`${mailbox.url}/messages/${list[0]?.id}`)).text();
  expect(page).toContain('<iframe');
  expect(page).not.toContain('<script>');
  await mailbox.close();
});

test('mails outlive a restart when a file is named', async () => {
  const stateFile = join(mkdtempSync(join(tmpdir(), 'mailbox-')), 'mails.json');
  const first = await startMailbox({ smtpPort: 0, httpPort: 0, stateFile });
  await send(first.smtpUrl, 'ada@example.com');
  await first.close();
  const second = await startMailbox({ smtpPort: 0, httpPort: 0, stateFile });
  expect(second.messages()).toMatchObject([{ to: ['ada@example.com'] }]);
  await second.close();
});
