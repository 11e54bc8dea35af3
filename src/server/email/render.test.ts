import { expect, test } from 'vitest';
import { foregroundOn, renderEmail } from '#server/email/render.ts';

const BRAND = { storeName: 'Fern & <b>Fox</b>', color: '#1f4d3f', logoUrl: '', supportEmail: 'help@fern.example' };
const URL_ = 'https://shop.example/p/fern/claim/overview/R-1?token=a.b&x="';
const content = {
  heading: 'Hello <img src=x onerror=alert(1)>',
  paragraphs: ['First & "second"\nline', '<script>alert(1)</script>'],
  lines: [{ text: '2 x <i>Shirt</i>', detail: "Refund $10.00. It's fine", imgUrl: 'javascript:alert(1)' }],
  sums: [{ label: 'Fee <i>', amount: '−$7.00' }],
  button: { text: 'View <your> return' },
};

test('nothing that was written becomes markup', () => {
  const { html } = renderEmail(
    content,
    { ...BRAND, color: 'red;background:url(x)', logoUrl: 'javascript:alert(1)' },
    URL_,
  );
  for (const markup of ['<img src=x', '<script', '<i>', '<b>', '<your>', 'javascript:', 'url(x)', 'x="'])
    expect(html).not.toContain(markup);
  expect(html).toContain('First &amp; &quot;second&quot;<br>line');
  expect(html).toContain('token=a.b&amp;x=&quot;');
});

test('an uploaded logo is shown from the host of the page that the email opens', () => {
  const logoUrl = `/pictures/7/${'a'.repeat(64)}.png`;
  expect(renderEmail(content, { ...BRAND, logoUrl }, URL_).html).toContain(`<img src="https://shop.example${logoUrl}"`);
});

test('the plain text says what the HTML says', () => {
  const { text } = renderEmail(content, BRAND, URL_);
  for (const part of [
    content.heading,
    ...content.paragraphs,
    '- 2 x <i>Shirt</i>',
    "  Refund $10.00. It's fine",
    'Fee <i>: −$7.00',
    URL_,
    BRAND.storeName,
    BRAND.supportEmail,
  ])
    expect(text).toContain(part);
});

test.each([
  ['#000000', '#ffffff'],
  ['#1f4d3f', '#ffffff'],
  ['#ffff00', '#1a1a1a'],
  ['#ffffff', '#1a1a1a'],
  ['#808080', '#1a1a1a'],
])('text on %s is %s', (color, foreground) => expect(foregroundOn(color)).toBe(foreground));
