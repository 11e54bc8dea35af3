import { createHash } from 'node:crypto';
import type { Transporter } from 'nodemailer';
import { OWN_MARK } from '#core/mail/mail-kind.ts';
import { OWN_ID_HEADER } from '#partners/smtp/reports.ts';
import { assertStillOurs, PartnerError, type Mail, type OutgoingMail } from '#partners/ports.ts';

/**
 * Mail over SMTP (`smtp://user:password@host:port`, `smtps://` for TLS from the start). `from`
 * is for relays that let only one address send: it replaces the sender's address, keeps the
 * sender's name, and sends replies to the address it replaced. `returnPath` gets the
 * news of mails that can't be delivered, in place of the sender.
 */
export function createSmtpMail(options: {
  url: string;
  from?: string;
  returnPath?: string | undefined;
}): Mail & { close(): Promise<void> } {
  let opening: Promise<Transporter> | undefined;
  // Loaded for the first mail, not at the start.
  const transport = (): Promise<Transporter> => (opening ??= openTransport(options.url));
  return {
    async send(mail, context) {
      assertStillOurs('smtp', context);
      const messageId = messageIdOf(mail.purposeKey);
      try {
        const opened = await transport();
        await opened.sendMail({
          ...senderOf(mail, options.from),
          messageId,
          to: mail.to,
          subject: mail.subject,
          html: mail.html,
          text: mail.text,
          ...threadOf(mail.references ?? []),
          headers: {
            // Out-of-office replies to a machine are useless (RFC 3834).
            ...(mail.isWrittenByPerson ? {} : { 'Auto-Submitted': 'auto-generated' }),
            'X-Auto-Response-Suppress': 'OOF, AutoReply',
            'X-Loop': OWN_MARK,
            'X-Request-Id': context.requestId,
            [OWN_ID_HEADER]: messageId,
            ...(mail.unsubscribeUrl === undefined ? {} : oneClick(mail.unsubscribeUrl)),
          },
          ...(mail.dkim === undefined ? {} : { dkim: signatureOf(mail.dkim) }),
          ...(options.returnPath === undefined ? {} : { envelope: { from: options.returnPath, to: mail.to } }),
          // The mail is sent from the caller's bytes, never from a path or address in a template.
          disableFileAccess: true,
          disableUrlAccess: true,
          attachments: (mail.attachments ?? []).map(({ filename, contentType, content }) => ({
            filename,
            contentType,
            content: Buffer.from(content),
          })),
        });
      } catch (error) {
        throw failureOf(error);
      }
      return { messageId };
    },
    async close() {
      const opened = await opening?.catch(() => undefined);
      opened?.close();
    },
  };
}

const threadOf = (references: readonly string[]) =>
  references.length === 0 ? {} : { inReplyTo: references.at(-1), references: [...references] };

/** RFC 8058: mail programs show a button, and post this to the address. */
const oneClick = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

// The last two have to be signed too, or mail programs show no button.
const SIGNED =
  'From:Sender:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding:Auto-Submitted:List-Unsubscribe:List-Unsubscribe-Post';

const signatureOf = ({ domain, selector, privateKey }: NonNullable<OutgoingMail['dkim']>) => ({
  domainName: domain,
  keySelector: selector,
  privateKey,
  headerFieldNames: SIGNED,
});

async function openTransport(url: string): Promise<Transporter> {
  const { default: nodemailer } = await import('nodemailer');
  return nodemailer.createTransport({ url, pool: true, ...KEPT, ...TIMEOUTS });
}

// Mails that are written together go over the same few connections: relays limit how many there are. What fails is the
// worker's to try again, who knows whether it still may.
const KEPT = { maxConnections: 8, maxMessages: 100, idleTimeout: 5_000, maxRequeues: 0 };
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 };

/** The same purpose, the same Message-ID: mailboxes and people can tell a second sending. */
export const messageIdOf = (purposeKey: string): string =>
  `<${createHash('sha256').update(purposeKey).digest('hex').slice(0, 40)}@makegood>`;

function senderOf(mail: OutgoingMail, relayAddress: string | undefined) {
  if (relayAddress === undefined) {
    return { from: mail.from, ...(mail.replyTo === undefined ? {} : { replyTo: mail.replyTo }) };
  }
  const name = /^\s*"?([^"<]*?)"?\s*</.exec(mail.from)?.[1] ?? '';
  return { from: { name, address: relayAddress }, replyTo: mail.replyTo ?? mail.from };
}

// What nodemailer finds wrong with the mail itself, before any server has spoken.
const OWN_FAULTS = new Set(['EENVELOPE', 'EMESSAGE']);

// Replies to these are about the mail; any other is about the relay itself, a wrong password for instance.
const ABOUT_THE_MAIL = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);
const PASSWORD_WANTED = 530;

function failureOf(error: unknown): PartnerError {
  if (!(error instanceof Error)) return new PartnerError('SMTP', 'retry', String(error));
  const responseCode = 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : 0;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const command = 'command' in error && typeof error.command === 'string' ? error.command : '';
  const isRefused =
    responseCode === 0
      ? OWN_FAULTS.has(code)
      : responseCode >= 500 && responseCode !== PASSWORD_WANTED && ABOUT_THE_MAIL.has(command);
  return new PartnerError('SMTP', isRefused ? 'refused' : 'retry', error.message);
}
