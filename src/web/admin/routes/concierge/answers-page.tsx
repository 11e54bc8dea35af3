import { ActionIcon, Button, Menu, Skeleton, Textarea, TextInput } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type MouseEvent } from 'react';
import { call } from '#contract/client.ts';
import {
  changeAnswerTemplate,
  createAnswerTemplate,
  deleteAnswerTemplate,
  orderAnswerTemplates,
  type AnswerTemplate,
} from '#contract/provider/answer-templates.ts';
import {
  ANSWER_BODY_MAX,
  ANSWER_NAME_MAX,
  ANSWER_VARIABLES,
  answerVariableLabel,
  AnswerText,
} from '#core/protection/answer-template.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { DateText } from '../../../ui/date-text.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { SettingsSection } from '../../../ui/settings-page.tsx';
import type { FieldErrors } from '../../field-errors.ts';
import { loadProblemText } from '../../problem-words.ts';
import { isSaved, newId, useOptimistic, withElement, withoutElement } from '../../use-optimistic.ts';
import { EditDialog, reopened, type Edited } from '../settings/edit-dialog.tsx';
import { moved } from '../settings/reason-list.ts';
import '../settings/email-templates.css';
import '../settings/return-locations.css';
import { answersQuery, providerChangesQuery } from './concierge-queries.ts';
import { insertAt } from '../../../ui/insert-at.ts';

type Change = { answer: AnswerTemplate | null; draft: AnswerText };
const NEW: AnswerText = { name: '', body: '' };

/** The answers that the provider's team gives again and again, and who changed them. */
export function AnswersPage() {
  useDocumentTitle('Answers');
  return (
    <main className="mg-settings" id="content">
      <h1>Answers</h1>
      <Answers />
      <Changes />
    </main>
  );
}

