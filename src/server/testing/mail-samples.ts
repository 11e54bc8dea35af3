import type { AttachmentProblem } from '#core/mail/attachments.ts';
import type { MailKind } from '#core/mail/mail-kind.ts';
import type { WhyUnplaced } from '#core/mail/match-claim.ts';

/** A claim that sample mails are about. `sentId`: the Message-ID of an email of ours about it. */
export type SampleClaim = { id: number; storeId: number; email: string; replyTo: string; sentId: string };

/** What sample mails name: two claims of the store, one of another store, and addresses that are not good. */
export type SampleWorld = {
  ada: SampleClaim;
  ben: SampleClaim;
  otherStore: SampleClaim;
  expired: string;
  /** An email of ours as the shopper got it. */
  sentRaw: string;
};

export type MailExpected = {
  /** The claim it ends in; `unplaced` for the list of unknown senders; `report` for news of an email of ours; `nowhere`. */
  where: 'ada' | 'ben' | 'unplaced' | 'report' | 'nowhere';
  status?: number;
  kind?: MailKind;
  why?: WhyUnplaced;
  /** Words that are shown. */
  has?: readonly string[];
  /** What must be nowhere in what is shown, besides what never may. */
  hasNot?: readonly RegExp[];
  /** Words that are shown, folded as a quote. */
  quoted?: string;
  subject?: string;
  fromName?: string;
  isCut?: true;
  attachments?: readonly (readonly [filename: string, problem: AttachmentProblem | null])[];
};
export type MailSample = {
  name: string;
  raw: (world: SampleWorld, word: string) => Uint8Array | string;
  expect: (word: string) => MailExpected;
};

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const crlf = (lines: readonly (string | Uint8Array)[]): Buffer =>
  Buffer.concat(lines.flatMap((line) => [typeof line === 'string' ? Buffer.from(line) : line, bytes('\r\n')]));

type Parts = {
  from?: string;
  to?: string;
  subject?: string;
  id?: string | null;
  headers?: readonly string[];
  body?: readonly (string | Uint8Array)[];
};

/** A mail of Ada about her claim, unless it says otherwise. */
const mail = (world: SampleWorld, word: string, { from, to, subject, id, headers = [], body = [] }: Parts): Buffer =>
  crlf([
    `From: ${from ?? `Ada Byron <${world.ada.email}>`}`,
    `To: ${to ?? world.ada.replyTo}`,
    `Subject: ${subject ?? `Re: ${word}`}`,
    ...(id === null ? [] : [`Message-ID: ${id ?? `<${word}@mail.home.example>`}`]),
    'Date: Thu, 26 Nov 2026 10:00:00 +0100',
    'MIME-Version: 1.0',
    ...headers,
    '',
    ...body,
  ]);

const TEXT = ['Content-Type: text/plain; charset=utf-8'];
const HTML = ['Content-Type: text/html; charset=utf-8'];

/* Encodings. The platform only decodes, so a table of what it decodes is turned around. */

const tables = new Map<string, Map<string, Uint8Array>>();
function tableOf(charset: string): Map<string, Uint8Array> {
  const known = tables.get(charset);
  if (known) return known;
  const decoder = new TextDecoder(charset);
  const table = new Map<string, Uint8Array>();
  const add = (code: Uint8Array): void => {
    const sign = decoder.decode(code);
    if ([...sign].length === 1 && sign !== '\ufffd' && !table.has(sign)) table.set(sign, code);
  };
  for (let one = 0; one < 256; one += 1) add(Uint8Array.of(one));
  if (/jis|euc|gb|big5/.test(charset))
    for (let lead = 0x81; lead < 0xff; lead += 1)
      for (let trail = 0x40; trail < 0xff; trail += 1) add(Uint8Array.of(lead, trail));
  tables.set(charset, table);
  return table;
}

function encode(charset: string, text: string): Buffer {
  if (charset === 'utf-8') return Buffer.from(text);
  if (charset === 'iso-2022-jp') return encodeJis(text);
  const table = tableOf(charset);
  return Buffer.concat(
    [...text].map((sign) => {
      const code = table.get(sign);
      if (!code) throw new Error(`${charset} has no ${sign}`);
      return code;
    }),
  );
}

function encodeJis(text: string): Buffer {
  let isKanji = false;
  const parts: Buffer[] = [];
  for (const sign of text) {
    const isWide = sign.charCodeAt(0) > 127;
    if (isWide !== isKanji) parts.push(bytes(isWide ? '\u001b$B' : '\u001b(B'));
    isKanji = isWide;
    const code = isWide ? encode('euc-jp', sign) : bytes(sign);
    parts.push(Buffer.from(code.map((one) => one & 0x7f)));
  }
  return Buffer.concat([...parts, ...(isKanji ? [bytes('\u001b(B')] : [])]);
}

const quotedPrintable = (content: Uint8Array): string =>
  [...content]
    .map((one) =>
      one > 126 || one < 32 || one === 61
        ? `=${one.toString(16).toUpperCase().padStart(2, '0')}`
        : String.fromCharCode(one),
    )
    .join('')
    .replaceAll(/(?:[^=]|=..){60}/g, '$&=\r\n');
const base64 = (content: Uint8Array): string => Buffer.from(content).toString('base64').replaceAll(/.{76}/g, '$&\r\n');
const encodedWord = (charset: string, text: string, as: 'B' | 'Q'): string => {
  const content = encode(charset, text);
  const word =
    as === 'B'
      ? content.toString('base64')
      : [...content].map((one) => `=${one.toString(16).toUpperCase().padStart(2, '0')}`).join('');
  return `=?${charset}?${as}?${word}?=`;
};

