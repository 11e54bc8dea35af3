/* oxlint-disable jsx-a11y/prefer-tag-over-role -- what is found is links, which no select can hold */
import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { moved } from '../../shell/quick-search/groups.ts';
import { findSettings, type FoundSetting } from './find-settings.ts';
import type { SectionName } from './section-names.ts';

type FinderProps = {
  sections: readonly SectionName[];
  /** The address of what was found. */
  hrefOf: (found: FoundSetting) => string;
  typed: string;
  onType: (typed: string) => void;
};

/** Finds a setting by what it is called: type, arrows, Enter. The page opens at the field. */
export function SettingsFinder({ sections, hrefOf, typed, onType }: FinderProps) {
  const router = useRouter();
  const id = useId();
  const [active, setActive] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const found = findSettings(sections, typed);
  const current = found.find(({ key }) => key === active) ?? found[0];
  const isAsked = typed.trim() !== '';
  const optionId = ({ key }: FoundSetting): string => `${id}-${key.replaceAll(/[^\w]/g, '-')}`;

  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [current?.key]);

  const clear = (): void => {
    onType('');
    setActive(null);
  };
  const go = (one: FoundSetting): void => {
    clear();
    void router.navigate({ href: hrefOf(one) });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && isAsked) {
      event.preventDefault();
      setActive(moved(found, current, step)?.key ?? null);
    } else if (event.key === 'Enter' && current) {
      event.preventDefault();
      go(current);
    } else if (event.key === 'Escape' && isAsked) {
      event.preventDefault();
      clear();
    }
  };
  return (
    <>
      <TextInput
        className="mg-finder"
        role="combobox"
        aria-label="Search settings"
        aria-expanded={found.length > 0}
        aria-controls={found.length > 0 ? `${id}-list` : undefined}
        aria-activedescendant={current ? optionId(current) : undefined}
        aria-autocomplete="list"
        placeholder="Search settings"
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        maxLength={100}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={isAsked ? <CloseButton size="sm" aria-label="Clear search" onClick={clear} /> : null}
        value={typed}
        onChange={(event) => {
          onType(event.currentTarget.value);
          setActive(null);
        }}
        onKeyDown={onKeyDown}
      />
      {found.length > 0 ? (
        <div ref={list} role="listbox" id={`${id}-list`} aria-label="Settings found" className="mg-found">
          {found.map((one) => (
            <a
              key={one.key}
              id={optionId(one)}
              role="option"
              aria-selected={one === current}
              tabIndex={-1}
              href={hrefOf(one)}
              className="mg-found-option"
              onMouseMove={() => setActive(one.key)}
              onClick={(event) => {
                // Another tab is the browser's business.
                if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
                event.preventDefault();
                go(one);
              }}
            >
              <span>{one.label}</span>
              <span className="mg-muted">{one.detail}</span>
            </a>
          ))}
        </div>
      ) : null}
      <output className="mg-found-state">{isAsked ? stateText(typed.trim(), found.length) : ''}</output>
    </>
  );
}

const stateText = (typed: string, count: number): string =>
  count === 0 ? `Nothing found for “${typed}”. Try another word.` : `${count} ${count === 1 ? 'result' : 'results'}`;
