import { Button, NativeSelect, Skeleton, TagsInput, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { call } from '#contract/client.ts';
import { addClaimReason, changeClaimReason, type ReasonShown as Shown } from '#contract/merchant/merchant.ts';
import { categoryName, categoryOf, ReasonCategory } from '#core/claims/reason-category.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { SettingsSection } from '../../../ui/settings-page.tsx';
import type { FieldErrors } from '../../field-errors.ts';
import { loadProblemText } from '../../problem-words.ts';
import { reasonGroupsQuery, reasonsQuery } from '../../reasons-query.ts';
import { useOptimistic, withElement } from '../../use-optimistic.ts';
import { EditDialog, reopened, type Edited } from './edit-dialog.tsx';
import './return-locations.css';
import { UsedByRules, useRulesNaming } from './used-by-rules.tsx';

type Reason = z.infer<typeof Shown>;
type Reasons = { reasons: Reason[] };
type Draft = { name: string; category: ReasonCategory; details: string[] };
type Change = { reason: Reason | null; draft: Draft; isDeleted: boolean };

const DEFAULT_CATEGORY = categoryOf('');

const detailsOf = ({ claimReasonDetails }: Reason): string[] =>
  claimReasonDetails.filter(({ isDeleted }) => !isDeleted).map(({ name }) => name);
const draftOf = (reason: Reason | null): Draft =>
  reason
    ? { name: reason.name, category: reason.category.code, details: detailsOf(reason) }
    : { name: '', category: DEFAULT_CATEGORY, details: [] };
const bodyOf = ({ name, category, details }: Draft, isDeleted: boolean) => ({
  name,
  isDeleted,
  category: { code: category },
  claimReasonDetails: details.map((detail) => ({ name: detail })),
});
const shownAs = ({ reason, draft, isDeleted }: Change): Reason => ({
  id: reason?.id ?? 'new',
  name: draft.name,
  isDeleted,
  category: { code: draft.category, name: categoryName(draft.category) },
  claimReasonDetails: draft.details.map((name) => ({ id: name, name, isDeleted: false })),
});

/** Every reason of the store; deleting one is soft, as claims keep theirs (S4.03). */
export function ReasonsSection({ storeId }: { storeId: number }) {
  const { data, error, refetch } = useQuery(reasonsQuery(storeId));
  const rulesNaming = useRulesNaming(storeId, 'reasons');
  const client = useQueryClient();
  const [edited, edit] = useState<Edited<Reason | null, Draft> | null>(null);
  const [deleted, askToDelete] = useState<Reason | null>(null);
  const changing = useOptimistic({
    queryKey: reasonsQuery(storeId).queryKey,
    shown: ({ reasons }: Reasons, change: Change): Reasons => ({
      reasons: withElement(reasons, shownAs(change), 'last'),
    }),
    send: ({ reason, draft, isDeleted }: Change) => {
      const body = bodyOf(draft, isDeleted);
      return reason === null
        ? call(addClaimReason, { params: { storeId }, body })
        : call(changeClaimReason, { params: { storeId, claimReasonId: reason.id }, body });
    },
    done: ({ isDeleted }) => (isDeleted ? 'Reason deleted' : 'Reason saved'),
    onSaved: () => void client.invalidateQueries({ queryKey: reasonGroupsQuery(storeId).queryKey }),
    onFailed: ({ reason, draft, isDeleted }: Change, errors: FieldErrors) => {
      if (!isDeleted) edit(reopened({ thing: reason, typed: draft, errors }));
    },
  });
  const offered = data?.reasons.filter(({ isDeleted }) => !isDeleted) ?? [];
  const retired = data?.reasons.filter(({ isDeleted }) => isDeleted) ?? [];
  return (
    <SettingsSection
      title="Reasons"
      help="Why shoppers return or claim, in your words. Reason groups decide which of them a product offers."
    >
      {error ? <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton height={120} /> : null}
      <ul className="mg-locations" aria-label="Reasons">
        {offered.map((reason) => (
          <li key={reason.id} className="mg-location">
            <div className="mg-location-text">
              <strong>
                <bdi>{reason.name}</bdi>
              </strong>
              <span className="mg-muted">Category: {reason.category.name}</span>
              {detailsOf(reason).length > 0 ? (
                <span className="mg-muted">
                  <bdi>{detailsOf(reason).join(', ')}</bdi>
                </span>
              ) : null}
              <UsedByRules rules={rulesNaming(reason.id)} />
            </div>
            <div className="mg-location-actions">
              <Button
                variant="default"
                size="xs"
                disabled={reason.id === 'new'}
                onClick={() => edit({ thing: reason })}
                aria-label={`Edit ${reason.name}`}
              >
                Edit
              </Button>
              <Button
                variant="default"
                size="xs"
                disabled={reason.id === 'new' || offered.length === 1 || rulesNaming(reason.id).length > 0}
                onClick={() => askToDelete(reason)}
                aria-label={`Delete ${reason.name}`}
              >
                Delete
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {retired.length === 0 ? null : (
        <details>
          <summary>{retired.length === 1 ? '1 deleted reason' : `${retired.length} deleted reasons`}</summary>
          <ul className="mg-locations" aria-label="Deleted reasons">
            {retired.map((reason) => (
              <li key={reason.id} className="mg-location">
                <div className="mg-location-text">
                  <bdi>{reason.name}</bdi>
                </div>
                <Button
                  variant="default"
                  size="xs"
                  onClick={() => changing.mutate({ reason, draft: draftOf(reason), isDeleted: false })}
                  aria-label={`Restore ${reason.name}`}
                >
                  Restore
                </Button>
              </li>
            ))}
          </ul>
        </details>
      )}
      <div>
        <Button variant="default" onClick={() => edit({ thing: null })}>
          Add reason
        </Button>
      </div>
      {edited === null ? null : (
        <ReasonDialog
          {...edited}
          onClose={() => edit(null)}
          onSave={(draft) => {
            edit(null);
            changing.mutate({ reason: edited.thing, draft, isDeleted: false });
          }}
        />
      )}
      <ConfirmDialog
        isOpen={deleted !== null}
        onClose={() => askToDelete(null)}
        title={`Delete ${deleted?.name ?? ''}?`}
        confirmLabel="Delete reason"
        cancelLabel="Keep reason"
        onConfirm={() => {
          askToDelete(null);
          if (deleted) changing.mutate({ reason: deleted, draft: draftOf(deleted), isDeleted: true });
        }}
        isDestructive
      >
        Shoppers can't choose it anymore. Claims that have it keep it, and you can restore it.
      </ConfirmDialog>
    </SettingsSection>
  );
}

type ReasonDialogProps = Edited<Reason | null, Draft> & { onSave: (draft: Draft) => void; onClose: () => void };

const ReasonDialog = ({ thing: reason, typed, errors: refused, onSave, onClose }: ReasonDialogProps) => {
  const [saved] = useState(() => draftOf(reason));
  return (
    <EditDialog
      title={reason === null ? 'Add reason' : `Edit ${reason.name}`}
      saveLabel="Save reason"
      saved={saved}
      typed={typed}
      errors={refused}
      schema={addClaimReason.body.pick({ name: true })}
      onSave={onSave}
      onClose={onClose}
    >
      {({ draft, errors, change }) => (
        <>
          <TextInput
            label="Name"
            description="Shoppers see it."
            maxLength={100}
            dir="auto"
            data-autofocus
            value={draft.name}
            error={errors['name']}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <NativeSelect
            label="Category"
            description="What it counts as in reports and automations."
            data={ReasonCategory.options.map((value) => ({ value, label: categoryName(value) }))}
            value={draft.category}
            onChange={(event) => change({ category: ReasonCategory.parse(event.currentTarget.value) })}
          />
          <TagsInput
            label="Details"
            description="Shoppers choose one of them after the reason."
            placeholder="Type one and press Enter"
            maxTags={100}
            value={draft.details}
            error={errors['claimReasonDetails']}
            onChange={(details) =>
              change({ details: details.map((one) => one.trim().slice(0, 100)).filter((one) => one !== '') })
            }
          />
        </>
      )}
    </EditDialog>
  );
};
