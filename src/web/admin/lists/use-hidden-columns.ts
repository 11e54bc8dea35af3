import { useState } from 'react';
import type { ListKind } from '#core/lists/lists.ts';
import { hiddenColumns, hideColumns } from './kept-state.ts';

/** The columns of a list that are left out, remembered for the next visit. */
export function useHiddenColumns(storeId: number, kind: ListKind) {
  const [hidden, setHidden] = useState(() => hiddenColumns(storeId, kind));
  const hide = (next: string[]): void => {
    setHidden(next);
    hideColumns(storeId, kind, next);
  };
  return { hidden, hide };
}
export type HiddenColumns = ReturnType<typeof useHiddenColumns>;
