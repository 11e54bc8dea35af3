import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Fragment, type ReactNode, useState } from 'react';
import { ApiError, call } from '#contract/client.ts';
import { saveCallOf } from '#contract/merchant/settings.ts';
import { isGroupName, SETTINGS_GROUPS, type GroupName } from '#core/settings/settings.ts';
import { intoSight } from '../../../ui/into-sight.ts';
import { Notice } from '../../../ui/notice.tsx';
import { SettingsPage } from '../../../ui/settings-page.tsx';
import { toast } from '../../../ui/toast.ts';
import { hasCode, problemText } from '../../problem-words.ts';
import { meQuery } from '../../me-query.ts';
import { settingsQuery } from '../../settings-query.ts';
import { shippingProtectionQuery } from './shipping-protection-query.ts';
import type { MyStore } from '../../shell/access.ts';
import { isAboutFields, refusedFields, stillWrong, type FieldErrors } from '../../field-errors.ts';
import { GroupSection } from './group-section.tsx';
import { ModalGroup } from './modal-group.tsx';
import {
  changedLabels,
  checkGroup,
  withChange,
  withoutSaved,
  type SettingsDocument,
  type SettingsDraft,
} from './settings-form.ts';
import { useOpenedField } from './use-opened-field.ts';

type Saved = Awaited<ReturnType<NonNullable<ReturnType<typeof settingsQuery>['queryFn']>>>;
type Errors = Readonly<Partial<Record<GroupName, FieldErrors>>>;

type EditorProps = {
  title: string;
  groups: readonly GroupName[];
  store: MyStore;
  saved: Saved;
  /** Who looks may change what only the provider changes. */
  isProvider: boolean;
  before?: ReactNode;
  after?: ReactNode;
  /** Shows what is typed, before it is saved. */
  preview?: (typed: DocumentOf, saved: DocumentOf) => ReactNode;
};

/** The groups of a page. */
export type DocumentOf = (name: GroupName) => SettingsDocument;

/** A group that could not be saved, and why. */
class GroupFailure extends Error {
  readonly group: GroupName;
  /** As it was saved when this page showed it. */
  readonly base: SettingsDocument;
  constructor(group: GroupName, base: SettingsDocument, cause: unknown) {
    super('the group was not saved', { cause });
    this.group = group;
    this.base = base;
  }
}

