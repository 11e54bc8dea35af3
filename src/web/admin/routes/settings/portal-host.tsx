import { Anchor, Button, Skeleton, Table, TextInput } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#contract/client.ts';
import {
  checkPortalHost,
  getPortalHost,
  linkPortalHost,
  removePortalHost,
  setPortalHost,
} from '#contract/merchant/portal-host.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { DateText } from '../../../ui/date-text.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SettingsSection } from '../../../ui/settings-page.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { meQuery } from '../../me-query.ts';
import { loadProblemText, problemText } from '../../problem-words.ts';

type PortalHost = RouteAnswer<typeof setPortalHost>['portalHost'];

const portalHostQuery = (storeId: number) =>
  queryOptions({
    queryKey: ['portal-host', storeId],
    queryFn: ({ signal }) => call(getPortalHost, { params: { storeId } }, { signal }),
  });

/** The portal at a host of the merchant's own: named, proven by DNS, then used in links. Each step is saved by itself. */
export function PortalHostSection({ storeId }: { storeId: number }) {
  const { data, error, refetch } = useQuery(portalHostQuery(storeId));
  const portalHost = data?.portalHost ?? null;
  return (
    <SettingsSection
      title="Portal address"
      help="Shoppers can find the portal at a name of your own domain, such as returns.example.com. Its usual address keeps working."
    >
      {error ? <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton height={80} /> : null}
      {data && !portalHost ? <HostForm storeId={storeId} /> : null}
      {portalHost ? <Host storeId={storeId} portalHost={portalHost} /> : null}
    </SettingsSection>
  );
}

/** What a change answers is shown at once; menus and links of the page follow. */
function useShown(storeId: number): (portalHost: PortalHost | null) => void {
  const client = useQueryClient();
  return (portalHost) => {
    client.setQueryData(portalHostQuery(storeId).queryKey, { portalHost });
    void client.invalidateQueries({ queryKey: meQuery.queryKey });
  };
}

function HostForm({ storeId }: { storeId: number }) {
  const [host, setHost] = useState('');
  const shown = useShown(storeId);
  const saving = useMutation({
    mutationFn: () => call(setPortalHost, { params: { storeId }, body: { host } }),
    onSuccess: ({ portalHost }) => shown(portalHost),
  });
  const save = (): void => {
    if (host.trim() !== '' && !saving.isPending) saving.mutate();
  };
  return (
    <div className="mg-host-form">
      <TextInput
        label="Name"
        placeholder="returns.example.com"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={300}
        value={host}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // The page is a form of its own.
          event.preventDefault();
          save();
        }}
        onChange={(event) => {
          setHost(event.currentTarget.value);
          saving.reset();
        }}
        {...(saving.error ? { error: problemText(saving.error) } : {})}
      />
      <Button variant="default" loading={saving.isPending} disabled={host.trim() === ''} onClick={save}>
        Use this name
      </Button>
    </div>
  );
}

function Host({ storeId, portalHost }: { storeId: number; portalHost: PortalHost }) {
  const { host, url, verifiedOn, linkedOn, checkedOn } = portalHost;
  const [isRemoving, setRemoving] = useState(false);
  const shown = useShown(storeId);
  const params = { storeId };
  const checking = useMutation({
    mutationFn: () => call(checkPortalHost, { params }),
    onSuccess: (answer) => shown(answer.portalHost),
  });
  const linking = useMutation({
    mutationFn: (isLinked: boolean) => call(linkPortalHost, { params, body: { isLinked } }),
    onSuccess: (answer) => shown(answer.portalHost),
  });
  const removing = useMutation({
    mutationFn: () => call(removePortalHost, { params }),
    onSuccess: () => shown(null),
  });
  const problem = checking.error ?? linking.error;
  return (
    <>
      <div className="mg-host-head">
        <strong>
          <bdi>{host}</bdi>
        </strong>
        <StatusBadge status={stateOf(portalHost)} />
      </div>
      {problem ? <Notice tone="bad">{problemText(problem)}</Notice> : null}
      {verifiedOn === null ? (
        <>
          <p className="mg-muted">
            Add these records where you manage the DNS of your domain. It can take an hour until they are seen.
          </p>
          <Records records={portalHost.records} />
          {checkedOn !== null ? (
            <Notice tone="waiting">
              The TXT record isn&apos;t there yet. Last checked: <DateText date={checkedOn} isInSentence />
            </Notice>
          ) : null}
        </>
      ) : (
        <p className="mg-muted">
          {linkedOn === null ? 'Open it once. If your portal shows, use it in emails, labels and codes: ' : 'Portal: '}
          <Anchor href={url} target="_blank" rel="noreferrer">
            {url}
          </Anchor>
        </p>
      )}
      <div className="mg-host-actions">
        {verifiedOn === null ? (
          <Button variant="default" loading={checking.isPending} onClick={() => checking.mutate()}>
            Check records
          </Button>
        ) : (
          <Button variant="default" loading={linking.isPending} onClick={() => linking.mutate(linkedOn === null)}>
            {linkedOn === null ? 'Use in emails and links' : 'Stop using in links'}
          </Button>
        )}
        <Button variant="default" onClick={() => setRemoving(true)}>
          Remove
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isRemoving}
        onClose={() => {
          setRemoving(false);
          removing.reset();
        }}
        title={`Remove ${host}?`}
        confirmLabel="Remove address"
        cancelLabel="Keep address"
        isDestructive
        isBusy={removing.isPending}
        onConfirm={() => removing.mutate()}
      >
        Links that were already sent to this address stop working. New ones lead to the usual address of the portal.
        {removing.error ? <Notice tone="bad">{problemText(removing.error)}</Notice> : null}
      </ConfirmDialog>
    </>
  );
}

const stateOf = ({ verifiedOn, linkedOn }: PortalHost) =>
  linkedOn !== null
    ? ({ tone: 'good', label: 'In use' } as const)
    : verifiedOn !== null
      ? ({ tone: 'info', label: 'Verified' } as const)
      : ({ tone: 'waiting', label: 'Waiting for DNS' } as const);

const Records = ({ records }: Pick<PortalHost, 'records'>) => (
  <Table.ScrollContainer minWidth={440}>
    <Table aria-label="DNS records">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Type</Table.Th>
          <Table.Th>Name</Table.Th>
          <Table.Th>Value</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {records.map(({ type, name, value }) => (
          <Table.Tr key={type}>
            <Table.Td className="mg-host-type">{type}</Table.Td>
            <Table.Td>
              <code>{name}</code> <CopyButton text={name} label={`Copy name of ${type} record`} />
            </Table.Td>
            <Table.Td>
              <code>{value}</code> <CopyButton text={value} label={`Copy value of ${type} record`} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
);
