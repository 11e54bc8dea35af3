import { IconMapSearch } from '@tabler/icons-react';
import { lazy, Suspense, useLayoutEffect, useMemo, useState, type ReactNode } from 'react';
import { Link, Redirect, Route, Router, Switch, useLocation, useSearch } from 'wouter';
import { readCode, registrationLink } from '#core/registrations/product-code.ts';
import { isNotFound, messageOf, portalCall } from './api.ts';
import styles from './app.module.css';
import { applyBrand } from './brand.ts';
import { isEmbedded, useEmbedding } from './embedding.ts';
import { partOf } from './path.ts';
import { inBrowser, usePortalLocation } from './place.ts';
import { LanguageChoice } from './language-choice.tsx';
import { Lookup } from './routes/lookup.tsx';
import { laterScreen } from './screens.ts';
import { dropAllStored } from './storage.ts';
import { inLanguage, StoreContext, useStorefront, useThemeDraft, type Store } from './store.tsx';
import { Boundary } from './ui/boundary.tsx';
import { Failure, NotFound } from './ui/failure.tsx';
import { Heading } from './ui/heading.tsx';
import { Notice } from './ui/notice.tsx';
import { Skeleton } from './ui/skeleton.tsx';
import { rich, t, useLanguage } from './texts.ts';

const ReturnFlow = laterScreen(() => import('./routes/return-flow.tsx').then(({ ReturnFlow: screen }) => screen));
const Overview = laterScreen(() => import('./routes/overview.tsx').then(({ Overview: screen }) => screen));
const Register = laterScreen(
  () => import('./routes/register/register.tsx').then(({ Register: screen }) => screen),
  'register',
);
const CertificatePage = laterScreen(
  () => import('./routes/register/certificate-page.tsx').then(({ CertificatePage: screen }) => screen),
  'register',
);
const Withdrawal = laterScreen(
  () => import('./routes/withdrawal.tsx').then(({ Withdrawal: screen }) => screen),
  'withdrawal',
);
const Shipping = laterScreen(
  () => import('./routes/shipping/shipping.tsx').then(({ Shipping: screen }) => screen),
  'protection',
);
const GiftLookup = lazy(() =>
  import('./routes/gift-lookup.tsx').then(({ GiftLookup: screen }) => ({ default: screen })),
);
const EmailLink = lazy(() => import('./routes/email-link.tsx').then(({ EmailLink: screen }) => ({ default: screen })));
const OpenOrder = lazy(() => import('./routes/open-order.tsx').then(({ OpenOrder: screen }) => ({ default: screen })));
const Policy = lazy(() => import('./routes/policy.tsx').then(({ Policy: screen }) => ({ default: screen })));
const OpenLink = lazy(() => import('./routes/open-link.tsx').then(({ OpenLink: screen }) => ({ default: screen })));

export function App() {
  useLanguage();
  return (
    <Router hook={usePortalLocation}>
      <Switch>
        <Route path="/p/:slug/*?">{({ slug }) => <Storefront key={slug} slug={partOf(slug)} />}</Route>
        <Route>
          <main className={styles.main}>
            <div className={styles.lost}>
              <IconMapSearch size={40} stroke={1.5} aria-hidden="true" />
              <Heading title={t('page.lost.title')}>{t('page.lost.heading')}</Heading>
              <p>{t('page.lost.about')}</p>
            </div>
          </main>
        </Route>
      </Switch>
    </Router>
  );
}

function Storefront({ slug }: { slug: string }) {
  const { data: saved, error, retry } = useStorefront(slug);
  const draft = useThemeDraft();
  const language = useLanguage();
  const data = useMemo(() => saved && inLanguage({ ...saved, ...draft }, language), [saved, draft, language]);
  useLayoutEffect(() => {
    if (data) applyBrand(data);
  }, [data]);

  if (data) {
    return (
      <StoreContext value={data}>
        <Frame store={data} isPreview={draft !== null}>
          <Screens slug={slug} />
        </Frame>
      </StoreContext>
    );
  }
  return (
    <main className={styles.main}>
      {error === null ? (
        <Skeleton rows={1} />
      ) : isNotFound(error) ? (
        <StoreNotFound />
      ) : (
        <Failure error={error} onRetry={retry} />
      )}
    </main>
  );
}

function StoreNotFound() {
  return (
    <div className={styles.lost}>
      <IconMapSearch size={40} stroke={1.5} aria-hidden="true" />
      <Heading title={t('store.lost.title')}>{t('store.lost.heading')}</Heading>
      <p>{t('store.lost.about')}</p>
    </div>
  );
}

type FrameProps = { store: Store; isPreview: boolean; children: ReactNode };

