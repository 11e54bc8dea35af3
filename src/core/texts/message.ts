/** A message in the form in which it is formatted: a text, or its parts. No parser is needed to read it. */
export type Message = string | readonly Part[];
/** A text, the number of a plural, a variable, or one of several messages chosen by a variable. */
type Part = string | 0 | readonly [name: string] | readonly [name: string, by: 'plural' | 'select', cases: Cases];
type Cases = Readonly<Record<string, Message>>;

export type Values = Readonly<Record<string, string | number>>;

// Keeps a name written from left to right from tearing up a sentence written from right to left.
const FIRST_STRONG_ISOLATE = '\u2068';
// A number with its sign has no letter to go by, and reads from left to right in every language.
const LEFT_TO_RIGHT_ISOLATE = '\u2066';
const HAS_NO_LETTER = /^[^\p{L}\p{Co}\u2066-\u2069]*$/u;
// A text whose letters all stand in isolates of its own has none for the browser to go by.
const RIGHT_TO_LEFT_ISOLATE = '\u2067';
const BEGINS_RIGHT_TO_LEFT = /^[^\p{L}\p{Co}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const POP_ISOLATE = '\u2069';

export type Writing = { language: string; dir: 'ltr' | 'rtl' };

const numbers = new Map<string, Intl.NumberFormat>();
function numberText(value: number, language: string): string {
  const format = numbers.get(language) ?? new Intl.NumberFormat(language);
  numbers.set(language, format);
  return format.format(value);
}

const plurals = new Map<string, Intl.PluralRules>();
function pluralOf(value: number, language: string): string {
  const rules = plurals.get(language) ?? new Intl.PluralRules(language);
  plurals.set(language, rules);
  return rules.select(value);
}

/** The message with its values, in the language's way of counting and writing numbers. */
export function formatMessage(message: Message, values: Values, writing: Writing, counted = 0): string {
  if (typeof message === 'string') return message;
  return message.map((part) => partText(part, values, writing, counted)).join('');
}

function partText(part: Part, values: Values, writing: Writing, counted: number): string {
  if (typeof part === 'string') return part;
  if (part === 0) return numberText(counted, writing.language);
  const value = values[part[0]] ?? '';
  if (part.length === 1) return valueText(value, writing);
  const [, by, cases] = part;
  const count = Number(value);
  const exact = cases[`=${value}`];
  const chosen = by === 'plural' ? (exact ?? cases[pluralOf(count, writing.language)]) : cases[value];
  return formatMessage(chosen ?? cases['other'] ?? '', values, writing, by === 'plural' ? count : counted);
}

function valueText(value: string | number, { language, dir }: Writing): string {
  if (typeof value === 'number') return numberText(value, language);
  if (dir === 'ltr' || value === '') return value;
  return `${isolateOf(value)}${value}${POP_ISOLATE}`;
}

function isolateOf(value: string): string {
  if (HAS_NO_LETTER.test(value)) return LEFT_TO_RIGHT_ISOLATE;
  return BEGINS_RIGHT_TO_LEFT.test(value) ? RIGHT_TO_LEFT_ISOLATE : FIRST_STRONG_ISOLATE;
}
