import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ApiError, call } from '#contract/client.ts';
import { transferRegistration, type RegistrationShown } from '#contract/merchant/registrations.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { errorsOf, refusedFields, type FieldErrors } from '../../field-errors.ts';
import { problemText } from '../../problem-words.ts';
import { useRegistrationChange } from './registration-queries.ts';

type Props = { storeId: number; registration: RegistrationShown; onClose: () => void };
const FIELDS = [
  ['email', 'Email', 'email'],
  ['firstName', 'First name', 'text'],
  ['lastName', 'Last name', 'text'],
  ['phone', 'Phone (optional)', 'tel'],
] as const;

/** Gives the registration to another owner. */
export function TransferDialog({ storeId, registration, onClose }: Props) {
  const [owner, setOwner] = useState({ email: '', firstName: '', lastName: '', phone: '' });
  const [errors, setErrors] = useState<FieldErrors>({});
  const transfer = useRegistrationChange(
    storeId,
    registration,
    () => call(transferRegistration, { params: { storeId, registrationId: registration.id }, body: owner }),
    onClose,
  );
  const save = (): void => {
    if (transfer.isPending) return;
    const problems = errorsOf(transferRegistration.body, owner);
    setErrors(problems);
    if (Object.keys(problems).length === 0)
      transfer.mutate(undefined, {
        onError: (error) => {
          if (error instanceof ApiError) setErrors(refusedFields(error));
        },
      });
  };
  return (
    <Dialog
      onClose={onClose}
      title="Transfer to a new owner"
      isChanged={Object.values(owner).some((typed) => typed !== '')}
    >
      {(leave) => (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <Stack gap="md">
            <Notice tone="neutral">
              The warranty stays as it is. The new owner gets the certificate by email. Links of the former owner stop
              working, and their address, consent, answers and proofs of purchase are removed.
            </Notice>
            {FIELDS.map(([name, label, type]) => (
              <TextInput
                key={name}
                label={label}
                type={type}
                maxLength={name === 'email' ? 255 : 100}
                value={owner[name]}
                error={errors[name]}
                onChange={(event) => setOwner({ ...owner, [name]: event.currentTarget.value })}
                {...(name === 'email' ? { 'data-autofocus': true } : {})}
              />
            ))}
            {transfer.error && Object.keys(errors).length === 0 ? (
              <Notice tone="bad">{problemText(transfer.error)}</Notice>
            ) : null}
          </Stack>
          <div className="mg-dialog-actions">
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" loading={transfer.isPending}>
              Transfer registration
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
