import { useQuery } from '@tanstack/react-query';
import { isNotFound, portalCall } from '../../api.ts';
import { Queries } from '../../queries.tsx';
import { useStore } from '../../store.tsx';
import { t } from '../../texts.ts';
import { Failure } from '../../ui/failure.tsx';
import { Heading } from '../../ui/heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CertificateView } from './certificate-view.tsx';
import styles from './register.module.css';

/** The certificate that an email or a printed code leads to. */
export function CertificatePage(props: { slug: string; token: string }) {
  return (
    <Queries>
      <CertificateScreen {...props} />
    </Queries>
  );
}

function CertificateScreen({ slug, token }: { slug: string; token: string }) {
  const { pageTitle } = useStore();
  const { data, error, refetch } = useQuery({
    queryKey: ['certificate', slug, token],
    queryFn: ({ signal }) => portalCall('certificate', { params: { slug }, body: { token } }, signal),
  });
  if (!data && !error) return <Skeleton />;
  if (!data && !isNotFound(error)) return <Failure error={error} onRetry={() => void refetch()} />;
  const heading = data ? t('register.done') : t('certificate.ended.heading');
  return (
    <div className={styles.register}>
      <Heading title={t('page.title', { heading, store: pageTitle })}>{heading}</Heading>
      {data ? <CertificateView slug={slug} certificate={data} /> : <p>{t('certificate.ended.about')}</p>}
    </div>
  );
}
