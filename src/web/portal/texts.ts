import type { PortalTextId, ValuesOf, VariableOf } from '#core/texts/ids.ts';
import { DEFAULT_TEXTS, ownTextId } from '#core/texts/defaults.ts';
import { isLanguage, languageFor, LANGUAGES, localeFor, type Language } from '#core/texts/languages.ts';
import { formatMessage, type Message, type Values } from '#core/texts/message.ts';
import { textVariablesOf } from '#core/texts/variables.ts';
import { Fragment, createElement, useSyncExternalStore, type ReactNode } from 'react';
import { readKept, writeKept } from './storage.ts';

type Messages = Readonly<Record<string, Message>>;
export type Area = 'start' | 'return' | 'claim' | 'register' | 'withdrawal' | 'protection';

// The plugin of vite.config.ts compiles catalogs, so that no parser is loaded. English's first part comes with the page.
const SHIPPED = import.meta.glob<Messages>('../../core/texts/catalogs/en/start.ts', {
  query: '?compiled',
  import: 'default',
  eager: true,
});
const LOADERS = import.meta.glob<Messages>(
  [
    '../../core/texts/catalogs/*/{start,return,claim,register,withdrawal,protection}.ts',
    '!../../core/texts/catalogs/en/start.ts',
  ],
  { query: '?compiled', import: 'default' },
);
const pathOf = (language: Language, area: Area): string => `../../core/texts/catalogs/${language}/${area}.ts`;

const KEY = 'makegood:language';

/** What was chosen on this device, here or by the address that was opened. */
let chosen: Language | null = null;
const wishes = (): readonly string[] => (typeof navigator === 'undefined' ? [] : navigator.languages);
/** What the shopper would read, the dearest first. */
export const wishedLanguages = (): readonly string[] => (chosen === null ? wishes() : [chosen, ...wishes()]);

let language: Language = 'en';
let loaded: Messages = SHIPPED[pathOf('en', 'start')] ?? {};
/** What the store says differently in this language, and its translations of its own texts. */
let overrides: Messages = {};
const areas = new Set<Area>(['start']);
const listeners = new Set<() => void>();
const tellAll = (): void => listeners.forEach((listener) => listener());

const messagesOf = async (wanted: Language): Promise<Messages> => {
  const parts = await Promise.all(
    [...areas].map((area) => SHIPPED[pathOf(wanted, area)] ?? LOADERS[pathOf(wanted, area)]?.() ?? {}),
  );
  return Object.assign({}, ...parts) as Messages;
};

/** The language in use. */
export const currentLanguage = (): Language => language;

export const isRightToLeft = (): boolean => LANGUAGES[language].dir === 'rtl';

// Every text asks for it, and the browser makes a new list of languages for each who asks.
let locale = localeFor(language, wishes());
/** How the shopper writes numbers, money and dates. */
export const currentLocale = (): string => locale;

/** What came with the page: the language the server chose, with what the store says in it. */
type Shipped = { language: Language; languages: readonly Language[]; texts: Messages };

/** Begins in the language of the address, the device or the browser; settles once its texts are here. */
export function startLanguage(shipped: Shipped | null): Promise<void> {
  const asked = new URLSearchParams(window.location.search).get('lang') ?? '';
  const kept = readKept(KEY) ?? '';
  chosen = isLanguage(asked) ? asked : isLanguage(kept) ? kept : null;
  if (isLanguage(asked)) writeKept(KEY, asked);
  if (shipped === null) return readTexts(languageFor(wishedLanguages()), {});
  const wanted = languageFor(wishedLanguages(), shipped.languages, shipped.language);
  return readTexts(wanted, wanted === shipped.language ? shipped.texts : {});
}

/** Changes the language, for this device and from now on, once what the store says differently in it is here. */
export async function chooseLanguage(wanted: Language, said: () => Promise<Messages>): Promise<void> {
  chosen = wanted;
  writeKept(KEY, wanted);
  forgetAsked();
  const messages = await said();
  // Another may have been chosen meanwhile.
  if (chosen === wanted) await readTexts(wanted, messages);
}

/** Loaded again, the address would ask for the language that it asked for before. */
function forgetAsked(): void {
  const url = new URL(window.location.href);
  if (!url.searchParams.has('lang')) return;
  url.searchParams.delete('lang');
  window.history.replaceState(window.history.state as unknown, '', url);
}

let lastRead: Language | null = null;

/** Goes on in a language, with what the store says differently in it, unless another is to be read meanwhile. */
export async function readTexts(wanted: Language, said: Messages): Promise<void> {
  lastRead = wanted;
  let known: number;
  let messages: Messages;
  do {
    known = areas.size;
    messages = await messagesOf(wanted);
    // Further screens may have been opened meanwhile.
  } while (known !== areas.size);
  if (lastRead !== wanted) return;
  language = wanted;
  locale = localeFor(wanted, wishes());
  loaded = messages;
  overrides = said;
  document.documentElement.lang = wanted;
  document.documentElement.dir = LANGUAGES[wanted].dir;
  tellAll();
}

/** Loads the texts of further screens, which then come in every language that is chosen. */
export async function loadTexts(...more: readonly Area[]): Promise<void> {
  more.forEach((area) => areas.add(area));
  let wanted: Language;
  let messages: Messages;
  do {
    wanted = language;
    messages = await messagesOf(wanted);
    // Another language may have been chosen meanwhile.
  } while (wanted !== language);
  loaded = messages;
}

/** Draws again when the language changes. */
export const useLanguage = (): Language =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentLanguage);

const messageOf = (id: string): Message => overrides[id] ?? loaded[id] ?? id;

const format = (id: string, values: Values): string =>
  formatMessage(messageOf(id), values, { language: currentLocale(), dir: LANGUAGES[language].dir });

/** A text in the shopper's language. */
export const t = <Id extends PortalTextId>(id: Id, ...[values]: ValuesOf<Id>): string => format(id, values ?? {});

/** A text that the server named, with its values; null where this page doesn't have it, or one of its values. */
export function textNamed(id: string, values: Values): string | null {
  const message = overrides[id] ?? loaded[id];
  if (message === undefined || textVariablesOf(message).some((name) => values[name] === undefined)) return null;
  return format(id, values);
}

/** A text of the store's own, in the shopper's language where there is one. */
export function ownText(text: string): string {
  const said = overrides[ownTextId(text)];
  if (typeof said === 'string' && said !== '') return said;
  const id = Object.hasOwn(DEFAULT_TEXTS, text) ? DEFAULT_TEXTS[text] : undefined;
  return id === undefined ? text : format(id, {});
}

// Stand for elements while the text around them is put together; they occur in no text.
const FIRST_PLACEHOLDER = 0xe000;

/** A text with elements in place of its variables. */
export function rich<Id extends PortalTextId>(
  id: Id,
  elements: Readonly<Record<VariableOf<Id>, ReactNode>>,
): ReactNode {
  const entries = Object.entries<ReactNode>(elements);
  const marks = entries.map(([name], index) => [name, String.fromCodePoint(FIRST_PLACEHOLDER + index)] as const);
  const parts = format(id, Object.fromEntries(marks)).split(/([\uE000-\uE0FF])/);
  return parts.map((part, index) => {
    const place = marks.findIndex(([, mark]) => mark === part);
    return place === -1 ? part : createElement(Fragment, { key: index }, entries[place]?.[1]);
  });
}
