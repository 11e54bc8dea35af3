import { Button, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { call } from '#contract/client.ts';
import { quoteRepair } from '#contract/merchant/claim-actions.ts';
import { AmountInput } from '../../../ui/amount-input.tsx';
import { isolated } from '../../../ui/bidi.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { moneyText } from '../../../ui/money-text.tsx';
import { ChangeProblem } from './change-problem.tsx';
import { NO_EMAIL } from './email-choice.tsx';
import { useClaimChange } from './use-claim-change.ts';
import { useHeldLine } from './use-held-claim.ts';
import type { LineOnScreen } from './use-line-change.ts';

/** What repairing an item costs the customer, who is asked to agree and pay. */
export function QuoteDialog({ onClose, ...shown }: LineOnScreen & { onClose: () => void }) {
  const { renew, storeId, claim, line } = useHeldLine(shown);
  const [amount, setAmount] = useState<number | null>(line.repair?.price ?? null);
  const [noteToCustomer, setNote] = useState(line.repair?.note ?? '');
  const quoting = useClaimChange(
    { storeId, claim },
    (price: number, { params, version }) =>
      call(quoteRepair, {
        params: { ...params, claimLineItemId: line.id },
        body: { version, amount: price, noteToCustomer },
      }),
    onClose,
  );
  const isChanged = amount !== (line.repair?.price ?? null) || noteToCustomer !== (line.repair?.note ?? '');
  return (
    <Dialog
      onClose={onClose}
      title={`Quote the repair of ${isolated(line.originalStoreOrderLineItem.name)}`}
      isChanged={isChanged}
    >
      {(leave) => (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (amount !== null && !quoting.isPending) quoting.mutate(amount);
          }}
        >
          <Stack gap="lg">
            <AmountInput
              label="Price for the customer"
              description="Tax included. Enter 0 to repair it for free."
              currencyCode={claim.currencyCode}
              required
              value={amount}
              error={null}
              onChange={setAmount}
              data-autofocus
            />
            <Textarea
              label="Note to customer"
              description="Optional. Say what has to be done."
              maxLength={2000}
              dir="auto"
              autosize
              minRows={2}
              value={noteToCustomer}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
            <p className="mg-muted mg-p">
              {amount === 0
                ? "A free repair is approved at once. The customer isn't asked."
                : claim.customerEmail === ''
                  ? `${NO_EMAIL} The quote is in the portal, and the claim waits until the customer agrees and pays, or declines.`
                  : 'We email the customer a link to agree and pay, or to decline. Until then the claim waits for them.'}
            </p>
            <ChangeProblem storeId={storeId} claim={claim} change={quoting} onRenewed={renew} />
          </Stack>
          <div className="mg-dialog-actions">
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" loading={quoting.isPending} disabled={amount === null}>
              {amount === 0
                ? 'Repair for free'
                : amount === null
                  ? 'Send quote'
                  : `Send quote of ${moneyText(amount, claim.currencyCode)}`}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
