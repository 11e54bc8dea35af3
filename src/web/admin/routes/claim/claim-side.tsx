import { Button, VisuallyHidden } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { DateText } from '../../../ui/date-text.tsx';
import { MoneyText } from '../../../ui/money-text.tsx';
import { Facts, Section } from '../../../ui/section.tsx';
import { AddressBlock } from './address-block.tsx';
import { CustomerDialog } from './customer-dialog.tsx';
import { EmailTrouble } from './email-trouble.tsx';
import { Payments } from './payments.tsx';
import { RiskCard } from './risk-card.tsx';
import { Shipments } from './shipments.tsx';
import { Tags } from './tags.tsx';
import { WithdrawalCard } from './withdrawal-card.tsx';
import type { ClaimOnScreen } from './use-claim-change.ts';
import { StoreLink } from '../orders/store-link.tsx';

/** Side column: original order, payments, customer, tags, shipments (C2.21). */
export function ClaimSide({ storeId, claim }: ClaimOnScreen) {
  return (
    <>
      <WithdrawalCard claim={claim} />
      <OrderSection storeId={storeId} claim={claim} />
      <RiskCard storeId={storeId} claim={claim} />
      <Payments storeId={storeId} claim={claim} />
      <CustomerSection storeId={storeId} claim={claim} />
      <Tags storeId={storeId} claim={claim} />
      <Shipments storeId={storeId} claim={claim} />
    </>
  );
}

function OrderSection({ storeId, claim }: ClaimOnScreen) {
  const { originalStoreOrder: order, currencyCode } = claim;
  // Nothing was bought here: an order of ours stands for what was registered.
  if (order.wasCreatedFromRegistration)
    return (
      <Section title="Registration">
        <Facts
          facts={[...registrationFact(storeId, order), ['Bought', <DateText key="bought" date={order.createdOn} />]]}
        />
      </Section>
    );
  return (
    <Section title="Original order" action={<StoreLink url={order.platformAdminUrl} />}>
      <Facts
        facts={[
          ['Order', <OrderLink key="order" storeId={storeId} order={order} />],
          ...registrationFact(storeId, order),
          ...(claim.isGiftReturn ? [['Bought by', <Buyer key="buyer" order={order} />] as const] : []),
          ['Placed', <DateText key="placed" date={order.createdOn} />],
          ['Total', <MoneyText key="total" amount={order.total} currencyCode={currencyCode} />],
          ['Refunded so far', <MoneyText key="refunded" amount={order.totalRefunded} currencyCode={currencyCode} />],
        ]}
      />
    </Section>
  );
}

const registrationFact = (
  storeId: number,
  { registration }: ClaimShown['originalStoreOrder'],
): (readonly [string, ReactNode])[] =>
  registration
    ? [
        [
          'Registration',
          <Link
            key="registration"
            to="/$storeId/registrations/$registrationId"
            params={{ storeId, registrationId: registration.id }}
          >
            {registration.externalId}
          </Link>,
        ],
      ]
    : [];

/** The order's own page, which leads back to this claim as it was opened. */
function OrderLink({ storeId, order }: { storeId: number; order: ClaimShown['originalStoreOrder'] }) {
  const returnTo = useLocation({ select: ({ href }) => href });
  return (
    <Link
      to="/$storeId/orders/lookup/$idFromPlatform"
      params={{ storeId, idFromPlatform: order.idFromPlatform }}
      search={{ returnTo }}
    >
      <bdi>{order.orderNo}</bdi>
    </Link>
  );
}

/** Who gave the gift away; not to be written to about its return. */
function Buyer({ order }: { order: ClaimShown['originalStoreOrder'] }) {
  return (
    <>
      <div>
        <bdi>{order.customerName}</bdi>
      </div>
      <bdi className="mg-muted">{order.customerEmail}</bdi>
      <div className="mg-muted">Isn't notified of this return.</div>
    </>
  );
}

function CustomerSection({ storeId, claim }: ClaimOnScreen) {
  const [isEditing, setEditing] = useState(false);
  return (
    <Section
      title={claim.isGiftReturn ? 'Recipient of the gift' : 'Customer'}
      action={
        <Button variant="transparent" c="var(--mg-link)" size="compact-sm" px={0} onClick={() => setEditing(true)}>
          Edit
          <VisuallyHidden> customer</VisuallyHidden>
        </Button>
      }
    >
      <div>
        <bdi>{claim.customerName}</bdi>
      </div>
      {claim.customerEmail === '' ? (
        <div className="mg-muted">No email</div>
      ) : (
        <div className="mg-copyable">
          <a href={`mailto:${claim.customerEmail}`}>{claim.customerEmail}</a>
          <CopyButton text={claim.customerEmail} label="Copy email" />
        </div>
      )}
      {claim.emailTrouble ? <EmailTrouble storeId={storeId} claimId={claim.id} trouble={claim.emailTrouble} /> : null}
      {claim.shippingAddress ? <AddressBlock address={claim.shippingAddress} /> : null}
      {isEditing ? <CustomerDialog storeId={storeId} claim={claim} onClose={() => setEditing(false)} /> : null}
    </Section>
  );
}
