/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   the phone layout gives the elements of the table another display, which drops their own roles in some browsers */
import { Skeleton } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';

export type Column<Row> = {
  id: string;
  title: string;
  cell: (row: Row) => ReactNode;
  isNumber?: boolean;
  /** Width of the placeholder while loading, in pixels. */
  skeleton?: number;
  /** On a phone a row is two columns: at the start, at the end, or left out. */
  phone: 'start' | 'end' | 'none';
};

export type ListTableProps<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while the first answer is under way. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  onOpen: (row: Row) => void;
  isStale: boolean;
};

const PLACEHOLDERS = Array.from({ length: 10 }, (_, index) => index);

/** Opens the row unless the click meant something else: a link in it, or the selection of text. */
const opens = (event: MouseEvent): boolean =>
  !(event.target instanceof Element && event.target.closest('a, button, input')) && !window.getSelection()?.toString();

export function ListTable<Row>({ label, columns, rows, rowKey, onOpen, isStale }: ListTableProps<Row>) {
  const cellProps = (column: Column<Row>) => ({
    role: 'cell',
    'data-phone': column.phone,
    ...(column.isNumber ? { 'data-number': true } : {}),
  });
  return (
    <table
      className="mg-table"
      role="table"
      aria-label={label}
      aria-busy={rows === undefined || isStale}
      {...(isStale ? { 'data-stale': true } : {})}
    >
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column.id} role="columnheader" scope="col" {...(column.isNumber ? { 'data-number': true } : {})}>
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows === undefined
          ? PLACEHOLDERS.map((index) => (
              <tr key={`placeholder ${index}`} role="row">
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
                onClick={(event) => {
                  if (opens(event)) onOpen(row);
                }}
              >
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
