import { CloseButton, Kbd, TextInput } from '@mantine/core';
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { isDialogOpen } from './is-dialog-open.ts';

const DELAY_MS = 300;

/** Reports what was typed 300 ms after the last key; `/` comes here, Esc leaves. */
export function SearchBox({
  label,
  text,
  takesFocus = false,
  onChange,
}: {
  label: string;
  text: string;
  /** As soon as it is there. */
  takesFocus?: boolean;
  onChange: (text: string) => void;
}) {
  const [typed, setTyped] = useState(text);
  const reported = useRef(text);
  const input = useRef<HTMLInputElement>(null);
  const report = (next: string): void => {
    reported.current = next;
    onChange(next);
  };
  const reportLater = useDebouncedCallback(report, DELAY_MS);
  // What was typed just before is not to be reported after it.
  const reportNow = (next: string): void => {
    reportLater.cancel();
    report(next);
  };
  useHotkeys([['/', () => !isDialogOpen() && input.current?.focus()]]);
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
  // Follows the address bar (back, forward, a link) without taking over what is being typed.
  useEffect(() => {
    if (text !== reported.current) {
      reported.current = text;
      setTyped(text);
    }
  }, [text]);
  const clear = (): void => {
    setTyped('');
    reportNow('');
    input.current?.focus();
  };
  return (
    <TextInput
      ref={input}
      type="search"
      aria-label={label}
      placeholder={label}
      value={typed}
      maxLength={200}
      dir="auto"
      leftSection={<IconSearch size={16} />}
      rightSection={
        typed ? (
          <CloseButton size="sm" aria-label="Clear search" onClick={clear} />
        ) : (
          <Kbd className="mg-search-key" size="xs" aria-hidden>
            /
          </Kbd>
        )
      }
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        reportLater(event.currentTarget.value);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          // Browsers empty a search field on Esc; what was typed stays.
          event.preventDefault();
          event.currentTarget.blur();
        }
        if (event.key === 'Enter') reportNow(typed);
      }}
    />
  );
}
