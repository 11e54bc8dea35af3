import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '#contract/client.ts';
import { reopenShippingClaim } from '#contract/merchant/shipping-claims.ts';
import type { ShippingClaimShown } from '#contract/shipping-claim-shapes.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { DateText } from '../../../ui/date-text.tsx';
import { DetailPage, DetailSkeleton } from '../../../ui/detail-page.tsx';
import { MediaStrip } from '../../../ui/media-viewer.tsx';
import { MessagePage } from '../../../ui/message-page.tsx';
import { MoneyText } from '../../../ui/money-text.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Facts, Section } from '../../../ui/section.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { toast } from '../../../ui/toast.ts';
import { meQuery } from '../../me-query.ts';
import { hasCode, loadProblemText, problemText } from '../../problem-words.ts';
import { NotFoundPage } from '../../shell/problem-pages.tsx';
import { useTakeNext } from '../concierge/concierge-queries.ts';
import { AddressBlock } from '../claim/address-block.tsx';
import { FinalizeButton, useHelpdeskBlocker } from '../claim/finalize-button.tsx';
import { LinePicture } from '../claim/line-picture.tsx';
import { TimelineEntries } from '../claim/timeline.tsx';
import { StoreLink } from '../orders/store-link.tsx';
import { Conversation } from './conversation.tsx';
import { DenyShippingDialog } from './deny-shipping-dialog.tsx';
import { FinalizeShippingDialog } from './finalize-shipping-dialog.tsx';
import { HandOverDialog, HolderNotice, HoldingItems } from './holding.tsx';
import { ResolveShippingDialog } from './resolve-shipping-dialog.tsx';
import { shippingClaimQuery, useShippingChange } from './shipping-queries.ts';
import { finalizedBy, statusBadge } from './shipping-words.ts';
import '../claim/claim-detail.css';
import '../orders/orders.css';

const FROM = '/$storeId/claims/shipping/$shippingClaimId';

type Open = 'finalize' | 'deny' | 'resolve' | 'handOver' | null;
type Shown = { storeId: number; claim: ShippingClaimShown };

/** One claim of shipping protection (C2.22). What is begun on it must not go on to the next. */
export function ShippingClaimPage() {
  const { storeId, shippingClaimId } = useParams({ from: FROM });
  return <ShippingClaimDetail key={shippingClaimId} storeId={storeId} shippingClaimId={shippingClaimId} />;
}

function ShippingClaimDetail({ storeId, shippingClaimId }: { storeId: number; shippingClaimId: number }) {
  const { data: claim, error, refetch } = useQuery(shippingClaimQuery(storeId, shippingClaimId));
  const helpdeskBlocker = useHelpdeskBlocker(storeId);
  const [open, setOpen] = useState<Open>(null);
  const back = <BackToList storeId={storeId} claim={claim} />;
  if (!claim) {
    if (!error) return <DetailSkeleton back={back} />;
    if (hasCode(error, 'SHIPPING_CLAIM_NOT_FOUND')) return <NotFoundPage />;
    return (
      <MessagePage title="Unable to Load" actions={<Button onClick={() => void refetch()}>Try again</Button>}>
        {loadProblemText(error)}
      </MessagePage>
    );
  }
  const isOpen = claim.status === 'Open' || claim.status === 'InProgress';
  const close = (): void => setOpen(null);
  return (
    <>
      <DetailPage
        name={`#${claim.externalId} · Shipping claims`}
        back={back}
        title={
          <a href={claim.linkToCustomerUi} target="_blank" rel="noreferrer">
            <bdi>#{claim.externalId}</bdi>
          </a>
        }
        subtitle={
          <>
            <StatusBadge status={statusBadge(claim)} />
            <span>
              Created <DateText date={claim.createdOn} isInSentence />
              {claim.resolvedOn ? (
                <>
                  {' '}
                  · Finalized <DateText date={claim.resolvedOn} isInSentence />
                  {finalizedBy(claim) === null ? null : ` by ${finalizedBy(claim)}`}
                </>
              ) : null}
            </span>
          </>
        }
        actions={
          <>
            <Button
              variant="default"
              renderRoot={(props) => (
                <Link
                  {...props}
                  to="/$storeId/orders/lookup/$idFromPlatform"
                  params={{ storeId, idFromPlatform: claim.originalStoreOrder.idFromPlatform }}
                />
              )}
            >
              View Order
            </Button>
            <TakeNext claim={claim} />
            <MoreActions storeId={storeId} claim={claim} onOpen={setOpen} />
            {isOpen && claim.canFinalize ? (
              <FinalizeButton label="Finalize Claim" blocker={helpdeskBlocker} onClick={() => setOpen('finalize')} />
            ) : null}
          </>
        }
        main={
          <>
            <Standing storeId={storeId} claim={claim} />
            <Resolution claim={claim} />
            <Request claim={claim} />
            <Conversation storeId={storeId} claim={claim} />
            <Section title="Timeline">
              <TimelineEntries entries={claim.timeline.map((entry) => ({ ...entry, media: [] }))} />
            </Section>
          </>
        }
        side={<Side claim={claim} />}
      />
      {open === 'finalize' ? <FinalizeShippingDialog storeId={storeId} claim={claim} onClose={close} /> : null}
      {open === 'deny' ? <DenyShippingDialog storeId={storeId} claim={claim} onClose={close} /> : null}
      {open === 'handOver' ? <HandOverDialog storeId={storeId} claim={claim} onClose={close} /> : null}
      {open === 'resolve' ? <ResolveShippingDialog storeId={storeId} claim={claim} onClose={close} /> : null}
    </>
  );
}