const SENTENCES: readonly (readonly [charset: string, text: string])[] = [
  ['utf-8', 'Das Paket ist nie angekommen – 荷物が届きません 📦'],
  ['iso-8859-1', 'Le colis est arrivé abîmé, ça va'],
  ['iso-8859-2', 'Paczka nie dotarła, proszę o pomoc'],
  ['iso-8859-5', 'Посылка не пришла'],
  ['iso-8859-7', 'Το δέμα δεν έφτασε'],
  ['iso-8859-8', 'החבילה לא הגיעה'],
  ['iso-8859-9', 'Paket bana ulaşmadı, teşekkürler'],
  ['iso-8859-15', 'Remboursez 20 € s’il vous plaît'.replace('’', "'")],
  ['windows-1250', 'Balíček nedorazil, děkuji'],
  ['windows-1251', 'Посылка пришла разбитой'],
  ['windows-1252', 'It didn’t arrive – “nothing” came'],
  ['windows-1253', 'Το κουτί ήταν άδειο'],
  ['windows-1254', 'Kutu boş geldi, değişim istiyorum'],
  ['windows-1255', 'הקופסה הייתה ריקה'],
  ['windows-1256', 'لم تصل الشحنة'],
  ['windows-1257', 'Siuntinys neatėjo, ačiū'],
  ['windows-1258', 'Tôi chua nhận'.replace('ậ', 'â')],
  ['koi8-r', 'Где моя посылка'],
  ['koi8-u', 'Де моя посилка, її немає'],
  ['macintosh', 'Mon colis est cassé'],
  ['shift_jis', '荷物がまだ届いていません'],
  ['iso-2022-jp', '返金をお願いします'],
  ['euc-jp', '箱が壊れていました'],
  ['gb18030', '包裹没有收到'],
  ['gbk', '盒子是空的'],
  ['big5', '包裹沒有收到'],
  ['euc-kr', '상품이 도착하지 않았습니다'],
];

const charsets: MailSample[] = SENTENCES.flatMap(([charset, text]) => {
  const one = (name: string, encoding: string, body: (content: Buffer) => string | Uint8Array): MailSample => ({
    name: `${charset} as ${name}`,
    raw: (world, word) =>
      mail(world, word, {
        headers: [`Content-Type: text/plain; charset=${charset}`, `Content-Transfer-Encoding: ${encoding}`],
        body: [body(encode(charset, `${text} ${word}`))],
      }),
    expect: (word) => ({ where: 'ada', kind: 'message', has: [`${text} ${word}`] }),
  });
  return [
    one('8bit', charset === 'iso-2022-jp' ? '7bit' : '8bit', (content) => content),
    one('base64', 'base64', base64),
    one('quoted-printable', 'quoted-printable', quotedPrintable),
  ];
});

const headerWords: MailSample[] = SENTENCES.filter((_one, index) => index % 2 === 0).map(([charset, text], index) => ({
  name: `${charset} in the subject and the sender's name`,
  raw: (world, word) => {
    const as = index % 2 === 0 ? 'B' : 'Q';
    return mail(world, word, {
      from: `${encodedWord(charset, text.slice(0, 12).trim(), as)} <${world.ada.email}>`,
      subject: `${encodedWord(charset, text, as)} ${word}`,
      headers: TEXT,
      body: [word],
    });
  },
  expect: (word) => ({
    where: 'ada',
    kind: 'message',
    subject: `${text} ${word}`,
    fromName: text.slice(0, 12).trim(),
    has: [word],
  }),
}));

/* Shapes. */

const multipart = (
  type: string,
  boundary: string,
  parts: readonly (readonly (string | Uint8Array)[])[],
  more = '',
) => ({
  head: `Content-Type: multipart/${type}; boundary="${boundary}"${more}`,
  body: [...parts.flatMap((part) => [`--${boundary}`, ...part]), `--${boundary}--`],
});
const part = (type: string, content: string, headers: readonly string[] = []): string[] => [
  `Content-Type: ${type}`,
  ...headers,
  '',
  content,
];
const file = (name: string, type: string, content: Uint8Array): string[] => [
  `Content-Type: ${type}; name="${name}"`,
  `Content-Disposition: attachment; filename="${name}"`,
  'Content-Transfer-Encoding: base64',
  '',
  base64(content),
];
const shaped = (
  name: string,
  made: (word: string) => { head: string; body: readonly (string | Uint8Array)[] },
  expected: (word: string) => Partial<MailExpected>,
): MailSample => ({
  name,
  raw: (world, word) => mail(world, word, { headers: [made(word).head], body: made(word).body }),
  expect: (word) => ({ where: 'ada', kind: 'message', has: [word], ...expected(word) }),
});

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF');
const TNEF = Buffer.concat([Buffer.from([0x78, 0x9f, 0x3e, 0x22, 1, 0]), Buffer.alloc(200, 7)]);
const ZIP = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 0, 0, 0, 0]), Buffer.alloc(60)]);
const EXE = Buffer.concat([bytes('MZ'), Buffer.alloc(300, 144)]);

const plainAndHtml = (word: string) =>
  multipart('alternative', 'alt', [
    part('text/plain; charset=utf-8', `plain ${word}`),
    part('text/html; charset=utf-8', `<p>html <b>${word}</b></p>`),
  ]);

