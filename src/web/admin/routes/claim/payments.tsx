import { PAYMENT_PROVIDERS } from '#core/payments/providers.ts';
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import { call } from '#contract/client.ts';
import { refundCustomerPayment, waiveReturn } from '#contract/merchant/claim-actions.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { DateText } from '../../../ui/date-text.tsx';
import { MoneyText, moneyText } from '../../../ui/money-text.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Facts, Section } from '../../../ui/section.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { MoneyOnly } from '../../money-only.tsx';
import { hasCode, problemText } from '../../problem-words.ts';
import { ChangeProblem } from './change-problem.tsx';
import { paymentStates } from './claim-words.ts';
import { useClaimChange, type ClaimOnScreen } from './use-claim-change.ts';
import { useHeldClaim } from './use-held-claim.ts';

type Payment = ClaimShown['customerPayments'][number];

/** What the customer paid, or let the store hold, towards this claim. */
export function Payments({ storeId, claim }: ClaimOnScreen) {
  if (claim.customerPayments.length === 0) return null;
  return (
    <Section title={claim.customerPayments.length === 1 ? 'Payment' : 'Payments'}>
      {claim.customerPayments.map((payment) => (
        <PaymentCard key={payment.id} storeId={storeId} claim={claim} payment={payment} />
      ))}
      <WaiveReturn storeId={storeId} claim={claim} isOffered={claim.canWaiveReturn && claim.isInstantExchange} />
    </Section>
  );
}

type PaymentOnScreen = ClaimOnScreen & { payment: Payment };

function PaymentCard({ storeId, claim, payment }: PaymentOnScreen) {
  const [isOpen, setOpen] = useState(false);
  const { currencyCode } = payment;
  const money = (amount: number) => <MoneyText amount={amount} currencyCode={currencyCode} />;
  return (
    <div className="mg-shipment">
      <div className="mg-shipment-head">
        {money(payment.amount)}
        <StatusBadge status={paymentStates[payment.status]} />
      </div>
      <Facts
        facts={[
          ...(payment.capturedAmount > 0 ? [['Captured', money(payment.capturedAmount)] as const] : []),
          ...(payment.refundedAmount > 0 ? [['Refunded', money(payment.refundedAmount)] as const] : []),
          ...payment.openRefunds.map(
            ({ amount, isFailed }) => [isFailed ? 'Refund failed' : 'Refund in progress', money(amount)] as const,
          ),
          ...(payment.status === 'Authorized' && payment.authorizationExpiresOn
            ? [['Hold ends', <DateText key="ends" date={payment.authorizationExpiresOn} />] as const]
            : []),
          ...(payment.capturedOn ? [['Captured on', <DateText key="taken" date={payment.capturedOn} />] as const] : []),
          ['Paid through', PAYMENT_PROVIDERS[payment.provider].name],
        ]}
      />
      <div className="mg-muted mg-reference">
        <bdi>{payment.idFromPlatform}</bdi>
      </div>
      {payment.note ? <p className="mg-p mg-quote">{payment.note}</p> : null}
      {payment.canRefund ? (
        <div>
          <MoneyOnly storeId={storeId}>
            <Button
              variant="default"
              size="xs"
              aria-label={`Refund payment of ${moneyText(payment.amount, currencyCode)}`}
              onClick={() => setOpen(true)}
            >
              Refund payment
            </Button>
          </MoneyOnly>
        </div>
      ) : null}
      {isOpen ? (
        <RefundDialog storeId={storeId} claim={claim} payment={payment} onClose={() => setOpen(false)} />
      ) : null}
    </div>
  );
}

function RefundDialog({ storeId, claim, payment, onClose }: PaymentOnScreen & { onClose: () => void }) {
  // After a refusal the claim is loaded again, and the question stays.
  const [amount] = useState(payment.refundable);
  const sum = moneyText(amount, payment.currencyCode);
  const refunding = useClaimChange(
    { storeId, claim },
    (_: null, { params }) =>
      call(refundCustomerPayment, {
        params: { storeId: params.storeId, customerPaymentId: payment.id },
        body: { amount },
      }),
    onClose,
  );
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Refund ${sum}?`}
      confirmLabel={`Refund ${sum}`}
      cancelLabel="Keep payment"
      onConfirm={() => refunding.mutate(null)}
      isBusy={refunding.isPending}
      isDestructive
    >
      <Stack gap="lg">
        <span>
          We'll refund {sum} to the customer's original payment method within a few days. This can't be undone. The rest
          of the claim doesn't change.
        </span>
        {refunding.error ? (
          <Notice tone="bad">
            {hasCode(refunding.error, 'SUMS_CHANGED')
              ? problemText(refunding.error)
              : 'Failed to refund payment. Please try again later.'}
          </Notice>
        ) : null}
      </Stack>
    </ConfirmDialog>
  );
}

/** The way out when a customer may keep what was to come back; its question outlives it when a colleague was first. */
export function WaiveReturn({ storeId, claim, isOffered }: ClaimOnScreen & { isOffered: boolean }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      {isOffered ? (
        <div className="mg-shipment">
          <span className="mg-muted">
            {claim.isInstantExchange
              ? 'The new items were sent ahead. The hold stays until the return arrives.'
              : claim.claimReturnShipments.some(({ canceledOn }) => canceledOn === null)
                ? "Every item is decided. If the package won't come back, stop waiting for it."
                : "Every item is decided, but there's no return shipment. Create one, or stop waiting for the return."}
          </span>
          <div>
            <MoneyOnly storeId={storeId}>
              <Button variant="default" size="xs" onClick={() => setAsking(true)}>
                Return not needed
              </Button>
            </MoneyOnly>
          </div>
        </div>
      ) : null}
      {isAsking ? <WaiveDialog storeId={storeId} claim={claim} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

function WaiveDialog({ onClose, ...shown }: ClaimOnScreen & { onClose: () => void }) {
  const { renew, storeId, claim } = useHeldClaim(shown);
  const waiving = useClaimChange(
    { storeId, claim },
    (_: null, { params, version }) => call(waiveReturn, { params, body: { version } }),
    onClose,
  );
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Stop waiting for the return?"
      confirmLabel="Return not needed"
      cancelLabel="Keep waiting"
      onConfirm={() => waiving.mutate(null)}
      isBusy={waiving.isPending}
      isDestructive
    >
      <Stack gap="lg">
        <span>
          {claim.isInstantExchange
            ? "The customer keeps the items and isn't charged for the new ones. Anything else they owe is captured, and the rest of the hold is released once the claim is finalized. This can't be undone."
            : "The customer keeps the items, and the claim is completed without them. This can't be undone."}
        </span>
        <ChangeProblem storeId={storeId} claim={claim} change={waiving} onRenewed={renew} />
      </Stack>
    </ConfirmDialog>
  );
}
