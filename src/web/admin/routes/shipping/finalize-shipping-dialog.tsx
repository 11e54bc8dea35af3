import { Button, Checkbox, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { call } from '#contract/client.ts';
import { finalizeShippingClaim } from '#contract/merchant/shipping-claims.ts';
import type { ShippingClaimShown } from '#contract/shipping-claim-shapes.ts';
import { ShippingMethod } from '#core/protection/shipping-claim.ts';
import { AmountInput } from '../../../ui/amount-input.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { MoneyText } from '../../../ui/money-text.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { fieldErrorsOf } from '../../field-errors.ts';
import { problemText } from '../../problem-words.ts';
import { HeldByOther } from './holding.tsx';
import { useShippingChange } from './shipping-queries.ts';
import { NO_SHIPPING_EMAIL } from './shipping-words.ts';

type Props = { storeId: number; claim: ShippingClaimShown; onClose: () => void };

/** Refund or reorder (C4.20), with what it comes to before it is sent. */
export function FinalizeShippingDialog({ storeId, claim, onClose }: Props) {
  const { currencyCode, coverAmount, mostRefundable, originalStoreOrder } = claim;
  const [method, setMethod] = useState<ShippingMethod>(claim.resolutionMethod);
  const hasEmail = claim.customerEmail !== '';
  const [shippingFee, setShippingFee] = useState<number | null>(0);
  const [handlingFee, setHandlingFee] = useState<number | null>(0);
  const [isCoverRefunded, setCoverRefunded] = useState(false);
  const finalizing = useShippingChange(
    storeId,
    claim,
    () =>
      call(finalizeShippingClaim, {
        params: { storeId, shippingClaimId: claim.id },
        body: {
          version: claim.version,
          resolutionMethod: method,
          ...(method === 'Refund'
            ? { shippingFee: shippingFee ?? 0, handlingFee: handlingFee ?? 0, isCoverRefunded }
            : {}),
        },
      }),
    onClose,
  );
  const items = claim.shippingClaimLineItems.reduce((sum, { amount }) => sum + amount, 0);
  const total = items + (shippingFee ?? 0) + (handlingFee ?? 0) + (isCoverRefunded ? coverAmount : 0);
  const errors = fieldErrorsOf(finalizing.error);
  const isFieldNamed = Object.keys(errors).length > 0;
  // A fee that is no amount would be sent as none.
  const canSend = method === 'Refund' ? [shippingFee, handlingFee].every((fee) => fee !== null && fee >= 0) : hasEmail;
  const isChanged = shippingFee !== 0 || handlingFee !== 0 || isCoverRefunded;
  return (
    <Dialog title="Finalize Claim" onClose={onClose} isChanged={isChanged}>
      {(leave) => (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (canSend && !finalizing.isPending) finalizing.mutate(undefined);
          }}
        >
          <Stack gap="lg">
            <HeldByOther claim={claim} />
            <Radio.Group label="Resolution" value={method} onChange={(value) => setMethod(ShippingMethod.parse(value))}>
              <Stack gap="sm" mt="sm">
                <Radio value="Refund" label="Refund to the original payment method" data-autofocus />
                <Radio value="Reorder" label="Send the items again" />
              </Stack>
            </Radio.Group>
            {method === 'Refund' ? (
              <>
                <div className="mg-field-row">
                  <AmountInput
                    label="Shipping fee"
                    currencyCode={currencyCode}
                    description={
                      <>
                        Delivery cost <MoneyText amount={originalStoreOrder.shippingPaid} currencyCode={currencyCode} />
                      </>
                    }
                    value={shippingFee}
                    onChange={setShippingFee}
                    error={shippingFee === null ? 'Must provide a number.' : errors['shippingFee']}
                  />
                  <AmountInput
                    label="Handling fee"
                    currencyCode={currencyCode}
                    description="Duties and other charges"
                    value={handlingFee}
                    onChange={setHandlingFee}
                    error={handlingFee === null ? 'Must provide a number.' : errors['handlingFee']}
                  />
                </div>
                {coverAmount > 0 ? (
                  <Checkbox
                    label="Refund the shipping protection too"
                    checked={isCoverRefunded}
                    onChange={(event) => setCoverRefunded(event.currentTarget.checked)}
                  />
                ) : null}
                <p className="mg-p">
                  The customer gets <MoneyText amount={total} currencyCode={currencyCode} />, of{' '}
                  <MoneyText amount={mostRefundable} currencyCode={currencyCode} /> that can be refunded.{' '}
                  {hasEmail ? 'We email them.' : NO_SHIPPING_EMAIL}
                </p>
              </>
            ) : (
              <p className="mg-p">
                {hasEmail
                  ? 'We email the customer a link. Once they confirm the address, the items are ordered again, and they pay nothing.'
                  : "This claim has no email address, so the customer can't confirm where the items go."}
              </p>
            )}
            {finalizing.error && !isFieldNamed ? <Notice tone="bad">{problemText(finalizing.error)}</Notice> : null}
          </Stack>
          <div className="mg-dialog-actions">
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" loading={finalizing.isPending} disabled={!canSend}>
              {method === 'Refund' ? 'Refund' : 'Send the link'}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
