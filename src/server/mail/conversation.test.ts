import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as mail from '#contract/merchant/claim-mail.ts';
import * as contract from '#contract/merchant/shipping-claims.ts';
import { createImapMailbox } from '#partners/imap/adapter.ts';
import { PrivacyCounts, PrivacySubject } from '#core/privacy/requests.ts';
import { openSession } from '#server/http/login-session.ts';
import { fetchNewMail } from '#server/mail/fetch-mail.ts';
import { eraseCustomer } from '#server/privacy/erase-customer.ts';
import { exportCustomer } from '#server/privacy/export-customer.ts';
import { replyAddress } from '#server/mail/reply-address.ts';
import { placeByHand } from '#server/mail/take-in.ts';
import { newest } from '#server/testing/claims.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { eventually, INBOUND_TOKEN, startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';
import { fileShippingClaim, SHIPPING_CLAIMS_ON } from '#server/testing/shipping-claims.ts';
import { onePixel, uploadByStaff } from '#server/testing/uploads.ts';

let server: TestServer;
let staff: Caller;
let petra: Caller;
beforeAll(async () => {
  server = await startTestServer({ orders: 200 });
  staff = await server.staff('Staff');
  const identity = { subject: 'petra', email: 'petra@test.example', firstName: 'Petra', lastName: 'Provider' };
  const token = await openSession(server.server.deps.database, identity, true, undefined, new Date());
  petra = server.browser(`makegood_session=${token}`);
  await server.saveSettings(SHIPPING_CLAIMS_ON);
});
afterAll(() => server.close());

const filed = () => fileShippingClaim(server, staff);

const at = (id: number) => ({ storeId: server.storeId, shippingClaimId: id });
const shown = (id: number) => staff(contract.getShippingClaim, { params: at(id) });
const messagesOf = async (id: number) => (await shown(id)).emailConversation.messages;
const write = (id: number, text: string, requestKey: string = randomUUID()) =>
  staff(mail.writeShippingMessage, { params: at(id), body: { requestKey, text } });
const lastTo = (address: string) => server.mailbox.messages().find((one) => one.to.includes(address));

