import { Button, FileButton, Radio, Stack, Table } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { call } from '#contract/client.ts';
import { announceImport, listImports, startImport, type ImportShown } from '#contract/merchant/imports.ts';
import { IMPORT_KINDS, ImportKind } from '#core/imports/kinds.ts';
import { csvLine } from '#core/lists/report.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { putFile } from '../../../ui/put-file.ts';
import { saveCsv } from '../../../ui/save-file.ts';
import { Section } from '../../../ui/section.tsx';
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx';
import { meQuery } from '../../me-query.ts';
import { loadProblemText, problemText } from '../../problem-words.ts';
import { isAdminOf } from '../../shell/access.ts';
import { NoAccess } from '../../shell/problem-pages.tsx';
import { BackToRegistrations } from './back-to-registrations.tsx';
import { StateChanges } from '../../lists/state-changes.tsx';
import '../../lists/report-list.css';
import '../claim/claim-detail.css';
import '../orders/orders.css';

const POLL_MS = 1000;
const MOST_SHOWN = 5;

const importsQuery = (storeId: number) =>
  queryOptions({
    queryKey: ['imports', storeId],
    queryFn: async ({ signal }) => (await call(listImports, { params: { storeId } }, { signal })).imports,
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ state }) => state === 'waiting' || state === 'running') ? POLL_MS : false,
    staleTime: 0,
  });

/** Brings serial numbers, registrations and warranty terms from another system. */
export function ImportsPage() {
  const { storeId } = useParams({ from: '/$storeId/registrations/import' });
  const { data: me } = useQuery(meQuery);
  useDocumentTitle('Import · Registrations');
  const store = me?.stores.find(({ id }) => id === storeId);
  if (!me || !store) return null;
  if (!isAdminOf(store, me.user.isProviderAdmin))
    return <NoAccess>Ask an admin of the store to import files.</NoAccess>;
  return (
    <main className="mg-orders-page" id="content">
      <BackToRegistrations storeId={storeId} />
      <h1>Import</h1>
      <NewImport storeId={storeId} />
      <Imports storeId={storeId} />
    </main>
  );
}

function NewImport({ storeId }: { storeId: number }) {
  const client = useQueryClient();
  const [kind, setKind] = useState<ImportKind>('serialNumbers');
  const [sent, setSent] = useState<number | null>(null);
  const reset = useRef<(() => void) | null>(null);
  const importing = useMutation({
    mutationFn: async (file: File) => {
      setSent(0);
      const { importId, ...target } = await call(announceImport, {
        params: { storeId },
        body: { kind, filename: file.name, size: file.size },
      });
      await putFile(target, file, setSent, new AbortController().signal);
      return call(startImport, { params: { storeId, importId } });
    },
    onSettled: () => {
      setSent(null);
      void client.invalidateQueries({ queryKey: importsQuery(storeId).queryKey });
    },
  });
  const { about, columns } = IMPORT_KINDS[kind];
  return (
    <Section title="New import">
      <Stack gap="md">
        <Radio.Group label="What the file holds" value={kind} onChange={(value) => setKind(ImportKind.parse(value))}>
          <Stack gap="xs" mt={6}>
            {ImportKind.options.map((one) => (
              <Radio key={one} value={one} label={IMPORT_KINDS[one].title} />
            ))}
          </Stack>
        </Radio.Group>
        <p className="mg-muted mg-p">
          {about} Importing a file again changes nothing that was imported before. Rows with a mistake are reported, and
          the others are imported.
        </p>
        <Table aria-label="Columns of the file" verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Column</Table.Th>
              <Table.Th>What it holds</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {columns.map((column) => (
              <Table.Tr key={column.name}>
                <Table.Td>
                  {column.name}
                  {column.isNeeded ? ' (required)' : ''}
                </Table.Td>
                <Table.Td>{column.about}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {importing.error ? <Notice tone="bad">{problemText(importing.error)}</Notice> : null}
        <div className="mg-dialog-actions">
          <Button
            variant="default"
            onClick={() => saveCsv(csvLine(columns.map(({ name }) => name)), `${IMPORT_KINDS[kind].title}.csv`)}
          >
            Download an empty file
          </Button>
          <FileButton
            accept=".csv,text/csv"
            resetRef={reset}
            onChange={(file) => {
              if (file) importing.mutate(file);
              // Once it was corrected, the same file can be chosen again.
              reset.current?.();
            }}
            inputProps={{ 'aria-label': 'CSV file' }}
          >
            {(props) => (
              // A loading button would hide how far it is.
              <Button {...props} disabled={importing.isPending}>
                {sent === null ? 'Choose a CSV file' : `Uploading ${Math.round(sent * 100)}%`}
              </Button>
            )}
          </FileButton>
        </div>
      </Stack>
    </Section>
  );
}

function Imports({ storeId }: { storeId: number }) {
  const { data, error, refetch } = useQuery(importsQuery(storeId));
  return (
    <Section title="Latest imports">
      {error ? <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} /> : null}
      {data?.length === 0 ? <p className="mg-muted mg-p">No imports yet.</p> : null}
      <ul className="mg-reports">
        {data?.map((one) => (
          <li key={one.id}>
            <div className="mg-report-name">
              <bdi>{one.filename}</bdi>
              <span className="mg-muted">
                {IMPORT_KINDS[one.kind].title}, {one.requestedBy}, <DateText date={one.createdOn} isInSentence />
              </span>
              <span className="mg-muted">{countsOf(one)}</span>
              {one.problem === null ? null : <Notice tone="bad">{one.problem}</Notice>}
              <Refused import={one} />
            </div>
            <StatusBadge status={stateOf(one)} />
          </li>
        ))}
      </ul>
      {data ? <StateChanges rows={data.map((one) => ({ id: one.id, text: announcementOf(one) }))} /> : null}
    </Section>
  );
}

function Refused({ import: { filename, refused, refusedCount } }: { import: ImportShown }) {
  if (refusedCount === 0) return null;
  return (
    <>
      <ul className="mg-orders" aria-label={`Rows of ${filename} that were refused`}>
        {refused.slice(0, MOST_SHOWN).map(({ line, reason }) => (
          <li key={line}>
            Row {line}: {reason}
          </li>
        ))}
      </ul>
      <div>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() =>
            saveCsv(
              [csvLine(['Row', 'Reason']), ...refused.map(({ line, reason }) => csvLine([line, reason]))].join(''),
              `Refused rows of ${filename}`,
            )
          }
        >
          {refusedCount > refused.length
            ? `Download the first ${refused.length.toLocaleString('en-US')} refused rows`
            : 'Download the refused rows'}
        </Button>
      </div>
    </>
  );
}

const rows = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`;

function countsOf({ read, written, unchanged, refusedCount }: ImportShown): string {
  const number = (count: number): string => count.toLocaleString('en-US');
  return `${rows(read)} read: ${number(written)} imported, ${number(unchanged)} known before, ${number(refusedCount)} refused`;
}

const announcementOf = (one: ImportShown): string =>
  `${one.filename}: ${one.state === 'running' ? 'Running' : stateOf(one).label}.`;

function stateOf({ state, share }: ImportShown): { label: string; tone: Tone } {
  switch (state) {
    case 'waiting':
      return { label: 'Waiting', tone: 'waiting' };
    case 'running':
      return { label: `${Math.floor(share * 100)}%`, tone: 'waiting' };
    case 'done':
      return { label: 'Done', tone: 'good' };
    case 'failed':
      return { label: 'Failed', tone: 'bad' };
  }
}
