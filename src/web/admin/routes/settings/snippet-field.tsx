import { Textarea } from '@mantine/core';
import { CopyButton } from '../../../ui/copy-button.tsx';

type SnippetProps = { label: string; copyLabel: string; snippet: string };

/** Code that a merchant copies into the shop. */
export const SnippetField = ({ label, copyLabel, snippet }: SnippetProps) => (
  <Textarea
    label={label}
    readOnly
    autosize
    value={snippet}
    onFocus={(event) => event.currentTarget.select()}
    rightSection={<CopyButton text={snippet} label={copyLabel} />}
  />
);
