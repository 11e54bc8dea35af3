import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFocusBack } from './use-focus-back.ts';

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
export const ConfirmDialog = ({ isOpen, ...question }: ConfirmDialogProps) =>
  isOpen ? <Question {...question} /> : null;

function Question(props: Omit<ConfirmDialogProps, 'isOpen'>) {
  useFocusBack();
  return (
    <Modal opened onClose={props.onClose} title={props.title} returnFocus={false}>
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
