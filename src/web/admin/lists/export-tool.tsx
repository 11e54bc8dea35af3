import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listOf, type ListKind } from '#core/lists/lists.ts';
import { ALL_VIEW_ID } from '#core/lists/saved-view.ts';
import { loadLater } from '../../ui/load-later.ts';
import { meQuery, useRights } from '../me-query.ts';
import { inInstants, searchRequest, startOfToday, type ListAddress } from './list-address.ts';
import { Tool } from './list-tools.tsx';
import type { ListState } from './use-list.ts';

const ReportDialog = loadLater(async () => (await import('./report-dialog.tsx')).ReportDialog);

type Exported = { storeId: number; kind: ListKind; list: ListState; address: ListAddress };

/** Exports what any list of the store shows. */
export function ExportTool(of: Exported) {
  const [isOpen, setOpen] = useState(false);
  if (!useRights(of.storeId).mayExport) return null;
  return (
    <>
      <Tool label="Export" onClick={() => setOpen(true)}>
        <IconDownload size={16} />
      </Tool>
      {isOpen ? <ExportDialog {...of} chosen={null} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** Asks for a report of a list, or of the claims chosen in it. */
export function ExportDialog({
  storeId,
  kind,
  list,
  address,
  chosen,
  onClose,
}: Exported & { chosen: number[] | null; onClose: () => void }) {
  const me = useQuery(meQuery).data;
  const { title, tableLabel = title } = listOf(kind);
  const { orderBy } = searchRequest(kind, address, list.filters, startOfToday());
  return (
    <ReportDialog
      storeId={storeId}
      what={{ kind, filters: inInstants(list.filters, startOfToday()), orderBy, claimIds: chosen }}
      email={me?.user.email ?? ''}
      filename={list.view.id === ALL_VIEW_ID ? tableLabel : list.view.name}
      onClose={onClose}
    />
  );
}
