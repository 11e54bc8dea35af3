import { Button, Checkbox, NativeSelect, Skeleton, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call } from '#contract/client.ts';
import {
  changeReturnLocation,
  createReturnLocation,
  deleteReturnLocation,
  type ReturnLocation,
} from '#contract/merchant/shipments.ts';
import { Address } from '#core/address.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SettingsSection } from '../../../ui/settings-page.tsx';
import { AddressFields } from '../../address-fields.tsx';
import { errorsOf, refusedFields, type FieldErrors } from '../../field-errors.ts';
import { loadProblemText, problemText } from '../../problem-words.ts';
import { factValuesQuery } from '../automations/rule-queries.ts';
import { locationsQuery } from './locations-query.ts';
import './return-locations.css';
import { UsedByRules, useRulesNaming } from './used-by-rules.tsx';

type Draft = Omit<ReturnLocation, 'id' | 'address'> & { id: number | null; address: Address };
const NEW: Draft = {
  id: null,
  name: '',
  customsSignerName: '',
  fulfillmentLocationIdFromPlatform: null,
  isQuickShipEnabled: false,
  isDefault: false,
  address: Address.parse({}),
};

/** Where goods go back to; each place is saved by itself. */
export function ReturnLocationsSection({ storeId }: { storeId: number }) {
  const { data, error, refetch } = useQuery(locationsQuery(storeId));
  const rulesNaming = useRulesNaming(storeId, 'returnLocations');
  const [edited, edit] = useState<Draft | null>(null);
  return (
    <SettingsSection
      title="Return locations"
      help="Where shoppers send items back to. Labels need one; packing slips print it. The default is used unless you choose another."
    >
      {error ? <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton height={120} /> : null}
      {data?.locations.length === 0 ? <p className="mg-muted mg-location-none">No return location yet.</p> : null}
      <ul className="mg-locations">
        {data?.locations.map((location) => (
          <li key={location.id}>
            <Place
              storeId={storeId}
              location={location}
              usedBy={rulesNaming(location.id)}
              onEdit={() => edit(location)}
            />
          </li>
        ))}
      </ul>
      <div>
        <Button variant="default" onClick={() => edit(NEW)}>
          Add return location
        </Button>
      </div>
      {edited ? <LocationDialog storeId={storeId} location={edited} onClose={() => edit(null)} /> : null}
    </SettingsSection>
  );
}

type PlaceProps = { storeId: number; location: ReturnLocation; usedBy: readonly string[]; onEdit: () => void };

function Place({ storeId, location, usedBy, onEdit }: PlaceProps) {
  const [isAsking, setAsking] = useState(false);
  const client = useQueryClient();
  const removing = useMutation({
    mutationFn: () => call(deleteReturnLocation, { params: { storeId, returnLocationId: location.id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: locationsQuery(storeId).queryKey }),
  });
  const { company, line1, city } = location.address;
  return (
    <div className="mg-location">
      <div className="mg-location-text">
        <strong>
          <bdi>{location.name}</bdi>
        </strong>
        <span className="mg-muted">
          <bdi>{[company, line1, city].filter(Boolean).join(', ')}</bdi>
        </span>
        <span className="mg-muted">
          {[location.isDefault ? 'Default location' : '', location.isQuickShipEnabled ? 'Quick ship' : '']
            .filter(Boolean)
            .join(' · ')}
        </span>
        <UsedByRules rules={usedBy} />
      </div>
      <Button variant="default" size="xs" onClick={onEdit} aria-label={`Edit ${location.name}`}>
        Edit
      </Button>
      <Button
        variant="default"
        size="xs"
        disabled={usedBy.length > 0}
        onClick={() => setAsking(true)}
        aria-label={`Delete ${location.name}`}
      >
        Delete
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => {
          setAsking(false);
          removing.reset();
        }}
        title={`Delete ${location.name}?`}
        confirmLabel="Delete location"
        cancelLabel="Keep location"
        onConfirm={() => removing.mutate()}
        isBusy={removing.isPending}
        isDestructive
      >
        New shipments can no longer be sent there. Existing labels and packing slips don't change.
        {removing.error ? <Notice tone="bad">{problemText(removing.error)}</Notice> : null}
      </ConfirmDialog>
    </div>
  );
}

