import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { OrderLineShown, OrderShown } from '#contract/merchant/orders.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { DetailPage, DetailSkeleton } from '../../../ui/detail-page.tsx';
import { MoneyText } from '../../../ui/money-text.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { EffectsPanel } from '../effects/effects-panel.tsx';
import { LinePicture } from '../claim/line-picture.tsx';
import { CLAIM } from '../claims/claim-places.ts';
import { useRecent } from '../../shell/quick-search/recent.ts';
import { statusBadge } from '../shipping/shipping-words.ts';
import { BackFromOrder } from './back-from-order.tsx';
import { EligibilityDialog } from './eligibility-dialog.tsx';
import { GiftReturnUrl } from './gift-return-url.tsx';
import { orderQuery } from './order-queries.ts';
import { OrderSide } from './order-side.tsx';
import { useWayBack } from './use-way-back.ts';
import { codeBadge, itemsText, lineSummary, sentBadge } from './order-words.ts';
import '../claim/claim-detail.css';
import './orders.css';

const FROM = '/$storeId/orders/lookup/$idFromPlatform';

/** One order: its items, what can be claimed and existing claims (C2.24). What is open on it must not go on to the next. */
export function OrderOverview() {
  const { storeId, idFromPlatform } = useParams({ from: FROM });
  return <OrderDetail key={idFromPlatform} storeId={storeId} idFromPlatform={idFromPlatform} />;
}

function OrderDetail({ storeId, idFromPlatform }: { storeId: number; idFromPlatform: string }) {
  const search = useSearch({ from: FROM });
  const { data: order, error } = useQuery(orderQuery(storeId, idFromPlatform));
  const [isShowing, setShowing] = useState(false);
  const back = <BackFromOrder storeId={storeId} returnTo={search.returnTo} />;
  useWayBack(storeId, search.returnTo, order ? null : error);
  useRecent(storeId, order ? recentOf(order) : null);
  if (!order) return <DetailSkeleton back={back} />;
  return (
    <>
      <DetailPage
        name={`${order.orderNo} · Orders`}
        back={back}
        title={<bdi>{order.orderNo}</bdi>}
        subtitle={
          <>
            <StatusBadge status={codeBadge(order.financialStatus)} />
            <StatusBadge status={codeBadge(order.fulfillmentStatus)} />
            {order.canceledOn ? <StatusBadge status={{ label: 'Canceled', tone: 'bad' }} /> : null}
            <span>
              Placed <DateText date={order.createdOn} isInSentence />
            </span>
          </>
        }
        actions={
          <>
            <GiftReturnUrl url={order.startGiftReturnUrl} />
            <Button variant="default" onClick={() => setShowing(true)}>
              View Eligibility
            </Button>
            <CreateClaim order={order} />
          </>
        }
        main={
          <>
            <Section title={`Items (${order.lineItems.length})`}>
              <ul className="mg-order-lines" aria-label="Items">
                {order.lineItems.map((line) => (
                  <OrderLine key={line.idFromPlatform} order={order} line={line} />
                ))}
              </ul>
            </Section>
            <Claims order={order} />
            <Fulfillments order={order} />
            <Refunds order={order} />
            <EffectsPanel storeId={storeId} effects={order.effects} />
          </>
        }
        side={<OrderSide order={order} />}
      />
      {isShowing ? <EligibilityDialog order={order} onClose={() => setShowing(false)} /> : null}
    </>
  );
}

function recentOf({ storeId, idFromPlatform, orderNo, lineItems: [first] }: OrderShown) {
  return {
    path: `/${storeId}/orders/lookup/${encodeURIComponent(idFromPlatform)}`,
    title: orderNo,
    detail: first?.name ?? '',
    imgUrl: first?.imgUrl ?? null,
  };
}

function CreateClaim({ order }: { order: OrderShown }) {
  const search = useSearch({ from: FROM });
  return (
    <Button
      renderRoot={(props) => (
        <Link
          {...props}
          to="/$storeId/orders/lookup/$idFromPlatform/claim"
          params={{ storeId: order.storeId, idFromPlatform: order.idFromPlatform }}
          search={search}
        />
      )}
    >
      Create claim
    </Button>
  );
}

