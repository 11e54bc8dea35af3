import { Button, Group, Skeleton, Stack, TextInput } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { call } from '#contract/client.ts';
import {
  askPrivacy,
  findCustomerData,
  listPrivacyRequests,
  retryPrivacyRequest,
  type PrivacyRequest,
} from '#contract/merchant/privacy.ts';
import type { OpenClaim, PrivacyCounts } from '#core/privacy/requests.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { DateText } from '../../../ui/date-text.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SettingsSection } from '../../../ui/settings-page.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { toast } from '../../../ui/toast.ts';
import { errorsOf } from '../../field-errors.ts';
import { loadProblemText, problemText } from '../../problem-words.ts';
import { CLAIM } from '../claims/claim-places.ts';
import type { MyStore } from '../../shell/access.ts';
import './return-locations.css';

const LOOK_AGAIN_MS = 2000;

const requestsQuery = (storeId: number) =>
  queryOptions({
    queryKey: ['privacy', storeId],
    queryFn: ({ signal }) => call(listPrivacyRequests, { params: { storeId } }, { signal }),
    // What waits for open claims goes on by itself, too.
    refetchInterval: ({ state }) =>
      state.data?.data.some((request) => request.state === 'waiting') ? LOOK_AGAIN_MS : false,
  });

const isUnderWay = ({ state, waitsFor, lastError }: PrivacyRequest): boolean =>
  state === 'waiting' && waitsFor.length === 0 && lastError === null;

/** Hands over or erases what the store holds of a customer, and shows what Shopify asked for. */
export function PrivacySection({ store }: { store: MyStore }) {
  return (
    <>
      <FindCustomer storeId={store.id} />
      <Requests storeId={store.id} />
      <EraseStore store={store} />
    </>
  );
}

function FindCustomer({ storeId }: { storeId: number }) {
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const finding = useMutation({
    mutationFn: (wanted: string) => call(findCustomerData, { params: { storeId }, body: { email: wanted } }),
  });
  const find = (): void => {
    const { email: wrong } = errorsOf(findCustomerData.body, { email });
    setProblem(wrong);
    if (wrong === undefined) finding.mutate(email.trim());
  };
  return (
    <SettingsSection
      title="Customer data"
      help="When a customer asks for their data, export it. When they ask you to delete it, erase it. Requests from Shopify are carried out automatically and listed below."
    >
      {/* The page around it has a form of its own. */}
      <Group align="flex-end" gap="xs">
        <TextInput
          label="Customer email"
          type="email"
          maxLength={254}
          style={{ flex: '1 1 240px' }}
          value={email}
          error={problem}
          onChange={(event) => setEmail(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            find();
          }}
        />
        <Button variant="default" loading={finding.isPending} onClick={find}>
          Find data
        </Button>
      </Group>
      {finding.error ? <Notice tone="bad">{problemText(finding.error)}</Notice> : null}
      {finding.data && finding.variables ? (
        <Found
          key={finding.variables}
          storeId={storeId}
          email={finding.variables}
          found={finding.data}
          onErase={() => finding.reset()}
        />
      ) : null}
    </SettingsSection>
  );
}

type FoundProps = {
  storeId: number;
  email: string;
  found: { counts: PrivacyCounts; openClaims: OpenClaim[]; kept: { what: string; why: string }[] };
  onErase: () => void;
};

