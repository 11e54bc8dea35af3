import type { OrderShown } from '#contract/merchant/orders.ts';
import { LIFETIME, formatDate } from '#core/dates.ts';
import type { Address } from '#core/address.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { DateText } from '../../../ui/date-text.tsx';
import { MoneyText } from '../../../ui/money-text.tsx';
import { Facts, Section } from '../../../ui/section.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { AddressBlock } from '../claim/address-block.tsx';
import { StoreLink } from './store-link.tsx';

const until = (date: string | null): string =>
  date === null ? 'Nothing right now' : date === LIFETIME ? 'Lifetime' : formatDate(date);

/** Side column of an order: money, how long it can be claimed, who bought it. */
export function OrderSide({ order }: { order: OrderShown }) {
  const { money, currencyCode } = order;
  const sum = (amount: number) => <MoneyText amount={amount} currencyCode={currencyCode} />;
  return (
    <>
      <Section title="Order" action={<StoreLink url={order.platformAdminUrl} />}>
        <Facts
          facts={[
            ['Subtotal', sum(money.subtotal)],
            ['Shipping', sum(money.shippingPaid)],
            [money.isTaxIncluded ? 'Tax (included)' : 'Tax', sum(money.taxTotal)],
            ['Total', sum(money.total)],
            ['Paid', sum(money.totalPaid)],
            ['Refunded so far', sum(money.totalRefunded)],
            ['Refundable', sum(money.left)],
          ]}
        />
      </Section>
      {order.wasShippingProtected || order.coverConsent ? <ProtectionSection order={order} /> : null}
      <Section title="Can be claimed">
        <Facts
          facts={[
            ['Returns until', until(order.returnUntil)],
            ['Warranty until', until(order.warrantyUntil)],
          ]}
        />
      </Section>
      <Section title="Customer">
        <bdi>{order.customerName}</bdi>
        {order.email ? (
          <div className="mg-copyable">
            <a href={`mailto:${order.email}`}>{order.email}</a>
            <CopyButton text={order.email} label="Copy email" />
          </div>
        ) : null}
      </Section>
      <AddressSection title="Shipping address" address={order.shippingAddress} />
      <AddressSection title="Billing address" address={order.billingAddress} />
      {order.note || order.tags.length > 0 ? (
        <Section title="Note and tags">
          {order.note ? <bdi>{order.note}</bdi> : null}
          <div className="mg-tags">
            {order.tags.map((tag) => (
              <span key={tag} className="mg-tag" title={tag}>
                <bdi>{tag}</bdi>
              </span>
            ))}
          </div>
        </Section>
      ) : null}
    </>
  );
}

/** The cover of an order that was canceled before it was sent. */
const COVER_REFUND_WORDS = {
  waiting: 'The order was canceled before it was sent, so the cover is being refunded.',
  running: 'The order was canceled before it was sent, so the cover is being refunded.',
  failed: "The order was canceled before it was sent. The cover couldn't be refunded yet.",
  done: 'The order was canceled before it was sent, and the cover was refunded.',
  doneElsewhere: 'The order was canceled before it was sent, and the cover was refunded outside Makegood.',
} as const;

function ProtectionSection({ order: { wasShippingProtected, coverConsent, effects } }: { order: OrderShown }) {
  const refund = effects.find(({ kind }) => kind === 'coverRefund');
  return (
    <Section title="Shipping protection">
      <StatusBadge
        status={
          wasShippingProtected ? { label: 'Protected', tone: 'good' } : { label: 'Not protected', tone: 'neutral' }
        }
      />
      {refund && refund.state !== 'calledOff' ? (
        <p className="mg-muted mg-p">{COVER_REFUND_WORDS[refund.state]}</p>
      ) : null}
      {coverConsent ? (
        <Facts
          facts={[
            [
              coverConsent.choice === 'accepted' ? 'Accepted' : 'Declined',
              <DateText key="chosen" date={coverConsent.createdOn} />,
            ],
            ['Shown', <bdi key="shown">{`${coverConsent.label}. ${coverConsent.description}`}</bdi>],
            ['Price', <MoneyText key="price" amount={coverConsent.price} currencyCode={coverConsent.currencyCode} />],
            ...(coverConsent.countryCode === '' ? [] : [['Market', coverConsent.countryCode] as const]),
            ['Page', <bdi key="page">{coverConsent.page}</bdi>],
            ['Added by the shop', coverConsent.wasAddedForShopper ? 'Yes' : 'No'],
          ]}
        />
      ) : null}
    </Section>
  );
}

function AddressSection({ title, address }: { title: string; address: Address | null }) {
  return (
    <Section title={title}>
      {address ? <AddressBlock address={address} /> : <p className="mg-muted mg-p">None.</p>}
    </Section>
  );
}
