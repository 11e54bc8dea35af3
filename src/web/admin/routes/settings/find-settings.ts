import type { FieldWords } from '#core/settings/field.ts';
import { fieldsOf } from '#core/settings/group.ts';
import { GROUP_NAMES, SETTINGS_GROUPS } from '#core/settings/settings.ts';
import type { SectionId, SectionName } from './section-names.ts';

export type FoundSetting = {
  key: string;
  label: string;
  /** The page, and the part of it. */
  detail: string;
  page: SectionId;
  /** A page as a whole has none. */
  field?: string;
  /** The page below that has the field, where it is not the page itself. */
  fieldOn?: NonNullable<SectionName['settingsOn']>;
};

/** Texts, those that count most first. */
type Place = FoundSetting & { texts: readonly string[] };

/** Settings and pages that have every word that was typed, the best first. */
export function findSettings(sections: readonly SectionName[], typed: string): FoundSetting[] {
  const words = wordsIn(typed);
  if (words.length === 0) return [];
  // Who sees a page of the provider sees what only the provider changes.
  const isProvider = sections.some(({ needs }) => needs === 'superAdmin');
  return sections
    .flatMap((section) => placesOf(section, isProvider))
    .map(({ texts, ...found }) => ({ found, rank: rankOf(words, texts) }))
    .filter(({ rank }) => rank < NOWHERE)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ found }) => found);
}

const NOWHERE = Number.POSITIVE_INFINITY;

const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** As our labels spell what people type in British English. */
const american = (word: string): string => word.replace(/our/, 'or');

/** How far down the texts the words begin, all together. */
function rankOf(words: readonly string[], texts: readonly string[]): number {
  const parts = texts.map(wordsIn);
  return words.reduce((rank, word) => {
    const at = parts.findIndex((some) => some.some((part) => part.startsWith(word) || part.startsWith(american(word))));
    return rank + (at === -1 ? NOWHERE : at);
  }, 0);
}

function placesOf(section: SectionName, isProvider: boolean): Place[] {
  const { id, label, also = '' } = section;
  const page: Place = { key: id, label, detail: 'Page', page: id, texts: [label, also] };
  const groups = GROUP_NAMES.filter(
    (name) => SETTINGS_GROUPS[name].page === id && (isProvider || !SETTINGS_GROUPS[name].isProviderOnly),
  );
  return [page, ...groups.flatMap((name) => fieldPlaces(section, name))];
}

function fieldPlaces({ id, label: page, settingsOn }: SectionName, name: (typeof GROUP_NAMES)[number]): Place[] {
  const { title, help: groupHelp } = SETTINGS_GROUPS[name];
  const detail = title === page ? page : `${page}, ${title}`;
  return fieldsOf(SETTINGS_GROUPS[name]).flatMap(([field, { look, label, also = '', help = '' }]) =>
    look.kind === 'hidden'
      ? []
      : [
          {
            key: `${name}.${field}`,
            label,
            detail,
            page: id,
            field: `${name}.${field}`,
            ...(settingsOn === undefined ? {} : { fieldOn: settingsOn }),
            texts: [label, also, `${title} ${page}`, `${help} ${optionTexts(look)}`, groupHelp],
          },
        ],
  );
}

const optionTexts = (look: FieldWords['look']): string =>
  'options' in look ? look.options.map(([, label]) => label).join(' ') : '';
