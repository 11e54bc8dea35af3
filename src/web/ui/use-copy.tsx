import { Button, Modal, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { toast } from './toast.ts';
import { useFocusBack } from './use-focus-back.ts';

type Copying = {
  copy: (text: string) => void;
  /** Where the browser did not copy: the text itself, to be put on the page. */
  byHand: ReactNode;
};

/** Copies a text and says so once it is copied; where the browser refuses, the text is shown to be copied by hand. */
export function useCopy(said = 'Copied to clipboard'): Copying {
  const [refused, setRefused] = useState<string | null>(null);
  const copy = (text: string): void => void write(text).then((isCopied) => (isCopied ? toast(said) : setRefused(text)));
  return {
    copy,
    byHand: refused === null ? null : <CopyByHand text={refused} onClose={() => setRefused(null)} />,
  };
}

// Pages without https, and people, may keep the browser from it.
async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** A text the browser did not copy, to be copied by hand. */
export function CopyByHand({ text, onClose }: { text: string; onClose: () => void }) {
  useFocusBack();
  return (
    <Modal opened onClose={onClose} title="Copy this yourself" returnFocus={false}>
      <TextInput
        label="Your browser didn't allow copying."
        value={text}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
        data-autofocus
      />
      <div className="mg-dialog-actions">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </Modal>
  );
}
