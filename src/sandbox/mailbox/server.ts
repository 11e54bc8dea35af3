import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { createImap } from './imap.ts';
import { inboxPage, mailBody, mailPage } from './page.ts';
import { replyTo } from './reply.ts';
import { openStore, type MailStore, type StoredMail } from './store.ts';

export type Mailbox = {
  /** `smtp://host:port` to send to, `http://host:port` to read at. */
  smtpUrl: string;
  url: string;
  /** `imap://host:port`; a login is an address, with any password. */
  imapUrl: string;
  /** Takes a mail as raw MIME, as if it came from outside. */
  receive(raw: Uint8Array, recipients: readonly string[]): Promise<void>;
  messages(): StoredMail[];
  close(): Promise<void>;
};

/** Takes every mail and shows it. Port 0 takes any free one; without `stateFile` it forgets on close. */
export async function startMailbox(options: {
  smtpPort: number;
  httpPort: number;
  /** Any free one where it is left out. */
  imapPort?: number;
  /** Mails to addresses of the domain are posted on to the address, as mail providers do. */
  postTo?: { domain: string; url: string };
  host?: string;
  stateFile?: string;
}): Promise<Mailbox> {
  const host = options.host ?? '127.0.0.1';
  const kept = openStore(options.stateFile);
  const store = options.postTo ? postingOn(kept, options.postTo) : kept;
  const imap = createImap(store);
  const faults = { failing: 0 };
  const smtp = createSmtp(store, faults);
  const http = createServer((request, response) => {
    answer(request, response, store, faults).catch(() => response.writeHead(500).end());
  });
  await Promise.all([
    listen(smtp, options.smtpPort, host),
    listen(http, options.httpPort, host),
    listen(imap, options.imapPort ?? 0, host),
  ]);
  return {
    smtpUrl: `smtp://${host}:${portOf(smtp.server)}`,
    url: `http://${host}:${portOf(http)}`,
    imapUrl: `imap://${host}:${portOf(imap)}`,
    receive: (raw, recipients) => store.receive(raw, recipients),
    messages: () => store.list(null),
    async close() {
      http.closeAllConnections();
      await Promise.all([
        new Promise<void>((resolve) => smtp.close(resolve)),
        new Promise((resolve) => imap.close(resolve)),
        new Promise((resolve) => http.close(resolve)),
      ]);
    },
  };
}

/** A store that also posts what is for a domain to the server that takes its mail. */
const postingOn = (store: MailStore, { domain, url }: { domain: string; url: string }): MailStore => ({
  ...store,
  async receive(raw, recipients) {
    await store.receive(raw, recipients);
    if (!recipients.some((address) => address.toLowerCase().endsWith(`@${domain}`))) return;
    const posted = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'message/rfc822' },
      body: new Uint8Array(raw),
    });
    if (!posted.ok) throw new Error(`The mail was not taken: ${posted.status}`);
  },
});

function createSmtp(store: MailStore, faults: { failing: number }): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (auth, _session, callback) => callback(null, { user: auth.username ?? 'anyone' }),
    onData(stream, session, callback) {
      void (async () => {
        callback(await receive(stream, session, store, faults));
      })();
    },
  });
}

/** Accepts one mail; the return value is the error for the sender, if any. */
async function receive(
  stream: AsyncIterable<Buffer>,
  session: SMTPServerSession,
  store: MailStore,
  faults: { failing: number },
): Promise<Error | undefined> {
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    if (faults.failing > 0) {
      faults.failing -= 1;
      return Object.assign(new Error('Try again later'), { responseCode: 451 });
    }
    const recipients = session.envelope.rcptTo.map(({ address }) => address);
    await store.receive(Buffer.concat(chunks), recipients);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  store: MailStore,
  faults: { failing: number },
): Promise<void> {
  const target = new URL(request.url ?? '/', 'http://mailbox');
  const call = `${request.method} ${target.pathname}`;
  const to = target.searchParams.get('to');
  if (call === 'GET /') return html(response, inboxPage(store.list(to), to));
  if (call === 'GET /api/messages') return json(response, 200, store.list(to));
  if (call === 'DELETE /api/messages') {
    store.clear();
    return json(response, 200, []);
  }
  if (call === 'POST /_control/faults') {
    const times = failuresIn(await readBody(request));
    if (times === null) return json(response, 422, { message: 'A fault is {"mode":"fail","times":1}.' });
    faults.failing = times;
    return json(response, 201, { mode: 'fail', times });
  }
  if (call.startsWith('POST /messages/') && call.endsWith('/reply')) return reply(request, response, store, call);
  const [, id = '', part = '', index = ''] =
    /^GET \/messages\/(\w+)(?:\/(html|attachments))?(?:\/(\d+))?$/.exec(call) ?? [];
  const mail = store.find(id);
  if (!mail) return json(response, 404, { message: 'No such mail.' });
  if (part === 'html') return mailFrame(response, mail);
  if (part === 'attachments') return attachment(response, mail, Number(index));
  html(response, mailPage(mail, target.searchParams.get('view') === 'text' || mail.html === '' ? 'text' : 'html'));
}

/** Answers a mail in the name of who got it. */
async function reply(
  request: IncomingMessage,
  response: ServerResponse,
  store: MailStore,
  call: string,
): Promise<void> {
  const mail = store.find(/^POST \/messages\/(\w+)\/reply$/.exec(call)?.[1] ?? '');
  const text = new URLSearchParams(await readText(request)).get('text') ?? '';
  if (!mail || text.trim() === '') return json(response, 422, { message: 'Write something to answer.' });
  const { raw, to } = replyTo(mail, text);
  await store.receive(raw, [to]);
  response.writeHead(303, { location: '/' }).end();
}

function mailFrame(response: ServerResponse, mail: StoredMail): void {
  // Opened on its own address the mail must be as powerless as it is inside the frame.
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src * data:; style-src 'unsafe-inline'; font-src *",
  });
  response.end(mailBody(mail));
}

function attachment(response: ServerResponse, mail: StoredMail, index: number): void {
  const file = mail.attachments[index];
  if (!file) return json(response, 404, { message: 'No such attachment.' });
  response.writeHead(200, {
    'content-type': file.contentType,
    'x-content-type-options': 'nosniff',
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.filename)}`,
  });
  response.end(Buffer.from(file.content, 'base64'));
}

function failuresIn(body: unknown): number | null {
  if (typeof body !== 'object' || body === null || !('mode' in body) || body.mode !== 'fail') return null;
  return 'times' in body && typeof body.times === 'number' ? body.times : 1;
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const text = await readText(request);
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function html(response: ServerResponse, content: string): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(content);
}

function json(response: ServerResponse, status: number, content: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(content));
}

function listen(server: Server | SMTPServer, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    if (server instanceof SMTPServer) server.on('error', reject);
    else server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
}

const portOf = (server: { address(): AddressInfo | string | null }): number => {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};
