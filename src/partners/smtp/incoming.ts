import { addressParser, type Address } from 'postal-mime';
import type { IncomingMail, MailAddress } from '#core/mail/incoming-mail.ts';
import { readMime } from '#partners/smtp/mime.ts';

/** Where mail servers say whom a mail was delivered to, besides To and Cc. */
const DELIVERED = new Set(['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to', 'x-forwarded-to']);
const MOST_REFERENCES = 50;

/** Reads a mail from its MIME. Throws as `readMime` does. */
export async function readIncomingMail(raw: Uint8Array): Promise<IncomingMail> {
  const mail = await readMime(raw);
  const headers = mail.headers.map(({ key, value }) => ({ key, value }));
  const valuesOf = (name: string): string[] => headers.filter(({ key }) => key === name).map(({ value }) => value);
  const senders = valuesOf('from').flatMap((value) => mailboxesOf(addressParser(value)));
  const [from = null] = senders.length === 1 ? senders : [];
  const named = [...(mail.to ?? []), ...(mail.cc ?? []), ...(mail.bcc ?? [])];
  const delivered = headers.filter(({ key }) => DELIVERED.has(key)).flatMap(({ value }) => addressParser(value));
  return {
    messageId: idsIn(mail.messageId ?? '')[0] ?? null,
    references: [...new Set([...idsIn(mail.inReplyTo ?? ''), ...idsIn(mail.references ?? '').toReversed()])].slice(
      0,
      MOST_REFERENCES,
    ),
    from: from && { ...from, name: mailboxesOf(mail.from ? [mail.from] : [])[0]?.name ?? from.name },
    to: [...new Set(mailboxesOf([...named, ...delivered]).map(({ address }) => address))],
    subject: oneLine(mail.subject ?? ''),
    headers,
    contentType: valuesOf('content-type')[0] ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
      filename: oneLine(filename ?? ''),
      contentType: oneLine(mimeType),
      content: typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content as ArrayBuffer),
    })),
    size: raw.byteLength,
  };
}

const mailboxesOf = (addresses: readonly Address[]): MailAddress[] =>
  addresses
    .flatMap((one) => (one.group === undefined ? [one] : one.group))
    .map(({ name, address }) => ({ name: oneLine(name), address: address.trim() }))
    .filter(({ address }) => /^[^\s<>@\p{Cc}]+@[^\s<>@\p{Cc}]+$/u.test(address));

const idsIn = (text: string): string[] => text.match(/<[^<>\s\p{Cc}]{1,400}>/gu) ?? [];

const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
