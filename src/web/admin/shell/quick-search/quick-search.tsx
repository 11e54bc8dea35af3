/* oxlint-disable jsx-a11y/prefer-tag-over-role -- what is found is links in groups, which no select can hold */
import { ActionIcon, Button, Kbd, Modal, Skeleton, TextInput } from '@mantine/core';
import { useDebouncedValue, useDisclosure, useHotkeys, useOs, useWindowEvent } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import type { MyStore } from '../access.ts';
import { loadProblemText } from '../../problem-words.ts';
import { LinePicture } from '../../routes/claim/line-picture.tsx';
import type { Viewed } from '../../routes/settings/section-names.ts';
import { kindsOf, type Found } from './find.ts';
import { groupsOf, moved, type Group } from './groups.ts';
import { pagesNamed, type Page } from './pages.ts';
import { recentOf } from './recent.ts';
import './quick-search.css';

const DELAY_MS = 1000;

type QuickSearchProps = { store: MyStore; pages: readonly Page[]; viewer: Viewed };

/** Finds claims, orders and pages from everywhere: Ctrl/Cmd+K, type, arrows, Enter. */
export function QuickSearch(searched: QuickSearchProps) {
  const [isOpen, dialog] = useDisclosure(false);
  const isMac = useOs() === 'macos';
  const cameFrom = useRef<Element | null>(null);
  // The next key belongs to the search, however soon it comes after Ctrl+K: the field has the focus before this ends.
  const open = (): void => {
    if (isOpen) return;
    cameFrom.current = document.activeElement;
    flushSync(dialog.open);
  };
  const close = (): void => {
    flushSync(dialog.close);
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus({ preventScroll: true });
  };
  // Works in fields too, so that people can look something up while typing.
  useHotkeys([['mod+K', open]], []);
  // Listening for as long as the shell is there, it hears Esc before any dialog that is open below it.
  const leaveAlone = (event: globalThis.KeyboardEvent): void => {
    if (!isOpen || event.key !== 'Escape' || event.isComposing) return;
    event.stopImmediatePropagation();
    close();
  };
  useWindowEvent('keydown', leaveAlone, { capture: true });
  return (
    <>
      <Button
        className="mg-quick-button"
        variant="default"
        size="xs"
        leftSection={<IconSearch size={14} aria-hidden />}
        rightSection={<Kbd size="xs">{isMac ? '⌘ K' : 'Ctrl K'}</Kbd>}
        onClick={open}
      >
        Quick Search
      </Button>
      <ActionIcon
        className="mg-quick-icon"
        variant="subtle"
        color="gray"
        size={44}
        aria-label="Quick Search"
        onClick={open}
      >
        <IconSearch size={20} />
      </ActionIcon>
      <Modal
        opened={isOpen}
        onClose={close}
        title="Quick Search"
        size="lg"
        centered={false}
        yOffset="10vh"
        padding="md"
        transitionProps={{ duration: 0 }}
        returnFocus={false}
        closeOnEscape={false}
      >
        <Search {...searched} onLeave={close} />
      </Modal>
    </>
  );
}

