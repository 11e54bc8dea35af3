import type { ReactNode } from 'react';
import { useRights } from './me-query.ts';

/** What moves money, for those who may; sessions of a helpdesk read where it can be done. */
export function MoneyOnly({ storeId, children }: { storeId: number; children: ReactNode }) {
  const { mayFinalize } = useRights(storeId);
  return mayFinalize ? (
    children
  ) : (
    <span className="mg-muted">This helpdesk can't do this. Sign in to Makegood to do it.</span>
  );
}
