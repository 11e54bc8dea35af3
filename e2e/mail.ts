import { expect, type APIRequestContext } from '@playwright/test';
import { MAILBOX_URL } from './places.ts';
import { mailWords } from './ways.ts';

type Message = { subject: string; text: string; html: string };

/** The mails with this subject that are there by now. */
export async function mailsTo(request: APIRequestContext, to: string, subject: RegExp): Promise<Message[]> {
  const answer = await request.get(`${MAILBOX_URL}/api/messages`, { params: { to } });
  const wanted = await mailWords(subject);
  return ((await answer.json()) as Message[]).filter((message) => wanted.test(message.subject));
}

/** The mail with this subject, once it has come. */
export async function readMail(request: APIRequestContext, to: string, subject: RegExp): Promise<Message> {
  let found: Message | undefined;
  await expect
    .poll(
      async () => {
        [found] = await mailsTo(request, to, subject);
        return found !== undefined;
      },
      { message: `a mail to ${to} with ${subject}`, timeout: 20_000 },
    )
    .toBe(true);
  if (!found) throw new Error('no mail');
  return found;
}