const post = (raw: string | Uint8Array, type = 'message/rfc822', token = INBOUND_TOKEN) =>
  fetch(`${server.url}/api/webhooks/mail/${token}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: typeof raw === 'string' ? raw : new Uint8Array(raw),
  });

type Mail = { from?: string; to: string; subject?: string; id?: string; headers?: string[]; body?: string };
const rawOf = ({
  from,
  to,
  subject = 'Re: your claim',
  id = randomUUID(),
  headers = [],
  body = 'Hello',
}: Mail): string =>
  [
    `From: ${from ?? 'Ada <ada@home.example>'}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Message-ID: <${id}@home.example>`,
    'Date: Thu, 26 Nov 2026 10:00:00 +0000',
    'MIME-Version: 1.0',
    ...headers,
    ...(headers.some((one) => /^content-type:/i.test(one)) ? [] : ['Content-Type: text/plain; charset=utf-8']),
    '',
    body,
  ].join('\r\n');

test('staff and shopper write to each other, in one thread on both sides', async () => {
  const claim = await filed();
  expect(claim.replyTo).toMatch(/^claims\+r[0-9a-z-]+@in\.makegood\.test$/);
  const requestKey = randomUUID();
  await write(claim.id, 'Which item is missing?\n\nPlease send a photo.', requestKey);
  await write(claim.id, 'Which item is missing?\n\nPlease send a photo.', requestKey);
  await eventually(async () => (await messagesOf(claim.id)).at(-1)?.delivery?.state === 'sent', 'the message is sent');
  expect(await messagesOf(claim.id)).toHaveLength(2);
  const sent = lastTo(claim.email);
  const first = server.mailbox.messages().findLast((one) => one.to.includes(claim.email));
  expect(sent).toMatchObject({
    copies: 1,
    replyTo: claim.replyTo,
    subject: expect.stringMatching(/^Re: .*/) as string,
  });
  expect(sent?.text).toContain('Please send a photo.');
  expect(sent?.raw).toContain(`In-Reply-To: ${first?.messageId}`);
  expect(sent?.raw).toMatch(/^X-Loop: makegood/m);
  expect(sent?.raw).not.toMatch(/^Auto-Submitted:/m);
  expect(first?.raw).toMatch(/^Auto-Submitted: auto-generated/m);

  const raw = rawOf({
    from: `Ada <${claim.email}>`,
    to: claim.replyTo,
    body: 'The blue one.\r\n\r\nOn Monday, Nordwind wrote:\r\n> Which item',
  });
  expect((await post(raw)).status).toBe(200);
  expect((await post(raw)).status).toBe(200);
  const { emailConversation, hasUnansweredMessage, lastMessageFromCustomerOn } = await shown(claim.id);
  expect(emailConversation.messages).toHaveLength(3);
  expect(emailConversation.messages[2]).toMatchObject({
    direction: 'in',
    kind: 'message',
    from: { name: 'Ada', email: claim.email },
    sanitizedHtmlBody: expect.stringContaining('The blue one.') as string,
  });
  expect(emailConversation.messages[2]?.sanitizedHtmlBody).toContain('<summary>Quoted text</summary>');
  expect(hasUnansweredMessage).toBe(true);
  expect(lastMessageFromCustomerOn).not.toBeNull();
  const answered = await write(claim.id, 'Thank you.');
  expect(answered.hasUnansweredMessage).toBe(false);
});

test('staff send files, which the shopper gets and the claim keeps', async () => {
  const claim = await filed();
  const { id: orderId } = (await shown(claim.id)).originalStoreOrder;
  const photo = await uploadByStaff(staff, server.storeId, { storeOrderId: orderId }, onePixel, {
    filename: 'box.png',
  });
  const send = (mediaIds: string[], requestKey: string = randomUUID()) =>
    staff(mail.writeShippingMessage, { params: at(claim.id), body: { requestKey, text: 'Like this?', mediaIds } });
  const requestKey = randomUUID();
  await send([photo], requestKey);
  await send([photo], requestKey);
  await eventually(async () => (await messagesOf(claim.id)).at(-1)?.delivery?.state === 'sent', 'the message is sent');
  const got = server.mailbox.messages().filter((one) => one.to.includes(claim.email) && /Like this/.test(one.text));
  expect(got.map((one) => one.attachments)).toEqual([
    [{ filename: 'box.png', contentType: 'image/png', content: Buffer.from(onePixel).toString('base64') }],
  ]);
  expect((await messagesOf(claim.id)).at(-1)?.attachments).toMatchObject([
    { filename: 'box.png', media: { id: photo, contentType: 'image/png' }, problem: null },
  ]);
  // It is of this claim now, and goes with no other message.
  expect(await refusalOf(send([photo]))).toBe('422 UPLOAD_UNKNOWN');
  expect(await refusalOf(send([randomUUID()]))).toBe('422 UPLOAD_UNKNOWN');
  expect(await messagesOf(claim.id)).toHaveLength(2);
});

test('an answer to a denial opens the claim again; what comes to others only waits', async () => {
  const denied = await filed();
  const { version } = await shown(denied.id);
  await staff(contract.denyShippingClaim, { params: at(denied.id), body: { version, reason: 'Delivered', note: '' } });
  await post(rawOf({ from: denied.email, to: denied.replyTo, body: 'It never came.' }));
  const opened = await shown(denied.id);
  expect(opened).toMatchObject({ status: 'Open', hasUnansweredMessage: true });
  expect(newest(opened)).toMatchObject({ type: 'comment', subject: 'Answered', message: 'It never came.' });

  const resolved = await filed();
  const before = await shown(resolved.id);
  await staff(contract.resolveShippingClaim, { params: at(resolved.id), body: { version: before.version } });
  await post(rawOf({ from: resolved.email, to: resolved.replyTo, body: 'Thanks' }));
  expect(await shown(resolved.id)).toMatchObject({ status: 'Closed_Resolved', hasUnansweredMessage: true });
  const marked = await staff(mail.markShippingMessageAnswered, { params: at(resolved.id) });
  expect(marked.hasUnansweredMessage).toBe(false);
});

test('an automatic reply is shown as one, opens nothing and waits for nothing', async () => {
  const claim = await filed();
  const { version } = await shown(claim.id);
  await staff(contract.denyShippingClaim, { params: at(claim.id), body: { version, reason: 'Delivered', note: '' } });
  await post(
    rawOf({ from: claim.email, to: claim.replyTo, headers: ['Auto-Submitted: auto-replied'], body: 'I am away.' }),
  );
  const after = await shown(claim.id);
  expect(after).toMatchObject({ status: 'Closed_Denied', hasUnansweredMessage: false });
  expect(after.emailConversation.messages.at(-1)).toMatchObject({ kind: 'autoReply', kindLabel: 'Automatic reply' });
});

test('mail of a stranger waits in a list, until a person puts it into a claim or deletes it', async () => {
  const claim = await filed();
  const listed = async (caller = staff) =>
    (await caller(mail.unplacedMail, { params: { storeId: server.storeId }, query: {} })).mails;
  const subject = `Stranger ${randomUUID()}`;
  await post(rawOf({ from: 'eve@elsewhere.example', to: claim.replyTo, subject, body: 'Give it to me' }));
  expect((await messagesOf(claim.id)).map((one) => one.direction)).toEqual(['out']);
  const found = (await listed()).find((one) => one.subject === subject);
  expect(found).toMatchObject({ why: 'The sender isn’t part of the claim it was sent to.', isOfStore: true });
  const params = { storeId: server.storeId, mailId: found?.id ?? 0 };
  await staff(mail.placeMail, { params: { ...params, shippingClaimId: claim.id } });
  expect((await messagesOf(claim.id)).at(-1)).toMatchObject({
    direction: 'in',
    from: { email: 'eve@elsewhere.example' },
  });
  expect(await refusalOf(staff(mail.placeMail, { params: { ...params, shippingClaimId: claim.id } }))).toContain(
    'MAIL_NOT_FOUND',
  );

  const nowhere = `Nowhere ${randomUUID()}`;
  await post(rawOf({ from: 'eve@elsewhere.example', to: 'claims@in.makegood.test', subject: nowhere }));
  expect((await listed()).some((one) => one.subject === nowhere)).toBe(false);
  const ofNone = (await listed(petra)).find((one) => one.subject === nowhere);
  expect(ofNone).toMatchObject({ isOfStore: false, why: 'It names no claim.' });
  const dismiss = { params: { storeId: server.storeId, mailId: ofNone?.id ?? 0 } };
  expect(await refusalOf(staff(mail.dismissMail, dismiss))).toContain('MAIL_NOT_FOUND');
  await petra(mail.dismissMail, dismiss);
  expect((await listed(petra)).some((one) => one.subject === nowhere)).toBe(false);
});

test('without the address of the claim the email it answers tells, and only to who takes part', async () => {
  const claim = await filed();
  const { messageId } = lastTo(claim.email) ?? { messageId: '' };
  const to = 'help@nordwind.example';
  await post(rawOf({ from: claim.email, to, headers: [`In-Reply-To: ${messageId}`], body: 'By reference' }));
  await post(rawOf({ from: 'eve@elsewhere.example', to, headers: [`References: ${messageId}`], body: 'Not me' }));
  expect((await messagesOf(claim.id)).map((one) => one.from.email)).toEqual([expect.any(String), claim.email]);
});

test('an address of another claim, a changed one and an old one lead nowhere', async () => {
  const [claim, other] = [await filed(), await filed()];
  const { config, secret } = server.server.deps;
  const old = replyAddress(
    config,
    secret,
    { storeId: server.storeId, shippingClaimId: claim.id },
    new Date('2025-01-01'),
  );
  for (const to of [
    other.replyTo,
    claim.replyTo.replace(/.@/, (end) => (end === 'a@' ? 'b@' : 'a@')),
    old ?? '',
    claim.replyTo.replace(/.{4}@/, '@'),
  ])
    expect((await post(rawOf({ from: claim.email, to }))).status).toBe(200);
  expect(await messagesOf(claim.id)).toHaveLength(1);
  expect(await messagesOf(other.id)).toHaveLength(1);
});

test('photos are kept, and what could do harm is only named', async () => {
  const claim = await filed();
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const part = (name: string, type: string, content: string): string[] => [
    '--b',
    `Content-Type: ${type}; name="${name}"`,
    `Content-Disposition: attachment; filename="${name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    content,
  ];
  const body = [
    '--b',
    'Content-Type: text/html',
    '',
    '<p>See <img src="https://t.example/p.gif"> <script>alert(1)</script>this</p>',
    ...part('photo.png', 'image/png', png),
    ...part('invoice.pdf', 'application/pdf', Buffer.from('<script>alert(1)</script>').toString('base64')),
    ...part('run.exe', 'application/octet-stream', Buffer.from('MZ' + 'x'.repeat(100)).toString('base64')),
    '--b--',
  ].join('\r\n');
  await post(
    rawOf({ from: claim.email, to: claim.replyTo, headers: ['Content-Type: multipart/mixed; boundary=b'], body }),
  );
  const message = (await messagesOf(claim.id)).at(-1);
  expect(message?.sanitizedHtmlBody).toBe('<p>See  this</p>');
  expect(
    message?.attachments.map(({ filename, problem, media }) => [filename, problem === null, media?.contentType]),
  ).toEqual([
    ['photo.png', true, 'image/png'],
    ['invoice.pdf', false, undefined],
    ['run.exe', false, undefined],
  ]);
  const file = await fetch(new URL(message?.attachments[0]?.media?.url ?? '', server.url));
  expect(file.headers.get('content-type')).toBe('image/png');
});

