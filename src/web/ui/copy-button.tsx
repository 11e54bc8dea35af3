import { ActionIcon, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { CopyByHand } from './use-copy.tsx';

/** Copies a text; the icon confirms for a second. Where the browser refuses, the text is shown. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const clipboard = useClipboard({ timeout: 1000 });
  return (
    <>
      <Tooltip label={clipboard.copied ? 'Copied to clipboard' : label}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={clipboard.copied ? 'Copied to clipboard' : label}
          onClick={() => clipboard.copy(text)}
        >
          {clipboard.copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
        </ActionIcon>
      </Tooltip>
      {clipboard.error ? <CopyByHand text={text} onClose={clipboard.reset} /> : null}
    </>
  );
}
