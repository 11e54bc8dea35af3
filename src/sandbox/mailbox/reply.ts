import { randomUUID } from 'node:crypto';
import type { StoredMail } from './store.ts';

/** What a mail program sends when its user answers a mail. */
export function replyTo(mail: StoredMail, text: string): { raw: Uint8Array; to: string } {
  const to = mail.replyTo ?? /<([^>]+)>/.exec(mail.from)?.[1] ?? mail.from;
  const quoted = mail.text
    .trim()
    .split(/\r?\n/)
    .map((line) => `> ${line}`);
  const body = [text, '', `On ${mail.receivedOn}, ${mail.from.replaceAll(/[<>]/g, '')} wrote:`, ...quoted].join('\r\n');
  const subject = /^re:/i.test(mail.subject) ? mail.subject : `Re: ${mail.subject}`;
  const raw = [
    `From: <${mail.to[0] ?? 'nobody@example.com'}>`,
    `To: <${to}>`,
    `Subject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=`,
    `Message-ID: <${randomUUID()}@mailbox.test>`,
    `In-Reply-To: ${mail.messageId}`,
    `References: ${mail.messageId}`,
    `Date: ${new Date().toUTCString()}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(body).toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
  ];
  return { raw: Buffer.from(raw.join('\r\n')), to };
}
