import { expect, test } from 'vitest';
import { ENGLISH } from '#core/texts/english.ts';
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

test('nothing that was written becomes markup', async () => {
  const { html } = await renderEmail(
    content,
    { ...BRAND, color: 'red;background:url(x)', logoUrl: 'javascript:alert(1)' },
    { button: URL_ },
    ENGLISH,
  );
  for (const markup of ['<img src=x', '<script', '<i>', '<b>', '<your>', 'javascript:', 'url(x)', 'x="'])
    expect(html).not.toContain(markup);
  expect(html).toContain('First &amp; &quot;second&quot;<br>line');
  expect(html).toContain('token=a.b&amp;x=&quot;');
});

test('an uploaded logo is shown from the host of the page that the email opens', async () => {
  const logoUrl = `/pictures/7/${'a'.repeat(64)}.png`;
  const { html } = await renderEmail(content, { ...BRAND, logoUrl }, { button: URL_ }, ENGLISH);
  expect(html).toContain(`<img src="https://shop.example${logoUrl}"`);
});

test('the plain text says what the HTML says', async () => {
  const { text } = await renderEmail(content, BRAND, { button: URL_ }, ENGLISH);
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

test('what merchants write may hold simple HTML and nothing that runs or reaches out, and reads well as text', async () => {
  const paragraphs = [
    'Hello <b>Ada</b>,\nwelcome <a href="https://shop.example/help" onclick="steal()">back</a>',
    '<script>alert(1)</script><a href="javascript:alert(1)">here</a><img src="x" onerror="alert(1)">',
    '<ul>\n<li>One</li>\n<li style="color:red;position:fixed;background:url(https://evil.example)">Two</li>\n</ul>',
    'a < b & c <iframe src="https://evil.example"></iframe>&lt;i&gt;',
  ];
  const { html, text } = await renderEmail(
    { ...content, heading: 'Hello', paragraphs, isMarkup: true },
    BRAND,
    {
      button: URL_,
      unsubscribe: 'https://shop.example/stop?a="b"',
    },
    ENGLISH,
  );
  expect(html).toContain('Hello <b>Ada</b>,<br>welcome <a href="https://shop.example/help">back</a>');
  expect(html).toContain('<ul><li>One</li><li style="color:red">Two</li></ul>');
  expect(html).toContain('a &lt; b &amp; c &lt;i&gt;');
  for (const bad of [
    'onclick',
    'javascript:',
    '<script',
    'alert(1)',
    'onerror',
    'iframe',
    'evil.example',
    'position',
    '?a="b"',
  ])
    expect(html).not.toContain(bad);
  expect(text).toContain('Hello Ada,\nwelcome back [https://shop.example/help]');
  expect(text).toContain('* One\n * Two');
  expect(text).toContain('a < b & c <i>');
  expect(text).toContain('Stop reminders from this store: https://shop.example/stop');
});

test.each([
  ['#000000', '#ffffff'],
  ['#1f4d3f', '#ffffff'],
  ['#ffff00', '#1a1a1a'],
  ['#ffffff', '#1a1a1a'],
  ['#808080', '#1a1a1a'],
])('text on %s is %s', (color, foreground) => expect(foregroundOn(color)).toBe(foreground));
