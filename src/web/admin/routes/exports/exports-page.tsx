import { Skeleton } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { Reports, reportsQuery } from '../../lists/report-list.tsx';
import { useMyStore } from '../../me-query.ts';
import { loadProblemText } from '../../problem-words.ts';
import { NoAccess } from '../../shell/problem-pages.tsx';
import '../books/books.css';

/** Where the email about an export leads: its file is for people who can open the store. */
export function ExportsPage() {
  const { storeId } = useParams({ from: '/$storeId/exports' });
  const store = useMyStore(storeId);
  const { data, error, refetch } = useQuery({ ...reportsQuery(storeId), enabled: store?.mayExport === true });
  useDocumentTitle('Exports');
  if (!store) return null;
  if (!store.mayExport) return <NoAccess>Sign in to Makegood to download exports.</NoAccess>;
  return (
    <main className="mg-books" id="content">
      <header className="mg-list-head">
        <h1>Exports</h1>
      </header>
      {error ? <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton height={120} /> : null}
      {data?.length === 0 ? (
        <p className="mg-muted">No exports yet. Export a list of claims to find its file here.</p>
      ) : null}
      {data && data.length > 0 ? <Reports reports={data} /> : null}
    </main>
  );
}
