import { Button, Menu, Stack } from '@mantine/core';
import {
  IconArrowBackUp,
  IconBan,
  IconChevronDown,
  IconMessageCheck,
  IconMessageQuestion,
  IconUserEdit,
} from '@tabler/icons-react';
import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';
import { CLAIM_TYPES } from '#core/claims/types.ts';
import { call } from '#contract/client.ts';
import { cancelClaim, reopenClaim } from '#contract/merchant/claim-actions.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { isDialogOpen } from '../../../ui/is-dialog-open.ts';
import { AnswerDialog } from './answer-dialog.tsx';
import { ChangeProblem } from './change-problem.tsx';
import { asApproved, finalizeBlocker, finalizeLabel, isOver } from './claim-words.ts';
import { CustomerDialog } from './customer-dialog.tsx';
import { FinalizeButton, useHelpdeskBlocker } from './finalize-button.tsx';
import { FinalizeDialog } from './finalize-dialog.tsx';
import { useClaimChange, type ClaimOnScreen } from './use-claim-change.ts';
import { useHeldClaim } from './use-held-claim.ts';

const RequestInfoDialog = lazy(() =>
  import('./request-info-dialog.tsx').then(({ RequestInfoDialog: dialog }) => ({ default: dialog })),
);

/** Finalize, and More Actions: Request More Info, Record answer, Edit customer, Cancel Claim, Restore Cancelled Claim (C2.19). */
export function ClaimActions({ storeId, claim }: ClaimOnScreen) {
  const [open, setOpen] = useState<
    'approve' | 'finalize' | 'ask' | 'answered' | 'customer' | 'cancel' | 'restore' | null
  >(null);
  const helpdeskBlocker = useHelpdeskBlocker(storeId);
  const blocker = helpdeskBlocker ?? finalizeBlocker(claim);
  const close = (): void => setOpen(null);
  const on = { storeId, claim };
  const isApprovable =
    helpdeskBlocker === null && claim.approval !== null && finalizeBlocker(asApproved(claim)) === null;
  const openUnlessBusy = (what: 'approve' | 'finalize', isOffered: boolean) => (): void => {
    if (isOffered && !isDialogOpen()) setOpen(what);
  };
  useHotkeys([
    ['a', openUnlessBusy('approve', isApprovable)],
    ['f', openUnlessBusy('finalize', blocker === null)],
  ]);
  return (
    <>
      <Menu>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={16} />}>
            More Actions
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconMessageQuestion size={16} />}
            disabled={isOver(claim)}
            onClick={() => setOpen('ask')}
          >
            Request More Info
          </Menu.Item>
          {claim.isAwaitingCustomer && !isOver(claim) ? (
            <Menu.Item leftSection={<IconMessageCheck size={16} />} onClick={() => setOpen('answered')}>
              Record answer
            </Menu.Item>
          ) : null}
          <Menu.Item leftSection={<IconUserEdit size={16} />} onClick={() => setOpen('customer')}>
            Edit customer
          </Menu.Item>
          {claim.canRestore ? (
            <Menu.Item leftSection={<IconArrowBackUp size={16} />} onClick={() => setOpen('restore')}>
              Restore Cancelled Claim
            </Menu.Item>
          ) : null}
          <Menu.Item
            leftSection={<IconBan size={16} />}
            disabled={!claim.canCancel}
            color="var(--mg-bad-text)"
            onClick={() => setOpen('cancel')}
          >
            Cancel Claim
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <FinalizeButton label="Finalize" blocker={blocker} isSecond={isApprovable} onClick={() => setOpen('finalize')} />
      {isApprovable ? (
        <Button className="mg-approve-all" onClick={() => setOpen('approve')}>
          {finalizeLabel(asApproved(claim), undefined, 'Approve')}
        </Button>
      ) : null}
      {open === 'approve' ? <FinalizeDialog {...on} isApproving onClose={close} /> : null}
      {open === 'finalize' ? <FinalizeDialog {...on} onClose={close} /> : null}
      {open === 'ask' ? (
        <Suspense>
          <RequestInfoDialog {...on} onClose={close} />
        </Suspense>
      ) : null}
      {open === 'answered' ? <AnswerDialog {...on} onClose={close} /> : null}
      {open === 'customer' ? <CustomerDialog {...on} onClose={close} /> : null}
      {open === 'cancel' ? <CancelDialog {...on} onClose={close} /> : null}
      {open === 'restore' ? <RestoreDialog {...on} onClose={close} /> : null}
    </>
  );
}

type ConfirmProps = ClaimOnScreen & { onClose: () => void };

function CancelDialog({ onClose, ...shown }: ConfirmProps) {
  const { renew, storeId, claim } = useHeldClaim(shown);
  const canceling = useClaimChange(
    { storeId, claim },
    (_: null, { params, version }) => call(cancelClaim, { params, body: { version } }),
    onClose,
  );
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Cancel ${claim.externalId}?`}
      confirmLabel="Cancel claim"
      cancelLabel="Keep claim"
      onConfirm={() => canceling.mutate(null)}
      isBusy={canceling.isPending}
      isDestructive
    >
      <Stack gap="lg">
        <span>
          {CLAIM_TYPES[claim.claimType].canRestore
            ? "Items that aren't finalized won't be refunded or exchanged, and unused labels are voided. Restore Cancelled Claim brings back the items, but not the labels."
            : "This can't be undone. Items that aren't finalized won't be refunded or exchanged."}{' '}
          {claim.customerPayments.length > 0 ? 'Payments and holds go back to the customer. ' : ''}
          The customer can still create a new claim.
        </span>
        <ChangeProblem storeId={storeId} claim={claim} change={canceling} onRenewed={renew} />
      </Stack>
    </ConfirmDialog>
  );
}

function RestoreDialog({ onClose, ...shown }: ConfirmProps) {
  const { renew, storeId, claim } = useHeldClaim(shown);
  const restoring = useClaimChange(
    { storeId, claim },
    (_: null, { params, version }) => call(reopenClaim, { params, body: { version } }),
    onClose,
  );
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Restore ${claim.externalId}?`}
      confirmLabel="Restore cancelled claim"
      cancelLabel="Cancel"
      onConfirm={() => restoring.mutate(null)}
      isBusy={restoring.isPending}
    >
      <Stack gap="lg">
        <span>
          The canceled items return to Manual Review, where you can decide on them again. Finalized and denied items
          don't change.
        </span>
        <ChangeProblem storeId={storeId} claim={claim} change={restoring} onRenewed={renew} />
      </Stack>
    </ConfirmDialog>
  );
}