function OrderLine({ order, line }: { order: OrderShown; line: OrderLineShown }) {
  const summary = lineSummary(line);
  return (
    <li className="mg-order-line">
      <LinePicture url={line.imgUrl} />
      <div className="mg-order-line-body">
        <bdi className="mg-order-line-name">{line.name}</bdi>
        {line.variantTitle ? <bdi className="mg-muted">{line.variantTitle}</bdi> : null}
        {line.sku ? <span className="mg-muted">{line.sku}</span> : null}
        <StatusBadge status={{ label: summary.text, tone: summary.tone }} />
      </div>
      <div className="mg-order-line-sum">
        <MoneyText amount={line.paidTotal} currencyCode={order.currencyCode} />
        <span className="mg-muted">
          {line.quantity} × <MoneyText amount={line.unitPrice} currencyCode={order.currencyCode} />
        </span>
        {line.currentQuantity < line.quantity ? (
          <span className="mg-muted">{line.quantity - line.currentQuantity} returned or removed</span>
        ) : null}
      </div>
    </li>
  );
}

function Claims({ order }: { order: OrderShown }) {
  return (
    <Section title="Claims">
      {order.claims.length + order.shippingClaims.length === 0 ? (
        <p className="mg-muted mg-p">No claims on this order.</p>
      ) : (
        <ul className="mg-orders" aria-label="Claims">
          {order.claims.map((claim) => (
            <li key={claim.id} className="mg-order-row">
              <span className="mg-order-who">
                <Link to={CLAIM} params={{ storeId: order.storeId, type: claim.claimType, claimId: claim.id }}>
                  {claim.externalId}
                </Link>
                <span>{itemsText(claim.items)}</span>
              </span>
              <StatusBadge status={{ label: claim.status.label, tone: claim.status.tone }} />
              <span className="mg-muted">
                <DateText date={claim.createdOn} />
              </span>
            </li>
          ))}
          {order.shippingClaims.map((claim) => (
            <li key={claim.externalId} className="mg-order-row">
              <span className="mg-order-who">
                <Link
                  to="/$storeId/claims/shipping/$shippingClaimId"
                  params={{ storeId: order.storeId, shippingClaimId: claim.id }}
                >
                  {claim.externalId}
                </Link>
                <span>Shipping claim</span>
              </span>
              <StatusBadge status={statusBadge(claim)} />
              <span className="mg-muted">
                <DateText date={claim.createdOn} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function Fulfillments({ order }: { order: OrderShown }) {
  return (
    <Section title="Fulfillments">
      {order.fulfillments.length === 0 ? <p className="mg-muted mg-p">Nothing shipped yet.</p> : null}
      {order.fulfillments.map((sent) => (
        <div key={sent.idFromPlatform} className="mg-sent">
          <StatusBadge status={sentBadge(sent)} />
          <span>
            Sent <DateText date={sent.createdOn} isInSentence />
            {sent.deliveredOn ? (
              <>
                , delivered <DateText date={sent.deliveredOn} isInSentence />
              </>
            ) : null}
          </span>
          {sent.trackers.map(({ code, carrier, url }) => (
            <span key={code}>
              {carrier}{' '}
              <a className="mg-code" href={url} target="_blank" rel="noreferrer">
                {code}
              </a>
            </span>
          ))}
          <span className="mg-sent-items">{itemsText(sent.lines)}</span>
        </div>
      ))}
    </Section>
  );
}

function Refunds({ order }: { order: OrderShown }) {
  if (order.refunds.length === 0) return null;
  return (
    <Section title="Refunds">
      {order.refunds.map((refund) => (
        <div key={refund.idFromPlatform} className="mg-sent">
          <MoneyText amount={refund.amount} currencyCode={order.currencyCode} />
          <DateText date={refund.createdOn} />
          <bdi className="mg-sent-items">{refund.note}</bdi>
        </div>
      ))}
    </Section>
  );
}