test('providers post a mail by itself, in a form or in JSON', async () => {
  const claim = await filed();
  const raw = () => rawOf({ from: claim.email, to: claim.replyTo, body: randomUUID() });
  const form = new FormData();
  form.set('email', raw());
  const posted = new Request('http://x', { method: 'POST', body: form });
  await post(new Uint8Array(await posted.arrayBuffer()), posted.headers.get('content-type') ?? '');
  await post(new URLSearchParams({ 'body-mime': raw() }).toString(), 'application/x-www-form-urlencoded');
  await post(JSON.stringify({ From: 'x', RawEmail: raw() }), 'application/json');
  expect(await messagesOf(claim.id)).toHaveLength(4);
  expect((await post('{}', 'application/json')).status).toBe(400);
  expect((await post(raw(), 'message/rfc822', 'wrong-token-wrong-token-wrong')).status).toBe(401);
});

test('a message that bounces says so where it stands', async () => {
  const claim = await filed();
  const { messageId } = lastTo(claim.email) ?? { messageId: '' };
  const bounce = [
    'From: MAILER-DAEMON@mx.example',
    'To: returns@makegood.test',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 No such user',
    '',
    '--b',
    'Content-Type: message/rfc822',
    '',
    `Message-ID: ${messageId}`,
    '',
    '--b--',
  ].join('\r\n');
  expect((await post(bounce)).status).toBe(200);
  await eventually(
    async () => (await messagesOf(claim.id))[0]?.delivery?.state === 'undelivered',
    'the message says that it bounced',
  );
  expect((await messagesOf(claim.id))[0]?.delivery?.reason).toBe('550 No such user');
});

