import { NativeSelect, Switch, TextInput, UnstyledButton } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { ACTIONS, type ActionType } from '#core/automations/actions.ts';
import { HOOKS, Hook } from '#core/automations/hooks.ts';
import { BackLink, BackTo } from '../../../ui/back-link.tsx';
import { intoSight } from '../../../ui/into-sight.ts';
import { Notice } from '../../../ui/notice.tsx';
import { needAttention, SaveBar } from '../../../ui/save-bar.tsx';
import { SettingsSection } from '../../../ui/settings-page.tsx';
import { useLeaveGuard } from '../../../ui/use-leave-guard.tsx';
import { useSaveKey } from '../../../ui/use-save-key.ts';
import { errorAt, fieldErrorsOf, isAboutFields, type FieldErrors } from '../../field-errors.ts';
import { hasCode, problemText } from '../../problem-words.ts';
import { ActionForm } from './action-form.tsx';
import { hasForm } from './action-fields.ts';
import { AUTOMATIONS, afterSaving } from './automation-places.ts';
import { ConditionsEditor } from './conditions-editor.tsx';
import { foundActions } from './flow.ts';
import { LintBeside } from './lint-findings.tsx';
import type { Offered } from './offered.ts';
import { problemsOf, shownErrors, withAction, withHook, withParams, type RuleForm } from './rule-form.ts';
import { rulesKey, rulesQuery, saveRule, type ListedRule } from './rule-queries.ts';
import type { StoreThings } from './store-things.ts';
import { TryIt } from './try-it.tsx';

type EditorProps = {
  storeId: number;
  /** The rule that is edited; null for a new one. */
  rule: ListedRule | null;
  initial: RuleForm;
  things: StoreThings;
  offered: Offered;
  returnTo: string | undefined;
};

/** The page of one rule (R2.16). What is half done is not saved, and what could not be saved stays as it was typed. */
export function RuleEditor({ storeId, rule, initial, things, offered, returnTo }: EditorProps) {
  const [form, setForm] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors>({});
  // As it was when what is typed began.
  const [read, setRead] = useState(rule);
  // Chosen here it can be chosen again; it came with the address or the rule, it stays (R2.16).
  const [isChooser] = useState(initial.does === null);
  const client = useQueryClient();
  const navigate = useNavigate();
  const router = useRouter();
  const isChanged = form !== initial;
  const title = rule ? 'Update Automation' : 'Create Automation';
  useDocumentTitle(title);

  const saving = useMutation({
    mutationFn: () => saveRule(storeId, read, form),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: rulesKey(storeId) });
      await navigate({ href: afterSaving(storeId, id, returnTo), ignoreBlocker: true });
    },
    onError: async (error) => {
      setErrors(shownErrors(fieldErrorsOf(error), form));
      focusWrong();
      if (!isOvertaken(error)) return;
      // Saved again, it goes over what others saved meanwhile.
      const { rules } = await client.fetchQuery({ ...rulesQuery(storeId), staleTime: 0 });
      setRead((before) => rules.find(({ id }) => id === before?.id) ?? before);
    },
  });
  const change = (next: RuleForm): void => {
    setForm(next);
    // What was mended is no longer wrong at once; what is new is judged when it is saved.
    if (Object.keys(errors).length === 0) return;
    const now = problemsOf(next);
    setErrors(Object.fromEntries(Object.entries(errors).flatMap(([path]) => (now[path] ? [[path, now[path]]] : []))));
  };
  const save = (): void => {
    if (saving.isPending) return;
    const problems = problemsOf(form);
    setErrors(problems);
    if (Object.keys(problems).length === 0) saving.mutate();
    else focusWrong();
  };
  const cancel = (): void => {
    if (returnTo === undefined) router.history.back();
    else void navigate({ href: returnTo });
  };
  const leaveQuestion = useLeaveGuard({
    isChanged,
    children: "This automation isn't saved. If you leave now, you'll lose your changes.",
  });
  const formId = useId();
  useSaveKey(formId);
  const count = Object.keys(errors).length;
  const { does } = form;
  return (
    <main className="mg-settings mg-rule-page" id="content">
      {returnTo === undefined ? (
        <BackLink to={AUTOMATIONS} params={{ storeId }}>
          Automations
        </BackLink>
      ) : (
        <BackTo href={returnTo}>Back</BackTo>
      )}
      <h1>{title}</h1>
      {does ? <p className="mg-rule-subtitle">{ACTIONS[does.type].label}</p> : null}
      <div className="mg-rule-columns">
        <form
          id={formId}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          {saving.error ? (
            // A wrong field has the focus, and stays in sight.
            <div ref={isAboutFields(saving.error) ? null : intoSight}>
              <SaveProblem error={saving.error} />
            </div>
          ) : null}
          <SettingsSection title="Name" help="Internal name. Shoppers don't see it.">
            <TextInput
              label="Name"
              maxLength={128}
              dir="auto"
              value={form.name}
              onChange={(event) => change({ ...form, name: event.currentTarget.value })}
              {...wrong(errors, 'name')}
            />
            <Switch
              label="Enabled"
              checked={form.isEnabled}
              onChange={(event) => change({ ...form, isEnabled: event.currentTarget.checked })}
            />
          </SettingsSection>
          {isChooser ? (
            <SettingsSection title="What would you like to do?" help="Choosing another action starts over.">
              <ActionChooser
                chosen={does?.type ?? null}
                error={errors['does']}
                onChoose={(type) => {
                  // Chosen again, it keeps what was typed.
                  if (type !== does?.type) change(withAction(form, type));
                }}
              />
            </SettingsSection>
          ) : null}
          {does ? (
            <>
              <SettingsSection
                title="At"
                help="The moment at which the rule runs. Another moment clears the conditions."
              >
                <NativeSelect
                  label="Moment"
                  data={ACTIONS[does.type].hooks.map((hook) => ({ value: hook, label: HOOKS[hook].label }))}
                  value={does.hook}
                  disabled={ACTIONS[does.type].hooks.length === 1}
                  onChange={(event) => change(withHook(form, Hook.parse(event.currentTarget.value)))}
                  {...wrong(errors, 'hook')}
                />
              </SettingsSection>
              <SettingsSection title="Conditions" help="When the rule applies.">
                <ConditionsEditor
                  storeId={storeId}
                  form={form}
                  does={does}
                  errors={errors}
                  things={things}
                  offered={offered}
                  change={change}
                />
              </SettingsSection>
              <SettingsSection title="Action" help={ACTIONS[does.type].description}>
                <ActionForm
                  key={does.type}
                  does={does}
                  errors={errors}
                  things={things}
                  change={(params) => change(withParams(form, params))}
                />
              </SettingsSection>
              <LintBeside key={`${does.type} ${does.hook}`} storeId={storeId} rule={rule} form={form} />
            </>
          ) : null}
        </form>
        {does ? <TryIt storeId={storeId} rule={rule} form={form} does={does} things={things} /> : null}
      </div>
      <SaveBar
        label="Save"
        says={count > 0 ? needAttention(count) : isChanged || !rule ? 'Not saved yet' : 'Saved'}
        formId={formId}
        isSaving={saving.isPending}
        other={{ label: 'Cancel', onClick: cancel }}
      />
      {leaveQuestion}
    </main>
  );
}

