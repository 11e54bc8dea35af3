import { Anchor, Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#contract/client.ts';
import { configureShippingProtection } from '#contract/merchant/shipping-protection.ts';
import type { RouteAnswer, RouteInput } from '#contract/route.ts';
import type { getShippingProtection } from '#contract/merchant/shipping-protection.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { MoneyText } from '../../../ui/money-text.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SettingsSection } from '../../../ui/settings-page.tsx';
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx';
import { toast } from '../../../ui/toast.ts';
import { loadProblemText, problemText } from '../../problem-words.ts';
import { shippingProtectionQuery } from './shipping-protection-query.ts';
import type { MyStore } from '../../shell/access.ts';
import './cover.css';

type Shown = RouteAnswer<typeof getShippingProtection>;
type Method = RouteInput<typeof configureShippingProtection>['body']['method'];
type Status = { label: string; tone: Tone };

const SCRIPT: Readonly<Record<Shown['scriptStatus'], Status>> = {
  custom: { label: 'Custom Configuration', tone: 'info' },
  configured: { label: 'Configured on Shopify', tone: 'good' },
  notConfigured: { label: 'Not Configured', tone: 'neutral' },
};

function productStatus({ state, problem }: Shown['product']): Status {
  if (state === 'beingMade') return { label: 'Being made', tone: 'waiting' };
  if (problem === 'deleted') return { label: 'Deleted on Shopify', tone: 'bad' };
  if (problem === 'changed') return { label: 'Changed on Shopify', tone: 'bad' };
  if (state === 'failed') return { label: 'Failed', tone: 'bad' };
  return state === 'made' ? { label: 'Ready', tone: 'good' } : { label: 'Made once you turn it on', tone: 'neutral' };
}

const TITLE = 'At Shopify';
const HELP = 'What Makegood keeps in your shop while Checkout Plus is on.';

/** What of the cover is at the store platform, and how it is put right. */
export function CoverStateSection({ store }: { store: MyStore }) {
  const client = useQueryClient();
  const query = shippingProtectionQuery(store.id);
  const { data, error, refetch } = useQuery(query);
  const [isListing, setIsListing] = useState(false);
  const configuring = useMutation({
    mutationFn: (method: Method) =>
      call(configureShippingProtection, { params: { storeId: store.id }, body: { method } }),
    onSuccess: () => toast('Sent to Shopify'),
    onSettled: () => client.invalidateQueries({ queryKey: query.queryKey }),
  });
  if (!data)
    return (
      <SettingsSection title={TITLE} help={HELP}>
        {error ? (
          <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={96} />
        )}
      </SettingsSection>
    );
  const { product, scriptStatus, missingScopes } = data;
  const isBroken = product.problem !== null || product.state === 'failed';
  const button = (method: Method, label: string) => (
    <Button variant="default" loading={configuring.isPending} onClick={() => configuring.mutate(method)}>
      {label}
    </Button>
  );
  return (
    <SettingsSection title={TITLE} help={HELP}>
      <div className="mg-cover-states">
        {missingScopes !== null && missingScopes.length > 0 ? (
          <Notice tone="waiting">
            <strong>App Upgrade Required.</strong> The app needs more permissions: {missingScopes.join(', ')}. Open the
            app from Shopify and approve them.
          </Notice>
        ) : null}
        {isBroken ? (
          <Notice tone="bad" action={button('checkoutPlusProducts', 'Repair')}>
            {product.problem === null
              ? `The product of the cover couldn't be made: ${product.lastError ?? 'the platform gave no reason'}`
              : `Somebody ${product.problem} the product of the cover. The cover isn't offered until it is repaired.`}
          </Notice>
        ) : null}
        <div className="mg-cover-state">
          <span>
            Product of the cover <StatusBadge status={productStatus(product)} />
          </span>
          <Button variant="default" onClick={() => setIsListing(true)}>
            Product variants
          </Button>
        </div>
        <div className="mg-cover-state">
          <span>
            Script <StatusBadge status={SCRIPT[scriptStatus]} />
          </span>
          {scriptStatus === 'configured'
            ? button('deleteCheckoutPlusScript', 'Remove script')
            : button('createCheckoutPlusScript', 'Add script')}
        </div>
        {configuring.error ? <Notice tone="bad">{problemText(configuring.error)}</Notice> : null}
      </div>
      {isListing ? (
        <Dialog title="Checkout Plus Product Variants" onClose={() => setIsListing(false)}>
          {() => <Variants data={data} currencyCode={store.currencyCode} />}
        </Dialog>
      ) : null}
    </SettingsSection>
  );
}

function Variants({ data, currencyCode }: { data: Shown; currencyCode: string }) {
  const { platformAdminUrl } = data.product;
  if (data.shipProtectUnits.length === 0) return <p>The product is made once you turn Checkout Plus on.</p>;
  return (
    <>
      <table className="mg-table">
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col">SKU</th>
            <th scope="col">Price</th>
          </tr>
        </thead>
        <tbody>
          {data.shipProtectUnits.map(({ idFromPlatform, productVariant: { title, sku, price, deletedOnPlatform } }) => (
            <tr key={idFromPlatform}>
              <td>
                {title}{' '}
                {deletedOnPlatform ? <StatusBadge status={{ label: 'Deleted on Shopify', tone: 'bad' }} /> : null}
              </td>
              <td>{sku}</td>
              <td>
                <MoneyText amount={price} currencyCode={currencyCode} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {platformAdminUrl === null ? null : (
        <p>
          <Anchor href={platformAdminUrl} target="_blank" rel="noreferrer">
            View on Shopify
          </Anchor>
        </p>
      )}
    </>
  );
}
