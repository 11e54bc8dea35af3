import { expect, test } from 'vitest';
import { splitQuoted } from '#core/mail/quoted-text.ts';

test('what somebody wrote is told from the mail they answer', () => {
  const quote = '> Which item?\n> The lamp?';
  const cut = (above: string) => splitQuoted(`The blue one.\n\n${above}\n${quote}`);
  for (const above of [
    'On Tue, 3 Mar 2026 at 10:02, Nordwind <a@b.example> wrote:',
    'On Tue, 3 Mar 2026 at 10:02,\nNordwind <a@b.example>\nwrote:',
    'Am 3. März 2026 um 10:02 schrieb Nordwind <a@b.example>:   ',
    '2026年3月3日 Nordwind のメール:',
  ])
    expect(cut(above)).toEqual({ own: 'The blue one.', quoted: `${above}\n${quote}` });
  expect(splitQuoted(`Hi\n${quote}\n\n-- \nAda`)).toEqual({ own: 'Hi', quoted: `${quote}\n\n-- \nAda` });
  expect(splitQuoted('Hi\n----- Original Message -----\nFrom: us\nWhich item?')).toEqual({
    own: 'Hi',
    quoted: '----- Original Message -----\nFrom: us\nWhich item?',
  });
  expect(splitQuoted('On Monday somebody wrote:\nnothing').quoted).toBe('');
});

test('answers between the lines of a quote, or below it, are what they wrote', () => {
  for (const text of ['Hi\n> Which item?\nThe lamp.\n> And the color?', 'Hi\n> Which item?\n\nThe lamp.\n-- \nAda'])
    expect(splitQuoted(text)).toEqual({ own: text, quoted: '' });
  expect(splitQuoted('> Which item?\nThe lamp.')).toEqual({ own: '> Which item?\nThe lamp.', quoted: '' });
});

test.each([
  ['empty lines below a quote', `hi\n>\n${'\n'.repeat(99_000)}`],
  ['lines below a quote', `hi\n>\n${'x\n'.repeat(49_000)}`],
  ['nothing but a quote', `hi\n${'>\n'.repeat(49_000)}`],
  ['signatures', `hi\n>\n${'-- \n'.repeat(24_000)}`],
  ['lines that say who wrote', `hi\n${`on ${'wrote'.repeat(20)}:::\n`.repeat(900)}`],
  ['one endless line that says who wrote', `hi\non ${'wrote'.repeat(48)}${':'.repeat(80)}${' '.repeat(99_000)}x`],
])('a mail of %s is read within a second', (_what, text) => {
  const before = process.threadCpuUsage().user;
  splitQuoted(text);
  expect(process.threadCpuUsage().user - before).toBeLessThan(1_000_000);
});