const shapes: MailSample[] = [
  shaped('plain and HTML', plainAndHtml, (word) => ({ has: [`html <b>${word}</b>`], hasNot: [/plain/] })),
  shaped(
    'mixed, related and alternative, nested',
    (word) => {
      const alternative = plainAndHtml(word);
      const related = multipart('related', 'rel', [
        [alternative.head, '', ...alternative.body],
        file('logo.png', 'image/png', PNG),
      ]);
      return multipart('mixed', 'mix', [
        [related.head, '', ...related.body],
        file('proof.pdf', 'application/pdf', PDF),
      ]);
    },
    () => ({
      attachments: [
        ['logo.png', null],
        ['proof.pdf', null],
      ],
    }),
  ),
  shaped(
    'format=flowed',
    (word) => ({
      head: 'Content-Type: text/plain; charset=utf-8; format=flowed',
      body: ['One long line that ', `goes on to ${word} here`, '', 'Two'],
    }),
    (word) => ({ has: [`that goes on to ${word} here`] }),
  ),
  shaped(
    'format=flowed with delsp',
    (word) => ({
      head: 'Content-Type: text/plain; charset=utf-8; format=flowed; delsp=yes',
      body: ['A word that is cut in ', `side ${word}`],
    }),
    (word) => ({ has: [`inside ${word}`] }),
  ),
  shaped(
    'format=flowed with a quote',
    (word) => ({
      head: 'Content-Type: text/plain; charset=utf-8; format=flowed',
      body: [`Mine ${word}`, '', 'On Monday, 23 November 2026, Nordwind wrote:', '> Theirs'],
    }),
    () => ({ quoted: 'Theirs' }),
  ),
  shaped(
    'German quote',
    (word) => ({
      head: TEXT[0] ?? '',
      body: [`Meins ${word}`, '', 'Am 23.11.2026 um 10:00 schrieb Nordwind <x@y.example>:', '> Ihres'],
    }),
    () => ({ quoted: 'Ihres' }),
  ),
  shaped(
    'Outlook quote in plain text',
    (word) => ({
      head: TEXT[0] ?? '',
      body: [`Mine ${word}`, '', '-----Original Message-----', 'From: Nordwind', 'Theirs'],
    }),
    () => ({ quoted: 'Theirs' }),
  ),
  shaped(
    'answers between the lines stay open',
    (word) => ({ head: TEXT[0] ?? '', body: ['> Which item?', `The blue one ${word}`, '> Where?', 'At home'] }),
    () => ({ has: ['At home'] }),
  ),
  shaped(
    'Gmail quote',
    (word) => ({
      head: HTML[0] ?? '',
      body: [`<div>Mine ${word}</div><div class="gmail_quote"><blockquote>Theirs</blockquote></div>`],
    }),
    () => ({ quoted: 'Theirs' }),
  ),
  shaped(
    'Outlook quote',
    (word) => ({
      head: HTML[0] ?? '',
      body: [`<p>Mine ${word}</p><div id="divRplyFwdMsg">From: Nordwind</div><div>Theirs</div>`],
    }),
    () => ({ quoted: 'Theirs' }),
  ),
  shaped(
    'Apple Mail quote',
    (word) => ({ head: HTML[0] ?? '', body: [`<div>Mine ${word}<blockquote type="cite">Theirs</blockquote></div>`] }),
    () => ({ quoted: 'Theirs' }),
  ),
  shaped(
    'forwarded as an attachment',
    (word) =>
      multipart('mixed', 'mix', [
        part('text/plain', word),
        part('message/rfc822', 'From: carrier@post.example\r\nSubject: Lost\r\n\r\nIt is lost'),
      ]),
    () => ({ attachments: [['attachment-1', 'type']], hasNot: [/It is lost/] }),
  ),
  shaped(
    'forwarded as a named attachment',
    (word) =>
      multipart('mixed', 'mix', [
        part('text/plain', word),
        [
          'Content-Type: message/rfc822; name="mail.eml"',
          'Content-Disposition: attachment; filename="mail.eml"',
          '',
          'Subject: Inner',
          '',
          'Inner words',
        ],
      ]),
    () => ({ attachments: [['mail.eml', 'type']], hasNot: [/Inner words/] }),
  ),
  shaped(
    'winmail.dat',
    (word) => multipart('mixed', 'mix', [part('text/plain', word), file('winmail.dat', 'application/ms-tnef', TNEF)]),
    () => ({ attachments: [['winmail.dat', 'type']] }),
  ),
  shaped(
    'no end boundary',
    (word) => ({
      head: 'Content-Type: multipart/mixed; boundary=cut',
      body: ['--cut', 'Content-Type: text/plain', '', word],
    }),
    () => ({}),
  ),
  shaped(
    'a signed mail',
    (word) =>
      multipart(
        'signed',
        'sig',
        [part('text/plain', word), file('smime.p7s', 'application/pkcs7-signature', Buffer.alloc(40, 3))],
        '; protocol="application/pkcs7-signature"',
      ),
    () => ({ attachments: [['smime.p7s', 'type']] }),
  ),
  shaped(
    'a calendar',
    (word) =>
      multipart('mixed', 'mix', [
        part('text/plain', word),
        part('text/calendar; method=REQUEST', 'BEGIN:VCALENDAR\r\nEND:VCALENDAR'),
      ]),
    () => ({ attachments: [['attachment-1', 'type']] }),
  ),
  shaped(
    'empty HTML beside text',
    (word) => multipart('alternative', 'alt', [part('text/plain', word), part('text/html', '')]),
    () => ({}),
  ),
  shaped(
    'a photo',
    (word) => multipart('mixed', 'mix', [part('text/plain', word), file('photo.png', 'image/png', PNG)]),
    () => ({ attachments: [['photo.png', null]] }),
  ),
  shaped(
    'a photo that calls itself something else',
    (word) => multipart('mixed', 'mix', [part('text/plain', word), file('photo.bin', 'application/octet-stream', PNG)]),
    () => ({ attachments: [['photo.bin', null]] }),
  ),
  shaped(
    'a program that calls itself a PDF',
    (word) => multipart('mixed', 'mix', [part('text/plain', word), file('invoice.pdf', 'application/pdf', EXE)]),
    () => ({ attachments: [['invoice.pdf', 'type']] }),
  ),
  shaped(
    'a page that calls itself a photo',
    (word) =>
      multipart('mixed', 'mix', [
        part('text/plain', word),
        file('photo.png', 'image/png', Buffer.from('<html><script>alert(1)</script>')),
      ]),
    () => ({ attachments: [['photo.png', 'type']] }),
  ),
  shaped(
    'an SVG',
    (word) =>
      multipart('mixed', 'mix', [
        part('text/plain', word),
        file('logo.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')),
      ]),
    () => ({ attachments: [['logo.svg', 'type']] }),
  ),
  shaped(
    'a ZIP',
    (word) => multipart('mixed', 'mix', [part('text/plain', word), file('photos.zip', 'application/zip', ZIP)]),
    () => ({ attachments: [['photos.zip', 'type']] }),
  ),
  shaped(
    'an empty file',
    (word) => multipart('mixed', 'mix', [part('text/plain', word), file('nothing.png', 'image/png', Buffer.alloc(0))]),
    () => ({ attachments: [['nothing.png', 'empty']] }),
  ),
  shaped(
    'a name that leads elsewhere',
    (word) => multipart('mixed', 'mix', [part('text/plain', word), file('../../etc/passwd.png', 'image/png', PNG)]),
    () => ({ attachments: [['passwd.png', null]] }),
  ),
  shaped(
    'a name that is turned around',
    (word) =>
      multipart('mixed', 'mix', [
        part('text/plain', word),
        [
          'Content-Type: application/octet-stream',
          `Content-Disposition: attachment; filename*=UTF-8''photo%E2%80%AEgnp.exe`,
          'Content-Transfer-Encoding: base64',
          '',
          base64(EXE),
        ],
      ]),
    () => ({ attachments: [['photognp.exe', 'type']] }),
  ),
  shaped(
    'more files than are kept',
    (word) =>
      multipart('mixed', 'mix', [
        part('text/plain', word),
        ...Array.from({ length: 12 }, (_one, index) => file(`p${index}.png`, 'image/png', PNG)),
      ]),
    () => ({
      attachments: Array.from(
        { length: 12 },
        (_one, index) => [`p${index}.png`, index < 10 ? null : 'tooMany'] as const,
      ),
    }),
  ),
  shaped(
    'a file that is too large',
    (word) =>
      multipart('mixed', 'mix', [
        part('text/plain', word),
        file('huge.png', 'image/png', Buffer.concat([PNG, Buffer.alloc(20_000_001)])),
      ]),
    () => ({ attachments: [['huge.png', 'tooLarge']] }),
  ),
  shaped(
    'a very long text',
    (word) => ({
      head: TEXT[0] ?? '',
      body: [word, ...Array.from({ length: 4000 }, () => 'and so on, and so on, and so on')],
    }),
    () => ({ isCut: true }),
  ),
  shaped(
    'a very long page',
    (word) => ({
      head: HTML[0] ?? '',
      body: [`<p>${word}</p>`, ...Array.from({ length: 8000 }, () => '<p>and so on, and so on</p>')],
    }),
    () => ({ isCut: true }),
  ),
  shaped(
    'a page nested without end',
    (word) => ({ head: HTML[0] ?? '', body: [`<p>${word}</p>${'<div>'.repeat(5000)}deep`] }),
    () => ({}),
  ),
];

