/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   the phone layout gives the elements of the table another display, which drops their own roles in some browsers */
import { Checkbox, Skeleton } from '@mantine/core';
import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react';

export type Column<Row> = {
  id: string;
  title: string;
  cell: (row: Row) => ReactNode;
  isNumber?: boolean;
  /** Width of the placeholder while loading, in pixels. */
  skeleton?: number;
  /** On a phone a row is two columns: at the start, at the end, or left out. */
  phone: 'start' | 'end' | 'none';
  /** Only there when it is chosen in the menu of columns. */
  isExtra?: boolean;
  /** Left out where a table is no wider than a narrow or a middling one; left open, it is always there. */
  room?: 'some' | 'much';
};

export type Selection = {
  selected: ReadonlySet<string | number>;
  /** `isRange`: everything from the row toggled last to this one. */
  onToggle: (key: string | number, isRange: boolean) => void;
  /** All rows of the page, or none. */
  onAll: (isAll: boolean) => void;
  /** What a row is called by the box that chooses it. */
  nameOf: (key: string | number) => string;
};

export type ListTableProps<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while the first answer is under way. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  onOpen: (row: Row) => void;
  isStale: boolean;
  /** Rows can be chosen. */
  selection?: Selection | undefined;
};

const PLACEHOLDERS = Array.from({ length: 10 }, (_, index) => index);

/** Opens the row unless the click meant something else: a link in it, or the selection of text. */
const opens = (event: MouseEvent): boolean =>
  !(event.target instanceof Element && event.target.closest('a, button, input, label, .mg-select-cell')) &&
  !window.getSelection()?.toString();

/** What opens a row: its first link, or else the button in its first cell. */
export const rowOpener = (row: Element): HTMLElement | null =>
  row.querySelector<HTMLElement>('a') ??
  row.querySelector<HTMLElement>('td:first-child button, .mg-select-cell + td button');

/** The row opened last, and its list. */
let opened: { label: string; key: string } | null = null;

/** A list come back to has the focus where it was left, unless it is somewhere by then. */
function useRowFocus(label: string, hasRows: boolean) {
  const table = useRef<HTMLTableElement>(null);
  useEffect(() => {
    if (!hasRows || opened?.label !== label) return;
    const row = table.current?.querySelector(`[data-key="${CSS.escape(opened.key)}"]`);
    opened = null;
    // Until its rows are there, the page has it.
    if (row && document.activeElement?.matches('body, main')) rowOpener(row)?.focus({ preventScroll: true });
  }, [label, hasRows]);
  return table;
}

export function ListTable<Row>({ label, columns, rows, rowKey, onOpen, isStale, selection }: ListTableProps<Row>) {
  const table = useRowFocus(label, rows !== undefined);
  const chosenHere = rows?.filter((row) => selection?.selected.has(rowKey(row))).length ?? 0;
  const headProps = (column: Column<Row>) => ({
    ...(column.isNumber ? { 'data-number': true } : {}),
    ...(column.room ? { 'data-room': column.room } : {}),
  });
  const cellProps = (column: Column<Row>) => ({ role: 'cell', 'data-phone': column.phone, ...headProps(column) });
  return (
    <table
      ref={table}
      className="mg-table"
      role="table"
      aria-label={label}
      aria-busy={rows === undefined || isStale}
      {...(isStale ? { 'data-stale': true } : {})}
      {...(selection ? { 'data-select': true } : {})}
    >
      <thead role="rowgroup">
        <tr role="row">
          {selection ? (
            <th role="columnheader" scope="col" className="mg-select-cell">
              <Checkbox
                size="xs"
                aria-label="Select page"
                disabled={!rows || rows.length === 0}
                checked={chosenHere > 0 && chosenHere === rows?.length}
                indeterminate={chosenHere > 0 && chosenHere < (rows?.length ?? 0)}
                onChange={(event) => selection.onAll(event.currentTarget.checked)}
              />
            </th>
          ) : null}
          {columns.map((column) => (
            <th key={column.id} role="columnheader" scope="col" {...headProps(column)}>
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows === undefined
          ? PLACEHOLDERS.map((index) => (
              <tr key={`placeholder ${index}`} role="row">
                {selection ? (
                  <td role="cell" className="mg-select-cell">
                    <Skeleton height={16} width={16} />
                  </td>
                ) : null}
                {columns.map((column) => (
                  <td key={column.id} {...cellProps(column)}>
                    <Skeleton height={16} width={column.skeleton ?? 96} {...(column.isNumber ? { ml: 'auto' } : {})} />
                  </td>
                ))}
              </tr>
            ))
          : rows.map((row) => (
              <tr
                key={rowKey(row)}
                role="row"
                data-open
                data-key={rowKey(row)}
                onClick={(event) => {
                  opened = { label, key: String(rowKey(row)) };
                  if (opens(event)) onOpen(row);
                }}
              >
                {selection ? (
                  <td role="cell" className="mg-select-cell">
                    <Checkbox
                      size="xs"
                      aria-label={`Select ${selection.nameOf(rowKey(row))}`}
                      checked={selection.selected.has(rowKey(row))}
                      // A click tells whether Shift is held; so does the space bar.
                      onChange={() => undefined}
                      onClick={(event) => selection.onToggle(rowKey(row), event.shiftKey)}
                    />
                  </td>
                ) : null}
                {columns.map((column) => (
                  <td key={column.id} {...cellProps(column)}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
      </tbody>
    </table>
  );
}
