import { Button } from '@mantine/core';
import { useDocumentTitle, useHotkeys } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { isDialogOpen } from './is-dialog-open.ts';
import './list-page.css';
import { ListTable, rowOpener, type ListTableProps } from './list-table.tsx';
import { Notice } from './notice.tsx';

/** `count` is undefined while it is asked for, null where nothing is counted. */
export type ListView = {
  id: string;
  label: string;
  count?: number | null | undefined;
  /** What can be done to the view while it is open. */
  menu?: ReactNode;
};

export type ListPageProps<Row> = Omit<ListTableProps<Row>, 'label'> & {
  title: string;
  /** What the table is called, when it is not what the page is. */
  tableLabel?: string;
  /** The way back to where the list was opened from. */
  back?: ReactNode;
  /** What the page has before the list, under its title. */
  intro?: ReactNode;
  primaryAction?: ReactNode;
  views: readonly ListView[];
  view: string;
  onView: (id: string) => void;
  /** Search and filters, in the place of the views while the list is searched. */
  finding?: ReactNode;
  /** Next to the views or the search: sorting, columns, export. */
  tools?: ReactNode;
  /** What stands above the table. */
  lead?: ReactNode;
  error: { title?: string; message: string } | null;
  onRetry: () => void;
  /** What `onRetry` does, when it is not the same again. */
  retryLabel?: string;
  empty: { title: string; text: string; action?: ReactNode };
  footer: string;
  onPrev: (() => void) | null;
  /** Where `onPrev` leads, when it is not one page back. */
  prevLabel?: string;
  onNext: (() => void) | null;
};

/** The one layout of every list: the address bar holds its state, the page only shows it. */
export function ListPage<Row>(props: ListPageProps<Row>) {
  useDocumentTitle(props.title);
  const table = useRef<HTMLDivElement>(null);
  const move = (step: 1 | -1) => (): void => {
    if (!isDialogOpen()) focusRow(table.current, step);
  };
  useHotkeys([
    ['j', move(1)],
    ['k', move(-1)],
    ['x', () => toggleRow(table.current)],
  ]);
  const views = useRef<HTMLElement>(null);
  const viewCount = props.views.length;
  const isFinding = props.finding !== undefined;
  useEffect(() => {
    const open = views.current?.querySelector(`[aria-current='true']`);
    // With its actions next to it.
    open?.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [props.view, viewCount, isFinding]);
  const isEmpty = props.rows?.length === 0 && !props.error;
  return (
    <main className="mg-list" id="content">
      {props.back}
      <header className="mg-list-head">
        <h1>{props.title}</h1>
        {props.primaryAction}
      </header>
      {props.intro}
      <div className="mg-list-bar" {...(props.tools ? { 'data-tools': true } : {})}>
        {props.finding ?? (
          <nav className="mg-views" aria-label="Views" tabIndex={-1} ref={views}>
            {props.views.map((view) => (
              <span key={view.id} className="mg-view-tab">
                <button
                  type="button"
                  className="mg-view"
                  aria-current={view.id === props.view}
                  onClick={() => props.onView(view.id)}
                >
                  <bdi>{view.label}</bdi>
                  {view.count === null || view.count === undefined ? null : (
                    <span className="mg-view-count">{view.count.toLocaleString('en-US')}</span>
                  )}
                </button>
                {view.id === props.view ? view.menu : null}
              </span>
            ))}
          </nav>
        )}
        {props.tools ? <div className="mg-list-tools">{props.tools}</div> : null}
      </div>
      {props.lead ? <div className="mg-list-lead">{props.lead}</div> : null}
      <div className="mg-table-wrap" ref={table}>
        {props.error ? (
          <Notice
            tone="bad"
            action={
              <Button variant="default" size="xs" onClick={props.onRetry}>
                {props.retryLabel ?? 'Retry'}
              </Button>
            }
          >
            {props.error.title ? <strong>{props.error.title}</strong> : null}
            {props.error.title ? <br /> : null}
            {props.error.message}
          </Notice>
        ) : null}
        {isEmpty ? (
          <div className="mg-empty">
            <h2>{props.empty.title}</h2>
            <p>{props.empty.text}</p>
            {props.empty.action}
          </div>
        ) : props.error && !props.rows ? null : (
          <ListTable
            label={props.tableLabel ?? props.title}
            columns={props.columns}
            rows={props.rows}
            rowKey={props.rowKey}
            onOpen={props.onOpen}
            isStale={props.isStale}
            selection={props.selection}
          />
        )}
      </div>
      <footer className="mg-list-footer">
        <span aria-live="polite">{props.error && !props.rows ? '' : props.footer}</span>
        <Paging prevLabel={props.prevLabel} onPrev={props.onPrev} onNext={props.onNext} />
      </footer>
    </main>
  );
}

/** The ways to the page before and after; null where there is none. */
export function Paging({
  prevLabel = 'Previous',
  onPrev,
  onNext,
}: {
  prevLabel?: string | undefined;
  onPrev: (() => void) | null;
  onNext: (() => void) | null;
}) {
  const buttons = useRef<HTMLDivElement>(null);
  const [isFirst, isLast] = [onPrev === null, onNext === null];
  // At either end, the button pressed last can be pressed no more: the focus goes to the other one, before the browser
  // drops it.
  const hasFocus = useRef(false);
  useLayoutEffect(() => {
    const active = document.activeElement;
    const isDropped = active === document.body || active?.matches(':disabled');
    if (hasFocus.current && isDropped) buttons.current?.querySelector<HTMLElement>('button:enabled')?.focus();
  }, [isFirst, isLast]);
  return (
    <div
      className="mg-list-paging"
      ref={buttons}
      onFocus={() => {
        hasFocus.current = true;
      }}
      onBlur={({ target }) => {
        hasFocus.current = target.matches(':disabled');
      }}
    >
      <PageButton label={prevLabel} onClick={onPrev} icon={<IconChevronLeft size={16} />} />
      <PageButton label="Next" onClick={onNext} icon={<IconChevronRight size={16} />} />
    </div>
  );
}

function PageButton({ label, onClick, icon }: { label: string; onClick: (() => void) | null; icon: ReactNode }) {
  const side = label === 'Next' ? { rightSection: icon } : { leftSection: icon };
  return (
    <Button variant="default" size="xs" disabled={!onClick} onClick={() => onClick?.()} {...side}>
      {label}
    </Button>
  );
}

function focusRow(table: HTMLElement | null, step: 1 | -1): void {
  const rows = [...(table?.querySelectorAll('tbody tr') ?? [])];
  const openers = rows.map(rowOpener).filter((opener) => opener !== null);
  const at = openers.findIndex((opener) => opener.closest('tr')?.contains(document.activeElement));
  const next = at === -1 ? 0 : at + step;
  openers[Math.max(0, Math.min(openers.length - 1, next))]?.focus();
}

/** Selects the row that has the focus, or no longer, where rows can be selected. */
function toggleRow(table: HTMLElement | null): void {
  const row = document.activeElement?.closest('tr[data-key]');
  if (row && table?.contains(row)) row.querySelector<HTMLInputElement>('.mg-select-cell input')?.click();
}
