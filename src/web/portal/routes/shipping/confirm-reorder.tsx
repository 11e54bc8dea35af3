import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { codeOf, isPassing, messageOf, portalCall, type Answer } from '../../api.ts';
import type { DraftRecipient } from '../../draft.ts';
import { Queries } from '../../queries.tsx';
import { recipientOf, recipientProblems } from '../../recipient.ts';
import { dropStored, readStored, writeStored } from '../../storage.ts';
import { useStore } from '../../store.tsx';
import { t } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Page } from '../page.tsx';
import page from '../page.module.css';
import { RecipientFields } from '../steps/recipient.tsx';
import { ShippingItems } from './items.tsx';

type Link = { slug: string; shippingClaimId: number; token: string };

/** Where the items of a reorder go, by the link of an email that works once. */
export function ConfirmReorder(link: Link) {
  return (
    <Queries>
      <OfLink {...link} />
    </Queries>
  );
}

function OfLink({ slug, shippingClaimId, token }: Link) {
  const { name } = useStore();
  const opened = useQuery({
    queryKey: ['reorder', slug, shippingClaimId, token],
    queryFn: ({ signal }) => portalCall('openReorder', { params: { slug, shippingClaimId }, body: { token } }, signal),
    refetchOnWindowFocus: false,
    staleTime: Infinity,
  });
  if (opened.data) return <Form slug={slug} shippingClaimId={shippingClaimId} token={token} reorder={opened.data} />;
  if (opened.isPending) return <Skeleton />;
  if (isPassing(opened.error)) return <Failure error={opened.error} onRetry={() => void opened.refetch()} />;
  return (
    <Page heading={t('shipping.reorder.ended.title')}>
      <Notice tone="info">
        <p>{t('shipping.reorder.ended.detail', { store: name })}</p>
      </Notice>
    </Page>
  );
}

function Form({ slug, shippingClaimId, token, reorder }: Link & { reorder: Answer<'openReorder'> }) {
  const { shippingAddress: known } = reorder;
  const key = `makegood:reorder:${slug}:${shippingClaimId}`;
  const [recipient, setRecipient] = useState<DraftRecipient>(() => ({
    email: '',
    firstName: known?.firstName ?? '',
    lastName: known?.lastName ?? '',
    line1: known?.line1 ?? '',
    line2: known?.line2 ?? '',
    city: known?.city ?? '',
    stateOrProvinceCode: known?.stateOrProvinceCode ?? '',
    postalCode: known?.postalCode ?? '',
    countryCode: known?.countryCode ?? '',
    phone: known?.phone ?? '',
    ...readCorrected(key),
  }));
  useEffect(() => writeStored(key, recipient), [key, recipient]);
  const [isTried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const confirming = useMutation({
    mutationFn: () => {
      const { address } = recipientOf(recipient);
      return portalCall('confirmReorder', {
        params: { slug, shippingClaimId },
        body: { token, shippingAddress: { ...address, phone: address.phone ?? '' } },
      });
    },
    onSuccess: () => dropStored(key),
  });
  if (confirming.isSuccess)
    return (
      <Page heading={t('shipping.reorder.done.title')}>
        <Notice tone="good">
          <p>{t('shipping.reorder.done.detail')}</p>
        </Notice>
        <ShippingItems items={reorder.items} />
      </Page>
    );
  const over = overText(confirming.error, reorder.storeName);
  return (
    <Page heading={t('shipping.reorder.title')}>
      <p>{t('shipping.reorder.detail')}</p>
      <ShippingItems items={reorder.items} />
      <form
        ref={form}
        noValidate
        className={page.page}
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          const [first] = Object.keys(recipientProblems(recipient, { hasEmail: false }));
          if (first !== undefined) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
          else if (!confirming.isPending) confirming.mutate();
        }}
      >
        <RecipientFields
          recipient={recipient}
          isTried={isTried}
          hasEmail={false}
          onChange={(part) => setRecipient({ ...recipient, ...part })}
        />
        {confirming.error !== null && (
          <Notice tone={over === null ? 'bad' : 'info'}>
            <p>{over ?? messageOf(confirming.error)}</p>
          </Notice>
        )}
        {over === null && (
          <Button type="submit" isBusy={confirming.isPending}>
            {t('shipping.reorder.confirm')}
          </Button>
        )}
      </form>
    </Page>
  );
}

/** What the shopper corrected, remembered by the tab until it is confirmed. */
function readCorrected(key: string): Partial<DraftRecipient> {
  const stored = readStored(key);
  return typeof stored === 'object' && stored !== null ? stored : {};
}

/** Why sending it again can't help; null where it can. The answer that confirmed it may have been lost. */
function overText(error: unknown, store: string): string | null {
  const code = codeOf(error);
  if (code === 'OUT_OF_STOCK') return t('shipping.reorder.outOfStock', { store });
  return code === 'LINK_USED' ? t('shipping.reorder.ended.detail', { store }) : null;
}