test('more than a person writes in an hour waits for a person to look', async () => {
  const claim = await filed();
  for (let count = 0; count < 31; count += 1)
    await post(
      rawOf({ from: claim.email, to: claim.replyTo, subject: `Flood ${claim.externalId}`, body: String(count) }),
    );
  expect((await messagesOf(claim.id)).filter(({ direction }) => direction === 'in')).toHaveLength(30);
  const { mails } = await staff(mail.unplacedMail, { params: { storeId: server.storeId }, query: {} });
  expect(mails.filter(({ subject }) => subject === `Flood ${claim.externalId}`)).toMatchObject([
    { why: 'Too many messages came for this claim within an hour.' },
  ]);
});

test('files of mails that come into no claim go again, with those of a mail that was deleted meanwhile', async () => {
  const claim = await filed();
  const { deps } = server.server;
  const { storeId } = server;
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const subject = `Photos ${claim.externalId}`;
  const photoOf = (from: string): string =>
    rawOf({
      from,
      to: claim.replyTo,
      subject,
      headers: ['Content-Type: multipart/mixed; boundary=b'],
      body: [
        '--b',
        'Content-Type: image/png; name="step.png"',
        'Content-Disposition: attachment; filename="step.png"',
        'Content-Transfer-Encoding: base64',
        '',
        png,
        '--b--',
      ].join('\r\n'),
    });
  const folder = join(deps.config.DATA_FOLDER, 'files', 'media', String(storeId));
  const stored = async () => {
    const found = await readdir(folder, { recursive: true }).catch(() => []);
    return new Set(found.filter((name) => name.endsWith('~file')).map((name) => name.slice(0, 36)));
  };
  const before = await stored();
  for (let count = 0; count < 31; count += 1) await post(photoOf(claim.email));
  await post(photoOf('eve@elsewhere.example'));
  const { mails } = await staff(mail.unplacedMail, { params: { storeId }, query: {} });
  const stranger = mails.find((one) => one.subject === subject && one.from.email === 'eve@elsewhere.example');
  const params = { storeId, mailId: stranger?.id ?? 0 };
  const placing = { storeId, mailId: params.mailId, shippingClaimId: claim.id };
  const who = { by: 'Staff', isProviderAdmin: false, requestId: 'test' };
  const placed = await Promise.all([placeByHand(deps, placing, who), placeByHand(deps, placing, who)]);
  expect(placed.toSorted()).toEqual([false, true]);

  const kept = (await messagesOf(claim.id)).flatMap(({ attachments }) =>
    attachments.flatMap(({ media }) => (media ? [media.id] : [])),
  );
  expect(kept).toHaveLength(31);
  await deps.database.asOwner((db) =>
    sql`update file_removal set asked_on = now() where store_id = ${storeId}`.execute(db),
  );
  await eventually(
    () => deps.database.asOwner(async (db) => (await db.selectFrom('file_removal').selectAll().execute()).length === 0),
    'the files are removed',
  );
  expect([...(await stored())].filter((id) => !before.has(id)).toSorted()).toEqual(kept.toSorted());
});