/** Once it is drawn. */
const focusWrong = (): void =>
  void setTimeout(() => document.querySelector<HTMLElement>('#content [aria-invalid="true"]')?.focus());

const isOvertaken = (error: Error): boolean => hasCode(error, 'RULE_CHANGED');

const SaveProblem = ({ error }: { error: Error }) => (
  <Notice tone={isOvertaken(error) ? 'waiting' : 'bad'}>
    {problemText(error)}
    {isOvertaken(error) ? ' Your changes are still here. Save again to apply them.' : ''}
  </Notice>
);

const wrong = (errors: FieldErrors, field: string): { error?: string } => {
  const error = errorAt(errors, field);
  return error === undefined ? {} : { error };
};

type ChooserProps = { chosen: ActionType | null; error: string | undefined; onChoose: (type: ActionType) => void };

/** Everything a rule can do, searchable and by name. */
function ActionChooser({ chosen, error, onChoose }: ChooserProps) {
  const [typed, setTyped] = useState('');
  const found = foundActions(typed).filter(hasForm);
  return (
    <>
      <TextInput
        type="search"
        aria-label="Search actions"
        placeholder="Search actions"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          // It would save the rule.
          if (event.key === 'Enter') event.preventDefault();
        }}
        {...(error === undefined ? {} : { error })}
      />
      <ul className="mg-choose-action" aria-label="Actions">
        {found.map((type) => (
          <li key={type}>
            <UnstyledButton type="button" aria-pressed={type === chosen} onClick={() => onChoose(type)}>
              <strong>{ACTIONS[type].label}</strong>
              <span className="mg-muted">{ACTIONS[type].description}</span>
            </UnstyledButton>
          </li>
        ))}
        {found.length === 0 ? <li className="mg-rule-nothing">Nothing found</li> : null}
      </ul>
    </>
  );
}