function Found({ storeId, email, found, onErase }: FoundProps) {
  const [isAsking, setAsking] = useState(false);
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: requestsQuery(storeId).queryKey });
  const asking = useMutation({
    mutationFn: (kind: 'export' | 'erase') => call(askPrivacy, { params: { storeId }, body: { kind, email } }),
    onSuccess: async ({ kind }) => {
      await refresh();
      toast(kind === 'export' ? 'Export started' : 'Erasure started');
      setAsking(false);
      if (kind === 'erase') onErase();
    },
  });
  const { orders, claims } = found.counts;
  if (orders + claims === 0) return <Notice tone="neutral">Nothing is stored for {email}.</Notice>;
  return (
    <Stack gap="sm" mt="md">
      <output>
        Stored for <bdi>{email}</bdi>: {countText(found.counts)}.
      </output>
      {asking.error && !isAsking ? <Notice tone="bad">{problemText(asking.error)}</Notice> : null}
      <Group gap="xs">
        <Button
          variant="default"
          loading={asking.isPending && asking.variables === 'export'}
          onClick={() => asking.mutate('export')}
        >
          Export data
        </Button>
        <Button variant="default" onClick={() => setAsking(true)}>
          Erase data…
        </Button>
      </Group>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => {
          setAsking(false);
          asking.reset();
        }}
        title={`Erase the data of ${email}?`}
        confirmLabel="Erase data"
        cancelLabel="Keep data"
        onConfirm={() => asking.mutate('erase')}
        isBusy={asking.isPending}
        isDestructive
      >
        <Stack gap="sm">
          <p>
            Names, contact details, addresses, messages, notes, photos and labels are deleted from{' '}
            {countText(found.counts)}. Saved CSV exports are deleted too. You can't undo this.
          </p>
          <div>
            <strong>What stays</strong>
            <ul>
              {found.kept.map(({ what, why }) => (
                <li key={what}>
                  {what}. {why}
                </li>
              ))}
            </ul>
          </div>
          {found.openClaims.length > 0 ? (
            <Notice tone="waiting">
              Orders with something open are erased after it's closed: <OpenList open={found.openClaims} />
            </Notice>
          ) : null}
          {asking.error ? <Notice tone="bad">{problemText(asking.error)}</Notice> : null}
        </Stack>
      </ConfirmDialog>
    </Stack>
  );
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
const countText = ({ orders, claims, files }: PrivacyCounts): string =>
  [
    counted(orders, 'order', 'orders'),
    ...(claims > 0 ? [counted(claims, 'claim', 'claims')] : []),
    ...(files > 0 ? [counted(files, 'file', 'files')] : []),
  ].join(', ');

const WHY: Readonly<Record<OpenClaim['why'], string>> = {
  open: 'still open',
  actions: "has actions that aren't done",
  tasks: 'has open tasks',
  payments: 'has a payment under way',
};

const OpenList = ({ open }: { open: readonly OpenClaim[] }) => (
  <>
    {open.map(({ name, why }) => (
      <span key={`${name} ${why}`}>
        {name} ({WHY[why]}){name === open.at(-1)?.name ? '.' : ', '}
      </span>
    ))}
  </>
);

function Requests({ storeId }: { storeId: number }) {
  const { data, error, refetch } = useQuery(requestsQuery(storeId));
  return (
    <SettingsSection
      title="Requests"
      help="Exports can be downloaded for 30 days. Finished erasures stay listed as proof, without the customer."
    >
      {error ? <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton height={120} /> : null}
      {data?.data.length === 0 ? <p className="mg-muted mg-location-none">No requests yet.</p> : null}
      <ul className="mg-locations" aria-label="Privacy requests">
        {data?.data.map((request) => (
          <li key={request.id}>
            <Request storeId={storeId} request={request} />
          </li>
        ))}
      </ul>
    </SettingsSection>
  );
}

const KINDS: Readonly<Record<PrivacyRequest['kind'], string>> = {
  export: 'Export',
  erase: 'Erasure',
  eraseStore: 'Erasure of the store',
};

function statusOf({ kind, state, waitsFor }: PrivacyRequest) {
  if (state === 'done') return { label: kind === 'export' ? 'Ready' : 'Erased', tone: 'good' } as const;
  if (state === 'refused') return { label: 'Not carried out', tone: 'bad' } as const;
  if (waitsFor.length === 0) return { label: 'In progress', tone: 'waiting' } as const;
  return { label: kind === 'eraseStore' ? 'Waiting for refunds' : 'Waiting for open claims', tone: 'waiting' } as const;
}