/* Broken. */

const raw = (
  name: string,
  made: (world: SampleWorld, word: string) => Uint8Array,
  expected: (word: string) => MailExpected,
): MailSample => ({ name, raw: made, expect: expected });
const toAda = (
  name: string,
  made: (word: string) => Parts,
  more: (word: string) => Partial<MailExpected> = () => ({}),
): MailSample =>
  raw(
    name,
    (world, word) => mail(world, word, made(word)),
    (word) => ({ where: 'ada', kind: 'message', has: [word], ...more(word) }),
  );

const broken: MailSample[] = [
  toAda('no Message-ID', (word) => ({ id: null, headers: TEXT, body: [word] })),
  toAda('no Content-Type', (word) => ({ body: [word] })),
  raw(
    'no Subject, no Date',
    (world, word) => crlf([`From: ${world.ada.email}`, `To: ${world.ada.replyTo}`, '', word]),
    (word) => ({ where: 'ada', has: [word], subject: '' }),
  ),
  raw(
    'no To, delivered by its envelope',
    (world, word) =>
      crlf([`Delivered-To: ${world.ada.replyTo}`, `From: ${world.ada.email}`, `Subject: ${word}`, '', word]),
    (word) => ({ where: 'ada', kind: 'message', has: [word] }),
  ),
  raw(
    'no From',
    (world, word) => crlf([`To: ${world.ada.replyTo}`, `Subject: ${word}`, '', word]),
    (word) => ({ where: 'unplaced', why: 'notParticipant', has: [word] }),
  ),
  raw(
    'bare line feeds',
    (world, word) => Buffer.from(`From: ${world.ada.email}\nTo: ${world.ada.replyTo}\nSubject: ${word}\n\n${word}\n`),
    (word) => ({ where: 'ada', has: [word] }),
  ),
  raw(
    'nothing but a head',
    (world, word) => crlf([`From: ${world.ada.email}`, `To: ${world.ada.replyTo}`, `Subject: ${word}`]),
    (word) => ({ where: 'ada', subject: word }),
  ),
  raw(
    'no mail at all',
    (_world, word) => Buffer.from(`hello ${word}`),
    () => ({ where: 'unplaced', why: 'noClaim' }),
  ),
  raw(
    'bytes',
    (_world, word) =>
      Buffer.concat([Buffer.from(word), Buffer.from(Array.from({ length: 500 }, (_one, index) => (index * 37) % 256))]),
    () => ({ where: 'unplaced', why: 'noClaim' }),
  ),
  raw(
    'parts nested without end',
    (world, word) => mail(world, word, nested(80)),
    () => ({ where: 'unplaced', why: 'unreadable' }),
  ),
  raw(
    'a head without end',
    (world, word) =>
      mail(world, word, {
        headers: Array.from({ length: 9000 }, (_one, index) => `X-Fill-${index}: ${'x'.repeat(60)}`),
        body: [word],
      }),
    () => ({ where: 'unplaced', why: 'unreadable' }),
  ),
  toAda('a charset nobody knows', (word) => ({
    headers: ['Content-Type: text/plain; charset=x-martian'],
    body: [word],
  })),
  toAda('ASCII that is UTF-8', (word) => ({
    headers: ['Content-Type: text/plain; charset=us-ascii'],
    body: [`arrivé ${word}`],
  })),
  toAda('UTF-8 that is Latin-1', (word) => ({ headers: TEXT, body: [bytes(`arriv\u00e9 ${word}`)] })),
  toAda(
    'base64 with noise',
    (word) => ({
      headers: [...TEXT, 'Content-Transfer-Encoding: base64'],
      body: [
        `!!${base64(Buffer.from(`clean ${word}`)).slice(0, 8)}*\r\n ${base64(Buffer.from(`clean ${word}`)).slice(8)}`,
      ],
    }),
    (word) => ({ has: [`clean ${word}`] }),
  ),
  toAda('quoted-printable with mistakes', (word) => ({
    headers: [...TEXT, 'Content-Transfer-Encoding: quoted-printable'],
    body: [`50=ZZ off = ${word}`],
  })),
  toAda('an encoding nobody knows', (word) => ({
    headers: [...TEXT, 'Content-Transfer-Encoding: x-uuencode'],
    body: [word],
  })),
  toAda('null bytes in the head', (word) => ({
    id: `<a\u0000${word}@x.example>`,
    headers: ['X-Odd: \u0000', ...TEXT],
    body: [word],
  })),
  toAda(
    'null bytes',
    (word) => ({ headers: TEXT, body: [`a\u0000b ${word}`] }),
    (word) => ({ has: [`ab ${word}`] }),
  ),
  toAda(
    'text that turns what follows',
    (word) => ({ headers: TEXT, body: [`\u202eevil ${word}`] }),
    () => ({ hasNot: [/\u202e/] }),
  ),
];

