import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { moneyText } from '../../../ui/money-text.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { shownBalance } from './claim-words.ts';
import type { ClaimOnScreen } from './use-claim-change.ts';

const RequestPaymentDialog = lazy(() =>
  import('./request-payment-dialog.tsx').then(({ RequestPaymentDialog: dialog }) => ({ default: dialog })),
);

/** What the customer has yet to pay, and the way to ask for it. */
export function PaymentDue({ storeId, claim }: ClaimOnScreen) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Due claim={claim} onAsk={() => setAsking(true)} />
      {isAsking ? (
        <Suspense>
          <RequestPaymentDialog storeId={storeId} claim={claim} onClose={() => setAsking(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

function Due({ claim, onAsk }: { claim: ClaimShown; onAsk: () => void }) {
  const { ledger, canAskForPayment, linkToCustomerUi } = claim;
  if (shownBalance(ledger.owed) <= 0) return null;
  const owed = moneyText(ledger.owed, claim.currencyCode);
  if (!canAskForPayment) {
    return (
      <Notice tone="waiting">
        The customer owes {owed}, but the store doesn't take payments. Choose a payment provider in Settings, or waive
        the amount when you finalize.
      </Notice>
    );
  }
  return (
    <Notice
      tone="waiting"
      action={
        <div className="mg-copyable">
          <Button variant="default" size="xs" onClick={onAsk}>
            Send payment link
          </Button>
          <CopyButton text={linkToCustomerUi} label="Copy payment link" />
        </div>
      }
    >
      <div>Waiting for the customer's payment of {owed}.</div>
      {ledger.paymentIntent ? (
        <div>
          Payment in progress: <bdi className="mg-reference">{ledger.paymentIntent.idFromPlatform}</bdi>
        </div>
      ) : null}
    </Notice>
  );
}