function Request({ storeId, request }: { storeId: number; request: PrivacyRequest }) {
  const client = useQueryClient();
  const retrying = useMutation({
    mutationFn: () => call(retryPrivacyRequest, { params: { storeId, privacyRequestId: request.id } }),
    onSettled: () => client.invalidateQueries({ queryKey: requestsQuery(storeId).queryKey }),
    onError: (error) => toast(problemText(error), 'bad'),
  });
  const { id, kind, state, customer, waitsFor, downloadUrl } = request;
  return (
    <div className="mg-location">
      <div className="mg-location-text">
        <strong>
          {KINDS[kind]} {id}
          {customer === null ? null : (
            <>
              {' · '}
              <bdi>{customer}</bdi>
            </>
          )}
        </strong>
        <span className="mg-muted">
          Requested by <bdi>{request.requestedBy}</bdi>, <DateText date={request.createdOn} isInSentence />
          {state === 'waiting' ? (
            <>
              , due by <DateText date={request.dueOn} isInSentence />
            </>
          ) : null}
        </span>
        <span className="mg-user-role">
          <StatusBadge status={statusOf(request)} />
          {kind === 'eraseStore' || state === 'refused' ? null : countText(request.counts)}
        </span>
        {waitsFor.length > 0 ? (
          <span className="mg-muted">
            {kind === 'eraseStore' ? 'Customers get their payments back first:' : 'Close these first:'}{' '}
            <OpenLinks storeId={storeId} open={waitsFor} />
          </span>
        ) : null}
        {request.lastError === null ? null : <Notice tone="bad">{request.lastError}</Notice>}
      </div>
      {downloadUrl === null ? null : (
        <Button component="a" href={downloadUrl} variant="default" size="xs" aria-label={`Download export ${id}`}>
          Download
        </Button>
      )}
      {state === 'waiting' && !isUnderWay(request) ? (
        <Button
          variant="default"
          size="xs"
          loading={retrying.isPending}
          onClick={() => retrying.mutate()}
          aria-label={`Check request ${id} again`}
        >
          Check again
        </Button>
      ) : null}
    </div>
  );
}

const OpenLinks = ({ storeId, open }: { storeId: number; open: readonly OpenClaim[] }): ReactNode =>
  open.map(({ claimId, claimType, name, why }) => (
    <span key={`${name} ${why}`}>
      {claimId === null || claimType === null ? (
        name
      ) : (
        <Link to={CLAIM} params={{ storeId, type: claimType, claimId }}>
          {name}
        </Link>
      )}{' '}
      ({WHY[why]}){' '}
    </span>
  ));

/** Only once the app is uninstalled. Shopify asks for it by itself two days later. */
function EraseStore({ store }: { store: MyStore }) {
  const { data, error } = useQuery(requestsQuery(store.id));
  const [name, setName] = useState('');
  const [isAsking, setAsking] = useState(false);
  const client = useQueryClient();
  const erasing = useMutation({
    mutationFn: () =>
      call(askPrivacy, { params: { storeId: store.id }, body: { kind: 'eraseStore', storeName: name } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: requestsQuery(store.id).queryKey });
      setAsking(false);
    },
  });
  return (
    <SettingsSection
      title="Store data"
      help="Shopify asks us to erase everything two days after you uninstall the app. After 90 days we do it in any case."
    >
      {data === undefined && !error ? <Skeleton height={36} /> : null}
      {data?.isInstalled === false ? (
        <div>
          <Button variant="default" onClick={() => setAsking(true)}>
            Erase this store…
          </Button>
        </div>
      ) : null}
      {data?.isInstalled ? (
        <p className="mg-muted mg-location-none">To erase this store, uninstall the app in Shopify first.</p>
      ) : null}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => {
          setAsking(false);
          erasing.reset();
        }}
        title="Erase this store?"
        confirmLabel="Erase store"
        cancelLabel="Keep store"
        onConfirm={() => erasing.mutate()}
        isBusy={erasing.isPending}
        isDestructive
      >
        <Stack gap="sm">
          <p>
            Every order, claim, file, setting and user of this store is deleted. Only invoices from Makegood stay. You
            can't undo this.
          </p>
          <TextInput
            label={`Type ${store.name} to confirm`}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {erasing.error ? <Notice tone="bad">{problemText(erasing.error)}</Notice> : null}
        </Stack>
      </ConfirmDialog>
    </SettingsSection>
  );
}
