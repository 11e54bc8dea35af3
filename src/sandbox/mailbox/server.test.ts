import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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

test('an answer goes to where the mail asks for it, and is posted on to who takes mail there', async () => {
  const posted: string[] = [];
  const taker = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      posted.push(Buffer.concat(chunks).toString());
      response.end();
    });
  });
  await new Promise<void>((resolve) => taker.listen(0, '127.0.0.1', resolve));
  const { port } = taker.address() as AddressInfo;
  const postTo = { domain: 'in.shop.example', url: `http://127.0.0.1:${port}/mail` };
  const mailbox = await startMailbox({ smtpPort: 0, httpPort: 0, postTo });
  await nodemailer.createTransport(mailbox.smtpUrl).sendMail({
    from: 'a@shop.example',
    replyTo: 'claims+1@in.shop.example',
    to: 'ada@example.com',
    subject: 'Größe?',
    text: 'Which one?',
  });
  const [mail] = mailbox.messages();
  const answer = await fetch(`${mailbox.url}/messages/${mail?.id}/reply`, {
    method: 'POST',
    body: new URLSearchParams({ text: 'Größe 42' }),
    redirect: 'manual',
  });
  expect(answer.status).toBe(303);
  expect(posted).toHaveLength(1);
  expect(posted[0]).toContain(`In-Reply-To: ${mail?.messageId}`);
  expect(mailbox.messages()[0]).toMatchObject({ to: ['claims+1@in.shop.example'], subject: 'Re: Größe?' });
  expect(mailbox.messages()[0]?.text).toMatch(/^Größe 42\r?\n/);
  await mailbox.close();
  taker.close();
});