function Search({ store, pages, viewer, onLeave }: QuickSearchProps & { onLeave: () => void }) {
  const router = useRouter();
  const listId = useId();
  const [text, setText] = useState('');
  const [later] = useDebouncedValue(text.trim(), DELAY_MS);
  // Enter does not wait.
  const [atOnce, setAtOnce] = useState('');
  const [active, setActive] = useState<string | null>(null);
  const typed = text.trim();
  const term = atOnce === typed ? atOnce : later === typed ? later : '';
  const kinds = kindsOf(store.features);
  const named = pagesNamed(pages, store.id, typed, viewer);
  const [recent] = useState(() => recentOf(store.id).map((one) => ({ ...one, key: `recent ${one.path}` })));
  const lists = groupsOf(
    kinds,
    useQueries({
      queries: kinds.map((kind) => ({
        queryKey: ['quick-search', store.id, kind.id, term],
        queryFn: ({ signal }: { signal: AbortSignal }) => kind.search(store.id, term, signal),
        enabled: term !== '',
      })),
    }),
  );
  const groups = typed === '' ? [{ ...RECENT, found: recent }] : [{ ...PAGES, found: named }, ...lists];
  const found = groups.flatMap((group) => group.found ?? []);
  const current = found.find(({ key }) => key === active) ?? found[0];
  const isSearching = typed !== '' && (term === '' || groups.some((group) => group.isLoading));
  const go = ({ path }: Found): void => {
    onLeave();
    void router.navigate({ href: path });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setActive(moved(found, current, step)?.key ?? null);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if (current && (typed === '' || named.includes(current))) go(current);
      else if (term === '' || term !== typed) setAtOnce(typed);
      else if (current) go(current);
    }
  };
  return (
    <div className="mg-quick">
      <TextInput
        role="combobox"
        aria-label="Search claims, orders and pages"
        aria-expanded={found.length > 0}
        aria-controls={found.length > 0 ? listId : undefined}
        aria-activedescendant={current ? optionId(listId, current) : undefined}
        aria-autocomplete="list"
        placeholder="Claim, order, name, email, item or page"
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        maxLength={200}
        data-autofocus
        ref={focusAtOnce}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setActive(null);
        }}
        onKeyDown={onKeyDown}
      />
      {found.length > 0 ? (
        <div role="listbox" id={listId} aria-label="Results" className="mg-quick-list">
          {groups.map((group) => (
            <Results
              key={group.id}
              group={group}
              current={current}
              idOf={(one) => optionId(listId, one)}
              onPoint={setActive}
              onChoose={go}
            />
          ))}
        </div>
      ) : null}
      {groups.map((group) =>
        group.error ? (
          <LoadProblem
            key={group.id}
            message={`${group.title}: ${loadProblemText(group.error)}`}
            onRetry={group.retry}
          />
        ) : null,
      )}
      {isSearching && found.length === 0 ? <Placeholders /> : null}
      <output className="mg-quick-state">{stateText(typed, isSearching, groups)}</output>
    </div>
  );
}

/** These are known at once. */
const KNOWN = { isLoading: false, error: null, retry: () => undefined };
const PAGES = { id: 'pages', title: 'Pages and actions', ...KNOWN };
const RECENT = { id: 'recent', title: 'Recently opened', ...KNOWN };

const focusAtOnce = (field: HTMLInputElement | null): void => field?.focus({ preventScroll: true });

const optionId = (listId: string, { key }: Found): string => `${listId}-${key.replaceAll(/[^\w]/g, '-')}`;

function Results({
  group,
  current,
  idOf,
  onPoint,
  onChoose,
}: {
  group: Group;
  current: Found | undefined;
  idOf: (found: Found) => string;
  onPoint: (key: string) => void;
  onChoose: (found: Found) => void;
}) {
  const titleId = useId();
  if (!group.found || group.found.length === 0) return null;
  return (
    <div role="group" aria-labelledby={titleId}>
      <div className="mg-quick-title" id={titleId} role="presentation">
        {group.title}
      </div>
      {group.found.map((one) => (
        <a
          key={one.key}
          id={idOf(one)}
          role="option"
          aria-selected={one === current}
          tabIndex={-1}
          href={one.path}
          className="mg-quick-option"
          onMouseMove={() => onPoint(one.key)}
          onClick={(event) => {
            // Another tab is the browser's business.
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
            event.preventDefault();
            onChoose(one);
          }}
        >
          {one.imgUrl === undefined ? null : <LinePicture url={one.imgUrl} size={28} />}
          <bdi className="mg-quick-name">{one.title}</bdi>
          <bdi className="mg-muted">{one.detail}</bdi>
        </a>
      ))}
    </div>
  );
}

const Placeholders = () => (
  <div aria-hidden>
    {[0, 1, 2].map((index) => (
      <Skeleton key={index} height={20} mt={12} />
    ))}
  </div>
);

function stateText(typed: string, isSearching: boolean, groups: readonly Group[]): string {
  if (typed === '') return 'Type a number, name, email, item or page. Use the arrow keys to choose and Enter to open.';
  if (isSearching) return 'Searching';
  const count = groups.reduce((all, group) => all + (group.found?.length ?? 0), 0);
  if (count > 0) return `${count} ${count === 1 ? 'result' : 'results'}`;
  return groups.some((group) => group.error) ? '' : `Nothing found for “${typed}”. Try another word.`;
}
