import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';

export type ConfirmDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** The verb of what happens ("Cancel claim"), and of leaving it ("Keep claim"). */
  confirmLabel: string;
  cancelLabel: string;
  onConfirm: () => void;
  isBusy?: boolean;
  isDestructive?: boolean;
};

/** Asks before something that cannot be undone, and says what happens next. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Modal opened={props.isOpen} onClose={props.onClose} title={props.title}>
      {props.children}
      <div className="mg-dialog-actions">
        <Button variant="default" onClick={props.onClose} data-autofocus>
          {props.cancelLabel}
        </Button>
        <Button
          color={props.isDestructive ? 'red.8' : 'accent'}
          loading={props.isBusy ?? false}
          onClick={props.onConfirm}
        >
          {props.confirmLabel}
        </Button>
      </div>
    </Modal>
  );
}
