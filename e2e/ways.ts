import { expect, type Locator, type Page } from '@playwright/test';
import { compileAll } from '#core/texts/compile.ts';
import { isLanguage, LANGUAGES, type Language } from '#core/texts/languages.ts';
import type { Message } from '#core/texts/message.ts';

// Ways to walk the journeys of shoppers, chosen by the environment: the suite walks them as they are written, and
// people who ask walk the same ones on a narrower phone, in another language, by keyboard alone or on a slow phone.
const { PORTAL_WIDTH, PORTAL_LANGUAGE = '', PORTAL_KEYBOARD } = process.env;

export const WAYS = {
  width: PORTAL_WIDTH ? Number(PORTAL_WIDTH) : null,
  language: isLanguage(PORTAL_LANGUAGE) ? PORTAL_LANGUAGE : null,
  isByKeyboard: Boolean(PORTAL_KEYBOARD),
};

const AREAS = ['start', 'return', 'claim', 'register', 'withdrawal', 'protection', 'policy', 'email'] as const;

async function catalogOf(language: Language): Promise<Readonly<Record<string, Message>>> {
  const parts = await Promise.all(
    AREAS.map(async (area) => {
      const { default: texts } = (await import(`../src/core/texts/catalogs/${language}/${area}.ts`)) as {
        default: Readonly<Record<string, string>>;
      };
      return compileAll(texts);
    }),
  );
  return Object.assign({}, ...parts) as Readonly<Record<string, Message>>;
}

const escaped = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

/** Which case of each choice is meant. */
type Chosen = Readonly<Record<string, string>>;

/** Any value stands for a variable, and any number for a count. */
function patternOf(message: Message, chosen: Chosen): string {
  if (typeof message === 'string') return escaped(message);
  return message
    .map((part) => {
      if (typeof part === 'string') return escaped(part);
      if (part === 0 || part.length === 1) return '.+';
      const [name, by, cases] = part;
      // Languages count by other cases.
      const one = by === 'select' ? cases[chosen[name] ?? ''] : undefined;
      if (one !== undefined) return patternOf(one, chosen);
      return `(?:${Object.values(cases)
        .map((other) => patternOf(other, chosen))
        .join('|')})`;
    })
    .join('');
}

const VARIABLE = '\u0001';
function lettersOf(message: Message, chosen: Chosen): string {
  if (typeof message === 'string') return message;
  return message
    .map((part) => {
      if (typeof part === 'string') return part;
      if (part === 0 || part.length === 1) return VARIABLE;
      const [name, , cases] = part;
      return lettersOf(cases[chosen[name] ?? ''] ?? cases['other'] ?? '', chosen);
    })
    .join('');
}

/** Each way in which a message can be meant. */
function choicesOf(message: Message): Chosen[] {
  if (typeof message === 'string') return [{}];
  const choices = message.flatMap((part): Chosen[] => {
    if (typeof part === 'string' || part === 0 || part.length === 1) return [];
    const [name, , cases] = part;
    return Object.keys(cases).map((key) => ({ [name]: key }));
  });
  return choices.length === 0 ? [{}] : choices;
}

type Text = { english: string; whole: RegExp; there: string };

/** What our texts are called where the phone reads another language than the journey is written in. */
export class Reader {
  readonly #texts: readonly Text[];

