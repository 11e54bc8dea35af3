import fc from 'fast-check';
import { expect, test } from 'vitest';
import { law } from '#core/law.fixture.ts';
import { readReplyAddress, REPLY_DAYS, replyAddress } from '#server/mail/reply-address.ts';
import { safeBody } from '#server/mail/safe-html.ts';

const SECRET = 'a secret of at least thirty-two letters';
const PLUS = { MAIL_INBOUND_ADDRESS: 'Claims@in.example.com' };
const DOMAIN = { MAIL_INBOUND_ADDRESS: '@in.example.com' };
const id = fc.integer({ min: 1, max: 2_000_000_000 });
const NOW = new Date('2026-11-28T10:00:00Z');

test('an address names its claim, in any case of letters, for its days', () => {
  fc.assert(
    fc.property(fc.constantFrom(PLUS, DOMAIN), id, id, fc.boolean(), (config, storeId, shippingClaimId, isUpper) => {
      const made = replyAddress(config, SECRET, { storeId, shippingClaimId }, NOW) ?? '';
      const address = isUpper ? made.toUpperCase() : made;
      expect(address.indexOf('@')).toBeLessThanOrEqual(64);
      const named = { storeId, shippingClaimId };
      expect(readReplyAddress(config, SECRET, address, NOW)).toEqual({ kind: 'valid', ...named });
      const later = new Date(NOW.getTime() + (REPLY_DAYS + 1) * 86_400_000);
      expect(readReplyAddress(config, SECRET, address, later)).toEqual({ kind: 'expired', ...named });
      expect(readReplyAddress(config, `${SECRET}!`, address, NOW).kind).toBe('forged');
    }),
    law(4000),
  );
});

test('an address with any letter changed, left out or added names nothing', () => {
  fc.assert(
    fc.property(
      id,
      id,
      fc.nat(),
      fc.constantFrom(...'abcxyz0129-+.'),
      fc.constantFrom(0, 1),
      (one, two, place, sign, cut) => {
        const made = replyAddress(PLUS, SECRET, { storeId: one, shippingClaimId: two }, NOW) ?? '';
        const at = place % made.indexOf('@');
        const changed = made.slice(0, at) + sign + made.slice(at + cut);
        fc.pre(changed !== made);
        expect(['forged', 'other']).toContain(readReplyAddress(PLUS, SECRET, changed, NOW).kind);
      },
    ),
    law(4000),
  );
});

test('without an address to take mail at there is none to answer', () => {
  expect(replyAddress({ MAIL_INBOUND_ADDRESS: undefined }, SECRET, { storeId: 1, shippingClaimId: 1 }, NOW)).toBeNull();
});

const PIECES = [
  '<script>',
  '</script>',
  '<img src=x onerror=e()>',
  '<svg onload=e()>',
  '<a href="java\tscript:e()">',
  '<a href="https://x.example/?a=1&b=2">',
  '</a>',
  '<p style="x">',
  '"',
  "'",
  '<',
  '>',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<math><mi>',
  '<style>',
  '</style>',
  '<details open>',
  '<blockquote>',
  '&lt;script&gt;',
  '&#60;img src=x&#62;',
  '<iframe srcdoc="',
  '<b/onclick=e()>',
  '<textarea>',
  '</textarea>',
  '<noscript>',
  'words',
];
const NAMES = 'p|div|span|br|b|a|blockquote|details|summary';
const ATTRIBUTES = 'href="https:[^"<>]*"|rel="noopener noreferrer nofollow"|target="_blank"|class="mg-mail-quote"';
const TAG = new RegExp(`^<(?:/(?:${NAMES})|(?:${NAMES})(?: (?:${ATTRIBUTES}))*(?: /)?)>$`);

test('whatever a page is made of, only tags that run and load nothing are left', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 20 }), (pieces) => {
      const { html } = safeBody({ html: pieces.join(''), text: '' });
      for (const tag of html.match(/<[^>]*>?/g) ?? []) expect(tag).toMatch(TAG);
    }),
    law(4000),
  );
});
