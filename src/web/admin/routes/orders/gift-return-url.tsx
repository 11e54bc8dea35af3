import { Button, TextInput } from '@mantine/core';
import { IconGift } from '@tabler/icons-react';
import { useState } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast.ts';

/** C2.24: the link that staff send to a gift recipient to start a return without the buyer. */
export function GiftReturnUrl({ url }: { url: string | null }) {
  const [isShown, setShown] = useState(false);
  if (url === null) return null;
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(url);
      toast('Gift Return URL copied to clipboard');
    } catch {
      // Over plain http a browser has no clipboard for pages, and elsewhere people may refuse it.
      setShown(true);
    }
  };
  return (
    <>
      <Button variant="default" leftSection={<IconGift size={16} aria-hidden />} onClick={() => void copy()}>
        Gift Return URL
      </Button>
      {isShown ? (
        <Dialog title="Gift Return URL" onClose={() => setShown(false)}>
          <TextInput
            label="Copy this address"
            description="Your browser didn't allow copying."
            readOnly
            data-autofocus
            value={url}
            onFocus={(event) => event.currentTarget.select()}
          />
        </Dialog>
      ) : null}
    </>
  );
}
