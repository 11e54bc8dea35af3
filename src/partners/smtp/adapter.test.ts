import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONTEXT, mailConformance, mailOf } from '#partners/conformance/mail.ts';
import { startMailbox, type Mailbox } from '#sandbox/mailbox/server.ts';
import { createSmtpMail } from './adapter.ts';

let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 });
});
const opened: ReturnType<typeof createSmtpMail>[] = [];
afterAll(async () => {
  await Promise.all(opened.map((mail) => mail.close()));
  await mailbox.close();
});

const openAs = (options: Parameters<typeof createSmtpMail>[0]) => {
  const mail = createSmtpMail(options);
  opened.push(mail);
  return mail;
};
const open = () => openAs({ url: mailbox.smtpUrl });

describe('SMTP as Mail', () => mailConformance(open, () => mailbox.messages()));

test('a relay address sends, and replies go to the store', async () => {
  const mail = openAs({ url: mailbox.smtpUrl, from: 'relay@makegood.example' });
  const { messageId } = await mail.send(mailOf('mail:relay'), CONTEXT);
  expect(mailbox.messages().find((received) => received.messageId === messageId)).toMatchObject({
    from: 'Nordwind <relay@makegood.example>',
    replyTo: 'help@nordwind.example',
  });
});

test('a server that asks to try later is tried later, then the mail arrives once', async () => {
  await fetch(`${mailbox.url}/_control/faults`, { method: 'POST', body: JSON.stringify({ mode: 'fail', times: 1 }) });
  await expect(open().send(mailOf('mail:later'), CONTEXT)).rejects.toMatchObject({ kind: 'retry', partner: 'SMTP' });
  const { messageId } = await open().send(mailOf('mail:later'), CONTEXT);
  expect(mailbox.messages().find((mail) => mail.messageId === messageId)?.copies).toBe(1);
});

test('nobody listening can be tried again', async () => {
  const mail = openAs({ url: 'smtp://127.0.0.1:1' });
  await expect(mail.send(mailOf('mail:nowhere'), CONTEXT)).rejects.toMatchObject({ kind: 'retry' });
});

/** A server with these words for the first four letters of a command. */
async function serverThatSays(answers: Readonly<Record<string, string>>): Promise<{ url: string; close: () => void }> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.write('220 test\r\n');
    socket.on('data', (data) => socket.write(`${answers[data.toString().slice(0, 4).toUpperCase()] ?? '250 ok'}\r\n`));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `smtp://user:wrong@127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, close: () => server.close() };
}

test('a recipient the server knows nothing of is refused', async () => {
  const server = await serverThatSays({ RCPT: '550 5.1.1 no such user', QUIT: '221 bye' });
  const mail = openAs({ url: server.url.replace('user:wrong@', '') });
  await expect(mail.send(mailOf('mail:unknown'), CONTEXT)).rejects.toMatchObject({ kind: 'refused' });
  server.close();
});

test.each([
  ['takes the password no more', { AUTH: '535 5.7.8 Authentication credentials invalid' }],
  ['wants a password first', { AUTH: '235 ok', MAIL: '530 5.7.0 Authentication required' }],
  ['does not let us in', { EHLO: '554 5.7.1 go away', HELO: '554 5.7.1 go away' }],
])('a server that %s refuses no mail: it is tried again', async (_what, answers) => {
  const server = await serverThatSays({ EHLO: '250-ready\r\n250 AUTH PLAIN', QUIT: '221 bye', ...answers });
  const mail = openAs({ url: server.url });
  await expect(mail.send(mailOf('mail:locked-out'), CONTEXT)).rejects.toMatchObject({ kind: 'retry' });
  server.close();
});

test('mails share few connections, and one that ended meanwhile is replaced', async () => {
  const { hostname, port } = new URL(mailbox.smtpUrl);
  const sockets: Socket[] = [];
  const way = createServer((socket) => {
    const onward = connect(Number(port), hostname);
    sockets.push(socket);
    for (const end of [socket, onward]) end.on('error', () => undefined);
    socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve));
  const mail = openAs({ url: `smtp://127.0.0.1:${(way.address() as AddressInfo).port}` });
  const keys = Array.from({ length: 40 }, (_, index) => `mail:shared:${index}`);
  const sent = await Promise.all(keys.map((key) => mail.send(mailOf(key), CONTEXT)));
  expect(sockets.length).toBeLessThanOrEqual(8);
  for (const socket of sockets) socket.destroy();
  // The news travels as long as any byte.
  await pause(200);
  sent.push(await mail.send(mailOf('mail:after'), CONTEXT));
  const copies = sent.map(({ messageId }) => mailbox.messages().find((one) => one.messageId === messageId)?.copies);
  expect(copies).toEqual(sent.map(() => 1));
  await mail.close();
  way.close();
});
