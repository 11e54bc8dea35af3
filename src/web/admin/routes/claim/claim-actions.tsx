import { Button, Menu, Stack, Tooltip } from '@mantine/core';
import { IconBan, IconChevronDown, IconMessageQuestion } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { call } from '#contract/client.ts';
import { cancelClaim } from '#contract/merchant/merchant.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { ChangeProblem } from './change-problem.tsx';
import { canCancel, finalizeBlocker } from './claim-words.ts';
import { FinalizeDialog } from './finalize-dialog.tsx';
import { RequestInfoDialog } from './request-info-dialog.tsx';
import { useClaimChange, type ClaimOnScreen } from './use-claim-change.ts';

/** Finalize, and More Actions: Request More Info, Cancel Claim (C2.19). */
export function ClaimActions({ storeId, claim }: ClaimOnScreen) {
  const [open, setOpen] = useState<'finalize' | 'ask' | 'cancel' | null>(null);
  const more = useRef<HTMLButtonElement>(null);
  const blocker = finalizeBlocker(claim);
  const isOver = !canCancel(claim);
  // The menu entry that opened the dialog is gone when it closes; its button takes the focus back.
  const closeToMenu = (): void => {
    setOpen(null);
    setTimeout(() => more.current?.focus(), 200);
  };
  return (
    <>
      <Menu>
        <Menu.Target>
          <Button ref={more} variant="default" rightSection={<IconChevronDown size={16} />}>
            More Actions
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconMessageQuestion size={16} />} disabled={isOver} onClick={() => setOpen('ask')}>
            Request More Info
          </Menu.Item>
          <Menu.Item
            leftSection={<IconBan size={16} />}
            disabled={isOver}
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
      {open === 'finalize' ? <FinalizeDialog storeId={storeId} claim={claim} onClose={() => setOpen(null)} /> : null}
      {open === 'ask' ? <RequestInfoDialog storeId={storeId} claim={claim} onClose={closeToMenu} /> : null}
      <CancelDialog storeId={storeId} claim={claim} isOpen={open === 'cancel'} onClose={closeToMenu} />
    </>
  );
}

function CancelDialog({ storeId, claim, isOpen, onClose }: ClaimOnScreen & { isOpen: boolean; onClose: () => void }) {
  const canceling = useClaimChange(
    { storeId, claim },
    (_: null, { params, version }) => call(cancelClaim, { params, body: { version } }),
    onClose,
  );
  return (
    <ConfirmDialog
      isOpen={isOpen}
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
          This is permanent: the claim cannot be reopened, and nothing is issued for what is not finalized yet. The
          customer may still create a new claim.
        </span>
        <ChangeProblem storeId={storeId} claim={claim} error={canceling.error} onRenewed={canceling.reset} />
      </Stack>
    </ConfirmDialog>
  );
}
