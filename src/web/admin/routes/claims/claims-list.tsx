import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { CLAIM_TYPES } from '#core/claims/types.ts';
import type { ClaimKind } from '#core/lists/lists.ts';
import { ALL_VIEW_ID } from '#core/lists/saved-view.ts';
import { loadLater } from '../../../ui/load-later.ts';
import { useSelection } from '../../../ui/use-selection.ts';
import { claimsQuery, countsQuery } from '../../list-queries.ts';
import { BulkBar } from '../../lists/bulk-bar.tsx';
import { inInstants, searchRequest, startOfToday, type ListAddress } from '../../lists/list-address.ts';
import { Tool } from '../../lists/list-tools.tsx';
import { StoreList } from '../../lists/store-list.tsx';
import { useList } from '../../lists/use-list.ts';
import { meQuery, useRights } from '../../me-query.ts';
import { claimColumns } from './claim-columns.tsx';
import { CLAIM, CLAIMS } from './claim-places.ts';
import './claims-list.css';

const ReportDialog = loadLater(async () => (await import('../../lists/report-dialog.tsx')).ReportDialog);

/** A claim list: views, search and filters, bulk actions, export. */
export function ClaimsList({ kind, address }: { kind: ClaimKind; address: ListAddress }) {
  const { storeId } = useParams({ from: '/$storeId' });
  const navigate = useNavigate();
  const client = useQueryClient();
  const list = useList(
    storeId,
    kind,
    address,
    (search) => void navigate({ to: CLAIMS, params: { storeId, type: kind }, search }),
  );
  const request = searchRequest(kind, address, list.filters, startOfToday());
  const found = useQuery({ ...claimsQuery(storeId, request), enabled: !list.isWaiting });
  const counts = useQuery(countsQuery(storeId, kind));
  const me = useQuery(meQuery).data;
  const { mayExport } = useRights(storeId);
  const [exporting, setExporting] = useState<'list' | 'chosen' | null>(null);
  const rows = list.isWaiting ? undefined : found.data?.data;
  const selection = useSelection(rows?.map((row) => row.id) ?? []);
  const chosen = rows?.filter((row) => selection.selected.has(row.id)) ?? [];
  const total = counts.data && Object.values(counts.data.counts).reduce((all, count) => all + count, 0);
  return (
    <>
      <StoreList
        storeId={storeId}
        kind={kind}
        list={list}
        address={address}
        found={found}
        onRetry={() => void client.invalidateQueries({ queryKey: ['claims', storeId] })}
        total={total}
        primaryAction={
          <Button renderRoot={(props) => <Link {...props} to="/$storeId/orders/lookup" params={{ storeId }} />}>
            Order Lookup
          </Button>
        }
        tools={
          mayExport ? (
            <Tool label="Export" onClick={() => setExporting('list')}>
              <IconDownload size={16} />
            </Tool>
          ) : null
        }
        lead={
          <BulkBar
            storeId={storeId}
            claims={chosen}
            onExport={() => setExporting('chosen')}
            onClear={() => selection.onAll(false)}
          />
        }
        columns={claimColumns(storeId, rows, address)}
        selection={{ ...selection, nameOf: (key) => rows?.find((row) => row.id === key)?.externalId ?? '' }}
        onOpen={(row) =>
          void navigate({ to: CLAIM, params: { storeId, type: kind, claimId: row.id }, search: address })
        }
        emptyAction={<PortalButton url={me?.stores.find((one) => one.id === storeId)?.customerAppUrl} />}
      />
      {exporting === null ? null : (
        <ReportDialog
          storeId={storeId}
          what={{
            kind,
            filters: inInstants(list.filters, startOfToday()),
            orderBy: request.orderBy,
            claimIds: exporting === 'chosen' ? chosen.map((row) => row.id) : null,
          }}
          email={me?.user.email ?? ''}
          filename={list.view.id === ALL_VIEW_ID ? CLAIM_TYPES[kind].title : list.view.name}
          claimCount={exporting === 'chosen' ? chosen.length : null}
          onClose={() => setExporting(null)}
        />
      )}
    </>
  );
}

function PortalButton({ url }: { url: string | undefined }) {
  return url ? (
    <Button component="a" href={url} target="_blank" rel="noreferrer">
      Open your return portal
    </Button>
  ) : null;
}
