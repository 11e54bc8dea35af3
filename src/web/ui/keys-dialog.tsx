import { Kbd, Modal } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';

export type KeyHint = { keys: string[]; does: string };

/** `?` lists the keys of the screen. */
export function KeysDialog({ hints }: { hints: readonly KeyHint[] }) {
  const [isOpen, dialog] = useDisclosure(false);
  useHotkeys([
    ['shift+?', dialog.open],
    ['?', dialog.open],
  ]);
  return (
    <Modal opened={isOpen} onClose={dialog.close} title="Keyboard shortcuts">
      <dl className="mg-facts" style={{ rowGap: 8 }}>
        {hints.map((hint) => (
          <div key={hint.does} style={{ display: 'contents' }}>
            <dt>{hint.does}</dt>
            <dd>
              {hint.keys.map((key) => (
                <Kbd key={key} ml={4}>
                  {key}
                </Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
