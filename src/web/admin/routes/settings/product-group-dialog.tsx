import { Button, MultiSelect, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call } from '#contract/client.ts';
import { changeProductGroup, createProductGroup, type ProductGroupShown } from '#contract/merchant/product-groups.ts';
import type { ProductGroup } from '#core/orders/product-groups.ts';
import { Dialog, DialogSkeleton } from '../../../ui/dialog.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.ts';
import { errorsOf, refusedFields, stillWrong, type FieldErrors } from '../../field-errors.ts';
import { loadProblemText, problemText } from '../../problem-words.ts';
import { productGroupsQuery, productValuesQuery } from '../../product-groups-query.ts';

type Props = { storeId: number; group: ProductGroupShown | null; onClose: () => void };

const NEW: ProductGroup = { name: '', tags: [], types: [], collections: [] };
// A store may have thousands of tags; typing finds the rest.
const MOST_SHOWN = 100;

/** Makes a product group, or changes one. */
export function ProductGroupDialog({ storeId, group, onClose }: Props) {
  const { data: values, error: loadError, refetch } = useQuery(productValuesQuery(storeId));
  const [saved] = useState<ProductGroup>(group ?? NEW);
  const [draft, setDraft] = useState(saved);
  const [errors, setErrors] = useState<FieldErrors>({});
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: ({ name, tags, types, collections }: ProductGroup) => {
      const body = { name, tags, types, collections };
      return group === null
        ? call(createProductGroup, { params: { storeId }, body })
        : call(changeProductGroup, { params: { storeId, groupId: group.id }, body });
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: productGroupsQuery(storeId).queryKey });
      toast('Product group saved');
      onClose();
    },
    onError: (error) => {
      if (error instanceof ApiError) setErrors(refusedFields(error));
    },
  });
  const change = (part: Partial<ProductGroup>): void => {
    const next = { ...draft, ...part };
    setDraft(next);
    // What was fixed stops being wrong at once; what is new is only judged when saving.
    setErrors((old) => stillWrong(old, errorsOf(createProductGroup.body, next)));
  };
  const save = (): void => {
    const problems = errorsOf(createProductGroup.body, draft);
    setErrors(problems);
    if (Object.keys(problems).length === 0 && !saving.isPending) saving.mutate(draft);
    else setTimeout(() => document.querySelector<HTMLElement>('[role="dialog"] [aria-invalid="true"]')?.focus());
  };
  const collections = [...(values?.collections ?? []), ...draft.collections];
  const choice = (label: string, options: readonly string[], chosen: readonly string[]) => ({
    label,
    data: [...new Set([...options, ...chosen])],
    value: [...chosen],
    searchable: true,
    clearable: true,
    hidePickedOptions: true,
    limit: MOST_SHOWN,
    nothingFoundMessage: 'Nothing found',
    clearButtonProps: { 'aria-label': `Clear ${label.toLowerCase()}` },
  });
  return (
    <Dialog
      title={group === null ? 'Add product group' : `Edit ${group.name}`}
      size="lg"
      onClose={onClose}
      isChanged={draft !== saved && !saving.isSuccess}
    >
      {(leave) => (
        <form
          noValidate
          onSubmit={(event) => {
            // The page around it has a form of its own.
            event.stopPropagation();
            event.preventDefault();
            save();
          }}
        >
          {loadError ? <LoadProblem message={loadProblemText(loadError)} onRetry={() => void refetch()} /> : null}
          {values ? (
            <Stack gap="md">
              <TextInput
                label="Name"
                maxLength={128}
                dir="auto"
                value={draft.name}
                error={errors['name']}
                onChange={(event) => change({ name: event.currentTarget.value })}
                data-autofocus
              />
              <p className="mg-muted mg-location-none">A product is in the group when it has any of these.</p>
              <MultiSelect
                {...choice('Tags', values.tags, draft.tags)}
                error={errors['tags']}
                onChange={(tags) => change({ tags })}
              />
              <MultiSelect
                {...choice('Types', values.types, draft.types)}
                error={errors['types']}
                onChange={(types) => change({ types })}
              />
              <MultiSelect
                {...choice('Collections', [], [])}
                data={[...new Map(collections.map(({ id, name }) => [id, { value: id, label: name }])).values()]}
                value={draft.collections.map(({ id }) => id)}
                error={errors['collections']}
                onChange={(ids) =>
                  change({
                    collections: ids.flatMap((id) => {
                      const known = collections.find((one) => one.id === id);
                      return known ? [{ id, name: known.name }] : [];
                    }),
                  })
                }
              />
              {saving.error && Object.keys(errors).length === 0 ? (
                <Notice tone="bad">{problemText(saving.error)}</Notice>
              ) : null}
            </Stack>
          ) : loadError ? null : (
            <DialogSkeleton height={260} />
          )}
          <div className="mg-dialog-actions">
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" disabled={!values} loading={saving.isPending}>
              Save product group
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