/** A page of the settings. Each of its groups that was changed is saved by itself. */
export function SettingsEditor({ title, groups, store, saved, isProvider, before, after, preview }: EditorProps) {
  const client = useQueryClient();
  const [draft, setDraft] = useState<SettingsDraft>({});
  const [errors, setErrors] = useState<Errors>({});
  const openedField = useOpenedField();
  const { queryKey } = settingsQuery(store.id);
  const savedOf = (name: GroupName): SettingsDocument => {
    const { version, document } = saved.groups[name];
    return version === 0 ? { ...document, ...SETTINGS_GROUPS[name].begins } : document;
  };
  const documentOf = (name: GroupName, changes = draft): SettingsDocument => ({ ...savedOf(name), ...changes[name] });
  const changed = groups.filter((name) => draft[name] !== undefined);

  const put = async (group: GroupName, entered: SettingsDocument): Promise<void> => {
    const { version } = saved.groups[group];
    const document = SETTINGS_GROUPS[group].fields.parse(entered);
    const answer = await call(saveCallOf(group), {
      params: { storeId: store.id },
      body: { group, version, document },
    }).catch((error: unknown) => {
      throw new GroupFailure(group, savedOf(group), error);
    });
    // Until everything is read again, the form would show what was saved before.
    client.setQueryData<Saved>(queryKey, (known) => {
      if (!known) return known;
      const { groups: before } = known;
      return { groups: { ...before, [group]: { ...before[group], version: answer.version, document } } };
    });
  };
  // Shows what others saved in the meantime, with the typed input on top. Menus show what the store has on.
  const onSettled = (): Promise<unknown> => {
    void client.invalidateQueries({ queryKey: meQuery.queryKey });
    void client.invalidateQueries({ queryKey: shippingProtectionQuery(store.id).queryKey });
    return client.refetchQueries({ queryKey });
  };
  /** Saves one field alone; what is typed elsewhere waits. */
  const turning = useMutation({
    mutationFn: ({ group, field, value }: { group: GroupName; field: string; value: boolean; label: string }) =>
      put(group, { ...savedOf(group), [field]: value }),
    onSuccess: (_, { label, value }) => toast(`${label} turned ${value ? 'on' : 'off'}`),
    onSettled,
  });
  const saving = useMutation({
    mutationFn: async () => {
      for (const group of changed) {
        const entered = documentOf(group);
        await put(group, entered);
        // What was typed while it was being saved is still to be saved.
        setDraft((before) => withoutSaved(before, group, entered));
      }
    },
    onSuccess: () => toast('Settings saved'),
    onError: (error) => {
      if (!(error instanceof GroupFailure && error.cause instanceof ApiError)) return;
      setErrors({ [error.group]: refusedFields(error.cause) });
      focusWrong();
    },
    onSettled,
  });

  const change = (name: GroupName, field: string, value: unknown): void => {
    const next = withChange(draft, name, savedOf, [field, value]);
    setDraft(next);
    if (saving.error && !isOvertaken(saving.error)) saving.reset();
    // It tells of a switch as it was before.
    if (turning.error) turning.reset();
    // What was fixed stops being wrong at once; what is new is only judged when saving.
    const touched = groups.filter((group) => group === name || next[group] !== draft[group]);
    const wrong = touched.map((group) => [group, checkGroup(group, savedOf(group), documentOf(group, next))] as const);
    setErrors((old) => ({
      ...old,
      ...Object.fromEntries(wrong.map(([group, now]) => [group, stillWrong(old[group] ?? {}, now)])),
    }));
  };
  const save = (): void => {
    if (changed.length === 0 || saving.isPending) return;
    const wrong = Object.fromEntries(changed.map((name) => [name, checkGroup(name, savedOf(name), documentOf(name))]));
    setErrors(wrong);
    if (countOf(wrong) === 0) saving.mutate();
    else focusWrong();
  };
  const revert = (): void => {
    setDraft({});
    setErrors({});
    saving.reset();
    if (turning.error) turning.reset();
  };
  return (
    <SettingsPage
      title={title}
      isChanged={changed.length > 0}
      isSaving={saving.isPending}
      errorCount={countOf(errors)}
      onSave={save}
      onRevert={revert}
    >
      {saving.error ? (
        // A wrong field has the focus, and stays in sight.
        <div ref={isAboutFields(saving.error.cause) ? null : intoSight}>
          <SaveProblem error={saving.error} savedOf={savedOf}>
            Your changes are still here. Save again to apply them, or revert to see what was saved.
          </SaveProblem>
        </div>
      ) : null}
      {turning.error ? (
        <div ref={intoSight}>
          <SaveProblem error={turning.error} savedOf={savedOf}>
            We didn't turn {turning.variables.label} {turning.variables.value ? 'on' : 'off'}. Check the settings, then
            try again.
          </SaveProblem>
        </div>
      ) : null}
      {before}
      {groups.map((name, index) => {
        const Group = SETTINGS_GROUPS[name].isInModal ? ModalGroup : GroupSection;
        return (
          <Fragment key={name}>
            <Group
              name={name}
              openedField={openedField}
              form={{
                document: documentOf(name),
                saved: savedOf(name),
                errors: errors[name] ?? {},
                storeId: store.id,
                currencyCode: store.currencyCode,
                isProvider,
                documentOf: (group) => (isGroupName(group) ? documentOf(group) : {}),
                change: (field, value) => change(name, field, value),
                turn: (field, label, value) => turning.mutate({ group: name, field, label, value }),
                isTurning: turning.isPending,
              }}
            />
            {/* Below the first group, which is what it shows most of: at the end of a long page nobody sees both. */}
            {index === 0 && preview?.((each) => documentOf(each), savedOf)}
          </Fragment>
        );
      })}
      {after}
    </SettingsPage>
  );
}

/** Once it is drawn. */
const focusWrong = (): void =>
  void setTimeout(() => document.querySelector<HTMLElement>('#content [aria-invalid="true"]')?.focus());

const countOf = (errors: Errors): number =>
  Object.values(errors).reduce((count, ofGroup) => count + Object.keys(ofGroup).length, 0);

const isOvertaken = ({ cause }: Error): boolean => hasCode(cause, 'SETTINGS_CHANGED');

type SaveProblemProps = {
  error: Error;
  savedOf: DocumentOf;
  /** What to do when somebody else saved first. */
  children: ReactNode;
};

function SaveProblem({ error, savedOf, children }: SaveProblemProps) {
  if (!(error instanceof GroupFailure) || !isOvertaken(error))
    return <Notice tone="bad">{problemText(error.cause ?? error)}</Notice>;
  const labels = changedLabels(error.group, error.base, savedOf(error.group));
  return (
    <Notice tone="waiting">
      {problemText(error.cause)} {labels.length > 0 ? `Changed: ${labels.join(', ')}. ` : ''}
      {children}
    </Notice>
  );
}
