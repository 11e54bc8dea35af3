import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '#contract/client.ts';
import {
  changeProductGroup,
  createProductGroup,
  deleteProductGroup,
  refreshGroupProducts,
  syncProducts,
  type ProductGroupShown,
} from '#contract/merchant/product-groups.ts';
import { LIFETIME_DAYS } from '#core/dates.ts';
import type { ProductGroup } from '#core/orders/product-groups.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { DateText } from '../../../ui/date-text.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SettingsSection } from '../../../ui/settings-page.tsx';
import { toast } from '../../../ui/toast.ts';
import type { FieldErrors } from '../../field-errors.ts';
import { loadProblemText, problemText } from '../../problem-words.ts';
import { productGroupsQuery, productSyncQuery } from '../../product-groups-query.ts';
import { isSaved, newId, useOptimistic, withElement, withoutElement } from '../../use-optimistic.ts';
import { reopened, type Edited } from './edit-dialog.tsx';
import { GroupProducts } from './group-products.tsx';
import { ProductGroupDialog } from './product-group-dialog.tsx';
import './return-locations.css';

const STARTED = 'Product sync has started and may take up to 15 minutes to complete.';

type Change = { group: ProductGroupShown | null; draft: ProductGroup };

const shownAs = ({ group, draft }: Change): ProductGroupShown => ({
  ...draft,
  id: group?.id ?? newId(),
  createdOn: group?.createdOn ?? new Date().toISOString(),
  lastUpdatedOn: new Date().toISOString(),
  usedBy: group?.usedBy ?? [],
});

/** Named parts of the store's products; each is saved by itself (S2.19). */
export function ProductGroupsSection({ storeId }: { storeId: number }) {
  const client = useQueryClient();
  const { data: groups, error, refetch } = useQuery(productGroupsQuery(storeId));
  const { data: sync } = useQuery(productSyncQuery(storeId));
  const [edited, edit] = useState<Edited<ProductGroupShown | null, ProductGroup> | null>(null);
  const saving = useOptimistic({
    queryKey: productGroupsQuery(storeId).queryKey,
    shown: (before: ProductGroupShown[], change: Change) => withElement(before, shownAs(change), 'first'),
    send: ({ group, draft: { name, tags, types, collections, warrantyDays } }: Change) => {
      const body = { name, tags, types, collections, warrantyDays };
      return group === null
        ? call(createProductGroup, { params: { storeId }, body })
        : call(changeProductGroup, { params: { storeId, groupId: group.id }, body });
    },
    done: () => 'Product group saved',
    onFailed: ({ group, draft }: Change, errors: FieldErrors) => edit(reopened({ thing: group, typed: draft, errors })),
  });
  const starting = useMutation({
    mutationFn: (groupId: number | null) =>
      groupId === null
        ? call(syncProducts, { params: { storeId } })
        : call(refreshGroupProducts, { params: { storeId, groupId } }),
    onSuccess: (started) => {
      client.setQueryData(productSyncQuery(storeId).queryKey, started);
      toast(STARTED);
    },
    onError: (problem) => toast(problemText(problem), 'bad'),
  });
  const endedOn = sync?.endedOn;
  useEffect(() => {
    if (endedOn === undefined || endedOn === null) return;
    void client.invalidateQueries({ queryKey: productGroupsQuery(storeId).queryKey });
    void client.invalidateQueries({ queryKey: ['product-values', storeId] });
  }, [client, storeId, endedOn]);
  const isBusy = starting.isPending || sync?.isUnderWay === true;
  return (
    <SettingsSection
      title="Product groups"
      help="Products with any of the tags, types or collections of a group. Automations and reasons can be limited to groups. Changes at your store reach the groups by themselves."
    >
      {error ? <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} /> : null}
      {groups === undefined && !error ? <Skeleton height={120} /> : null}
      {sync?.isUnderWay ? (
        <Notice tone="waiting">
          Product sync is under way.
          {sync.doneCount > 0
            ? ` ${sync.doneCount.toLocaleString('en-US')} ${sync.doneCount === 1 ? 'product' : 'products'} so far.`
            : ''}
        </Notice>
      ) : null}
      {sync?.lastError !== undefined && sync.lastError !== null ? (
        <Notice tone="bad">The last product sync didn't finish. Sync products again.</Notice>
      ) : null}
      {groups?.length === 0 ? <p className="mg-muted mg-location-none">No product group yet.</p> : null}
      <ul className="mg-locations">
        {groups?.map((group) => (
          <li key={group.id}>
            <Group
              storeId={storeId}
              group={group}
              isBusy={isBusy}
              onRefresh={() => starting.mutate(group.id)}
              onEdit={() => edit({ thing: group })}
            />
          </li>
        ))}
      </ul>
      <div className="mg-location-actions">
        <Button variant="default" onClick={() => edit({ thing: null })}>
          Add product group
        </Button>
        <Button variant="default" disabled={isBusy} onClick={() => starting.mutate(null)}>
          Sync Products
        </Button>
      </div>
      {edited === null ? null : (
        <ProductGroupDialog
          {...edited}
          storeId={storeId}
          onClose={() => edit(null)}
          onSave={(draft) => {
            edit(null);
            saving.mutate({ group: edited.thing, draft });
          }}
        />
      )}
    </SettingsSection>
  );
}

