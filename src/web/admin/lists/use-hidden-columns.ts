import { useState } from 'react';
import type { ListKind } from '#core/lists/lists.ts';
import { hiddenColumns, hideColumns } from './kept-state.ts';

/** The columns of a list that are left out, remembered for the next visit; extra ones until they are chosen. */
export function useHiddenColumns(
  storeId: number,
  kind: ListKind,
  columns: readonly { id: string; isExtra?: boolean }[],
) {
  const [hidden, setHidden] = useState(
    () => hiddenColumns(storeId, kind) ?? columns.filter(({ isExtra }) => isExtra === true).map(({ id }) => id),
  );
  const hide = (next: string[]): void => {
    setHidden(next);
    hideColumns(storeId, kind, next);
  };
  return { hidden, hide };
}
export type HiddenColumns = ReturnType<typeof useHiddenColumns>;