function Frame({ store, isPreview, children }: FrameProps) {
  const [path] = useLocation();
  useEmbedding(store.embeddedIn);
  // Beside those of the page around, landmarks need names.
  const landmark = isPreview || isEmbedded ? { 'aria-label': store.name } : {};
  return (
    <>
      <header className={styles.header} {...landmark}>
        <Link href={`/p/${encodeURIComponent(store.slug)}`} className={styles.logo} dir="auto">
          {store.logoUrl === '' ? store.name : <img src={store.logoUrl} alt={store.name} />}
        </Link>
      </header>
      <main className={styles.main} {...landmark}>
        {/* What broke on one page is left behind with it. */}
        <Boundary key={path}>
          <Suspense fallback={<Skeleton />}>{children}</Suspense>
        </Boundary>
      </main>
      <footer className={styles.footer}>
        <LanguageChoice />
        {store.footerText !== '' && (
          <p className={styles.footerText} dir="auto">
            {store.footerText}
          </p>
        )}
        {store.policyUrl !== '' && (
          <p>
            <a href={store.policyUrl}>{t('footer.policy')}</a>
          </p>
        )}
        {store.supportEmail !== '' && (
          <p>
            {rich('footer.questions', {
              email: <a href={`mailto:${store.supportEmail}`}>{store.supportEmail}</a>,
            })}
          </p>
        )}
        {hasOrderOpen(path) && <SignOut slug={store.slug} />}
      </footer>
    </>
  );
}

/** External ids of claims of shipping protection. */
const isShippingClaimId = (externalId: string): boolean => externalId.toUpperCase().startsWith('S-');

/** Where a GS1 Digital Link leads: to the form, with what the link says. */
const registerPath = (slug: string, link: string): string =>
  registrationLink(`/p/${encodeURIComponent(slug)}`, readCode(link));

const hasOrderOpen = (path: string): boolean => /^\/p\/[^/]+\/(?:order|claim)\//.test(path);

/** Closes the order for the next person at this device; loads the page again, so that nothing of it stays in memory. */
function SignOut({ slug }: { slug: string }) {
  const [error, setError] = useState<unknown>(null);
  async function leave(): Promise<void> {
    setError(null);
    try {
      await portalCall('leavePortal', { params: { slug } });
    } catch (failure) {
      // Without the server the session stays, and pressing again tries again.
      setError(failure);
      return;
    }
    dropAllStored();
    window.location.assign(inBrowser(`/p/${encodeURIComponent(slug)}`));
  }
  return (
    <>
      <button type="button" className={styles.leave} onClick={() => void leave()}>
        {t('footer.signOut')}
      </button>
      {error !== null && (
        <Notice tone="bad">
          <p>{messageOf(error)}</p>
        </Notice>
      )}
    </>
  );
}

function Screens({ slug }: { slug: string }) {
  const [path] = useLocation();
  const search = useSearch();
  const token = new URLSearchParams(search).get('token');
  if (token !== null && path.endsWith('/register/certificate'))
    return <CertificatePage key={token} slug={slug} token={token} />;
  const reorder = /\/reorder\/[^/]+\/claim\/(\d+)$/.exec(path)?.[1];
  if (token !== null && reorder !== undefined)
    return <Shipping key={token} slug={slug} reorder={Number(reorder)} token={token} />;
  if (token !== null && token !== '') return <OpenLink key={token} slug={slug} token={token} />;
  return (
    <Switch>
      <Route path="/p/:slug">
        <Lookup />
      </Route>
      <Route path="/p/:slug/gift">
        <GiftLookup />
      </Route>
      <Route path="/p/:slug/email-link">
        <EmailLink />
      </Route>
      <Route path="/p/:slug/open-order">
        <OpenOrder />
      </Route>
      <Route path="/p/:slug/register">
        <Register />
      </Route>
      <Route path="/p/:slug/01/*?">
        <Redirect
          to={registerPath(slug, `${window.location.origin}${path}${search === '' ? '' : `?${search}`}`)}
          replace
        />
      </Route>
      <Route path="/p/:slug/policy">
        <Policy />
      </Route>
      <Route path="/p/:slug/order/:idFromPlatform">
        {({ idFromPlatform }) => (
          <ReturnFlow key={idFromPlatform} slug={slug} idFromPlatform={partOf(idFromPlatform)} />
        )}
      </Route>
      <Route path="/p/:slug/order/:idFromPlatform/withdraw">
        {({ idFromPlatform }) => (
          <Withdrawal key={idFromPlatform} slug={slug} idFromPlatform={partOf(idFromPlatform)} />
        )}
      </Route>
      <Route path="/p/:slug/order/:idFromPlatform/shipping-claim">
        {({ idFromPlatform }) => <Shipping key={idFromPlatform} slug={slug} order={partOf(idFromPlatform)} />}
      </Route>
      <Route path="/p/:slug/reorder/:idFromPlatform">
        {({ idFromPlatform }) => (
          <Redirect to={`/p/${encodeURIComponent(slug)}/order/${idFromPlatform}/shipping-claim`} replace />
        )}
      </Route>
      <Route path="/p/:slug/claim/overview/:externalId">
        {({ externalId }) =>
          isShippingClaimId(partOf(externalId)) ? (
            <Shipping key={externalId} slug={slug} claim={partOf(externalId)} />
          ) : (
            <Overview key={externalId} slug={slug} externalId={partOf(externalId)} />
          )
        }
      </Route>
      <Route>
        <NotFound slug={slug} what="page" />
      </Route>
    </Switch>
  );
}
