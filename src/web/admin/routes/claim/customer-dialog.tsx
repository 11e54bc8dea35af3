import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ApiError, call } from '#contract/client.ts';
import { changeCustomerInfo } from '#contract/merchant/claim-actions.ts';
import { Address } from '#core/address.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { AddressFields } from '../../address-fields.tsx';
import { errorsOf, refusedFields, type FieldErrors } from '../../field-errors.ts';
import { ChangeProblem } from './change-problem.tsx';
import { useClaimChange, type ClaimOnScreen } from './use-claim-change.ts';
import { useHeldClaim } from './use-held-claim.ts';

/** Whom the claim is written to and where its goods go. */
export function CustomerDialog({
  onClose,
  onSaved = onClose,
  about,
  ...shown
}: ClaimOnScreen & { onClose: () => void; onSaved?: () => void; about?: string }) {
  const { renew, storeId, claim } = useHeldClaim(shown);
  // Sends only what was typed, so that a colleague's changes to other fields stay.
  const [typedEmail, setEmail] = useState<string | null>(null);
  const [typedAddress, setAddress] = useState<Partial<Address>>({});
  const [errors, setErrors] = useState<FieldErrors>({});
  const customerEmail = typedEmail ?? claim.customerEmail;
  const known = claim.shippingAddress ?? Address.parse(namesIn(claim.customerName));
  const shippingAddress = { ...known, ...typedAddress };
  const info = { customerEmail, shippingAddress };
  const isChanged = customerEmail !== claim.customerEmail || Object.keys(typedAddress).length > 0;
  const saving = useClaimChange(
    { storeId, claim },
    (body: typeof info, { params, version }) => call(changeCustomerInfo, { params, body: { ...body, version } }),
    onSaved,
  );
  const save = (): void => {
    if (saving.isPending) return;
    const problems = errorsOf(changeCustomerInfo.body, { ...info, version: claim.version });
    setErrors(problems);
    if (Object.keys(problems).length === 0)
      saving.mutate(info, {
        onError: (error) => {
          if (error instanceof ApiError) setErrors(refusedFields(error));
        },
      });
    else setTimeout(() => document.querySelector<HTMLElement>('[role="dialog"] [aria-invalid="true"]')?.focus());
  };
  return (
    <Dialog onClose={onClose} title="Edit customer" size="lg" isChanged={isChanged}>
      {(leave) => (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <Stack gap="lg">
            {about === undefined ? null : <Notice tone="neutral">{about}</Notice>}
            <TextInput
              label="Email"
              type="email"
              maxLength={255}
              value={customerEmail}
              error={errors['customerEmail']}
              onChange={(event) => setEmail(event.currentTarget.value)}
              data-autofocus
            />
            <AddressFields
              address={shippingAddress}
              errorOf={(name) => errors[`shippingAddress.${name}`]}
              onChange={(part) => setAddress({ ...typedAddress, ...part })}
            />
            <Notice tone="neutral">
              Applies to this claim from now on. Shipments already on their way keep the old address.
            </Notice>
            <ChangeProblem storeId={storeId} claim={claim} change={saving} onRenewed={renew} />
          </Stack>
          <div className="mg-dialog-actions">
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" loading={saving.isPending}>
              Save customer
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

/** The last word is the family name, to be corrected where it isn't. */
function namesIn(name: string): Pick<Address, 'firstName' | 'lastName'> {
  const words = name.split(' ');
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' };
}
