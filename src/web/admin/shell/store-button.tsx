import { Button, type ButtonProps } from '@mantine/core';
import { IconCheck, IconSelector } from '@tabler/icons-react';
import type { ComponentProps } from 'react';

/** What a store is called among others; no store stands for all of them. */
export const labelOf = (store: { id: number } | null, labels: ReadonlyMap<number, string>): string =>
  store === null ? 'All stores' : (labels.get(store.id) ?? '');

export const StoreMark = ({ isOpen }: { isOpen: boolean }) => (
  <IconCheck size={14} aria-hidden style={{ visibility: isOpen ? 'visible' : 'hidden' }} />
);

/** What opens the stores to choose from. */
export const StoreButton = (props: ButtonProps & ComponentProps<'button'>) => (
  <Button
    variant="subtle"
    color="gray"
    size="compact-sm"
    c="var(--mg-text)"
    rightSection={<IconSelector size={14} />}
    {...props}
  />
);
