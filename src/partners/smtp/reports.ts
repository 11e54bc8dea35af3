import type { MailReport } from '#partners/ports.ts';
import { readMime } from '#partners/smtp/mime.ts';

/** Carries our Message-ID past mail servers that replace the one of the mail. */
export const OWN_ID_HEADER = 'X-Makegood-Message-Id';

/**
 * What a mail server says of a mail of ours, from an incoming mail as raw MIME: that it can't be delivered (RFC 3464) or
 * that its recipient calls it spam (RFC 5965). Null for any other mail.
 */
export async function readMailReport(raw: Uint8Array): Promise<MailReport | null> {
  const mail = await readMime(raw, { attachmentEncoding: 'utf8' });
  const partOf = (...types: string[]): string | null => {
    const part = mail.attachments.find(({ mimeType }) => types.includes(mimeType.toLowerCase()));
    return typeof part?.content === 'string' ? part.content : null;
  };
  const original = partOf('message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers');
  const [sent = new Map<string, string>()] = original === null ? [] : fieldsOf(original);
  const messageId = sent.get(OWN_ID_HEADER.toLowerCase()) ?? sent.get('message-id') ?? null;
  if (messageId === null) return null;
  const status = partOf('message/delivery-status', 'message/global-delivery-status');
  if (status !== null) return bounceFrom(status, messageId);
  const feedback = partOf('message/feedback-report');
  return feedback === null ? null : complaintFrom(feedback, messageId);
}

function bounceFrom(text: string, messageId: string): MailReport | null {
  // The first group is about the mail, the others about its recipients; each mail of ours has one.
  const failed = fieldsOf(text).find((fields) => fields.get('action')?.toLowerCase() === 'failed');
  if (!failed) return null;
  const status = failed.get('status') ?? '';
  const reason = (failed.get('diagnostic-code') ?? '').replace(/^[\w-]+\s*;\s*/, '');
  return { kind: 'bounce', messageId, isPermanent: !status.startsWith('4'), reason: reason || status };
}

function complaintFrom(text: string, messageId: string): MailReport | null {
  const [fields] = fieldsOf(text);
  const type = fields?.get('feedback-type')?.toLowerCase();
  // Others say that a mail was no spam, or had a virus.
  return type === 'abuse' || type === 'fraud' || type === 'opt-out'
    ? { kind: 'complaint', messageId, isPermanent: true, reason: '' }
    : null;
}

/** Groups of header fields, by their names in lower case. The first field of a name counts. */
function fieldsOf(text: string): Map<string, string>[] {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(/\n[ \t]+/g, ' ')
    .split(/\n\s*\n/)
    .map((group) => {
      const fields = new Map<string, string>();
      for (const line of group.split('\n')) {
        const at = line.indexOf(':');
        const name = line.slice(0, at).trim().toLowerCase();
        if (at > 0 && !fields.has(name)) fields.set(name, line.slice(at + 1).trim());
      }
      return fields;
    })
    .filter((fields) => fields.size > 0);
}
