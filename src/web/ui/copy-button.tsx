import { ActionIcon, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';

/** Copies a text; the icon confirms for a second. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const clipboard = useClipboard({ timeout: 1000 });
  return (
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
  );
}
