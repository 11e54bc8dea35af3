import type { FieldWords } from '#core/settings/field.ts';
import { fieldsOf, withField } from '#core/settings/group.ts';
import { isGroupName, SETTINGS_GROUPS, type GroupName } from '#core/settings/settings.ts';
import { errorAt, errorsOf, type FieldErrors } from '../../field-errors.ts';

export type SettingsDocument = Readonly<Record<string, unknown>>;

/** One group as a page edits it. */
export type GroupForm = {
  /** As edited. */
  document: SettingsDocument;
  /** As it is kept now. */
  saved: SettingsDocument;
  errors: FieldErrors;
  storeId: number;
  currencyCode: string;
  /** Who looks may change what only the provider changes. */
  isProvider: boolean;
  /** Other groups as edited. */
  documentOf: (group: string) => SettingsDocument;
  change: (field: string, value: unknown) => void;
  /** Saves the switch of an area at once. */
  turn: (field: string, label: string, value: boolean) => void;
  isTurning: boolean;
};

/** What was changed of each group and is not saved yet. */
export type SettingsDraft = Readonly<Partial<Record<GroupName, SettingsDocument>>>;

type SavedOf = (name: GroupName) => SettingsDocument;

/**
 * The draft with another value of a field, and of the field that it takes along; a value as it is saved is no change.
 * What is wrong in a field that is hidden or disabled by then goes back as well: nobody could mend it.
 */
export function withChange(
  draft: SettingsDraft,
  group: GroupName,
  savedOf: SavedOf,
  [field, value]: readonly [string, unknown],
): SettingsDraft {
  const changed = { ...draft[group], ...withField(SETTINGS_GROUPS[group], field, value) };
  const next = withoutSaved({ ...draft, [group]: changed }, group, savedOf(group));
  return Object.keys(next)
    .filter(isGroupName)
    .reduce((left, name) => withoutUnmendable(left, name, savedOf), next);
}

function withoutUnmendable(draft: SettingsDraft, name: GroupName, savedOf: SavedOf): SettingsDraft {
  const documentOf = (group: string): SettingsDocument =>
    isGroupName(group) ? { ...savedOf(group), ...draft[group] } : {};
  const [saved, document] = [savedOf(name), documentOf(name)];
  const errors = checkGroup(name, saved, document);
  const unmendable = fieldsOf(SETTINGS_GROUPS[name]).flatMap(([field, words]) =>
    errorAt(errors, field) === undefined || isEditable(words, { document, documentOf }) ? [] : [field],
  );
  if (unmendable.length === 0) return draft;
  const reverted = Object.fromEntries(unmendable.map((field) => [field, saved[field]]));
  return withoutSaved({ ...draft, [name]: { ...draft[name], ...reverted } }, name, saved);
}

type Condition = NonNullable<FieldWords['onlyWhen']>;
type Documents = Pick<GroupForm, 'document' | 'documentOf'>;

/** Whether another field has the value that a condition asks for. */
const holds = ({ group, field, is }: Condition, { document, documentOf }: Documents): boolean =>
  (group === undefined ? document : documentOf(group))[field] === is;

/** Whether a field is on its page at all. */
export const isShown = ({ look, shownWhen }: FieldWords, documents: Documents): boolean =>
  look.kind !== 'hidden' &&
  (shownWhen === undefined || holds(shownWhen, documents)) &&
  (look.kind !== 'bonus' || documents.document[look.typeField] !== 'none');

/** Whether a field that is on its page matters, and so can be changed. */
export const isEnabled = ({ onlyWhen }: FieldWords, documents: Documents): boolean =>
  onlyWhen === undefined || holds(onlyWhen, documents);

const isEditable = (words: FieldWords, documents: Documents): boolean =>
  isShown(words, documents) && isEnabled(words, documents);

/** The draft without the changes to a group that were saved as they still are. */
export function withoutSaved(draft: SettingsDraft, group: GroupName, saved: SettingsDocument): SettingsDraft {
  const { [group]: entered = {}, ...others } = draft;
  const left = Object.entries(entered).filter(([name, its]) => !isSame(saved[name], its));
  return left.length === 0 ? others : { ...others, [group]: Object.fromEntries(left) };
}

/** What is wrong with a group before it is sent; empty when nothing is. */
export function checkGroup(name: GroupName, saved: SettingsDocument, document: SettingsDocument): FieldErrors {
  const group = SETTINGS_GROUPS[name];
  const errors = errorsOf(group.fields, document);
  return Object.keys(errors).length > 0 ? errors : group.enter(saved, document).problems;
}

/** The labels of what differs between two documents of a group. */
export const changedLabels = (name: GroupName, before: SettingsDocument, after: SettingsDocument): string[] =>
  fieldsOf(SETTINGS_GROUPS[name]).flatMap(([field, { label }]) => (isSame(before[field], after[field]) ? [] : [label]));

/** The error of a field as Mantine takes it. */
export const fieldError = ({ errors }: Pick<GroupForm, 'errors'>, field: string): { error?: string } => {
  const error = errorAt(errors, field);
  return error === undefined ? {} : { error };
};

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
