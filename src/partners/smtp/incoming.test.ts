import { expect, test } from 'vitest';
import { readIncomingMail } from './incoming.ts';
import { readMailReport } from './reports.ts';

const mailOf = (body: string): Uint8Array => new TextEncoder().encode(`From: Ada <ada@home.example>\r\n\r\n${body}`);

test('a mail of more lines than people write is refused before it is read', async () => {
  const before = process.threadCpuUsage().user;
  const endless = mailOf('\n'.repeat(2_000_000));
  await expect(readIncomingMail(endless)).rejects.toThrow('short lines');
  await expect(readMailReport(endless)).rejects.toThrow('short lines');
  expect(process.threadCpuUsage().user - before).toBeLessThan(1_000_000);
});

test('long texts and large files are read', async () => {
  expect((await readIncomingMail(mailOf('Hello\r\n'.repeat(20_000)))).text).toHaveLength(6 * 20_000);
  const file = `${'QUFB'.repeat(19)}\r\n`.repeat(120_000);
  const mail = mailOf('').subarray(0, -2);
  const head = new TextEncoder().encode('Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n');
  const { attachments } = await readIncomingMail(Buffer.concat([mail, head, new TextEncoder().encode(file)]));
  expect(attachments[0]?.content.byteLength).toBe(120_000 * 57);
});
