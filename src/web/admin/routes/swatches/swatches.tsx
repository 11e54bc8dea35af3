import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { meQuery } from '../../me-query.ts';
import { isSuperAdminOf } from '../../shell/access.ts';
import { NoAccess } from '../../shell/problem-pages.tsx';
import { Asking, Choosing, Leaving } from './asking.tsx';
import { Drawing, Finding } from './finding.tsx';
import { layouts, isLayout } from './layouts.tsx';
import { Saying, Values } from './saying.tsx';
import './swatches.css';

/** Every component of web/ui in its states: in test stores, and for provider admins (C2.09). */
export function Swatches() {
  const { storeId } = useParams({ from: '/$storeId/swatches' });
  const { layout } = useSearch({ from: '/$storeId/swatches' });
  const { data } = useQuery(meQuery);
  useDocumentTitle('Swatches');
  const store = data?.stores.find((one) => one.id === storeId);
  if (!data || !store) return null;
  if (!isSuperAdminOf(store, data.user.isProviderAdmin)) return <NoAccess>Available in test stores only.</NoAccess>;
  if (layout !== undefined && isLayout(layout)) {
    const Layout = layouts[layout];
    return <Layout />;
  }
  return (
    <main className="mg-swatches" id="content">
      <h1>Swatches</h1>
      <p className="mg-muted">
        Every component in its states. Layouts fill a page of their own:{' '}
        {Object.keys(layouts).map((name) => (
          <Link key={name} to="/$storeId/swatches" params={{ storeId }} search={{ layout: name }}>
            {name}
          </Link>
        ))}
      </p>
      <Saying />
      <Values />
      <Choosing />
      <Finding />
      <Drawing />
      <Asking />
      <Leaving />
    </main>
  );
}
