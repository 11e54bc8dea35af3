import { createServer, type Server, type Socket } from 'node:net';
import type { MailStore, StoredMail } from './store.ts';

type Kept = { uid: number; mail: StoredMail };
type Session = { write(line: string | Buffer): void; user: string | null; isOpen: boolean };

/**
 * The mails of one address over IMAP4rev1 (RFC 3501): as much of it as a client needs to find, read and mark mails. A
 * login is the address, with any password; mails to `name+anything@` are its own too.
 */
export function createImap(store: MailStore): Server {
  const seen = new Set<string>();
  return createServer((socket) => serve(socket, store, seen));
}

function serve(socket: Socket, store: MailStore, seen: Set<string>): void {
  const session: Session = { write: (line) => socket.write(line), user: null, isOpen: false };
  let rest = '';
  socket.setEncoding('latin1');
  socket.on('error', () => socket.destroy());
  session.write('* OK [CAPABILITY IMAP4rev1] Mailbox ready\r\n');
  socket.on('data', (chunk: string) => {
    rest += chunk;
    for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
      const line = rest.slice(0, end);
      rest = rest.slice(end + 2);
      const [, tag = '*', words = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
      const said = answer(words, session, store, seen);
      session.write(`${tag} ${said}\r\n`);
      if (/^logout/i.test(words)) socket.end();
    }
  });
}

/** Writes what comes before, and returns how it ended. */
function answer(words: string, session: Session, store: MailStore, seen: Set<string>): string {
  const uid = /^uid (.*)$/i.exec(words)?.[1];
  const [, name = '', args = ''] = /^(\S+)\s*(.*)$/.exec(uid ?? words) ?? [];
  const command = name.toUpperCase();
  if (command === 'CAPABILITY') session.write('* CAPABILITY IMAP4rev1\r\n');
  else if (command === 'LOGIN') session.user = (stringsIn(args)[0] ?? '').toLowerCase();
  else if (command === 'LOGOUT') session.write('* BYE Until next time\r\n');
  else if (command === 'NOOP' || command === 'CLOSE') return `OK ${command} done`;
  else if (session.user === null) return 'NO Log in first';
  else if (command === 'LIST' || command === 'LSUB')
    session.write(`* ${command} (\\HasNoChildren) "/" ${stringsIn(args)[1] === '' ? '""' : '"INBOX"'}\r\n`);
  else if (command === 'SELECT' || command === 'EXAMINE') open(session, store);
  else if (!session.isOpen) return 'NO Select a mailbox first';
  else if (command === 'SEARCH') {
    const wanted = mailsOf(store, session.user).filter(({ mail }) => !/unseen/i.test(args) || !seen.has(mail.id));
    session.write(`* SEARCH ${wanted.map((one) => one.uid).join(' ')}\r\n`.replace(' \r', '\r'));
  } else if (command === 'FETCH') fetchMails(args, session, store, seen);
  else if (command === 'STORE') mark(args, session, store, seen);
  else return `BAD ${command} is unknown`;
  return `OK ${command} done`;
}

function open(session: Session, store: MailStore): void {
  const all = mailsOf(store, session.user);
  session.isOpen = true;
  for (const line of [
    `* ${all.length} EXISTS`,
    '* 0 RECENT',
    '* FLAGS (\\Seen)',
    '* OK [PERMANENTFLAGS (\\Seen)] kept',
    '* OK [UIDVALIDITY 1] valid',
    `* OK [UIDNEXT ${(all.at(-1)?.uid ?? 0) + 1}] next`,
  ])
    session.write(`${line}\r\n`);
}

function fetchMails(args: string, session: Session, store: MailStore, seen: Set<string>): void {
  const [, range = '', items = ''] = /^(\S+) (.*)$/.exec(args) ?? [];
  for (const [index, { uid, mail }] of mailsOf(store, session.user).entries()) {
    if (!isInRange(uid, range)) continue;
    const raw = Buffer.from(mail.raw, 'latin1');
    const parts: (string | Buffer)[] = [
      `UID ${uid} FLAGS (${seen.has(mail.id) ? '\\Seen' : ''}) RFC822.SIZE ${raw.length}`,
    ];
    const fields = /BODY(?:\.PEEK)?\[(HEADER\.FIELDS \(([^)]*)\))\]/i.exec(items);
    if (fields) {
      const head = Buffer.from(headOf(mail.raw, (fields[2] ?? '').toLowerCase().split(' ')), 'latin1');
      parts.push(` BODY[${fields[1]}] {${head.length}}\r\n`, head);
    } else if (/BODY(?:\.PEEK)?\[\]/i.test(items)) parts.push(` BODY[] {${raw.length}}\r\n`, raw);
    session.write(Buffer.concat([`* ${index + 1} FETCH (`, ...parts, ')\r\n'].map((part) => Buffer.from(part))));
  }
}

function mark(args: string, session: Session, store: MailStore, seen: Set<string>): void {
  const [range = ''] = args.split(' ');
  for (const { uid, mail } of mailsOf(store, session.user))
    if (isInRange(uid, range) && /\+flags.*\\seen/i.test(args)) seen.add(mail.id);
}

/** The oldest first; the place among all mails is the UID, so that it stays. */
const mailsOf = (store: MailStore, user: string | null): Kept[] =>
  store
    .list(null)
    .toReversed()
    .map((mail, index) => ({ uid: index + 1, mail }))
    .filter(({ mail }) => mail.to.some((address) => address.replace(/\+[^@]*@/, '@') === user));

const isInRange = (uid: number, range: string): boolean =>
  range.split(',').some((part) => {
    const [from = '', to = from] = part.split(':');
    const last = to === '*' ? Infinity : Number(to);
    return uid >= Number(from) && uid <= last;
  });

const headOf = (raw: string, names: readonly string[]): string => {
  const head = raw.slice(0, raw.search(/\r?\n\r?\n/)).split(/\r?\n(?![ \t])/);
  return `${head.filter((field) => names.includes(field.slice(0, field.indexOf(':')).toLowerCase())).join('\r\n')}\r\n\r\n`;
};

/** Quoted strings and words. */
const stringsIn = (text: string): string[] =>
  [...text.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(
    ([, quoted, word]) => quoted?.replaceAll(/\\(.)/g, '$1') ?? word ?? '',
  );
