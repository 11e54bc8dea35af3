import { expect, test } from 'vitest';
import { compileMessage } from './compile.ts';
import { languageFor, languagesWished, localeFor, wishesOf } from './languages.ts';
import { formatMessage } from './message.ts';
import { pluralsMissing } from './plurals.ts';

const english = { language: 'en', dir: 'ltr' } as const;

test('a message counts in the way of its language', () => {
  const items = compileMessage('{count, plural, =0 {no items} one {# item} other {# items}} of {name}');
  const say = (count: number): string => formatMessage(items, { count, name: 'Mia' }, english);
  expect(say(0)).toBe('no items of Mia');
  expect(say(1)).toBe('1 item of Mia');
  expect(say(1200)).toBe('1,200 items of Mia');
});

test('a name written from left to right does not tear up a sentence written from right to left', () => {
  const message = compileMessage('{name} و {count}');
  expect(formatMessage(message, { name: 'Mia', count: 3 }, { language: 'ar-EG', dir: 'rtl' })).toBe(
    '\u2068Mia\u2069 و ٣',
  );
  expect(formatMessage(compileMessage('{name}'), { name: '#1001' }, { language: 'ar', dir: 'rtl' })).toBe(
    '\u2066#1001\u2069',
  );
});

test('a text put together from parts reads from right to left too, though every letter stands in a part', () => {
  const arabic = { language: 'ar', dir: 'rtl' } as const;
  const whole = formatMessage(compileMessage('{method}: {until}'), { method: 'استبدال', until: 'حتى' }, arabic);
  const sentence = formatMessage(compileMessage('{text}.'), { text: whole }, arabic);
  expect(sentence).toBe('\u2067\u2067استبدال\u2069: \u2067حتى\u2069\u2069.');
});

test('a form that a language counts in is missed', () => {
  const message = compileMessage('{count, plural, one {# item} other {# items}}');
  expect(pluralsMissing(message, 'en')).toEqual([]);
  expect(pluralsMissing(message, 'ar').sort()).toEqual(['few', 'many', 'two', 'zero']);
});

test.for([
  '{count, number}',
  '{n, selectordinal, one {#st} other {#th}}',
  '{n, plural, offset:1 other {#}}',
  '{n, plural, few {#} other {#}',
])('%s is refused', (text) => {
  expect(() => compileMessage(text)).toThrow();
});

test('the language is the first wish that is shipped, and numbers are written as in its region', () => {
  expect(languageFor(['tlh', 'en-GB', 'de'])).toBe('en');
  expect(languageFor(['tlh'])).toBe('en');
  expect(languagesWished(['tlh', 'pt-BR', 'de', 'pt'])).toEqual(['pt', 'de', 'en']);
  expect(languagesWished(['en-GB'])).toEqual(['en']);
  expect(localeFor('en', ['de-CH', 'en-GB'])).toBe('en-GB');
  expect(localeFor('en', ['de-CH'])).toBe('en');
  expect(wishesOf('en;q=0.5, pt-BR, *;q=0.1, fr;q=0')).toEqual(['pt-BR', 'en']);
});
