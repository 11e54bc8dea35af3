import type { ImapFlow } from 'imapflow';
import { PartnerError, type MailboxToRead, type WaitingMail } from '#partners/ports.ts';

const TIMEOUT_MS = 30_000;
/** Each is held in memory while it is taken. */
const AT_ONCE = 200;

/** A mailbox over IMAP (`imaps://user:password@host:port/folder`). Mails that were taken are marked as read. */
export function createImapMailbox({ url }: { url: string }): MailboxToRead {
  const { protocol, hostname, port, username, password, pathname } = new URL(url);
  const isSecure = protocol === 'imaps:';
  const folder = decodeURIComponent(pathname.slice(1)) || 'INBOX';

  async function open() {
    // Loaded for the first look, not at the start.
    const imap = await import('imapflow');
    const client = new imap.ImapFlow({
      host: hostname,
      port: port === '' ? (isSecure ? 993 : 143) : Number(port),
      secure: isSecure,
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      logger: false,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    });
    // What breaks between two commands is thrown by the next one.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  return {
    async takeNew(take, mostBytes) {
      const client = await open().catch((error: unknown) => {
        throw failureOf(error);
      });
      try {
        await client.mailboxOpen(folder);
        const found = await client.search({ seen: false }, { uid: true });
        const uids = found === false || found === undefined ? [] : found.toSorted((one, other) => one - other);
        let taken = 0;
        const problems: unknown[] = [];
        for (const uid of uids.slice(0, AT_ONCE)) {
          const mail = await read(client, uid, mostBytes);
          if (!mail) continue;
          // One that can't be kept right now stays for the next time, and stops no other.
          const problem = await take(mail).then(
            () => null,
            (error: unknown) => ({ error }),
          );
          if (problem) problems.push(problem.error);
          else {
            await client.messageFlagsAdd(String(uid), [String.raw`\Seen`], { uid: true });
            taken += 1;
          }
        }
        if (problems.length > 0) throw problems[0];
        return taken;
      } catch (error) {
        throw failureOf(error);
      } finally {
        await client.logout().catch(() => client.close());
      }
    },
  };
}

async function read(client: ImapFlow, uid: number, mostBytes: number): Promise<WaitingMail | null> {
  const range = String(uid);
  const sized = await client.fetchOne(range, { size: true }, { uid: true });
  if (sized === false) return null;
  const isTooLarge = (sized.size ?? 0) > mostBytes;
  const wanted = isTooLarge ? { headers: ['from', 'subject', 'message-id'] } : { source: true };
  const fetched = await client.fetchOne(range, wanted, { uid: true });
  if (fetched === false) return null;
  if (isTooLarge) return { uid: range, head: new Uint8Array(fetched.headers ?? []) };
  return fetched.source ? { uid: range, raw: new Uint8Array(fetched.source) } : null;
}

const failureOf = (error: unknown): Error =>
  error instanceof PartnerError
    ? error
    : new PartnerError('IMAP', 'retry', error instanceof Error ? error.message : String(error));
