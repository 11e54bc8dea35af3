import type { ClaimShown } from '#contract/claim-shapes.ts';
import type { Address } from '#core/address.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { DateText } from '../../../ui/date-text.tsx';
import { MoneyText } from '../../../ui/money-text.tsx';
import { Facts, Section } from '../../../ui/section.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { addressLines } from './address-lines.ts';
import { trackerLabels } from './claim-words.ts';
import { Payments } from './payments.tsx';
import type { ClaimOnScreen } from './use-claim-change.ts';

/** Side column: original order, payments, customer, tags, shipments (C2.21). */
export function ClaimSide({ storeId, claim }: ClaimOnScreen) {
  return (
    <>
      <OrderSection claim={claim} />
      <Payments storeId={storeId} claim={claim} />
      <CustomerSection claim={claim} />
      <Section title="Tags">
        {claim.tags.length === 0 ? (
          <p className="mg-muted mg-p">No tags.</p>
        ) : (
          <div className="mg-tags">
            {claim.tags.map((tag) => (
              <span key={tag} className="mg-tag">
                <bdi>{tag}</bdi>
              </span>
            ))}
          </div>
        )}
      </Section>
      <Section title="Shipments">
        {claim.shipments.length === 0 ? (
          <p className="mg-muted mg-p">No return shipment yet.</p>
        ) : (
          claim.shipments.map((shipment) => <Shipment key={shipment.id} shipment={shipment} />)
        )}
      </Section>
    </>
  );
}

function OrderSection({ claim }: { claim: ClaimShown }) {
  const { order, currencyCode } = claim;
  return (
    <Section
      title="Original order"
      action={
        order.platformAdminUrl ? (
          <a href={order.platformAdminUrl} target="_blank" rel="noreferrer">
            Open at the store
          </a>
        ) : null
      }
    >
      <Facts
        facts={[
          ['Order', order.orderNo],
          ['Placed', <DateText key="placed" date={order.createdOn} />],
          ['Total', <MoneyText key="total" amount={order.total} currencyCode={currencyCode} />],
          ['Refunded so far', <MoneyText key="refunded" amount={order.totalRefunded} currencyCode={currencyCode} />],
        ]}
      />
    </Section>
  );
}

function CustomerSection({ claim }: { claim: ClaimShown }) {
  return (
    <Section title="Customer">
      <div>
        <bdi>{claim.customerName}</bdi>
      </div>
      <div className="mg-copyable">
        <a href={`mailto:${claim.customerEmail}`}>{claim.customerEmail}</a>
        <CopyButton text={claim.customerEmail} label="Copy e-mail" />
      </div>
      {claim.shippingAddress ? <AddressBlock address={claim.shippingAddress} /> : null}
    </Section>
  );
}

function AddressBlock({ address }: { address: Address }) {
  return (
    <address className="mg-address mg-muted">
      {addressLines(address).map((line) => (
        <div key={line}>
          <bdi>{line}</bdi>
        </div>
      ))}
      {address.phone ? (
        <div>
          <bdi>{address.phone}</bdi>
        </div>
      ) : null}
    </address>
  );
}

function Shipment({ shipment }: { shipment: ClaimShown['shipments'][number] }) {
  const isLabel = shipment.type === 'Label';
  const status = shipment.canceledOn
    ? { label: 'Canceled', tone: 'neutral' as const }
    : trackerLabels[shipment.trackerStatus];
  return (
    <div className="mg-shipment">
      <div className="mg-shipment-head">
        <span>{isLabel ? 'Shipping Label' : 'Packing Slip'}</span>
        <StatusBadge status={status} />
      </div>
      {isLabel ? (
        <div className="mg-muted">{[shipment.carrier, shipment.service].filter(Boolean).join(' ')}</div>
      ) : null}
      {shipment.trackingCode ? (
        <div className="mg-copyable">
          {shipment.trackingUrl ? (
            <a href={shipment.trackingUrl} target="_blank" rel="noreferrer">
              {shipment.trackingCode}
            </a>
          ) : (
            shipment.trackingCode
          )}
          <CopyButton text={shipment.trackingCode} label="Copy tracking code" />
        </div>
      ) : null}
      <div className="mg-muted">
        Created <DateText date={shipment.createdOn} />
      </div>
      <div className="mg-links">
        {shipment.documentUrl ? (
          <a href={shipment.documentUrl} target="_blank" rel="noreferrer">
            {isLabel ? 'Open label' : 'Open packing slip'}
          </a>
        ) : null}
        {shipment.qrCodeUrl ? (
          <a href={shipment.qrCodeUrl} target="_blank" rel="noreferrer">
            Open QR code
          </a>
        ) : null}
      </div>
      {shipment.events.length > 0 ? (
        <ol className="mg-events" aria-label="Tracking events">
          {shipment.events.map((event) => (
            <li key={`${event.date} ${event.message}`}>
              <span>{event.message}</span>
              <span className="mg-muted">
                <DateText date={event.date} />
                {event.location ? ` · ${event.location}` : ''}
              </span>
            </li>
          ))}
        </ol>
      ) : null}
    </div>
  );
}
