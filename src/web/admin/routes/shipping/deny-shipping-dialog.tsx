import { Button, Radio, Stack, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { call } from '#contract/client.ts';
import { denyShippingClaim } from '#contract/merchant/shipping-claims.ts';
import type { ShippingClaimShown } from '#contract/shipping-claim-shapes.ts';
import { SHIPPING_DENIALS, ShippingDenial } from '#core/protection/reasons.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { fieldErrorsOf } from '../../field-errors.ts';
import { problemText } from '../../problem-words.ts';
import { insertAt } from '../../../ui/insert-at.ts';
import { AnswerMenu } from './answer-menu.tsx';
import { HeldByOther } from './holding.tsx';
import { useShippingChange } from './shipping-queries.ts';
import { NO_SHIPPING_EMAIL } from './shipping-words.ts';

type Props = { storeId: number; claim: ShippingClaimShown; onClose: () => void };

/** Denies a claim for a reason that the customer reads and can answer. */
export function DenyShippingDialog({ storeId, claim, onClose }: Props) {
  const [reason, setReason] = useState<ShippingDenial>('Delivered');
  const [note, setNote] = useState('');
  const hasEmail = claim.customerEmail !== '';
  const noteField = useRef<HTMLTextAreaElement>(null);
  const denying = useShippingChange(
    storeId,
    claim,
    () =>
      call(denyShippingClaim, {
        params: { storeId, shippingClaimId: claim.id },
        body: { version: claim.version, reason, note },
      }),
    onClose,
  );
  const errors = fieldErrorsOf(denying.error);
  return (
    <Dialog title="Deny claim" onClose={onClose} isChanged={note !== ''}>
      {(leave) => (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (!denying.isPending) denying.mutate(undefined);
          }}
        >
          <Stack gap="lg">
            <HeldByOther claim={claim} />
            <Radio.Group
              label="Why it is denied"
              value={reason}
              onChange={(value) => setReason(ShippingDenial.parse(value))}
            >
              <Stack gap="sm" mt="sm">
                {ShippingDenial.options.map((option) => (
                  <Radio
                    key={option}
                    value={option}
                    label={SHIPPING_DENIALS[option]}
                    {...(option === reason ? { 'data-autofocus': true } : {})}
                  />
                ))}
              </Stack>
            </Radio.Group>
            <Textarea
              ref={noteField}
              label={
                <span className="mg-template-label">
                  Note to customer
                  <AnswerMenu
                    storeId={storeId}
                    claim={claim}
                    onInsert={(text) => insertAt(noteField.current, note, text, setNote)}
                  />
                </span>
              }
              aria-label="Note to customer"
              description={
                reason === 'Other' ? undefined : hasEmail ? 'Optional. The email has it below the reason.' : 'Optional.'
              }
              maxLength={2000}
              dir="auto"
              autosize
              minRows={2}
              value={note}
              error={errors['note']}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
            <p className="mg-muted mg-p">
              {hasEmail ? 'We email the customer. They can answer, which opens the claim again.' : NO_SHIPPING_EMAIL}
            </p>
            {denying.error && !errors['note'] ? <Notice tone="bad">{problemText(denying.error)}</Notice> : null}
          </Stack>
          <div className="mg-dialog-actions">
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" color="red.8" loading={denying.isPending}>
              Deny claim
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
