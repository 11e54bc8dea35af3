import sanitizeHtml from 'sanitize-html';
import { splitQuoted } from '#core/mail/quoted-text.ts';
import { linesAsHtml } from '#server/email/render.ts';

/** What of a mail is kept; more is cut and said to be. */
const MOST_HTML = 200_000;
const MOST_TEXT = 100_000;

const TEXT = [
  'p',
  'div',
  'span',
  'br',
  'hr',
  'b',
  'strong',
  'i',
  'em',
  'u',
  's',
  'small',
  'sub',
  'sup',
  'a',
  'pre',
  'code',
];
const BLOCKS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'center'];
const TABLES = ['table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'caption'];
/** What is in these is no text of the mail. */
const WITHOUT_CONTENT = [
  'script',
  'style',
  'title',
  'head',
  'noscript',
  'template',
  'svg',
  'math',
  'object',
  'embed',
  'applet',
  'iframe',
  'frame',
  'frameset',
  'noembed',
  'noframes',
  'select',
  'option',
  'textarea',
  'button',
  'audio',
  'video',
  'canvas',
  'xmp',
  'plaintext',
  'xml',
  'map',
];
/** How mail programs wrap the mail that theirs answers. */
const QUOTE_CLASS =
  /\b(?:gmail_quote|yahoo_quoted|protonmail_quote|moz-cite-prefix|OutlookMessageHeader|zmail_extra)\b/;
/** Where others begin it, with no end. The mark stands near the start of the tag. */
const QUOTE_BEGINS =
  /<(?:div|hr)\b[^<>]{0,500}(?:id=["']?(?:x_)?(?:divRplyFwdMsg|appendonsend|reply-intro)|border-top:\s{0,9}solid #(?:E1E1E1|B5C4DF))/i;

const FOLDED = 'mg-mail-quote';
const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [...TEXT, ...BLOCKS, ...TABLES, 'details'],
  allowedAttributes: { a: ['href', 'rel', 'target'], details: ['class'], '*': ['dir', 'lang'] },
  allowedClasses: { details: [FOLDED] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nonTextTags: WITHOUT_CONTENT,
  nestingLimit: 80,
  transformTags: {
    // A details of the mail itself would be shown folded.
    details: 'div',
    summary: 'div',
    blockquote: () => folded,
    div: (tagName, attribs) => (QUOTE_CLASS.test(attribs['class'] ?? '') ? folded : { tagName, attribs }),
    a: (tagName, { href = '' }) => ({
      tagName,
      attribs: { href, rel: 'noopener noreferrer nofollow', target: '_blank' },
    }),
  },
};
const folded = { tagName: 'details', attribs: { class: FOLDED } };
const SUMMARY = '<summary>Quoted text</summary>';

export type SafeBody = { html: string; text: string; isCut: boolean };

/**
 * What a mail says, as HTML that loads and runs nothing, with what it quotes folded, and as what its writer added in plain
 * text.
 */
export function safeBody({ html, text }: { html: string; text: string }): SafeBody {
  const isHtml = html.trim() !== '';
  const isCut = isHtml ? html.length > MOST_HTML : text.length > MOST_TEXT;
  const split = splitQuoted(clean(text).slice(0, MOST_TEXT));
  if (!isHtml) return { html: htmlOfText(split), text: split.own, isCut };
  const safe = safeMail(clean(html).slice(0, MOST_HTML));
  const said = split.own === '' || text.trim() === '' ? plain(safe) : split.own;
  return { html: safe, text: said, isCut };
}

function safeMail(html: string): string {
  const at = html.search(QUOTE_BEGINS);
  const marked = at < 0 ? html : `${html.slice(0, at)}<blockquote>${html.slice(at)}`;
  const opening = `<details class="${FOLDED}">`;
  return sanitizeHtml(marked, OPTIONS).trim().replaceAll(opening, `${opening}${SUMMARY}`);
}

function htmlOfText({ own, quoted }: { own: string; quoted: string }): string {
  const shown = (words: string): string => `<div>${linesAsHtml(words)}</div>`;
  return quoted === '' ? shown(own) : `${shown(own)}<details class="${FOLDED}">${SUMMARY}${shown(quoted)}</details>`;
}

/** The words outside of quotes. */
function plain(safe: string): string {
  const own = sanitizeHtml(safe, {
    allowedTags: ['br', 'p', 'div', 'li', 'tr'],
    allowedAttributes: {},
    nonTextTags: ['details'],
  });
  return sanitizeHtml(own.replaceAll(/<(?:br ?\/?|\/p|\/div|\/li|\/tr)>/g, '\n'), {
    allowedTags: [],
    allowedAttributes: {},
  })
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** Without signs that the database can't keep, and those that turn the direction of what follows them. */
const clean = (text: string): string =>
  text.replaceAll('\r\n', '\n').replaceAll(/(?![\t\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, '');