test('mail is fetched from a mailbox once, and what is too large is only told of', async () => {
  const claim = await filed();
  const { deps } = server.server;
  const mailboxToRead = createImapMailbox({
    url: server.mailbox.imapUrl.replace('://', '://claims%40in.makegood.test:any@'),
  });
  const fetching = { ...deps, mailboxToRead };
  const subject = `Large ${claim.externalId}`;
  const posted = rawOf({ from: claim.email, to: claim.replyTo, body: 'Posted and fetched' });
  await post(posted);
  await server.mailbox.receive(Buffer.from(posted), [claim.replyTo]);
  await server.mailbox.receive(Buffer.from(rawOf({ from: claim.email, to: claim.replyTo, body: 'Fetched, größer' })), [
    claim.replyTo,
  ]);
  await server.mailbox.receive(
    Buffer.from(rawOf({ from: claim.email, to: claim.replyTo, subject, body: 'x'.repeat(5000) })),
    [claim.replyTo],
  );
  await server.mailbox.receive(Buffer.from(rawOf({ to: 'other@elsewhere.example' })), ['other@elsewhere.example']);
  expect(await fetchNewMail(fetching, 4000)).toBe(3);
  expect(await fetchNewMail(fetching, 4000)).toBe(0);
  expect((await messagesOf(claim.id)).slice(1).map((one) => one.sanitizedHtmlBody)).toEqual([
    '<div>Posted and fetched</div>',
    '<div>Fetched, größer</div>',
  ]);
  const { mails } = await petra(mail.unplacedMail, { params: { storeId: server.storeId }, query: {} });
  expect(mails.filter((one) => one.subject === subject)).toMatchObject([
    { why: 'It is too large to be read.', isReadable: false, from: { email: claim.email } },
  ]);
});