  constructor(english: Readonly<Record<string, Message>>, there: Readonly<Record<string, Message>>) {
    this.#texts = Object.entries(english).flatMap(([id, message]) => {
      const other = there[id];
      if (other === undefined) return [];
      return choicesOf(message).flatMap((chosen): Text[] => {
        const letters = lettersOf(message, chosen);
        // A text of variables alone would stand for every other.
        if (letters.replaceAll(VARIABLE, '').trim().length < 2) return [];
        const whole = new RegExp(`^${patternOf(message, chosen)}$`, 'i');
        return [{ english: letters, whole, there: patternOf(other, chosen) }];
      });
    });
  }

  /** The texts that a journey means by a string or a pattern, in both languages. */
  read(wanted: string | RegExp, isExact = false): string | RegExp {
    const said = typeof wanted === 'string' ? [wanted] : plainOf(wanted.source);
    const found = said.flatMap((text) => {
      const whole = this.#find(text);
      // One that goes on into the next text is known by its end.
      if (whole.length > 0) return whole;
      if (GAP.test(text)) return this.#around(text.split(GAP));
      return text.includes('. ') ? this.#find(text.split('. ').at(-1) ?? '') : this.#partly(text);
    });
    if (found.length === 0) return wanted;
    const original = typeof wanted === 'string' ? escaped(wanted) : wanted.source;
    const isWhole = isExact && typeof wanted === 'string';
    const isStart = typeof wanted !== 'string' && wanted.source.startsWith('^');
    const all = found.map((pattern) => (isStart ? `^[\\u2066-\\u2069]*${pattern}` : pattern));
    const any = `(?:${[original, ...new Set(all)].join('|')})`;
    return new RegExp(isWhole ? `^\\s*${any}\\s*$` : any, isWhole ? '' : 'i');
  }

  /** Several texts, with anything between them; what is no text of ours stays as it is. */
  #around(parts: readonly string[]): string[] {
    const found = parts.map((part) => (part.trim() === '' ? [] : this.#find(part.trim())));
    if (found.every((one) => one.length === 0)) return [];
    return [found.map((one, at) => (one.length > 0 ? `(?:${one.join('|')})` : escaped(parts[at] ?? ''))).join('.*')];
  }

  /** Texts that a part of them stands for: “with order #” of “with order {orderNo}”, “XS sold out.” of “{item} sold out. Choose …”. */
  #partly(text: string): string[] {
    const comparable = text.toLowerCase();
    return this.#texts.flatMap(({ english, there }) => {
      const [first = '', ...others] = english.toLowerCase().split(VARIABLE);
      const isBegun = others.length > 0 && first.length >= LONG_ENOUGH && comparable.startsWith(first);
      return isBegun || others.some((part) => endsWithin(comparable, part)) ? [there] : [];
    });
  }

  #find(text: string): string[] {
    const comparable = text.toLowerCase().replace(/: \$$/, '');
    const amount = AMOUNT.exec(text)?.[1];
    if (amount !== undefined) return [amount.replaceAll(/\D/g, String.raw`\D`)];
    const same = this.#texts.filter(({ english }) => english.toLowerCase() === comparable.trim());
    if (same.length > 0) return same.map(({ there }) => there);
    const whole = this.#texts.filter((one) => one.english.includes(VARIABLE) && one.whole.test(text));
    const parts = [comparable, comparable.replace(NUMBER, VARIABLE)];
    const within = this.#texts.filter(({ english }) => parts.some((part) => english.toLowerCase().includes(part)));
    // “{one} of {other}” fits many a sentence, and is meant only where nothing else is.
    const telling = whole.filter((one) => one.english.replaceAll(VARIABLE, '').trim().length >= LONG_ENOUGH);
    const meant = [...telling, ...within];
    return (meant.length > 0 ? meant : whole).map(({ there }) => there);
  }
}

/** Anything between two parts of a pattern. */
const GAP = /\.[*+]/;
/** As many letters say which text is meant. */
const LONG_ENOUGH = 8;
const endsWithin = (text: string, part: string): boolean => {
  const last = text.slice(-LONG_ENOUGH);
  const at = part.indexOf(last);
  return last.length === LONG_ENOUGH && at !== -1 && text.endsWith(part.slice(0, at + LONG_ENOUGH));
};
const AMOUNT = /^[−-]?\$(\d[\d.,]*)$/;
const NUMBER = /#?(?:[rwgs]-[0-9a-z]{8}|\d[\d.,]*)/g;