function nested(depth: number): Parts {
  const open = (level: number): string[] =>
    level === depth
      ? ['Content-Type: text/plain', '', 'deep']
      : [`Content-Type: multipart/mixed; boundary=b${level}`, '', `--b${level}`, ...open(level + 1)];
  const [head = '', , ...body] = open(0);
  return { headers: [head], body };
}

/* Machines. */

const automatic = (name: string, kind: MailKind, headers: readonly string[], subject?: string): MailSample =>
  raw(
    name,
    (world, word) =>
      mail(world, word, {
        ...(subject === undefined ? {} : { subject: `${subject} ${word}` }),
        headers: [...TEXT, ...headers],
        body: [`I am away ${word}`],
      }),
    (word) => ({ where: 'ada', kind, has: [word] }),
  );

const machines: MailSample[] = [
  automatic('vacation of RFC 3834', 'autoReply', ['Auto-Submitted: auto-replied']),
  automatic('vacation of Sieve', 'autoReply', ['Auto-Submitted: auto-replied (vacation)']),
  automatic('a generated mail', 'autoReply', ['Auto-Submitted: auto-generated']),
  automatic('Exchange', 'autoReply', [
    'X-Auto-Response-Suppress: All',
    'X-MS-Exchange-Inbox-Rules-Loop: ada@home.example',
  ]),
  automatic('Exchange, out of office', 'autoReply', ['X-Auto-Response-Suppress: OOF, DR, RN']),
  automatic('Gmail vacation', 'autoReply', ['X-Autoreply: yes', 'Precedence: bulk']),
  automatic('cPanel', 'autoReply', ['X-Autorespond: Re', 'Precedence: auto_reply']),
  automatic('Plesk', 'autoReply', ['Precedence: junk']),
  automatic('Yahoo', 'autoReply', ['X-Autoreply-From: ada']),
  automatic('Lotus Notes', 'autoReply', ['X-Autogenerated: Reply']),
  automatic('GMX', 'autoReply', ['X-Mail-Autoreply: yes']),
  automatic('a helpdesk', 'autoReply', ['X-FC-MachineGenerated: true']),
  automatic('KMail vacation', 'autoReply', ['X-Vacation: yes']),
  automatic('a null sender', 'autoReply', ['Return-Path: <>']),
  automatic('an autoresponder', 'autoReply', ['X-Autoresponder: 1.0']),
  automatic('delivered to a robot', 'autoReply', ['Delivered-To: Autoresponder']),
  raw(
    'a read receipt',
    (world, word) =>
      mail(world, word, {
        headers: ['Content-Type: multipart/report; report-type=disposition-notification; boundary=b'],
        body: [
          '--b',
          ...part('text/plain', `It was read ${word}`),
          '--b',
          ...part('message/disposition-notification', 'Disposition: automatic-action; displayed'),
          '--b--',
        ],
      }),
    (word) => ({ where: 'ada', kind: 'autoReply', has: [word], attachments: [['attachment-1', 'type']] }),
  ),
  ...[
    ['English', 'Automatic reply: Out'],
    ['English, again', 'Out of Office:'],
    ['English, old', 'Autoreply:'],
    ['German', 'Automatische Antwort:'],
    ['German, again', 'Abwesenheitsnotiz:'],
    ['French', 'Réponse automatique :'],
    ['Spanish', 'Respuesta automática:'],
    ['Italian', 'Risposta automatica:'],
    ['Dutch', 'Automatisch antwoord:'],
    ['Portuguese', 'Resposta automática:'],
    ['Swedish', 'Autosvar:'],
    ['Danish', 'Automatisk svar:'],
    ['Polish', 'Odpowiedź automatyczna:'],
    ['Russian', 'Автоматический ответ:'],
    ['Japanese', '自動応答:'],
    ['Chinese', '自动回复:'],
    ['Korean', '자동 회신:'],
    ['Arabic', 'رد تلقائي:'],
    ['Finnish', 'Automaattinen vastaus:'],
    ['Turkish', 'Otomatik yanıt:'],
  ].map(([language, subject]) => automatic(`away, in ${language}`, 'autoReply', [], subject)),
  automatic('a person who speaks of replies', 'message', [], 'I got an automatic reply:'),
  automatic('a person whose program says so', 'message', ['Auto-Submitted: no']),
  automatic('a person of high precedence', 'message', ['Precedence: first-class', 'X-Auto-Response-Suppress: DR']),
  automatic('a list', 'list', ['List-Id: <buyers.lists.example>', 'Precedence: list']),
  automatic('a newsletter', 'list', ['List-Unsubscribe: <https://news.example/u>']),
  automatic('an old list', 'list', ['Mailing-List: contact x@lists.example']),
  automatic('our mark', 'own', ['X-Loop: makegood']),
  automatic('our header', 'own', ['X-Makegood-Message-Id: <x@y>']),
  raw(
    'an id of ours',
    (world, word) => mail(world, word, { id: `<${'ab'.repeat(20)}@makegood>`, headers: TEXT, body: [word] }),
    (word) => ({ where: 'ada', kind: 'own', has: [word] }),
  ),
  raw(
    'our own email, come back',
    (world) => Buffer.from(world.sentRaw, 'latin1'),
    () => ({ where: 'unplaced', kind: 'own' }),
  ),
  raw(
    'from our own address',
    (world, word) => mail(world, word, { from: 'returns@makegood.test', headers: TEXT, body: [word] }),
    (word) => ({ where: 'unplaced', kind: 'own', why: 'notParticipant', has: [word] }),
  ),
];
const dsn = (
  name: string,
  original: (world: SampleWorld) => string,
  action: string,
  expected: MailExpected,
  status = '5.1.1',
): MailSample =>
  raw(
    name,
    (world, word) =>
      crlf([
        'Return-Path: <>',
        'From: Mail Delivery System <MAILER-DAEMON@mx.example>',
        'To: returns@makegood.test',
        `Subject: Undelivered Mail Returned to Sender ${word}`,
        `Message-ID: <${word}@mx.example>`,
        'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
        '',
        '--b',
        ...part('text/plain', `I am sorry ${word}`),
        '--b',
        ...part(
          'message/delivery-status',
          `Reporting-MTA: dns; mx.example\r\n\r\nAction: ${action}\r\nStatus: ${status}\r\nDiagnostic-Code: smtp; 550 ${word}\r\n`,
        ),
        '--b',
        ...part('text/rfc822-headers', `Message-ID: ${original(world)}\r\n`),
        '--b--',
      ]),
    () => expected,
  );

