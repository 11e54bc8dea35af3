import { MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createProductGroup, type ProductGroupShown } from '#contract/merchant/product-groups.ts';
import { LIFETIME_DAYS } from '#core/dates.ts';
import type { ProductGroup } from '#core/orders/product-groups.ts';
import { DialogSkeleton } from '../../../ui/dialog.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { TypedNumberInput } from '../../../ui/typed-number-input.tsx';
import type { FieldErrors } from '../../field-errors.ts';
import { loadProblemText } from '../../problem-words.ts';
import { productValuesQuery } from '../../product-groups-query.ts';
import { EditDialog, type Edited } from './edit-dialog.tsx';

type Props = Edited<ProductGroupShown | null, ProductGroup> & {
  storeId: number;
  onSave: (draft: ProductGroup) => void;
  onClose: () => void;
};

const NEW: ProductGroup = { name: '', tags: [], types: [], collections: [], warrantyDays: null };
const USUAL_DAYS = 730;
// A store may have thousands of tags; typing finds the rest.
const MOST_SHOWN = 100;

/** Makes a product group, or changes one. */
export function ProductGroupDialog({ storeId, thing: group, typed, errors: refused, onSave, onClose }: Props) {
  const { data: values, error: loadError, refetch } = useQuery(productValuesQuery(storeId));
  const [saved] = useState<ProductGroup>(group ?? NEW);
  return (
    <EditDialog
      title={group === null ? 'Add product group' : `Edit ${group.name}`}
      size="lg"
      saveLabel="Save product group"
      saved={saved}
      typed={typed}
      errors={refused}
      schema={createProductGroup.body}
      isDisabled={!values}
      onSave={onSave}
      onClose={onClose}
    >
      {(form) => (
        <>
          {loadError ? <LoadProblem message={loadProblemText(loadError)} onRetry={() => void refetch()} /> : null}
          {values ? <Fields values={values} {...form} /> : loadError ? null : <DialogSkeleton height={260} />}
        </>
      )}
    </EditDialog>
  );
}

type FieldsProps = {
  values: { tags: readonly string[]; types: readonly string[]; collections: ProductGroup['collections'] };
  draft: ProductGroup;
  errors: FieldErrors;
  change: (part: Partial<ProductGroup>) => void;
};

function Fields({ values, draft, errors, change }: FieldsProps) {
  const collections = [...values.collections, ...draft.collections];
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
    <>
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
      <NativeSelect
        label="Warranty"
        description="Of products in several groups, the longest counts. An automation can still say otherwise."
        value={draft.warrantyDays === null ? 'settings' : draft.warrantyDays === LIFETIME_DAYS ? 'lifetime' : 'days'}
        data={[
          { value: 'settings', label: 'As the settings say' },
          { value: 'days', label: 'A number of days' },
          { value: 'lifetime', label: 'For life' },
        ]}
        onChange={(event) => change({ warrantyDays: WARRANTIES[event.currentTarget.value as keyof typeof WARRANTIES] })}
      />
      {draft.warrantyDays === null || draft.warrantyDays === LIFETIME_DAYS ? null : (
        <TypedNumberInput
          label="Days of warranty"
          description="After delivery. 0 gives none."
          min={0}
          max={LIFETIME_DAYS}
          value={draft.warrantyDays}
          error={errors['warrantyDays']}
          onChange={(warrantyDays) => change({ warrantyDays })}
        />
      )}
    </>
  );
}

const WARRANTIES = { settings: null, days: USUAL_DAYS, lifetime: LIFETIME_DAYS };
