import { expect, type APIRequestContext } from '@playwright/test';
import { MAILBOX_URL } from './places.ts';

type Message = { subject: string; text: string; html: string };

/** The mail with this subject, once it has come. */
export async function readMail(request: APIRequestContext, to: string, subject: RegExp): Promise<Message> {
  let found: Message | undefined;
  await expect
    .poll(
      async () => {
        const answer = await request.get(`${MAILBOX_URL}/api/messages`, { params: { to } });
        const messages = (await answer.json()) as Message[];
        found = messages.find((message) => subject.test(message.subject));
        return found !== undefined;
      },
      { message: `a mail to ${to} with ${subject}`, timeout: 20_000 },
    )
    .toBe(true);
  if (!found) throw new Error('no mail');
  return found;
}
