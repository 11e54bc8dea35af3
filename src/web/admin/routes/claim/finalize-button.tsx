import { Button, Tooltip } from '@mantine/core';
import { useId } from 'react';
import { useRights } from '../../me-query.ts';

/** Why nobody finalizes claims of a store in this session; null where they may. */
export const useHelpdeskBlocker = (storeId: number): string | null =>
  useRights(storeId).mayFinalize ? null : "This helpdesk can't finalize claims. Sign in to Makegood to do it.";

type FinalizeButtonProps = {
  label: string;
  /** Why it can't be used now; null when it can. */
  blocker: string | null;
  /** Another button is the likelier one. */
  isSecond?: boolean;
  onClick: () => void;
};

/** Says why it can't be used, to the keyboard too: a disabled one would take no focus. */
export function FinalizeButton({ label, blocker, isSecond = false, onClick }: FinalizeButtonProps) {
  const reasonId = useId();
  return (
    <>
      <Tooltip label={blocker} disabled={blocker === null}>
        <Button
          {...(isSecond ? { variant: 'default' as const } : {})}
          aria-disabled={blocker !== null}
          {...(blocker === null ? {} : { 'data-disabled': true, 'aria-describedby': reasonId })}
          onClick={() => {
            if (blocker === null) onClick();
          }}
        >
          {label}
        </Button>
      </Tooltip>
      {blocker === null ? null : (
        <span id={reasonId} hidden>
          {blocker}
        </span>
      )}
    </>
  );
}
