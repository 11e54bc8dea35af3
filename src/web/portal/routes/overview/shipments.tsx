import { IconDownload, IconTruckDelivery } from '@tabler/icons-react';
import { eventPlace, isYetToBeSent, shippedBy, trackingLink } from '#core/claims/carriers.ts';
import { dayAndTime, deadline } from '../../format.ts';
import { buttonClass } from '../../ui/button.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import type { ClaimOverview } from './claim-overview.ts';
import styles from './shipments.module.css';

type Shipment = ClaimOverview['shipments'][number];
type TrackerStatus = Shipment['tracker']['status'];
type CardProps = { shipment: Shipment; returnBefore: string | null; isAwaited: boolean };
type Tone = 'neutral' | 'info' | 'waiting' | 'good' | 'bad';

const TRACKING: Readonly<Record<TrackerStatus, { label: string; tone: Tone }>> = {
  unknown: { label: 'Not scanned by the carrier yet', tone: 'neutral' },
  pre_transit: { label: 'Waiting for your package', tone: 'waiting' },
  in_transit: { label: 'On its way', tone: 'info' },
  out_for_delivery: { label: 'Out for delivery', tone: 'info' },
  delivered: { label: 'Arrived', tone: 'good' },
  available_for_pickup: { label: 'Ready for pickup', tone: 'waiting' },
  return_to_sender: { label: 'Returning to you', tone: 'bad' },
  failure: { label: "Couldn't be delivered", tone: 'bad' },
  cancelled: { label: 'Canceled', tone: 'neutral' },
  error: { label: "Tracking isn't available", tone: 'neutral' },
};

/** The papers for the way back, and where the parcel is. */
export function Shipments({ claim, isMade }: { claim: ClaimOverview; isMade: boolean }) {
  const shipments = claim.shipments.filter(({ canceledOn }) => canceledOn === null);
  if (claim.shippingMethod === 'none') return null;
  if (shipments.length === 0) {
    return isMade ? null : (
      <section className={styles.shipment} aria-live="polite">
        <h2>{claim.shippingMethod === 'label' ? "We're preparing your label" : "We're preparing your packing slip"}</h2>
        <p className={styles.muted}>
          It'll appear here, usually within a minute, and we'll email it to you. You can close this page.
        </p>
      </section>
    );
  }
  return shipments.map((shipment) => (
    <ShipmentCard
      key={shipment.returnShipmentId}
      shipment={shipment}
      returnBefore={claim.returnBefore}
      isAwaited={!OVER.has(claim.status.code)}
    />
  ));
}

/** Claims for which nothing is to be sent anymore. */
const OVER: ReadonlySet<string> = new Set(['Denied', 'Closed', 'Completed']);
/** The carrier has it or had it, so its papers are of no use anymore. */
const HANDED_OVER: ReadonlySet<TrackerStatus> = new Set([
  'in_transit',
  'out_for_delivery',
  'available_for_pickup',
  'delivered',
  'return_to_sender',
  'failure',
]);

/** `returnBefore`: when the items of an instant exchange must arrive; the next steps name that day, so no second one is shown. */
function ShipmentCard({ shipment, returnBefore, isAwaited }: CardProps) {
  const isLabel = shipment.returnShipmentType === 'Label';
  const { returnShipmentPdfAssetUrl: documentUrl, qrCodeDetail, shipmentExpiresOn, tracker } = shipment;
  const isTracked = tracker.carrier.trackingCode !== '' || tracker.details.length > 0;
  const hasPapers = isAwaited && !HANDED_OVER.has(tracker.status);
  if (!isTracked && !hasPapers) return null;
  return (
    <section className={styles.shipment} aria-labelledby={`shipment-${shipment.returnShipmentId}`}>
      <div className={styles.head}>
        <h2 id={`shipment-${shipment.returnShipmentId}`}>
          {!hasPapers ? 'Your package' : isLabel ? 'Your label' : 'Your packing slip'}
        </h2>
        {isTracked && <StatusBadge status={TRACKING[shipment.tracker.status]} />}
      </div>
      {hasPapers && documentUrl !== null && (
        <a className={buttonClass('primary')} href={documentUrl} target="_blank" rel="noreferrer">
          <IconDownload size={20} aria-hidden="true" />
          {isLabel ? 'Open label (PDF)' : 'Open packing slip (PDF)'}
        </a>
      )}
      {hasPapers && qrCodeDetail !== null && (
        <figure className={styles.qr}>
          <img src={qrCodeDetail.url} alt="QR code to show at drop-off" width={200} height={200} />
          <figcaption>No printer? Show this code at drop-off.</figcaption>
        </figure>
      )}
      {hasPapers && shipmentExpiresOn !== null && returnBefore === null && isYetToBeSent(tracker.status) && (
        <p className={styles.muted}>Please ship it by {deadline(shipmentExpiresOn)}.</p>
      )}
      {isTracked && <Tracking {...shipment} />}
    </section>
  );
}

function Tracking({ service, tracker: { carrier, details } }: Pick<Shipment, 'service' | 'tracker'>) {
  const { name, trackingCode, trackingUrl } = carrier;
  const link = trackingLink({ carrier: name, trackingCode, trackingUrl });
  const events = [...details].sort((a, b) => b.date.localeCompare(a.date));
  return (
    <>
      <p className={styles.carrier}>
        <IconTruckDelivery size={20} aria-hidden="true" />
        <span>
          {shippedBy(name, service)}{' '}
          {link === '' ? (
            <span>{trackingCode}</span>
          ) : (
            <a href={link} target="_blank" rel="noreferrer">
              Track {trackingCode}
            </a>
          )}
        </span>
      </p>
      {events.length > 0 && (
        <ol className={styles.events} aria-label="Tracking events, newest first">
          {events.map((event) => (
            <li key={`${event.date}${event.message}`}>
              <p>{TRACKING[event.status].label}</p>
              {event.message !== '' && (
                <p className={styles.muted} dir="auto">
                  {event.message}
                </p>
              )}
              <p className={styles.muted}>
                <time dateTime={event.date}>{dayAndTime(event.date)}</time>
                {eventPlace(event) !== '' && `, ${eventPlace(event)}`}
              </p>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
