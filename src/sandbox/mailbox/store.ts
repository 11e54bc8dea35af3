import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import PostalMime from 'postal-mime';

export type StoredMail = {
  /** Ours, safe in an address; the same for every copy of one Message-ID. */
  id: string;
  messageId: string;
  /** How often the same Message-ID came in. */
  copies: number;
  receivedOn: string;
  from: string;
  replyTo: string | null;
  to: string[];
  subject: string;
  html: string;
  text: string;
  /** As it came. */
  raw: string;
  /** Content in base64. */
  attachments: { filename: string; contentType: string; content: string }[];
};

/** Received mails, oldest first, in a file when one is named. */
export function openStore(stateFile: string | undefined) {
  const mails: StoredMail[] =
    stateFile !== undefined && existsSync(stateFile)
      ? (JSON.parse(readFileSync(stateFile, 'utf8')) as StoredMail[])
      : [];

  const save = (): void => {
    if (stateFile === undefined) return;
    writeFileSync(`${stateFile}.part`, JSON.stringify(mails));
    renameSync(`${stateFile}.part`, stateFile);
  };

  return {
    async receive(raw: Uint8Array, recipients: readonly string[]): Promise<void> {
      const mail = await parse(raw, recipients);
      const known = mails.find(({ messageId }) => messageId === mail.messageId);
      if (known) {
        known.copies += 1;
        known.to = [...new Set([...known.to, ...mail.to])];
      } else {
        mails.push(mail);
      }
      save();
    },
    /** Newest first; `to` keeps the mails of one recipient. */
    list(to: string | null): StoredMail[] {
      const wanted = to?.trim().toLowerCase();
      return mails.filter((mail) => !wanted || mail.to.includes(wanted)).toReversed();
    },
    find: (id: string): StoredMail | undefined => mails.find((mail) => mail.id === id),
    clear(): void {
      mails.length = 0;
      save();
    },
  };
}
export type MailStore = ReturnType<typeof openStore>;

async function parse(raw: Uint8Array, recipients: readonly string[]): Promise<StoredMail> {
  const mail = await PostalMime.parse(raw, { attachmentEncoding: 'base64' });
  const messageId = mail.messageId ?? `<${createHash('sha256').update(raw).digest('hex')}@without-id>`;
  return {
    id: createHash('sha256').update(messageId).digest('hex').slice(0, 24),
    messageId,
    copies: 1,
    receivedOn: new Date().toISOString(),
    from: [mail.from?.name, mail.from?.address ? `<${mail.from.address}>` : ''].filter(Boolean).join(' '),
    replyTo: mail.replyTo?.[0]?.address ?? null,
    // The envelope, not the header: who the mail was delivered to.
    to: recipients.map((recipient) => recipient.toLowerCase()),
    subject: mail.subject ?? '',
    html: mail.html ?? '',
    text: mail.text ?? '',
    raw: Buffer.from(raw).toString('latin1'),
    attachments: mail.attachments.map((attachment) => ({
      filename: attachment.filename ?? 'attachment',
      contentType: attachment.mimeType,
      content:
        typeof attachment.content === 'string'
          ? attachment.content
          : Buffer.from(new Uint8Array(attachment.content)).toString('base64'),
    })),
  };
}
