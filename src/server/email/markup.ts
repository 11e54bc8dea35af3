import { compile } from 'html-to-text';
import sanitizeHtml from 'sanitize-html';

const BLOCKS = [
  'p',
  'h2',
  'h3',
  'h4',
  'ul',
  'ol',
  'li',
  'blockquote',
  'hr',
  'div',
  'table',
  'thead',
  'tbody',
  'tr',
  'td',
  'th',
];
const INLINE = ['a', 'b', 'strong', 'i', 'em', 'u', 's', 'small', 'sub', 'sup', 'span', 'br', 'img'];

const LENGTH = [/^\d{1,3}(?:px|%)?$/];
const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [...BLOCKS, ...INLINE],
  allowedAttributes: {
    a: ['href', 'title'],
    img: ['src', 'alt', 'width', 'height'],
    td: ['align', 'colspan', 'rowspan'],
    th: ['align', 'colspan', 'rowspan'],
    '*': ['style', 'dir', 'lang'],
  },
  allowedStyles: {
    '*': {
      color: [/^#[0-9a-f]{3,6}$/i, /^[a-z]{3,20}$/i],
      'font-size': [/^\d{1,2}(?:px|pt|em)$/],
      'font-weight': [/^(?:bold|normal|[1-9]00)$/],
      'font-style': [/^(?:italic|normal)$/],
      'text-align': [/^(?:left|right|center|start|end)$/],
      'text-decoration': [/^(?:underline|line-through|none)$/],
      width: LENGTH,
    },
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
};

const BLOCK_TAG = `</?(?:${BLOCKS.join('|')})\\b[^>]*>`;
// Begins where white space begins: tried again at each of many line breaks, it would take minutes.
const LINE_BREAKS = '[^\\S\\n]*\\n\\s*';
const AROUND_BLOCKS = new RegExp(`(?<!\\s)${LINE_BREAKS}(?=${BLOCK_TAG})|(?<=${BLOCK_TAG})${LINE_BREAKS}`, 'gi');

/** What a merchant or staff wrote, with only the HTML that can do no harm; a line break stays one. */
export const safeMarkup = (typed: string): string =>
  sanitizeHtml(typed, OPTIONS).replaceAll(AROUND_BLOCKS, '').replaceAll('\n', '<br>');

/** The same as plain text, with the addresses of its links. Made ready once: that takes longer than a text. */
export const markupAsText: (safe: string) => string = compile({
  wordwrap: false,
  selectors: [
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
    { selector: 'img', format: 'skip' },
    ...['h2', 'h3', 'h4'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
});
