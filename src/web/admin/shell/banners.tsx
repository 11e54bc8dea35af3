import { Anchor, Button, CloseButton } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { SUBSCRIPTION_WORDS, type SubscriptionEnd } from '#core/stores/subscription.ts';
import { isMainCurrency } from '#core/stores/currencies.ts';
import type { Me, MyStore } from './access.ts';
import { isBrowserSupported } from './browser-support.ts';
import { useNewVersion } from './new-version.ts';
import { openOtherVersion } from './shell-worker.ts';

type Tone = 'bad' | 'waiting' | 'info';

type BannersProps = { me: Me; store: MyStore; end: SubscriptionEnd; alerts: ReactNode };

/** What concerns the whole store, above every page of it; the worst first (C8.13). */
export function Banners({ me, store, end, alerts }: BannersProps) {
  const hasNewVersion = useNewVersion();
  const { tone, message, isActionNeeded } = SUBSCRIPTION_WORDS[store.subscriptionStatus];
  const approval = approvalUrl(store);
  const contact = <ContactUs email={me.support.email} />;
  return (
    <>
      {me.user.isProviderAdmin ? (
        <Banner key={store.id} tone="bad" isDismissible>{`Logged in as ${me.user.email} on ${store.name}`}</Banner>
      ) : null}
      {store.isCrewInstalled ? null : (
        <Banner tone="bad">The app has been uninstalled from your store. Reinstall to continue using the app.</Banner>
      )}
      {tone === 'success' ? null : (
        <Banner tone={TONES[tone]} action={approval === null ? isActionNeeded && contact : <Approve url={approval} />}>
          {message}
        </Banner>
      )}
      {end.state === 'expiring' ? (
        <Banner tone="waiting" action={contact}>{`You have ${counted(end.days, 'day')} remaining.`}</Banner>
      ) : null}
      {isMainCurrency(store.currencyCode) ? null : (
        <Banner tone="waiting" action={contact}>
          {`Your store's currency, ${store.currencyCode}, isn't supported yet.`}
        </Banner>
      )}
      {isBrowserSupported(navigator.userAgent) ? null : (
        <Banner tone="waiting" isDismissible>
          Your browser is out of date. Update it to keep using Makegood without problems.
        </Banner>
      )}
      {alerts}
      {hasNewVersion ? (
        <Banner
          tone="info"
          action={
            <Button size="compact-xs" variant="default" onClick={() => void openOtherVersion()}>
              Reload
            </Button>
          }
        >
          There is a new version of this page.
        </Banner>
      ) : null}
    </>
  );
}

const TONES = { warning: 'waiting', danger: 'bad', info: 'info' } as const;

/** "1 day", "5 days". */
const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

export const ContactUs = ({ email }: { email: string }) => (
  <Anchor href={`mailto:${email}`} inherit c="inherit" underline="always">
    Contact Us
  </Anchor>
);

/** Where the subscription is approved, as long as that is what its status needs (S4.04). */
export const approvalUrl = ({ subscriptionStatus, confirmationUrl }: MyStore): string | null =>
  SUBSCRIPTION_WORDS[subscriptionStatus].isActionNeeded ? confirmationUrl : null;

/** Leads to the store platform, where the merchant approves the subscription. */
export const Approve = ({ url }: { url: string }) => (
  <Button component="a" href={url} size="compact-xs" variant="default">
    Approve
  </Button>
);

/** One sentence across the page with one way on. */
export function Banner({
  tone,
  children,
  action = null,
  isDismissible = false,
}: {
  tone: Tone;
  children: ReactNode;
  action?: ReactNode;
  isDismissible?: boolean;
}) {
  const [isOpen, setOpen] = useState(true);
  if (!isOpen) return null;
  return (
    <div className="mg-banner" data-tone={tone}>
      <output>{children}</output>
      {action}
      {isDismissible ? <CloseButton size="sm" c="inherit" aria-label="Dismiss" onClick={() => setOpen(false)} /> : null}
    </div>
  );
}
