import type { PortalOrder } from '#contract/customer/customer.ts';
import { IconExternalLink } from '@tabler/icons-react';
import { day, listed, shortDay } from '../../format.ts';
import { drawnOnce } from '../../ui/drawn-once.ts';
import { Notice } from '../../ui/notice.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import styles from './deliveries.module.css';
import { t } from '../../texts.ts';

type Sent = PortalOrder['fulfillments'][number];
type Units = PortalOrder['unsent'];
type Event = NonNullable<Sent['event']>;
type Tone = 'neutral' | 'info' | 'waiting' | 'good' | 'bad';

const TONES: Readonly<Partial<Record<Event, Tone>>> = {
  delivered: 'good',
  picked_up: 'good',
  attempted_delivery: 'waiting',
  delayed: 'waiting',
  ready_for_pickup: 'waiting',
  failure: 'bad',
};

/** Where the order is: each package with its tracking, and what is still to come. */
export const Deliveries = drawnOnce(({ order }: { order: PortalOrder }) => {
  const { fulfillments, unsent, canceledOn } = order;
  if (canceledOn !== null) return <Notice tone="info">{t('delivery.orderCanceled', { date: day(canceledOn) })}</Notice>;
  const isInParts = fulfillments.length + (unsent.length > 0 ? 1 : 0) > 1;
  if (fulfillments.length === 0 && unsent.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="packages">
      <h2 id="packages">{t('delivery.heading', { count: Math.max(1, fulfillments.length) })}</h2>
      <ul className={styles.packages}>
        {fulfillments.map((sent, index) => (
          <li key={index} className={styles.package}>
            <p className={styles.state}>
              <StatusBadge status={stateOf(sent)} />
              <time dateTime={sent.deliveredOn ?? sent.createdOn}>{shortDay(sent.deliveredOn ?? sent.createdOn)}</time>
            </p>
            {isInParts && sent.lines.length > 0 && <p dir="auto">{namesOf(order, sent.lines)}</p>}
            {sent.trackers.map(({ code, carrier, url }) => (
              <a
                key={code}
                href={url}
                target="_blank"
                rel="noreferrer"
                className={styles.track}
                aria-label={t('delivery.track.number', { carrier, number: code })}
              >
                {t('delivery.track')}
                <IconExternalLink size={18} aria-hidden="true" />
              </a>
            ))}
          </li>
        ))}
        {unsent.length > 0 && (
          <li className={styles.package}>
            <p className={styles.state}>
              <StatusBadge status={{ label: t('delivery.unsent'), tone: 'neutral' }} />
            </p>
            {isInParts && <p dir="auto">{namesOf(order, unsent)}</p>}
          </li>
        )}
      </ul>
    </section>
  );
});

function stateOf({ deliveredOn, event }: Sent): { label: string; tone: Tone } {
  if (deliveredOn !== null) return { label: t('delivery.event.delivered'), tone: 'good' };
  return event === null
    ? { label: t('delivery.sent'), tone: 'info' }
    : { label: t(`delivery.event.${event}`), tone: TONES[event] ?? 'info' };
}

const namesOf = ({ lineItems }: PortalOrder, units: Units): string =>
  listed(
    units.flatMap(({ lineIdFromPlatform, quantity }) => {
      const line = lineItems.find((one) => one.lineIdFromPlatform === lineIdFromPlatform);
      if (!line) return [];
      return [quantity > 1 ? t('delivery.units', { quantity, item: line.name }) : line.name];
    }),
  );