type GroupProps = {
  storeId: number;
  group: ProductGroupShown;
  isBusy: boolean;
  onRefresh: () => void;
  onEdit: () => void;
};

function Group({ storeId, group, isBusy, onRefresh, onEdit }: GroupProps) {
  const [open, setOpen] = useState<'products' | 'delete' | null>(null);
  const removing = useOptimistic({
    queryKey: productGroupsQuery(storeId).queryKey,
    shown: (before: ProductGroupShown[], id: number) => withoutElement(before, id),
    send: (groupId: number) => call(deleteProductGroup, { params: { storeId, groupId } }),
  });
  const isUsed = group.usedBy.length > 0;
  return (
    <div className="mg-location">
      <div className="mg-location-text">
        <strong>
          <bdi>{group.name}</bdi>
        </strong>
        {contentsOf(group).map(([label, values]) => (
          <span key={label} className="mg-muted">
            {label}: <bdi>{values}</bdi>
          </span>
        ))}
        <span className="mg-muted">
          Last refreshed <DateText date={group.lastUpdatedOn} isInSentence />
        </span>
        {isUsed ? (
          <span className="mg-muted">
            Used by <bdi>{group.usedBy.join(', ')}</bdi>
          </span>
        ) : null}
      </div>
      <div className="mg-location-actions">
        <Button
          variant="default"
          size="xs"
          disabled={!isSaved(group)}
          onClick={() => setOpen('products')}
          aria-label={`Products of ${group.name}`}
        >
          Products
        </Button>
        <Button
          variant="default"
          size="xs"
          disabled={isBusy || !isSaved(group)}
          onClick={onRefresh}
          aria-label={`Refresh the products of ${group.name}`}
        >
          Refresh
        </Button>
        <Button
          variant="default"
          size="xs"
          disabled={!isSaved(group)}
          onClick={onEdit}
          aria-label={`Edit ${group.name}`}
        >
          Edit
        </Button>
        <Button
          variant="default"
          size="xs"
          disabled={isUsed || !isSaved(group)}
          onClick={() => setOpen('delete')}
          aria-label={`Delete ${group.name}`}
        >
          Delete
        </Button>
      </div>
      {open === 'products' ? <GroupProducts storeId={storeId} group={group} onClose={() => setOpen(null)} /> : null}
      <ConfirmDialog
        isOpen={open === 'delete'}
        onClose={() => setOpen(null)}
        title={`Delete ${group.name}?`}
        confirmLabel="Delete product group"
        cancelLabel="Keep product group"
        onConfirm={() => {
          setOpen(null);
          removing.mutate(group.id);
        }}
        isDestructive
      >
        Your products don't change.
      </ConfirmDialog>
    </div>
  );
}

const contentsOf = ({ tags, types, collections, warrantyDays }: ProductGroupShown): (readonly [string, string])[] =>
  (
    [
      ['Tags', tags],
      ['Types', types],
      ['Collections', collections.map(({ name }) => name)],
      ['Warranty', warrantyDays === null ? [] : [warrantyText(warrantyDays)]],
    ] as const
  ).flatMap(([label, values]) => (values.length === 0 ? [] : [[label, values.join(', ')] as const]));

const warrantyText = (days: number): string => {
  if (days === LIFETIME_DAYS) return 'for life';
  return days === 1 ? '1 day' : `${days.toLocaleString('en-US')} days`;
};
