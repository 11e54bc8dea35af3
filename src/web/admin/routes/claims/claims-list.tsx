import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { ClaimKind } from '#core/lists/lists.ts';
import { useSelection } from '../../../ui/use-selection.ts';
import { claimsQuery, countsQuery } from '../../list-queries.ts';
import { BulkBar } from '../../lists/bulk-bar.tsx';
import { searchRequest, startOfToday, type ListAddress } from '../../lists/list-address.ts';
import { ExportDialog } from '../../lists/export-tool.tsx';
import { StoreList } from '../../lists/store-list.tsx';
import { useList } from '../../lists/use-list.ts';
import { meQuery } from '../../me-query.ts';
import { claimColumns } from './claim-columns.tsx';
import { CLAIM, CLAIMS } from './claim-places.ts';
import './claims-list.css';

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
  // As they were chosen: the list may lose some of them while the dialog is open.
  const [exported, setExported] = useState<number[] | null>(null);
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
          <Button
            variant="default"
            renderRoot={(props) => <Link {...props} to="/$storeId/orders/lookup" params={{ storeId }} />}
          >
            Order Lookup
          </Button>
        }
        lead={
          <BulkBar
            storeId={storeId}
            claimType={kind}
            claims={chosen}
            onExport={() => setExported(chosen.map((row) => row.id))}
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
      {exported ? (
        <ExportDialog
          storeId={storeId}
          kind={kind}
          list={list}
          address={address}
          chosen={exported}
          onClose={() => setExported(null)}
        />
      ) : null}
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