const bounces: MailSample[] = [
  dsn('a bounce of our email', ({ ben }) => ben.sentId, 'failed', { where: 'report' }),
  dsn('a mailbox that is full', ({ ben }) => ben.sentId, 'failed', { where: 'report' }, '4.2.2'),
  dsn('a delay', ({ ben }) => ben.sentId, 'delayed', { where: 'unplaced', kind: 'bounce' }, '4.4.1'),
  dsn('a delivery', ({ ben }) => ben.sentId, 'delivered', { where: 'unplaced', kind: 'bounce' }, '2.0.0'),
  dsn("a bounce of somebody else's email", () => '<someone@else.example>', 'failed', {
    where: 'unplaced',
    kind: 'bounce',
  }),
  raw(
    'a complaint',
    (world, word) =>
      crlf([
        'From: abuse@isp.example',
        'To: returns@makegood.test',
        `Subject: ${word}`,
        'Content-Type: multipart/report; report-type=feedback-report; boundary=b',
        '',
        '--b',
        ...part('message/feedback-report', 'Feedback-Type: abuse\r\nVersion: 1\r\n'),
        '--b',
        ...part('message/rfc822', `Message-ID: ${world.ben.sentId}\r\n\r\nx`),
        '--b--',
      ]),
    () => ({ where: 'report' }),
  ),
  raw(
    'qmail',
    (world, word) =>
      mail(world, word, {
        from: 'MAILER-DAEMON@qmail.example',
        headers: TEXT,
        body: [`Hi. This is the qmail-send program ${word}`],
      }),
    (word) => ({ where: 'unplaced', kind: 'bounce', why: 'notParticipant', has: [word] }),
  ),
  raw(
    'Exim',
    (world, word) =>
      mail(world, word, {
        from: 'mailer-daemon@exim.example',
        headers: [...TEXT, 'X-Failed-Recipients: ada@home.example'],
        body: [word],
      }),
    (word) => ({ where: 'unplaced', kind: 'bounce', has: [word] }),
  ),
  raw(
    'a postmaster',
    (world, word) => mail(world, word, { from: 'postmaster@outlook.example', headers: TEXT, body: [word] }),
    (word) => ({ where: 'unplaced', kind: 'bounce', has: [word] }),
  ),
];

/* Hostile pages. */

const hostile = (name: string, html: string, hasNot: readonly RegExp[] = []): MailSample =>
  toAda(
    `page: ${name}`,
    (word) => ({ headers: HTML, body: [`<p>before ${word}</p>${html}<p>after</p>`] }),
    () => ({ hasNot: [/\bevil\b/i, ...hasNot] }),
  );

