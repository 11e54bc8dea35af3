import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ClaimLineShown } from '#contract/claim-shapes.ts';
import { call } from '#contract/client.ts';
import { sendBack, workOnRepair } from '#contract/merchant/claim-actions.ts';
import type { RepairState } from '#core/claims/repair-shapes.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { moneyText } from '../../../ui/money-text.tsx';
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx';
import { useRights } from '../../me-query.ts';
import { ChangeProblem } from './change-problem.tsx';
import { CustomerDialog } from './customer-dialog.tsx';
import { NO_EMAIL } from './email-choice.tsx';
import { QuoteDialog } from './quote-dialog.tsx';
import { ShipmentDialog } from './shipment-dialog.tsx';
import { useClaimChange, type ClaimOnScreen } from './use-claim-change.ts';
import { useHeldClaim } from './use-held-claim.ts';
import type { LineOnScreen } from './use-line-change.ts';

type Repair = NonNullable<ClaimLineShown['repair']>;

export const repairStates: Readonly<Record<RepairState, { label: string; tone: Tone }>> = {
  quoted: { label: 'Waiting for the customer', tone: 'waiting' },
  accepted: { label: 'To be repaired', tone: 'info' },
  declined: { label: 'Quote declined', tone: 'bad' },
  inRepair: { label: 'In repair', tone: 'info' },
  done: { label: 'Repaired', tone: 'info' },
  sentBack: { label: 'Sent back', tone: 'good' },
};

const stepWords: Readonly<Record<RepairState, string>> = {
  quoted: 'Quoted',
  accepted: 'Approved',
  declined: 'Declined by the customer',
  inRepair: 'Repair begun',
  done: 'Repaired',
  sentBack: 'Sent back',
};

type Open = 'quote' | 'address' | 'label' | 'byHand';
type RepairProps = LineOnScreen & { repair: Repair; onOpen: (open: Open) => void };

/** How far the repair of an item is, and the step that comes next; its dialogs outlive it when a colleague was first. */
export function LineRepair(on: LineOnScreen) {
  const { storeId, claim, line } = on;
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  return (
    <>
      {line.repair ? <RepairShown {...on} repair={line.repair} onOpen={setOpen} /> : null}
      {open === 'quote' ? <QuoteDialog storeId={storeId} claim={claim} line={line} onClose={close} /> : null}
      {open === 'address' ? (
        <CustomerDialog
          storeId={storeId}
          claim={claim}
          about="The item goes back to this address. None is known yet."
          onClose={close}
          onSaved={() => setOpen('label')}
        />
      ) : null}
      {/* The claim with the new address comes a moment after it was saved. */}
      {open === 'label' && claim.shippingAddress !== null ? (
        <ShipmentDialog storeId={storeId} claim={claim} isToCustomer onClose={close} />
      ) : null}
      {open === 'byHand' ? <SentDialog storeId={storeId} claim={claim} onClose={close} /> : null}
    </>
  );
}

function RepairShown(on: RepairProps) {
  const { claim, line, repair } = on;
  const since = repair.steps.at(-1)?.on;
  const price = repair.price === 0 ? 'Free' : moneyText(repair.price, claim.currencyCode);
  return (
    <section className="mg-repair" aria-label={`Repair of ${line.originalStoreOrderLineItem.name}`}>
      <div className="mg-repair-head">
        <strong>Repair</strong>
        <StatusBadge status={repairStates[repair.state]} />
        <span className="mg-muted">
          {price}
          {since ? (
            <>
              {' · since '}
              <DateText date={since} isInSentence />
            </>
          ) : null}
        </span>
      </div>
      {repair.note ? (
        <p className="mg-p mg-quote" dir="auto">
          {repair.note}
        </p>
      ) : null}
      {repair.steps.length > 1 ? (
        <ol className="mg-repair-steps">
          {repair.steps.map(({ state, on: at }, index) => (
            <li key={index}>
              {stepWords[state]} <DateText date={at} isInSentence />
            </li>
          ))}
        </ol>
      ) : null}
      <NextStep {...on} />
    </section>
  );
}

