import { IconExternalLink, IconPrinter } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { isNotFound, portalCall, type Answer } from '../api.ts';
import { Queries } from '../queries.tsx';
import { useStore } from '../store.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Failure, NotFound } from '../ui/failure.tsx';
import { Heading } from '../ui/heading.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import styles from './policy.module.css';
import { t, useLanguage } from '../texts.ts';

type Published = Answer<'returnPolicy'>;

/** The return policy, for anyone; search engines read its markup. */
export function Policy() {
  return (
    <Queries>
      <Loaded />
    </Queries>
  );
}

function Loaded() {
  const { slug } = useStore();
  const language = useLanguage();
  const policy = useQuery({
    // The server phrases it in the language that is read.
    queryKey: ['policy', slug, language],
    queryFn: ({ signal }) => portalCall('returnPolicy', { params: { slug } }, signal),
    placeholderData: keepPreviousData,
  });
  if (policy.data) return <Shown policy={policy.data} />;
  if (policy.isPending) return <Skeleton />;
  if (isNotFound(policy.error)) return <NotFound slug={slug} what="page" />;
  return <Failure error={policy.error} onRetry={() => void policy.refetch()} />;
}

function Shown({ policy: { sections, ownPageUrl, markup } }: { policy: Published }) {
  const store = useStore();
  return (
    <div className={styles.policy}>
      {store.languages.map((code) => (
        <link key={code} rel="alternate" hrefLang={code} href={`${pageAddress()}?lang=${code}`} />
      ))}
      <script type="application/ld+json">{JSON.stringify(markup)}</script>
      <Heading title={t('page.title', { heading: t('footer.policy'), store: store.pageTitle })}>
        {t('footer.policy')}
      </Heading>
      {ownPageUrl !== '' && (
        <p>
          <a href={ownPageUrl} className={styles.own}>
            {t('policy.ownPage', { store: store.pageTitle })}
            <IconExternalLink size={18} aria-hidden="true" />
          </a>
        </p>
      )}
      <div className={styles.sections}>
        {sections.map((section) => (
          <Section key={section.title} {...section} />
        ))}
      </div>
      <div className={styles.actions}>
        <Link href={`/p/${encodeURIComponent(store.slug)}`} className={buttonClass('primary')}>
          {t('common.lookUp')}
        </Link>
        <Button look="quiet" onClick={() => window.print()}>
          <IconPrinter size={20} aria-hidden="true" />
          {t('policy.print')}
        </Button>
      </div>
    </div>
  );
}

/** Search engines show each reader the page in their language. */
const pageAddress = (): string => window.location.origin + window.location.pathname;

const Section = ({ title, sentences, exceptions }: Published['sections'][number]) => (
  <section className={styles.section}>
    <h2>{title}</h2>
    {sentences.map((sentence) => (
      <p key={sentence}>{sentence}</p>
    ))}
    {exceptions.length > 0 && (
      <ul>
        {exceptions.map((exception) => (
          <li key={exception}>{exception}</li>
        ))}
      </ul>
    )}
  </section>
);