const pages: MailSample[] = [
  hostile('script', '<script>evil()</script>'),
  hostile('script in pieces', '<scr<script>ipt>x</scr</script>ipt>'),
  hostile('script from elsewhere', '<script src="//evil.example/x.js"></script>'),
  hostile('event handler', '<div onclick="evil()">x</div>'),
  hostile('event handler on a picture', '<img src=x onerror=evil()>'),
  hostile('event handler after a slash', '<b/onmouseover=evil()>x</b>'),
  hostile('javascript address', '<a href="javascript:evil()">x</a>'),
  hostile('javascript address with a tab', '<a href="java&#9;script:evil()">x</a>'),
  hostile('data address', '<a href="data:text/html,evil">x</a>'),
  hostile('vbscript address', '<a href="vbscript:evil">x</a>'),
  hostile('style sheet', '<style>body{background:url(//evil.example)}</style>'),
  hostile('inline style', '<div style="position:fixed;background:url(//evil.example/p)">x</div>'),
  hostile('imported style', '<style>@import "//evil.example/x.css";</style>'),
  hostile('linked style', '<link rel=stylesheet href="//evil.example/x.css">'),
  hostile('SVG', '<svg onload="evil()"><text>evil</text></svg>'),
  hostile('SVG with a link', '<svg><a xlink:href="javascript:evil()"><text>evil</text></a></svg>'),
  hostile('MathML', '<math><mtext><img src=x onerror=evil()></mtext></math>'),
  hostile('form', '<form action="https://evil.example"><input name=evil><button>evil</button></form>'),
  hostile('frame', '<iframe src="https://evil.example" srcdoc="evil"></iframe>'),
  hostile('object', '<object data="evil.swf"><embed src="evil.swf"></object>'),
  hostile('tracking pixel', '<img src="https://evil.example/open.gif" width=1 height=1>'),
  hostile('tracking background', '<table background="https://evil.example/bg.gif"><tr><td>x</td></tr></table>'),
  hostile('data picture', '<img src="data:image/svg+xml;base64,PHN2Zz4=" alt="evil">'),
  hostile('base address', '<base href="https://evil.example/">'),
  hostile('refresh', '<meta http-equiv="refresh" content="0;url=https://evil.example">'),
  hostile('comment for Outlook', '<!--[if mso]><script>evil()</script><![endif]-->'),
  hostile('video', '<video src="https://evil.example/v.mp4" autoplay></video>'),
  hostile('template', '<template><img src=x onerror=evil()></template>'),
  hostile('noscript', '<noscript><p title="</noscript><img src=x onerror=evil()>"></noscript>'),
  hostile('text field', '<textarea><script>evil()</script></textarea>'),
  hostile(
    'the fold of a quote, forged',
    '<details class="mg-mail-quote" open ontoggle="evil()"><summary onclick="evil()">x</summary>y</details>',
    [/<details/],
  ),
  hostile('id and name that cover ours', '<a id="content" name="evil">x</a><p id="evil">y</p>', [/ id=/, / name=/]),
  hostile('class of the page', '<div class="mg-notice evil">x</div>', [/class="mg-notice/]),
];

/* Addresses, references, copies. */

const cut = (address: string, letters: number): string => address.replace(new RegExp(`.{${letters}}@`), '@');
const other = (sign: string): string => (sign === 'a' ? 'b' : 'a');
const forge = (address: string): string => address.replace(/(.)@/, (_all, sign: string) => `${other(sign)}@`);

const addressed = (
  name: string,
  to: (world: SampleWorld) => string,
  expected: (word: string) => MailExpected,
  from?: (world: SampleWorld) => string,
  headers?: (world: SampleWorld) => readonly string[],
): MailSample =>
  raw(
    name,
    (world, word) =>
      mail(world, word, {
        to: to(world),
        ...(from ? { from: from(world) } : {}),
        headers: [...TEXT, ...(headers?.(world) ?? [])],
        body: [word],
      }),
    expected,
  );
const HELP = (): string => 'help@nordwind.example';

const matching: MailSample[] = [
  addressed(
    'a changed address',
    ({ ada }) => forge(ada.replyTo),
    () => ({ where: 'unplaced', why: 'forged' }),
  ),
  addressed(
    'a cut address',
    ({ ada }) => cut(ada.replyTo, 4),
    () => ({ where: 'unplaced', why: 'forged' }),
  ),
  addressed(
    'an address cut to nothing',
    ({ ada }) => ada.replyTo.replace(/\+.*@/, '+@'),
    () => ({ where: 'unplaced', why: 'noClaim' }),
  ),
  addressed(
    'an address with the id of another claim',
    ({ ada, ben }) => ada.replyTo.replace(`-${ada.id.toString(36)}-`, `-${ben.id.toString(36)}-`),
    () => ({ where: 'unplaced', why: 'forged' }),
    ({ ben }) => ben.email,
  ),
  addressed(
    'an address with the id of another store',
    ({ ada, otherStore }) =>
      ada.replyTo.replace(`r${ada.storeId.toString(36)}-`, `r${otherStore.storeId.toString(36)}-`),
    () => ({ where: 'unplaced', why: 'forged' }),
  ),
  addressed(
    'an old address',
    ({ expired }) => expired,
    () => ({ where: 'unplaced', why: 'expired' }),
  ),
  addressed(
    'an old address, with an email of ours it answers',
    ({ expired }) => expired,
    (word) => ({ where: 'ada', has: [word] }),
    undefined,
    ({ ada }) => [`In-Reply-To: ${ada.sentId}`],
  ),
  addressed(
    "another store's claim",
    ({ otherStore }) => otherStore.replyTo,
    () => ({ where: 'unplaced', why: 'notParticipant' }),
  ),
  addressed(
    "somebody else's claim",
    ({ ben }) => ben.replyTo,
    () => ({ where: 'unplaced', why: 'notParticipant' }),
  ),
  addressed(
    'somebody else',
    ({ ada }) => ada.replyTo,
    () => ({ where: 'unplaced', why: 'notParticipant' }),
    () => 'eve@elsewhere.example',
  ),
  addressed(
    'somebody else by the name of Ada',
    ({ ada }) => ada.replyTo,
    () => ({ where: 'unplaced', why: 'notParticipant' }),
    ({ ada }) => `"${ada.email}" <eve@elsewhere.example>`,
  ),
  addressed(
    'two senders',
    ({ ada }) => ada.replyTo,
    () => ({ where: 'unplaced', why: 'notParticipant' }),
    ({ ada }) => `eve@elsewhere.example, ${ada.email}`,
  ),
  addressed(
    'capital letters',
    ({ ada }) => ada.replyTo.toUpperCase(),
    (word) => ({ where: 'ada', has: [word] }),
    ({ ada }) => ada.email.toUpperCase(),
  ),
  addressed(
    'a copy to the claim',
    HELP,
    (word) => ({ where: 'ada', has: [word] }),
    undefined,
    ({ ada }) => [`Cc: "Claims, Nordwind" <${ada.replyTo}>`],
  ),
  addressed(
    'a group of addresses',
    ({ ada }) => `Friends: eve@elsewhere.example, ${ada.replyTo};`,
    (word) => ({ where: 'ada', has: [word] }),
  ),
  addressed(
    'the address without a claim',
    () => 'claims@in.makegood.test',
    () => ({ where: 'unplaced', why: 'noClaim' }),
  ),
  addressed(
    'an answer to our email',
    HELP,
    (word) => ({ where: 'ada', has: [word] }),
    undefined,
    ({ ada }) => [`In-Reply-To: ${ada.sentId}`],
  ),
  addressed(
    'an answer by its references',
    HELP,
    (word) => ({ where: 'ada', has: [word] }),
    undefined,
    ({ ada }) => [`References: <x@y.example>\r\n ${ada.sentId} <z@y.example>`],
  ),
  addressed(
    'references to somebody else',
    HELP,
    () => ({ where: 'unplaced', why: 'notParticipant' }),
    undefined,
    ({ ben }) => [`References: ${ben.sentId}`],
  ),
  addressed(
    "references to another store's claim",
    HELP,
    () => ({ where: 'unplaced', why: 'notParticipant' }),
    undefined,
    ({ otherStore }) => [`References: ${otherStore.sentId}`],
  ),
  addressed(
    'references to two claims',
    HELP,
    (word) => ({ where: 'ada', has: [word] }),
    undefined,
    ({ ada, ben }) => [`References: ${ada.sentId} ${ben.sentId}`],
  ),
  addressed(
    'references nobody knows',
    HELP,
    () => ({ where: 'unplaced', why: 'noClaim' }),
    undefined,
    () => ['References: <never@sent.example>'],
  ),
  addressed(
    'the address of one, references of another',
    ({ ada }) => ada.replyTo,
    (word) => ({ where: 'ada', has: [word] }),
    undefined,
    ({ ben }) => [`In-Reply-To: ${ben.sentId}`],
  ),
  addressed(
    'the address of another, references of one',
    ({ ben }) => ben.replyTo,
    () => ({ where: 'unplaced', why: 'notParticipant' }),
    undefined,
    ({ ada }) => [`In-Reply-To: ${ada.sentId}`],
  ),
  addressed(
    'Ben in his own claim',
    ({ ben }) => ben.replyTo,
    (word) => ({ where: 'ben', has: [word] }),
    ({ ben }) => ben.email,
  ),
];

const COPY = 'copied@mail.home.example';
const copies: MailSample[] = [
  toAda(
    'the first of copies',
    () => ({ id: `<${COPY}>`, subject: 'Copied', headers: TEXT, body: ['Copied words'] }),
    () => ({ has: ['Copied words'] }),
  ),
  raw(
    'the same again',
    (world, word) => mail(world, word, { id: `<${COPY}>`, subject: 'Copied', headers: TEXT, body: ['Copied words'] }),
    () => ({ where: 'nowhere' }),
  ),
  raw(
    'the same by another way',
    (world, word) =>
      Buffer.concat([
        bytes('Received: from elsewhere\r\nX-Spam: no\r\n'),
        mail(world, word, { id: `<${COPY}>`, subject: 'Copied', headers: TEXT, body: ['Copied words'] }),
      ]),
    () => ({ where: 'nowhere' }),
  ),
  toAda('other words with the same id', (word) => ({ id: `<${COPY}>`, headers: TEXT, body: [`Other ${word}`] })),
  toAda(
    'the first without an id',
    () => ({ id: null, subject: 'Nameless', headers: TEXT, body: ['Nameless words'] }),
    () => ({ has: ['Nameless words'] }),
  ),
  raw(
    'the same without an id',
    (world, word) => mail(world, word, { id: null, subject: 'Nameless', headers: TEXT, body: ['Nameless words'] }),
    () => ({ where: 'nowhere' }),
  ),
];

/* Heads that mean harm. */

const heads: MailSample[] = [
  toAda(
    'a line break in an encoded subject',
    (word) => ({ subject: `=?utf-8?Q?Hi=0D=0ABcc:_eve@elsewhere.example_${word}?=`, headers: TEXT, body: [word] }),
    (word) => ({ subject: `Hi Bcc: eve@elsewhere.example ${word}` }),
  ),
  toAda(
    'a page in the subject',
    (word) => ({ subject: `<script>alert(1)</script> ${word}`, headers: TEXT, body: [word] }),
    (word) => ({ subject: `<script>alert(1)</script> ${word}` }),
  ),
  toAda('a subject without end', (word) => ({
    subject: `${word} ${'long '.repeat(400)}`,
    headers: TEXT,
    body: [word],
  })),
  raw(
    'a line break in the name',
    (world, word) =>
      mail(world, word, {
        from: `=?utf-8?B?${Buffer.from('Ada\r\nTo: x').toString('base64')}?= <${world.ada.email}>`,
        headers: TEXT,
        body: [word],
      }),
    (word) => ({ where: 'ada', fromName: 'Ada To: x', has: [word] }),
  ),
  raw(
    'a page in the name',
    (world, word) => mail(world, word, { from: `"<b>Ada</b>" <${world.ada.email}>`, headers: TEXT, body: [word] }),
    (word) => ({ where: 'ada', fromName: '<b>Ada</b>', has: [word] }),
  ),
  raw(
    'more than is read',
    (world, word) => Buffer.concat([mail(world, word, { headers: TEXT, body: [word] }), Buffer.alloc(38_000_000, 120)]),
    () => ({ where: 'nowhere', status: 413 }),
  ),
];

/** Mails as the world sends them, each with what has to become of it. */
export const MAIL_SAMPLES: readonly MailSample[] = [
  ...charsets,
  ...headerWords,
  ...shapes,
  ...broken,
  ...machines,
  ...bounces,
  ...pages,
  ...matching,
  ...copies,
  ...heads,
];
