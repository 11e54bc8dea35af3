import { expect, test } from 'vitest';
import { safeMarkup } from '#server/email/markup.ts';
import { safeBody } from '#server/mail/safe-html.ts';

const timeOf = (work: () => unknown): number => {
  const before = process.threadCpuUsage().user;
  work();
  return process.threadCpuUsage().user - before;
};

test('the mail that one answers is folded where mail programs begin it', () => {
  for (const begins of [
    '<div id="divRplyFwdMsg" dir="ltr">',
    '<div dir=ltr id=x_appendonsend>',
    '<hr tabindex="-1" id="reply-intro">',
    `<div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'>`,
  ]) {
    const { html, text } = safeBody({ html: `<p>The blue one.</p>${begins}Which item?</div>`, text: '' });
    expect(html).toMatch(/^<p>The blue one\.<\/p><details class="mg-mail-quote"><summary>.*Which item\?/);
    expect(text).toBe('The blue one.');
  }
});

test('the words of a page stand in its lines', () => {
  const html = '<div>One \t <br>  two</div>\n\n\n\n<p>\t three &lt;3 </p>';
  expect(safeBody({ html, text: '' }).text).toBe('One\ntwo\n\nthree <3');
});

test.each([
  ['begun tags', '<div '.repeat(40_000)],
  ['begun lines', '<hr '.repeat(50_000)],
  ['spaces', `a${' '.repeat(199_000)}b`],
  ['nested tags', '<div>'.repeat(40_000)],
  ['quotes', '<blockquote>'.repeat(16_000)],
  ['comments in an address', `<a href="${'<!---->'.repeat(28_000)}">x</a>`],
])('a mail of %s is made safe within a second', (_what, html) => {
  expect(timeOf(() => safeBody({ html, text: '' }))).toBeLessThan(1_000_000);
});

test('line breaks around blocks go, however many they are', () => {
  expect(safeMarkup('Hi \n <p>one</p>\n\n<p>two\nlines</p> \n\n')).toBe('Hi<p>one</p><p>two<br>lines</p>');
  const many = `a${'\n'.repeat(20_000)}b`;
  expect(timeOf(() => safeMarkup(many))).toBeLessThan(1_000_000);
});
