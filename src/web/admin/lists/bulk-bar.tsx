import { Button } from '@mantine/core';
import { useState } from 'react';
import type { BulkAction } from '#contract/merchant/lists.ts';
import type { ClaimType } from '#core/claims/types.ts';
import { loadLater } from '../../ui/load-later.ts';
import { useRights } from '../me-query.ts';
import type { ChosenClaim } from './bulk-dialog.tsx';

const BulkDialog = loadLater(async () => (await import('./bulk-dialog.tsx')).BulkDialog);

/** Bulk actions on the selected claims. A running action finishes even if its claims leave the list. */
export function BulkBar({
  storeId,
  claimType,
  claims,
  onExport,
  onClear,
}: {
  storeId: number;
  claimType: ClaimType;
  claims: readonly ChosenClaim[];
  onExport: () => void;
  onClear: () => void;
}) {
  const { mayFinalize, mayExport } = useRights(storeId);
  const [kind, setKind] = useState<BulkAction['kind'] | null>(null);
  const button = (label: string, act: () => void) => (
    <Button variant="default" size="xs" onClick={act}>
      {label}
    </Button>
  );
  return (
    <>
      {claims.length > 0 ? (
        <section className="mg-bulk" aria-label="Selected claims">
          <span aria-live="polite">{`${claims.length} selected`}</span>
          {button('Add tag', () => setKind('addTag'))}
          {button('Remove tag', () => setKind('removeTag'))}
          {mayFinalize ? button('Approve and finalize', () => setKind('approveAndFinalize')) : null}
          {button('Approve', () => setKind('approve'))}
          {mayFinalize ? button('Finalize', () => setKind('finalize')) : null}
          {button('Cancel claims', () => setKind('cancel'))}
          {mayExport ? button('Export', onExport) : null}
          <Button variant="subtle" size="xs" onClick={onClear}>
            Clear selection
          </Button>
        </section>
      ) : null}
      {kind === null ? null : (
        <BulkDialog storeId={storeId} kind={kind} claimType={claimType} claims={claims} onClose={() => setKind(null)} />
      )}
    </>
  );
}
