import { Button, Checkbox, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ApiError, call } from '#contract/client.ts';
import { changeRegistration, type RegistrationShown } from '#contract/merchant/registrations.ts';
import { Address } from '#core/address.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { AddressFields } from '../../address-fields.tsx';
import { refusedFields, type FieldErrors } from '../../field-errors.ts';
import { problemText } from '../../problem-words.ts';
import { useRegistrationChange } from './registration-queries.ts';

type Props = { storeId: number; registration: RegistrationShown; onClose: () => void };

/** The day of purchase, from which the warranty counts, and the owner's address. */
export function EditRegistrationDialog({ storeId, registration, onClose }: Props) {
  const [first] = useState(registration);
  const [date, setDate] = useState(first.estimatedPurchaseDate);
  const [hasAddress, setHasAddress] = useState(first.address !== null);
  const [typed, setTyped] = useState<Partial<Address>>({});
  const [errors, setErrors] = useState<FieldErrors>({});
  const address = {
    ...(registration.address ?? Address.parse({ firstName: registration.firstName, lastName: registration.lastName })),
    ...typed,
  };
  // What nobody touched here is not sent: a colleague may have changed it since.
  const isDateChanged = date !== first.estimatedPurchaseDate;
  const isAddressChanged = Object.keys(typed).length > 0 || hasAddress !== (first.address !== null);
  const isChanged = isDateChanged || isAddressChanged;
  const saving = useRegistrationChange(
    storeId,
    registration,
    () =>
      call(changeRegistration, {
        params: { storeId, registrationId: registration.id },
        body: {
          ...(isDateChanged ? { estimatedPurchaseDate: date } : {}),
          ...(isAddressChanged ? { address: hasAddress ? address : null } : {}),
        },
      }),
    onClose,
  );
  const save = (): void => {
    if (saving.isPending) return;
    setErrors({});
    saving.mutate(undefined, {
      onError: (error) => {
        if (error instanceof ApiError) setErrors(refusedFields(error));
      },
    });
  };
  return (
    <Dialog onClose={onClose} title="Edit Registration" size="lg" isChanged={isChanged}>
      {(leave) => (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <Stack gap="lg">
            <TextInput
              label="Purchase date"
              description={
                registration.isTiedToOrder
                  ? 'The warranty counts from the order these products were bought on.'
                  : 'The warranty counts from this day.'
              }
              type="date"
              disabled={registration.isTiedToOrder}
              value={date}
              error={errors['estimatedPurchaseDate']}
              onChange={(event) => setDate(event.currentTarget.value)}
              data-autofocus
            />
            <Checkbox
              label="The owner has an address"
              checked={hasAddress}
              onChange={(event) => setHasAddress(event.currentTarget.checked)}
            />
            {hasAddress ? (
              <AddressFields
                address={address}
                errorOf={(name) => errors[`address.${name}`]}
                onChange={(part) => setTyped({ ...typed, ...part })}
              />
            ) : null}
            {saving.error && Object.keys(errors).length === 0 ? (
              <Notice tone="bad">{problemText(saving.error)}</Notice>
            ) : null}
          </Stack>
          <div className="mg-dialog-actions">
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" loading={saving.isPending} disabled={!isChanged}>
              Save registration
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