type StockPlaceProps = { storeId: number; value: string | null; onChange: (value: string | null) => void };

/** Which location of the platform the place is (S3.20). One that the platform no longer names stays until another is chosen. */
function StockPlaceField({ storeId, value, onChange }: StockPlaceProps) {
  const { data, error } = useQuery(factValuesQuery(storeId, { fact: 'order/fulfillmentLocation' }, ''));
  const isSure = data !== undefined && !data.isUnreachable;
  const known = (data?.options ?? []).map(({ value: id, label }) => ({ value: String(id), label }));
  const isGone = value !== null && !known.some((one) => one.value === value);
  return (
    <NativeSelect
      label="Fulfillment location"
      description="Restocked items go into the stock of this location. Otherwise they go back to where they were sent from."
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={[
        { value: '', label: 'None' },
        ...known,
        ...(isGone ? [{ value, label: isSure ? `Location ${value} (deleted)` : `Location ${value}` }] : []),
      ]}
      value={value ?? ''}
      error={
        error
          ? loadProblemText(error)
          : data?.isUnreachable
            ? "Your store platform doesn't answer right now. Please try again in a minute."
            : undefined
      }
      onChange={(event) => onChange(event.currentTarget.value === '' ? null : event.currentTarget.value)}
    />
  );
}

function LocationDialog({ storeId, location, onClose }: { storeId: number; location: Draft; onClose: () => void }) {
  const [draft, setDraft] = useState(location);
  const [errors, setErrors] = useState<FieldErrors>({});
  const client = useQueryClient();
  const change = (part: Partial<Draft>): void => setDraft({ ...draft, ...part });
  const saving = useMutation({
    mutationFn: ({ id, ...body }: Draft) =>
      id === null
        ? call(createReturnLocation, { params: { storeId }, body })
        : call(changeReturnLocation, { params: { storeId, returnLocationId: id }, body }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: locationsQuery(storeId).queryKey });
      onClose();
    },
    onError: (error) => {
      if (error instanceof ApiError) setErrors(refusedFields(error));
    },
  });
  const save = (): void => {
    const problems = errorsOf(createReturnLocation.body, draft);
    setErrors(problems);
    if (Object.keys(problems).length === 0 && !saving.isPending) saving.mutate(draft);
    else setTimeout(() => document.querySelector<HTMLElement>('[role="dialog"] [aria-invalid="true"]')?.focus());
  };
  return (
    <Dialog
      onClose={onClose}
      title={location.id === null ? 'Add return location' : 'Edit return location'}
      size="lg"
      isChanged={draft !== location}
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
          <Stack gap="lg">
            <TextInput
              label="Name"
              description="Internal name. Shoppers don't see it."
              maxLength={100}
              dir="auto"
              value={draft.name}
              error={errors['name']}
              onChange={(event) => change({ name: event.currentTarget.value })}
              data-autofocus
            />
            <AddressFields
              address={draft.address}
              errorOf={(name) => errors[`address.${name}`]}
              onChange={(part) => change({ address: { ...draft.address, ...part } })}
            />
            <TextInput
              label="Customs signer"
              description="For packages from abroad."
              maxLength={100}
              dir="auto"
              value={draft.customsSignerName}
              onChange={(event) => change({ customsSignerName: event.currentTarget.value })}
            />
            <StockPlaceField
              storeId={storeId}
              value={draft.fulfillmentLocationIdFromPlatform}
              onChange={(fulfillmentLocationIdFromPlatform) => change({ fulfillmentLocationIdFromPlatform })}
            />
            <Checkbox
              label="Default location"
              description="Returns go here unless you choose another."
              checked={draft.isDefault}
              onChange={(event) => change({ isDefault: event.currentTarget.checked })}
            />
            <Checkbox
              label="Quick ship"
              description="Lets you buy the cheapest label with one click on claims without a shipment."
              checked={draft.isQuickShipEnabled}
              onChange={(event) => change({ isQuickShipEnabled: event.currentTarget.checked })}
            />
            {saving.error ? <Notice tone="bad">{problemText(saving.error)}</Notice> : null}
          </Stack>
          <div className="mg-dialog-actions">
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" loading={saving.isPending}>
              Save location
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