function NextStep({ storeId, claim, line, repair, onOpen }: RepairProps) {
  const { name } = line.originalStoreOrderLineItem;
  const working = useClaimChange({ storeId, claim }, (state: 'inRepair' | 'done', { params, version }) =>
    call(workOnRepair, { params: { ...params, claimLineItemId: line.id }, body: { version, state } }),
  );
  const step = repair.state === 'accepted' ? 'inRepair' : repair.state === 'inRepair' ? 'done' : null;
  const isWork = step !== null && line.status.id === 'approved' && line.canceledOn === null;
  return (
    <>
      <ChangeProblem storeId={storeId} claim={claim} change={working} />
      <div className="mg-line-actions">
        {isWork ? (
          <Button
            size="xs"
            loading={working.isPending}
            onClick={() => working.mutate(step)}
            aria-label={`${step === 'inRepair' ? 'Start repair' : 'Mark as repaired'}: ${name}`}
          >
            {step === 'inRepair' ? 'Start repair' : 'Mark as repaired'}
          </Button>
        ) : null}
        {line.isToSendBack ? <SendBack storeId={storeId} claim={claim} name={name} onOpen={onOpen} /> : null}
        {line.canQuoteRepair ? (
          <Button variant="default" size="xs" onClick={() => onOpen('quote')} aria-label={`Change quote: ${name}`}>
            {repair.state === 'declined' ? 'Quote again' : 'Change quote'}
          </Button>
        ) : null}
      </div>
    </>
  );
}

/** Everything that is ready goes with one package: of a label bought here, or one sent otherwise. */
function SendBack({ storeId, claim, name, onOpen }: ClaimOnScreen & { name: string; onOpen: (open: Open) => void }) {
  const { mayFinalize } = useRights(storeId);
  const isBuying = claim.effects.some(
    ({ kind, state }) => kind === 'label' && (state === 'waiting' || state === 'running'),
  );
  if (!mayFinalize) return <span className="mg-muted">Sign in to Makegood to send it back.</span>;
  if (isBuying) return <output className="mg-muted">Buying a shipping label.</output>;
  return (
    <>
      <Button
        size="xs"
        onClick={() => onOpen(claim.shippingAddress === null ? 'address' : 'label')}
        aria-label={`Send back: ${name}`}
      >
        Send back
      </Button>
      <Button variant="default" size="xs" onClick={() => onOpen('byHand')} aria-label={`Already sent: ${name}`}>
        Already sent
      </Button>
    </>
  );
}

function SentDialog({ onClose, ...shown }: ClaimOnScreen & { onClose: () => void }) {
  const { renew, storeId, claim } = useHeldClaim(shown);
  const [carrier, setCarrier] = useState('');
  const [trackingCode, setTrackingCode] = useState('');
  const sending = useClaimChange(
    { storeId, claim },
    (_: null, { params, version }) => call(sendBack, { params, body: { version, carrier, trackingCode } }),
    onClose,
  );
  return (
    <Dialog onClose={onClose} title="Already sent" isChanged={carrier !== '' || trackingCode !== ''}>
      {(leave) => (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (!sending.isPending) sending.mutate(null);
          }}
        >
          <Stack gap="lg">
            <span>
              {claim.customerEmail === '' ? NO_EMAIL : 'We email the customer that the item is on its way.'} If nothing
              else is open, the claim ends.
            </span>
            <TextInput
              label="Carrier"
              description="Optional."
              maxLength={100}
              value={carrier}
              onChange={(event) => setCarrier(event.currentTarget.value)}
              data-autofocus
            />
            <TextInput
              label="Tracking number"
              description={claim.customerEmail === '' ? 'Optional.' : 'Optional. The customer finds it in the email.'}
              maxLength={100}
              value={trackingCode}
              onChange={(event) => setTrackingCode(event.currentTarget.value)}
            />
            <ChangeProblem storeId={storeId} claim={claim} change={sending} onRenewed={renew} />
          </Stack>
          <div className="mg-dialog-actions">
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" loading={sending.isPending}>
              Mark as sent
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
