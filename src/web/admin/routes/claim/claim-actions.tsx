import { Button, Menu, Stack, Tooltip } from '@mantine/core';
import {
  IconArrowBackUp,
  IconBan,
  IconChevronDown,
  IconMessageCheck,
  IconMessageQuestion,
  IconUserEdit,
} from '@tabler/icons-react';
import { useState } from 'react';
import { CLAIM_TYPES } from '#core/claims/types.ts';
import { call } from '#contract/client.ts';
import { cancelClaim, reopenClaim } from '#contract/merchant/claim-actions.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { AnswerDialog } from './answer-dialog.tsx';
import { ChangeProblem } from './change-problem.tsx';
import { finalizeBlocker, isOver } from './claim-words.ts';
import { CustomerDialog } from './customer-dialog.tsx';
import { FinalizeDialog } from './finalize-dialog.tsx';
import { RequestInfoDialog } from './request-info-dialog.tsx';
import { useClaimChange, type ClaimOnScreen } from './use-claim-change.ts';
import { useHeldClaim } from './use-held-claim.ts';

/** Finalize, and More Actions: Request More Info, Answered Elsewhere, Edit Customer, Cancel Claim, Restore Cancelled Claim (C2.19). */
export function ClaimActions({ storeId, claim }: ClaimOnScreen) {
  const [open, setOpen] = useState<'finalize' | 'ask' | 'answered' | 'customer' | 'cancel' | 'restore' | null>(null);
  const blocker = finalizeBlocker(claim);
  const close = (): void => setOpen(null);
  const on = { storeId, claim };
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
              Answered Elsewhere
            </Menu.Item>
          ) : null}
          <Menu.Item leftSection={<IconUserEdit size={16} />} onClick={() => setOpen('customer')}>
            Edit Customer
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
      <Tooltip label={blocker} disabled={!blocker}>
        <Button
          aria-disabled={blocker !== null}
          {...(blocker ? { 'data-disabled': true, 'aria-describedby': 'finalize-blocker' } : {})}
          onClick={() => {
            if (!blocker) setOpen('finalize');
          }}
        >
          Finalize
        </Button>
      </Tooltip>
      {blocker ? (
        <span id="finalize-blocker" hidden>
          {blocker}
        </span>
      ) : null}
      {open === 'finalize' ? <FinalizeDialog {...on} onClose={close} /> : null}
      {open === 'ask' ? <RequestInfoDialog {...on} onClose={close} /> : null}
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
            ? 'Nothing is issued for what is not finalized yet, and unused labels go back. Restore Cancelled Claim brings the items back, not the labels.'
            : 'This is permanent: the claim cannot be reopened, and nothing is issued for what is not finalized yet.'}{' '}
          {claim.customerPayments.length > 0 ? 'What the customer paid or let you hold for it goes back. ' : ''}
          The customer may still create a new claim.
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
      cancelLabel="Leave as it is"
      onConfirm={() => restoring.mutate(null)}
      isBusy={restoring.isPending}
    >
      <Stack gap="lg">
        <span>
          The claim is ready for review: its canceled items can be decided again, and it stands under Manual Review
          until they are or goods travel. Finalized and denied items stay as they are.
        </span>
        <ChangeProblem storeId={storeId} claim={claim} change={restoring} onRenewed={renew} />
      </Stack>
    </ConfirmDialog>
  );
}
