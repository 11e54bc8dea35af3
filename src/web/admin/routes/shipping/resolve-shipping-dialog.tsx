import { Button, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { call } from '#contract/client.ts';
import { resolveShippingClaim } from '#contract/merchant/shipping-claims.ts';
import type { ShippingClaimShown } from '#contract/shipping-claim-shapes.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { problemText } from '../../problem-words.ts';
import { EmailChoice } from '../claim/email-choice.tsx';
import { HeldByOther } from './holding.tsx';
import { useShippingChange } from './shipping-queries.ts';
import { NO_SHIPPING_EMAIL } from './shipping-words.ts';

type Props = { storeId: number; claim: ShippingClaimShown; onClose: () => void };

/** Closes what solved itself; nothing is given. */
export function ResolveShippingDialog({ storeId, claim, onClose }: Props) {
  const [note, setNote] = useState('');
  const [wantsEmail, setWantsEmail] = useState(true);
  const hasEmail = claim.customerEmail !== '';
  const notifyCustomer = wantsEmail && hasEmail;
  const resolving = useShippingChange(
    storeId,
    claim,
    () =>
      call(resolveShippingClaim, {
        params: { storeId, shippingClaimId: claim.id },
        body: { version: claim.version, note, notifyCustomer },
      }),
    onClose,
  );
  return (
    <Dialog title="Close as resolved" onClose={onClose} isChanged={note !== ''}>
      {(leave) => (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (!resolving.isPending) resolving.mutate(undefined);
          }}
        >
          <Stack gap="lg">
            <HeldByOther claim={claim} />
            <p className="mg-p">For a package that turned up, say. Nothing is refunded or sent again.</p>
            <Textarea
              label="What happened"
              description="Only your team sees it."
              maxLength={2000}
              dir="auto"
              autosize
              minRows={2}
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
              data-autofocus
            />
            <EmailChoice
              label="Email the customer"
              hasEmail={hasEmail}
              noEmail={NO_SHIPPING_EMAIL}
              isNotifying={notifyCustomer}
              onChange={setWantsEmail}
            />
            {resolving.error ? <Notice tone="bad">{problemText(resolving.error)}</Notice> : null}
          </Stack>
          <div className="mg-dialog-actions">
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" loading={resolving.isPending}>
              Close claim
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
