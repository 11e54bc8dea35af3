import { expect, test } from 'vitest';
import type { CallContext, Mail, OutgoingMail } from '#partners/ports.ts';

/** A received mail, as far as the suite looks at it. */
export type ReceivedMail = {
  messageId: string;
  copies: number;
  to: string[];
  from: string;
  replyTo: string | null;
  subject: string;
  html: string;
  text: string;
  attachments: { filename: string; contentType: string; content: string }[];
};

export const CONTEXT: CallContext = { requestId: 'req-conformance' };

export const mailOf = (purposeKey: string, changes: Partial<OutgoingMail> = {}): OutgoingMail => ({
  purposeKey,
  from: '"Nordwind" <help@nordwind.example>',
  to: 'ada@example.com',
  subject: 'Your return R-1 is here: ✓ größer',
  html: '<p>Hello <b>Ada</b></p>',
  text: 'Hello Ada',
  ...changes,
});

/** What every Mail adapter must do; `received` reads the mailbox it sends to. */
export function mailConformance(open: () => Mail, received: () => ReceivedMail[]): void {
  const find = (messageId: string) => received().filter((mail) => mail.messageId === messageId);

  test('a mail arrives whole', async () => {
    const { messageId } = await open().send(
      mailOf('mail:whole', {
        replyTo: 'reply@nordwind.example',
        attachments: [
          {
            filename: 'label é.pdf',
            contentType: 'application/pdf',
            content: new Uint8Array([37, 80, 68, 70, 0, 255]),
          },
        ],
      }),
      CONTEXT,
    );
    const [mail] = find(messageId);
    expect(mail).toMatchObject({
      to: ['ada@example.com'],
      from: 'Nordwind <help@nordwind.example>',
      replyTo: 'reply@nordwind.example',
      subject: 'Your return R-1 is here: ✓ größer',
    });
    expect(mail?.html).toContain('<b>Ada</b>');
    expect(mail?.text.trim()).toBe('Hello Ada');
    expect(mail?.attachments).toEqual([
      {
        filename: 'label é.pdf',
        contentType: 'application/pdf',
        content: Buffer.from([37, 80, 68, 70, 0, 255]).toString('base64'),
      },
    ]);
  });

  test('the same purpose has the same Message-ID, another one another', async () => {
    const first = await open().send(mailOf('mail:same'), CONTEXT);
    const second = await open().send(mailOf('mail:same'), CONTEXT);
    const other = await open().send(mailOf('mail:other'), CONTEXT);
    expect(second).toEqual(first);
    expect(other.messageId).not.toBe(first.messageId);
    expect(find(first.messageId)).toMatchObject([{ copies: 2 }]);
  });

  test('a line break in a subject makes no second header', async () => {
    const { messageId } = await open().send(mailOf('mail:break', { subject: 'One\r\nBcc: eve@example.com' }), CONTEXT);
    expect(find(messageId)[0]?.to).toEqual(['ada@example.com']);
  });

  test('a mail without a recipient is refused', async () => {
    await expect(open().send(mailOf('mail:nobody', { to: '' }), CONTEXT)).rejects.toMatchObject({ kind: 'refused' });
  });
}