test('a copy of the data of a customer has the conversation, and their erasure leaves nothing of it', async () => {
  const claim = await filed();
  const secretWords = `Secret ${claim.externalId}`;
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const body = [
    '--b',
    'Content-Type: text/plain',
    '',
    secretWords,
    '--b',
    'Content-Type: image/png; name="porch.png"',
    'Content-Disposition: attachment; filename="porch.png"',
    'Content-Transfer-Encoding: base64',
    '',
    png,
    '--b--',
  ].join('\r\n');
  await post(
    rawOf({ from: claim.email, to: claim.replyTo, headers: ['Content-Type: multipart/mixed; boundary=b'], body }),
  );
  await post(rawOf({ from: claim.email, to: 'claims@in.makegood.test', subject: secretWords, body: secretWords }));
  await post(rawOf({ from: claim.email, to: claim.replyTo.replace(/-[0-9a-z]+-[a-z2-7]+@/, '-0-aaaaaaaaaaaaaaaa@') }));
  await write(claim.id, secretWords);
  await eventually(async () => (await messagesOf(claim.id)).at(-1)?.delivery?.state === 'sent', 'the message is sent');
  const { version } = await shown(claim.id);
  await staff(contract.resolveShippingClaim, {
    params: at(claim.id),
    body: { version, note: '', notifyCustomer: false },
  });
  const { database } = server.server.deps;
  const { storeId } = server;
  const about = PrivacySubject.parse({ email: claim.email });
  const { content } = await database.readStore(storeId, (db) => exportCustomer(db, storeId, about));
  const copy = JSON.stringify(content);
  expect(copy.split(secretWords).length).toBeGreaterThan(2);
  expect(copy).toContain('porch.png');

  const left = (): Promise<string> =>
    database.asOwner(async (db) => {
      const tables = ['claim_mail', 'unplaced_mail', 'media', 'effect', 'shipping_claim'];
      const rows: unknown[] = [];
      for (const table of tables) rows.push((await sql`select * from ${sql.table(table)}`.execute(db)).rows);
      return JSON.stringify(rows);
    });
  expect(await left()).toContain(secretWords);
  expect(await left()).toContain('porch.png');
  const before = PrivacyCounts.parse({});
  const { waitsFor } = await eraseCustomer(server.server.deps, { storeId, about, requestId: 'test', before });
  expect(waitsFor).toEqual([]);
  expect(await left()).not.toContain(secretWords);
  expect(await left()).not.toContain(claim.email);
  expect(await left()).not.toContain('porch.png');
  expect(await messagesOf(claim.id)).toEqual([]);
  await post(rawOf({ from: claim.email, to: claim.replyTo, body: 'Again' }));
  expect(await messagesOf(claim.id)).toEqual([]);
  expect(await refusalOf(write(claim.id, 'Hello?'))).toContain('CUSTOMER_ERASED');
});

test('the answer in the demo mailbox is what a mail program sends', async () => {
  const claim = await filed();
  const form = new URLSearchParams({ text: 'Größe 42' });
  const answer = await fetch(`${server.mailbox.url}/messages/${claim.told.id}/reply`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
  });
  expect(answer.status).toBe(303);
  const sent = server.mailbox.messages().find(({ to }) => to.includes(claim.replyTo));
  await post(Buffer.from(sent?.raw ?? '', 'latin1'));
  const message = (await messagesOf(claim.id)).at(-1);
  expect(message).toMatchObject({ direction: 'in', kind: 'message', from: { email: claim.email } });
  expect(message?.sanitizedHtmlBody).toMatch(/^<div>Größe 42<\/div><details/);
});

test('a store writes to one customer so often in an hour, and the same request writes once', async () => {
  const claim = await filed();
  for (let count = 0; count < 20; count += 1) await write(claim.id, `Message ${count}`);
  expect(await refusalOf(write(claim.id, 'One more'))).toContain('TOO_MANY_MESSAGES');
  expect(await messagesOf(claim.id)).toHaveLength(21);
});