/** A pattern as people would write it, one for each of its alternatives. */
function plainOf(source: string): string[] {
  const group = /^(.*)\(([^()]*)\)(.*)$/.exec(source);
  if (group) {
    const [, before = '', inner = '', after = ''] = group;
    return inner.split('|').flatMap((one) => plainOf(`${before}${one}${after}`));
  }
  return source.split('|').map((one) =>
    one
      .replace(/^\^/, '')
      .replace(/(?<!\\)\$$/, '')
      // Any number stands for one.
      .replaceAll(/\[\\d\.\]\+|\\d(?:[*+]|\{\d+\})?/g, '1')
      .replaceAll('\\', ''),
  );
}

const walked = new WeakMap<Page, Reader | null>();
let english: Promise<Readonly<Record<string, Message>>> | undefined;

/** From here on the page is walked in the ways that the environment asks for. */
export async function walkThisWay(page: Page): Promise<void> {
  const { language, isByKeyboard } = WAYS;
  if (language === null && !isByKeyboard) return;
  english ??= catalogOf('en');
  walked.set(page, language === null ? null : new Reader(await english, await catalogOf(language)));
  changeLocators(page);
}

/** The words of a mail, which is in the language of its reader or of the store. */
export async function mailWords(words: RegExp): Promise<RegExp> {
  if (WAYS.language === null) return words;
  english ??= catalogOf('en');
  return new Reader(await english, await catalogOf(WAYS.language)).read(words) as RegExp;
}

/** What the phone's own language is called where shoppers choose one. */
export const OWN_LANGUAGE = LANGUAGES[WAYS.language ?? 'en'].name;

type Named = { name?: string | RegExp; exact?: boolean };
type Filtered = { hasText?: string | RegExp };
type Expected = { string?: string; regexSource?: string; regexFlags?: string; matchSubstring?: boolean };
type Methods = Record<string, (...args: unknown[]) => unknown>;

let isChanged = false;

/** Playwright has no place to say it once, so the methods that take words are put in front of its own. */
function changeLocators(page: Page): void {
  if (isChanged) return;
  isChanged = true;
  const ofLocators = Object.getPrototypeOf(page.locator('html')) as Methods;
  const ofPages = Object.getPrototypeOf(page) as Methods;
  const pageOf = (one: unknown): Page => ('page' in (one as object) ? (one as Locator).page() : (one as Page));
  const put = (methods: Methods, name: string, change: (reader: Reader, args: unknown[]) => unknown[]): void => {
    const original = methods[name];
    if (!original) throw new Error(`Playwright has no ${name}`);
    methods[name] = function changed(this: unknown, ...args: unknown[]) {
      const reader = walked.get(pageOf(this));
      return original.apply(this, reader ? change(reader, args) : args);
    };
  };
  const named = (reader: Reader, [role, options = {}]: unknown[]): unknown[] => {
    const { name, exact, ...others } = options as Named;
    return [role, name === undefined ? options : { ...others, name: reader.read(name, exact) }];
  };
  const worded = (reader: Reader, [text, options = {}]: unknown[]): unknown[] => [
    reader.read(text as string | RegExp, (options as Named).exact),
    options,
  ];
  for (const methods of [ofLocators, ofPages]) {
    put(methods, 'getByRole', named);
    put(methods, 'getByLabel', worded);
    put(methods, 'getByText', worded);
  }
  put(ofLocators, 'filter', (reader, [options = {}]) => {
    const { hasText, ...others } = options as Filtered;
    return [hasText === undefined ? options : { ...others, hasText: reader.read(hasText) }];
  });
  put(ofLocators, '_expect', (reader, [expression, options = {}]) => {
    const { expectedText, ...others } = options as { expectedText?: Expected[] };
    if (expectedText === undefined || !/text|name/.test(String(expression))) return [expression, options];
    return [expression, { ...others, expectedText: expectedText.map((text) => expected(reader, text)) }];
  });
  if (WAYS.isByKeyboard) byKeyboard(ofLocators);
}

function expected(reader: Reader, text: Expected): Expected {
  const { string, regexSource, regexFlags, matchSubstring, ...others } = text;
  const wanted = string ?? new RegExp(regexSource ?? '', regexFlags);
  const read = reader.read(wanted, matchSubstring !== true);
  if (typeof read === 'string' || read === wanted) return text;
  return { ...others, regexSource: read.source, regexFlags: read.flags };
}

