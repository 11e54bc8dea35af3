import { IconDownload, IconMapPin, IconTruckDelivery } from '@tabler/icons-react';
import { carrierOf, eventPlace, isYetToBeSent, shippedBy, trackingLink } from '#core/claims/carriers.ts';
import { dayAndTime, deadline } from '../../format.ts';
import { buttonClass } from '../../ui/button.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import type { ClaimOverview } from './claim-overview.ts';
import styles from './shipments.module.css';
import { useStore } from '../../store.tsx';
import { rich, t } from '../../texts.ts';

type Shipment = ClaimOverview['shipments'][number];
type TrackerStatus = Shipment['tracker']['status'];
type CardProps = { shipment: Shipment; returnBefore: string | null; isAwaited: boolean };
type Tone = 'neutral' | 'info' | 'waiting' | 'good' | 'bad';

const TONES: Readonly<Record<TrackerStatus, Tone>> = {
  unknown: 'neutral',
  pre_transit: 'waiting',
  in_transit: 'info',
  out_for_delivery: 'info',
  delivered: 'good',
  available_for_pickup: 'waiting',
  return_to_sender: 'bad',
  failure: 'bad',
  cancelled: 'neutral',
  error: 'neutral',
};

/** The papers for the way back, and where the parcel is. */
export function Shipments({ claim, isMade }: { claim: ClaimOverview; isMade: boolean }) {
  const shipments = claim.shipments.filter(({ canceledOn }) => canceledOn === null);
  if (claim.shippingMethod === 'none') return null;
  if (shipments.length === 0) {
    return isMade ? null : (
      <section className={styles.shipment} aria-live="polite">
        <h2>{t(`parcel.preparing.${claim.shippingMethod}`)}</h2>
        <p className={styles.muted}>{t('parcel.preparing.about')}</p>
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

type TrackingText = `tracking.${TrackerStatus}`;
const wayBack = (status: TrackerStatus): TrackingText => `tracking.${status}`;
/** The words for the way back are about a package that the shopper has to send. */
const wayTo = (status: TrackerStatus): TrackingText =>
  status === 'pre_transit' ? 'tracking.unknown' : status === 'return_to_sender' ? 'tracking.failure' : wayBack(status);

/** Packages to the shopper, and where they are. */
export function SentBack({ claim }: { claim: ClaimOverview }) {
  return claim.sentBack
    .filter(({ canceledOn }) => canceledOn === null)
    .map((shipment) => (
      <section
        key={shipment.returnShipmentId}
        className={styles.shipment}
        aria-labelledby={`shipment-${shipment.returnShipmentId}`}
      >
        <div className={styles.head}>
          <h2 id={`shipment-${shipment.returnShipmentId}`}>{t('parcel.toYou')}</h2>
          <StatusBadge status={{ label: t(wayTo(shipment.tracker.status)), tone: TONES[shipment.tracker.status] }} />
        </div>
        <Tracking {...shipment} wordOf={wayTo} />
      </section>
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
  const { hideLabelDownloadWhenQrCodeIsPresent } = useStore();
  const isLabel = shipment.returnShipmentType === 'Label';
  const { returnShipmentPdfAssetUrl: documentUrl, qrCodeDetail, paperBy, shipmentExpiresOn, tracker } = shipment;
  const isTracked = tracker.carrier.trackingCode !== '' || tracker.details.length > 0;
  const hasPapers = isAwaited && !HANDED_OVER.has(tracker.status);
  if (!isTracked && !hasPapers) return null;
  return (
    <section className={styles.shipment} aria-labelledby={`shipment-${shipment.returnShipmentId}`}>
      <div className={styles.head}>
        <h2 id={`shipment-${shipment.returnShipmentId}`}>
          {t(!hasPapers ? 'parcel.package' : isLabel ? 'parcel.label' : 'parcel.packingSlip')}
        </h2>
        {isTracked && <StatusBadge status={{ label: t(`tracking.${tracker.status}`), tone: TONES[tracker.status] }} />}
      </div>
      {hasPapers && documentUrl !== null && !(qrCodeDetail !== null && hideLabelDownloadWhenQrCodeIsPresent) && (
        <a className={buttonClass('primary')} href={documentUrl} target="_blank" rel="noreferrer">
          <IconDownload size={20} aria-hidden="true" />
          {t(isLabel ? 'parcel.label.open' : 'parcel.packingSlip.open')}
        </a>
      )}
      {hasPapers && paperBy !== null && <p className={styles.muted}>{t(`parcel.by.${paperBy}`)}</p>}
      {hasPapers && qrCodeDetail !== null && (
        <figure className={styles.qr}>
          <img src={qrCodeDetail.url} alt={t('parcel.code')} width={200} height={200} />
          <figcaption>{t('parcel.code.about')}</figcaption>
        </figure>
      )}
      {hasPapers && isLabel && isYetToBeSent(tracker.status) && <DropOff code={tracker.carrier.name} />}
      {hasPapers && shipmentExpiresOn !== null && returnBefore === null && isYetToBeSent(tracker.status) && (
        <p className={styles.muted}>{t('parcel.by', { date: deadline(shipmentExpiresOn) })}</p>
      )}
      {isTracked && <Tracking {...shipment} />}
    </section>
  );
}

/** Who takes the package nearby, as its carrier says. */
function DropOff({ code }: { code: string }) {
  const { name, dropOffUrl } = carrierOf(code);
  if (dropOffUrl === null) return null;
  return (
    <p className={styles.carrier}>
      <IconMapPin size={20} aria-hidden="true" />
      <a href={dropOffUrl} target="_blank" rel="noreferrer">
        {t('parcel.dropOff', { carrier: name })}
      </a>
    </p>
  );
}

function EventTime({ event }: { event: Shipment['tracker']['details'][number] }) {
  const time = <time dateTime={event.date}>{dayAndTime(event.date)}</time>;
  const place = eventPlace(event);
  return place === '' ? time : rich('parcel.event', { time, place });
}

type TrackingProps = Pick<Shipment, 'service' | 'tracker'> & { wordOf?: (status: TrackerStatus) => TrackingText };

function Tracking({ service, tracker: { carrier, details }, wordOf = wayBack }: TrackingProps) {
  const { name, trackingCode, trackingUrl } = carrier;
  const link = trackingLink({ carrier: name, trackingCode, trackingUrl });
  const events = [...details].sort((a, b) => b.date.localeCompare(a.date));
  return (
    <>
      <p className={styles.carrier}>
        <IconTruckDelivery size={20} aria-hidden="true" />
        <span>
          <bdi>{shippedBy(name, service)}</bdi>{' '}
          {link === '' ? (
            <bdi>{trackingCode}</bdi>
          ) : (
            <a href={link} target="_blank" rel="noreferrer">
              {t('parcel.track', { number: trackingCode })}
            </a>
          )}
        </span>
      </p>
      {events.length > 0 && (
        <ol className={styles.events} aria-label={t('parcel.events')}>
          {events.map((event) => (
            <li key={`${event.date}${event.message}`}>
              <p>{t(event.detail ? `tracking.detail.${event.detail}` : wordOf(event.status))}</p>
              <p className={styles.muted}>
                <EventTime event={event} />
              </p>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
