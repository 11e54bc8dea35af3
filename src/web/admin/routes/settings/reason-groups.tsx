import { ActionIcon, Anchor, Button, Checkbox, Input, NativeSelect, Skeleton, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { call } from '#contract/client.ts';
import {
  changeReasonGroup,
  createReasonGroup,
  deleteReasonGroup,
  type ReasonGroupShown,
} from '#contract/merchant/reason-groups.ts';
import { CLAIM_TYPES, ClaimType } from '#core/claims/types.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SettingsSection } from '../../../ui/settings-page.tsx';
import type { FieldErrors } from '../../field-errors.ts';
import { loadProblemText } from '../../problem-words.ts';
import { productGroupsQuery } from '../../product-groups-query.ts';
import { reasonGroupsQuery, reasonsQuery } from '../../reasons-query.ts';
import { isSaved, newId, useOptimistic, withElement, withoutElement } from '../../use-optimistic.ts';
import { EditDialog, reopened, type Edited } from './edit-dialog.tsx';
import { moved } from './reason-list.ts';
import './reason-groups.css';
import './return-locations.css';

type Group = ReasonGroupShown;
type Draft = { name: string; claimType: ClaimType; storeProductGroupId: number; claimReasonIds: string[] };
type Change = { group: Group | null; draft: Draft };

const nameOf = ({ isDefault, name, claimType }: Group): string =>
  isDefault ? `Default: ${CLAIM_TYPES[claimType].title.toLowerCase()}` : name;

/** Which reasons a product offers, by type of claim; a default group stands for every other product (S5.01). */
export function ReasonGroupsSection({ storeId }: { storeId: number }) {
  const { data: groups, error, refetch } = useQuery(reasonGroupsQuery(storeId));
  const offered = useQuery(productGroupsQuery(storeId));
  const productGroups = offered.data ?? [];
  const { data: reasons } = useQuery(reasonsQuery(storeId));
  const [edited, edit] = useState<Edited<Group | null, Draft> | null>(null);
  const [viewed, view] = useState<Group | null>(null);
  const [deleted, askToDelete] = useState<Group | null>(null);
  const { queryKey } = reasonGroupsQuery(storeId);

  const shownAs = ({ group, draft }: Change): Group => {
    const found = productGroups.find(({ id }) => id === draft.storeProductGroupId);
    return {
      id: group?.id ?? newId(),
      isDefault: group?.isDefault ?? false,
      name: draft.name,
      claimType: draft.claimType,
      storeProductGroup: found ? { id: found.id, name: found.name } : null,
      claimReasons: draft.claimReasonIds.flatMap((id) => reasons?.reasons.find((one) => one.id === id) ?? []),
    };
  };
  const saving = useOptimistic({
    queryKey,
    shown: (before: Group[], change: Change) => withElement(before, shownAs(change), 'last'),
    send: ({ group, draft }: Change) => {
      if (group === null) return call(createReasonGroup, { params: { storeId }, body: draft });
      const { claimReasonIds } = draft;
      const params = { storeId, reasonGroupId: group.id };
      return call(changeReasonGroup, { params, body: group.isDefault ? { claimReasonIds } : draft });
    },
    done: () => 'Reason group saved',
    onFailed: ({ group, draft }: Change, errors: FieldErrors) => edit(reopened({ thing: group, typed: draft, errors })),
  });
  const removing = useOptimistic({
    queryKey,
    shown: (before: Group[], { id }: Group) => withoutElement(before, id),
    send: ({ id }: Group) => call(deleteReasonGroup, { params: { storeId, reasonGroupId: id } }),
    done: () => 'Reason group deleted',
  });
  return (
    <SettingsSection
      title="Reason groups"
      help="Give the products of a product group reasons of their own, for returns or warranty claims. All other products offer the default reasons. If several groups fit a product, the oldest counts."
    >
      {error ? <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} /> : null}
      {groups === undefined && !error ? <Skeleton height={120} /> : null}
      <ul className="mg-locations" aria-label="Reason groups">
        {groups?.map((group) => (
          <li key={group.id} className="mg-location">
            <div className="mg-location-text">
              <strong>
                <bdi>{nameOf(group)}</bdi>
              </strong>
              {group.isDefault ? null : (
                <span className="mg-muted">
                  {CLAIM_TYPES[group.claimType].title},{' '}
                  {group.storeProductGroup ? (
                    <Anchor component={Link} to={`/${storeId}/settings/product-groups`} size="sm">
                      <bdi>{group.storeProductGroup.name}</bdi>
                    </Anchor>
                  ) : (
                    'deleted product group'
                  )}
                </span>
              )}
              <span className="mg-muted">
                <bdi>{group.claimReasons.map(({ name }) => name).join(', ')}</bdi>
              </span>
            </div>
            <div className="mg-location-actions">
              <Button variant="default" size="xs" onClick={() => view(group)} aria-label={`View ${nameOf(group)}`}>
                View
              </Button>
              <Button
                variant="default"
                size="xs"
                disabled={!isSaved(group) || !reasons}
                onClick={() => edit({ thing: group })}
                aria-label={`Edit ${nameOf(group)}`}
              >
                Edit
              </Button>
              {group.isDefault ? null : (
                <Button
                  variant="default"
                  size="xs"
                  disabled={!isSaved(group)}
                  onClick={() => askToDelete(group)}
                  aria-label={`Delete ${nameOf(group)}`}
                >
                  Delete
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {offered.error ? (
        <LoadProblem message={loadProblemText(offered.error)} onRetry={() => void offered.refetch()} />
      ) : null}
      {offered.data?.length === 0 ? (
        <Notice
          tone="info"
          action={
            <Button variant="default" size="xs" component={Link} to={`/${storeId}/settings/product-groups`}>
              Create product group
            </Button>
          }
        >
          You must create a Product Group before you can create a new Reason Group.
        </Notice>
      ) : null}
      <div>
        <Button
          variant="default"
          disabled={productGroups.length === 0 || !reasons}
          onClick={() => edit({ thing: null })}
        >
          Add reason group
        </Button>
      </div>
      {edited === null || !reasons ? null : (
        <GroupDialog
          {...edited}
          productGroups={productGroups}
          reasons={reasons.reasons.filter(({ isDeleted }) => !isDeleted)}
          onClose={() => edit(null)}
          onSave={(draft) => {
            edit(null);
            saving.mutate({ group: edited.thing, draft });
          }}
        />
      )}
      {viewed === null ? null : <ViewDialog group={viewed} onClose={() => view(null)} />}
      <ConfirmDialog
        isOpen={deleted !== null}
        onClose={() => askToDelete(null)}
        title={`Delete ${deleted ? nameOf(deleted) : ''}?`}
        confirmLabel="Delete reason group"
        cancelLabel="Keep reason group"
        onConfirm={() => {
          askToDelete(null);
          if (deleted) removing.mutate(deleted);
        }}
        isDestructive
      >
        Its products offer the default reasons again. Claims keep the reasons they have.
      </ConfirmDialog>
    </SettingsSection>
  );
}

/** What shoppers see of a group, in its order. */
const ViewDialog = ({ group, onClose }: { group: Group; onClose: () => void }) => (
  <Dialog title={nameOf(group)} onClose={onClose}>
    <p className="mg-muted">
      {CLAIM_TYPES[group.claimType].title}
      {group.isDefault ? ', every product without a group of its own' : `, ${group.storeProductGroup?.name ?? ''}`}
    </p>
    <ol className="mg-reason-view">
      {group.claimReasons.map(({ id, name, claimReasonDetails }) => (
        <li key={id}>
          <bdi>{name}</bdi>
          <span className="mg-muted">
            {claimReasonDetails
              .filter(({ isDeleted }) => !isDeleted)
              .map((detail) => detail.name)
              .join(', ')}
          </span>
        </li>
      ))}
    </ol>
  </Dialog>
);

type Named = { id: string; name: string };
type GroupDialogProps = Edited<Group | null, Draft> & {
  productGroups: readonly { id: number; name: string }[];
  reasons: readonly Named[];
  onSave: (draft: Draft) => void;
  onClose: () => void;
};

function GroupDialog({
  thing: group,
  typed,
  errors: refused,
  productGroups,
  reasons,
  onSave,
  onClose,
}: GroupDialogProps) {
  const [saved] = useState((): Draft => ({
    name: group?.name ?? '',
    claimType: group?.claimType ?? 'Return',
    storeProductGroupId: group?.storeProductGroup?.id ?? productGroups[0]?.id ?? 0,
    claimReasonIds: group?.claimReasons.map(({ id }) => id) ?? [],
  }));
  return (
    <EditDialog
      title={group === null ? 'Add reason group' : `Edit ${nameOf(group)}`}
      saveLabel="Save reason group"
      saved={saved}
      typed={typed}
      errors={refused}
      schema={group?.isDefault ? createReasonGroup.body.pick({ claimReasonIds: true }) : createReasonGroup.body}
      onSave={onSave}
      onClose={onClose}
    >
      {({ draft, errors, change }) => (
        <>
          {group?.isDefault ? null : (
            <>
              <TextInput
                label="Name"
                description="Internal name. Shoppers don't see it."
                maxLength={128}
                dir="auto"
                data-autofocus
                value={draft.name}
                error={errors['name']}
                onChange={(event) => change({ name: event.currentTarget.value })}
              />
              <NativeSelect
                label="Claim type"
                data={ClaimType.options.map((value) => ({ value, label: CLAIM_TYPES[value].title }))}
                value={draft.claimType}
                error={errors['claimType']}
                onChange={(event) => change({ claimType: ClaimType.parse(event.currentTarget.value) })}
              />
              <NativeSelect
                label="Product group"
                data={productGroups.map(({ id, name }) => ({ value: String(id), label: name }))}
                value={String(draft.storeProductGroupId)}
                error={errors['storeProductGroupId']}
                onChange={(event) => change({ storeProductGroupId: Number(event.currentTarget.value) })}
              />
            </>
          )}
          <ReasonChoice
            reasons={reasons}
            chosen={draft.claimReasonIds}
            error={errors['claimReasonIds']}
            onChange={(claimReasonIds) => change({ claimReasonIds })}
          />
        </>
      )}
    </EditDialog>
  );
}

type ReasonChoiceProps = {
  reasons: readonly Named[];
  chosen: readonly string[];
  error: string | undefined;
  onChange: (ids: string[]) => void;
};

/** The chosen reasons in the order shoppers see them, then the others. */
function ReasonChoice({ reasons, chosen, error, onChange }: ReasonChoiceProps) {
  const id = useId();
  const ordered = [
    ...chosen.flatMap((one) => reasons.find((reason) => reason.id === one) ?? []),
    ...reasons.filter((reason) => !chosen.includes(reason.id)),
  ];
  return (
    <fieldset className="mg-reason-choice" aria-describedby={error === undefined ? undefined : id}>
      <legend>Reasons, in the order shoppers see them</legend>
      <ul className="mg-reason-choices">
        {ordered.map((reason) => {
          const at = chosen.indexOf(reason.id);
          return (
            <li key={reason.id}>
              <Checkbox
                label={reason.name}
                checked={at >= 0}
                aria-invalid={error !== undefined}
                onChange={(event) =>
                  onChange(
                    event.currentTarget.checked ? [...chosen, reason.id] : chosen.filter((one) => one !== reason.id),
                  )
                }
              />
              {at < 0 ? null : (
                <span className="mg-reason-moves">
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Move ${reason.name} up`}
                    disabled={at === 0}
                    onClick={() => onChange(moved(chosen, at, -1))}
                  >
                    <IconArrowUp size={16} />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Move ${reason.name} down`}
                    disabled={at === chosen.length - 1}
                    onClick={() => onChange(moved(chosen, at, 1))}
                  >
                    <IconArrowDown size={16} />
                  </ActionIcon>
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {error === undefined ? null : (
        <Input.Error id={id} role="alert">
          {error}
        </Input.Error>
      )}
    </fieldset>
  );
}