/** What a finger would press is reached with the Tab and arrow keys, and pressed with Enter or Space. */
function byKeyboard(ofLocators: Methods): void {
  const press = async (target: Locator): Promise<void> => {
    await expect(target.first()).toBeVisible();
    const page = target.page();
    const kind = await mark(target.first());
    const marked = page.locator(MARKED);
    if (kind === 'radio') return pick(page, marked);
    await tabTo(marked);
    await page.keyboard.press(kind === 'checkbox' ? 'Space' : 'Enter');
  };
  const put = (name: string, change: (target: Locator, original: () => unknown) => Promise<unknown>): void => {
    const original = ofLocators[name];
    if (!original) throw new Error(`Playwright has no ${name}`);
    ofLocators[name] = function changed(this: unknown, ...args: unknown[]) {
      const target = this as Locator;
      const asBefore = (): unknown => original.apply(target, args);
      return walked.has(target.page()) ? change(target, asBefore) : asBefore();
    };
  };
  put('click', press);
  put('dblclick', press);
  put('check', async (target) => {
    if (!(await target.isChecked())) await press(target);
  });
  for (const name of ['fill', 'selectOption'])
    put(name, async (target, original) => {
      await mark(target);
      await tabTo(target.page().locator(MARKED));
      return original();
    });
}

const MARK = 'data-journey-target';
const MARKED = `[${MARK}]`;

type Marked = { type?: string; setAttribute: (name: string, value: string) => void };

/** Marks what the keyboard has to reach, of a label its control; answers the type of it. */
async function mark(target: Locator): Promise<string> {
  // Locators find what is marked within the shadows of others too, such as the fields of a card.
  await target
    .page()
    .locator(MARKED)
    .evaluateAll((marked, name) => {
      for (const one of marked) one.removeAttribute(name);
    }, MARK);
  return target.evaluate((node, name) => {
    const control = ('control' in node ? node.control : null) as Marked | null;
    const around = node.closest('a, button, input, select, textarea, summary') as Marked | null;
    const reached: Marked = control ?? around ?? node;
    reached.setAttribute(name, '');
    return reached.type ?? '';
  }, MARK);
}

const MOST_PRESSES = 120;
const isFocused = (target: Locator): Promise<boolean> => target.evaluate((node) => node.matches(':focus'));

/** Goes on with the Tab key until something has the focus. */
export async function tabTo(target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < MOST_PRESSES && !(await isFocused(target)); presses += 1)
    await target.page().keyboard.press('Tab');
  await expect(target).toBeFocused();
}

/** Into the group of a radio button, and through it with the arrow keys. */
async function pick(page: Page, wanted: Locator): Promise<void> {
  const group = page.locator(`input[type=radio][name="${await wanted.getAttribute('name')}"]`);
  const all = await group.count();
  // The browser enters it where something is chosen, or where the focus was last.
  const isEntered = (): Promise<boolean> =>
    group.evaluateAll((nodes) => nodes.some((node) => node === node.ownerDocument.activeElement));
  await expect(wanted).toBeVisible();
  for (let presses = 0; presses < MOST_PRESSES && !(await isEntered()); presses += 1) await page.keyboard.press('Tab');
  expect(await isEntered()).toBe(true);
  await page.keyboard.press('Space');
  for (let presses = 0; presses < all && !(await wanted.isChecked()); presses += 1)
    await page.keyboard.press('ArrowDown');
  await expect(wanted).toBeChecked();
}

/** A tap on the last choice of a screen goes on by itself; the arrow keys only pass, and Enter goes on. */
export async function goOnAfterChoice(page: Page): Promise<void> {
  if (WAYS.isByKeyboard && walked.has(page)) await page.keyboard.press('Enter');
}

/** How a context of a phone begins where another language is asked for. */
export const localeOf = (language: Language): string => {
  // Arabic with the digits that prices of a shop have in most of its countries.
  if (language === 'ar') return 'ar-AE';
  return Object.hasOwn(LANGUAGES, language) ? language : 'en';
};