function Answers() {
  const { data: answers, error, refetch } = useQuery(answersQuery);
  const client = useQueryClient();
  const [edited, edit] = useState<Edited<AnswerTemplate | null, AnswerText> | null>(null);
  const [deleted, askToDelete] = useState<AnswerTemplate | null>(null);
  const { queryKey } = answersQuery;
  const onSaved = ({ templates }: { templates: AnswerTemplate[] }): void =>
    void client.setQueryData(queryKey, templates);
  const saving = useOptimistic({
    queryKey,
    shown: (before: AnswerTemplate[], { answer, draft }: Change) =>
      withElement(before, { ...blank(), ...answer, ...draft }, 'last'),
    send: ({ answer, draft }: Change) =>
      answer === null
        ? call(createAnswerTemplate, { body: draft })
        : call(changeAnswerTemplate, {
            params: { answerTemplateId: answer.id },
            body: { ...draft, version: answer.version },
          }),
    done: () => 'Answer saved',
    onSaved,
    onFailed: ({ answer, draft }: Change, errors: FieldErrors) =>
      edit(reopened({ thing: answer, typed: draft, errors })),
  });
  const removing = useOptimistic({
    queryKey,
    shown: (before: AnswerTemplate[], { id }: AnswerTemplate) => withoutElement(before, id),
    send: ({ id }: AnswerTemplate) => call(deleteAnswerTemplate, { params: { answerTemplateId: id } }),
    done: () => 'Answer deleted',
    onSaved,
  });
  const ordering = useOptimistic({
    queryKey,
    shown: (_before: AnswerTemplate[], next: AnswerTemplate[]) => next,
    send: (next: AnswerTemplate[]) => call(orderAnswerTemplates, { body: { ids: next.map(({ id }) => id) } }),
    onSaved,
  });
  const isBusy = saving.isPending || removing.isPending || ordering.isPending;
  const pressed = useRef<HTMLButtonElement>(null);
  const moveBy = (at: number, step: 1 | -1, event: MouseEvent<HTMLButtonElement>): void => {
    if (isBusy) return;
    pressed.current = event.currentTarget;
    ordering.mutate(moved(answers ?? [], at, step));
  };
  // An answer that was put elsewhere loses the focus of its arrow. At either end, the other arrow gets it.
  const order = answers?.map(({ id }) => id).join(' ');
  useEffect(() => {
    const arrow = pressed.current;
    pressed.current = null;
    const isUsable = arrow?.matches(':enabled') ?? false;
    (isUsable ? arrow : arrow?.parentElement?.querySelector<HTMLElement>('button:enabled'))?.focus();
  }, [order]);
  return (
    <SettingsSection
      title="Answers"
      help="Texts that your team inserts when it writes to a customer about a shipping claim, in any store. They can be changed before they are sent."
    >
      {error ? <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} /> : null}
      {answers === undefined && !error ? <Skeleton height={120} /> : null}
      {answers?.length === 0 ? <p className="mg-muted mg-location-none">No answer yet.</p> : null}
      <ul className="mg-locations" aria-label="Answers">
        {answers?.map((answer, at) => (
          <li key={answer.id} className="mg-location">
            <div className="mg-location-text">
              <strong>
                <bdi>{answer.name}</bdi>
              </strong>
              <bdi className="mg-muted">{answer.body}</bdi>
            </div>
            <div className="mg-location-actions">
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Move ${answer.name} up`}
                disabled={at === 0}
                onClick={(event) => moveBy(at, -1, event)}
              >
                <IconArrowUp size={16} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Move ${answer.name} down`}
                disabled={at === answers.length - 1}
                onClick={(event) => moveBy(at, 1, event)}
              >
                <IconArrowDown size={16} />
              </ActionIcon>
              <Button
                variant="default"
                size="xs"
                aria-label={`Edit ${answer.name}`}
                disabled={!isSaved(answer)}
                onClick={() => edit({ thing: answer })}
              >
                Edit
              </Button>
              <Button
                variant="default"
                size="xs"
                aria-label={`Delete ${answer.name}`}
                disabled={!isSaved(answer)}
                onClick={() => askToDelete(answer)}
              >
                Delete
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <div>
        <Button variant="default" disabled={answers === undefined} onClick={() => edit({ thing: null })}>
          Add answer
        </Button>
      </div>
      {edited === null ? null : (
        <EditDialog
          title={edited.thing === null ? 'Add answer' : 'Edit answer'}
          size="lg"
          saveLabel="Save answer"
          saved={edited.thing === null ? NEW : { name: edited.thing.name, body: edited.thing.body }}
          typed={edited.typed}
          errors={edited.errors}
          schema={AnswerText}
          onClose={() => edit(null)}
          onSave={(draft) => {
            edit(null);
            saving.mutate({ answer: edited.thing, draft });
          }}
        >
          {({ draft, errors, change }) => (
            <>
              <TextInput
                label="Name"
                description="Customers don't see it."
                dir="auto"
                data-autofocus
                maxLength={ANSWER_NAME_MAX}
                value={draft.name}
                error={errors['name']}
                onChange={(event) => change({ name: event.currentTarget.value })}
              />
              <BodyField body={draft.body} error={errors['body']} onChange={(body) => change({ body })} />
            </>
          )}
        </EditDialog>
      )}
      <ConfirmDialog
        isOpen={deleted !== null}
        onClose={() => askToDelete(null)}
        title={`Delete ${deleted?.name ?? ''}?`}
        confirmLabel="Delete answer"
        cancelLabel="Keep answer"
        onConfirm={() => {
          askToDelete(null);
          if (deleted) removing.mutate(deleted);
        }}
        isDestructive
      >
        Your team can't insert it anymore. What was sent stays.
      </ConfirmDialog>
    </SettingsSection>
  );
}

const blank = (): Omit<AnswerTemplate, 'name' | 'body'> => ({
  id: newId(),
  version: 0,
  updatedOn: new Date().toISOString(),
  updatedBy: '',
});

function BodyField({
  body,
  error,
  onChange,
}: {
  body: string;
  error: string | undefined;
  onChange: (body: string) => void;
}) {
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <Textarea
      ref={field}
      label={
        <span className="mg-template-label">
          Text
          <Menu position="bottom-end" returnFocus={false}>
            <Menu.Target>
              <Button variant="subtle" color="gray" size="compact-xs">
                Insert variable
              </Button>
            </Menu.Target>
            <Menu.Dropdown className="mg-template-variables">
              {ANSWER_VARIABLES.map((name) => (
                <Menu.Item
                  key={name}
                  onClick={() => insertAt(field.current, body, `{{${name}}}`, onChange)}
                  rightSection={<code>{`{{${name}}}`}</code>}
                >
                  {answerVariableLabel(name)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        </span>
      }
      aria-label="Text"
      dir="auto"
      autosize
      minRows={5}
      maxRows={14}
      maxLength={ANSWER_BODY_MAX}
      value={body}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Who changed the answers, and when: the provider's part of the audit log. */
function Changes() {
  const { data: entries, error, refetch } = useQuery(providerChangesQuery);
  return (
    <SettingsSection title="Changes" help="The latest changes of the answers. This log is never changed.">
      {error ? <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} /> : null}
      {entries === undefined && !error ? <Skeleton height={80} /> : null}
      {entries?.length === 0 ? <p className="mg-muted mg-location-none">Nothing was changed yet.</p> : null}
      <ul className="mg-locations" aria-label="Changes">
        {entries?.map(({ id, createdOn, who, what, thing }) => (
          <li key={id} className="mg-location">
            <div className="mg-location-text">
              <span>
                {what}: <bdi>{thing}</bdi>
              </span>
              <span className="mg-muted">
                <bdi>{who}</bdi>, <DateText date={createdOn} isInSentence />
              </span>
            </div>
          </li>
        ))}
      </ul>
    </SettingsSection>
  );
}