/** To the list it is of: whose team decides it works in the queue of all stores. */
function BackToList({ storeId, claim }: { storeId: number; claim: ShippingClaimShown | undefined }) {
  const { data: me } = useQuery(meQuery);
  const isOfQueue = claim !== undefined && !claim.isMerchantFinalizationEnabled && me?.user.isProviderAdmin === true;
  return isOfQueue ? (
    <BackLink to="/concierge" search={{}}>
      Concierge
    </BackLink>
  ) : (
    <BackLink to="/$storeId/claims/shipping" params={{ storeId }} search={{}}>
      Shipping claims
    </BackLink>
  );
}

/** The way on for the provider's team, once it is done with a claim. */
function TakeNext({ claim }: { claim: ShippingClaimShown }) {
  const { data: me } = useQuery(meQuery);
  const taking = useTakeNext();
  const isDone = claim.status !== 'Open' && claim.status !== 'InProgress';
  if (!isDone || claim.isMerchantFinalizationEnabled || !me?.user.isProviderAdmin) return null;
  return (
    <Button loading={taking.isPending} onClick={() => taking.mutate()}>
      Take the next claim
    </Button>
  );
}

function MoreActions({ storeId, claim, onOpen }: Shown & { onOpen: (dialog: Open) => void }) {
  const isOpen = claim.status === 'Open' || claim.status === 'InProgress';
  const params = { storeId, shippingClaimId: claim.id };
  const reopening = useShippingChange(storeId, claim, () =>
    call(reopenShippingClaim, { params, body: { version: claim.version } }),
  );
  const tell = { onError: (error: Error) => toast(problemText(error), 'bad') };
  const canReopen = claim.status === 'Closed_Denied' || claim.status === 'Closed_Resolved';
  if (!claim.canFinalize || !(isOpen || canReopen)) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
          More Actions
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {isOpen ? (
          <>
            <HoldingItems storeId={storeId} claim={claim} onHandOver={() => onOpen('handOver')} />
            <Menu.Item onClick={() => onOpen('resolve')}>Close as resolved</Menu.Item>
            <Menu.Item color="red.8" onClick={() => onOpen('deny')}>
              Deny claim
            </Menu.Item>
          </>
        ) : null}
        {canReopen ? <Menu.Item onClick={() => reopening.mutate(undefined, tell)}>Open again</Menu.Item> : null}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Who has it, and what it waits for. */
function Standing({ storeId, claim }: Shown) {
  const isOpen = claim.status === 'Open' || claim.status === 'InProgress';
  if (!isOpen) return null;
  return (
    <>
      <HolderNotice storeId={storeId} claim={claim} />
      {claim.reorderUntil ? (
        <Notice tone="waiting">
          A reorder is granted. The customer confirms the address by the link of an email, until{' '}
          <DateText date={claim.reorderUntil} isInSentence />.
        </Notice>
      ) : null}
    </>
  );
}

function refundWords({ refund, wasResolvedExternally }: ShippingClaimShown['resolutionSummary']): string {
  if (wasResolvedExternally) return 'Refund, resolved externally';
  return refund?.isRefundPending ? 'Refund, on its way' : 'Refunded';
}

function Resolution({ claim }: { claim: ShippingClaimShown }) {
  const { resolutionSummary, denial, currencyCode, status } = claim;
  const { refund, exchangeOrder, wasResolvedExternally } = resolutionSummary;
  const sum = (amount: number) => <MoneyText amount={amount} currencyCode={currencyCode} />;
  if (denial)
    return (
      <Section title="Resolution">
        <p className="mg-p">Denied: {denial.label}</p>
        {denial.note ? <p className="mg-quote">{denial.note}</p> : null}
      </Section>
    );
  if (refund)
    return (
      <Section title="Resolution">
        <Facts
          facts={[
            [refundWords(resolutionSummary), sum(refund.amount)],
            ...(refund.shippingFee > 0 ? [['Includes shipping fee', sum(refund.shippingFee)] as const] : []),
            ...(refund.handlingFee > 0 ? [['Includes handling fee', sum(refund.handlingFee)] as const] : []),
            ...(refund.cover > 0 ? [['Includes shipping protection', sum(refund.cover)] as const] : []),
          ]}
        />
      </Section>
    );
  if (status !== 'Closed_Reordered') return null;
  return (
    <Section title="Resolution" action={exchangeOrder ? <StoreLink url={exchangeOrder.platformAdminUrl} /> : null}>
      <p className="mg-p">
        {exchangeOrder
          ? `Reordered with ${exchangeOrder.orderNameFromPlatform}`
          : wasResolvedExternally
            ? 'The reorder was resolved externally.'
            : 'The reorder is being made.'}
      </p>
      {exchangeOrder ? (
        <ul className="mg-orders" aria-label="Items sent again">
          {exchangeOrder.lineItems.map(({ name, quantity }) => (
            <li key={name}>
              {quantity} × <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
      ) : null}
    </Section>
  );
}

function Request({ claim }: { claim: ShippingClaimShown }) {
  const { currencyCode, shippingClaimLineItems, images } = claim;
  return (
    <Section title="Customer request">
      <Facts
        facts={[
          ['Reason', claim.reasonLabel],
          ['Asked for', claim.resolutionMethod],
          ['Source', claim.sourceLabel],
        ]}
      />
      {claim.noteFromCustomer ? <p className="mg-quote">{claim.noteFromCustomer}</p> : null}
      {claim.noteFromMerchant ? (
        <>
          <h3 className="mg-subtitle">Note of the store</h3>
          <p className="mg-quote">{claim.noteFromMerchant}</p>
        </>
      ) : null}
      <ul className="mg-order-lines" aria-label="Items">
        {shippingClaimLineItems.map(({ id, quantity, amount, originalStoreOrderLineItem: line }) => (
          <li key={id} className="mg-order-line">
            <LinePicture url={line.imgUrl} />
            <div className="mg-order-line-body">
              <bdi className="mg-order-line-name">{line.name}</bdi>
              {line.variantTitle ? <bdi className="mg-muted">{line.variantTitle}</bdi> : null}
              {line.sku ? <span className="mg-muted">{line.sku}</span> : null}
            </div>
            <div className="mg-order-line-sum">
              <MoneyText amount={amount} currencyCode={currencyCode} />
              <span className="mg-muted">× {quantity}</span>
            </div>
          </li>
        ))}
      </ul>
      {images.length > 0 ? <MediaStrip media={images} /> : null}
    </Section>
  );
}

function Side({ claim }: { claim: ShippingClaimShown }) {
  const { customerName, customerEmail, customerPhone, shippingAddress, originalStoreOrder } = claim;
  return (
    <>
      <Section title="Order" action={<StoreLink url={originalStoreOrder.platformAdminUrl} />}>
        <div>
          <bdi>{originalStoreOrder.orderNo}</bdi>
        </div>
        <StatusBadge
          status={
            originalStoreOrder.wasShippingProtected
              ? { label: 'Bought with shipping protection', tone: 'good' }
              : { label: 'No shipping protection', tone: 'neutral' }
          }
        />
      </Section>
      <Section title="Customer">
        <div>
          <bdi>{customerName || 'No name'}</bdi>
        </div>
        {customerEmail ? (
          <div className="mg-copyable">
            <a href={`mailto:${customerEmail}`}>{customerEmail}</a>
            <CopyButton text={customerEmail} label="Copy email" />
          </div>
        ) : null}
        {customerEmail && !claim.isEmailOfOrder ? (
          <StatusBadge status={{ label: 'Not an email address of the order', tone: 'waiting' }} />
        ) : null}
        <span className="mg-muted">{customerPhone || 'No phone'}</span>
      </Section>
      <Section title="Shipping address">
        {shippingAddress ? <AddressBlock address={shippingAddress} /> : <p className="mg-muted mg-p">No address</p>}
      </Section>
    </>
  );
}
