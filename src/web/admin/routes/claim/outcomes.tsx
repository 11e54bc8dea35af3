import type { ReactNode } from 'react';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { MoneyText } from '../../../ui/money-text.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { repairStates } from './repair.tsx';
import { giftTypeLabels, goodsText, moneyPlaces, reservationStates, underReview, methodOfLine } from './claim-words.ts';

type Outcome = { key: string; what: ReactNode; value: ReactNode };

const stateOf = ({ isPending, isFailed }: { isPending: boolean; isFailed: boolean }) =>
  isFailed
    ? ({ label: 'Failed', tone: 'bad' } as const)
    : isPending
      ? ({ label: 'Pending', tone: 'waiting' } as const)
      : ({ label: 'Done', tone: 'good' } as const);

/** What has come of the claim so far, and what is to come: money, orders, reviews, repairs, goods kept. */
export function ClaimOutcomes({ claim }: { claim: ClaimShown }) {
  const { resolutionSummary: summary, currencyCode, claimLineItems: lines } = claim;
  const money = (amount: number): ReactNode => <MoneyText amount={amount} currencyCode={currencyCode} />;
  const groups: readonly (readonly [title: string, outcomes: Outcome[]])[] = [
    [
      'Refunds',
      summary.refunds.map((refund, index) => ({
        key: `${index}`,
        what: (
          <>
            {refund.wasResolvedExternally ? 'Resolved externally' : moneyPlaces[refund.to]}{' '}
            <StatusBadge status={stateOf({ isPending: refund.isRefundPending, isFailed: refund.isFailed })} />
          </>
        ),
        value: money(refund.amount),
      })),
    ],
    [
      'Gift cards and store credit',
      summary.giftCards.map((card, index) => ({
        key: `${index}`,
        what: (
          <>
            {giftTypeLabels[card.type]}
            {card.wasResolvedExternally ? ', resolved externally' : ''} <StatusBadge status={stateOf(card)} />
          </>
        ),
        value: (
          <>
            {money(card.amount)}
            {card.incentiveAmount > 0 ? (
              <span className="mg-muted mg-under">with a bonus of {money(card.incentiveAmount)}</span>
            ) : null}
          </>
        ),
      })),
    ],
    [
      'Exchange orders',
      summary.exchangeOrders.map((order, index) => ({
        key: `${index}`,
        what: (
          <>
            {order.isReplacement ? 'Replacement: ' : ''}
            {goodsText(order.lineItems)}
            {order.isOnOriginalOrder ? (
              <span className="mg-muted mg-under">
                on the original order
                {order.isPending ? (
                  <>
                    {' '}
                    <StatusBadge status={stateOf(order)} />
                  </>
                ) : null}
              </span>
            ) : null}
          </>
        ),
        value: <OrderLink order={order} />,
      })),
    ],
    ['Warranty reviews', lines.filter(underReview).map((line) => named(line, 'Needs a decision'))],
    [
      'Repairs',
      lines
        .filter((line) => methodOfLine(line) === 'repair' && line.canceledOn === null)
        .map((line) =>
          named(
            line,
            line.repair ? repairStates[line.repair.state].label : line.finalizedOn ? 'Accepted' : 'Requested',
          ),
        ),
    ],
    [
      'Shop-now items',
      claim.shopNowItems.map((item) => ({
        key: item.variantIdFromPlatform,
        what: goodsText([item]),
        value: money(item.cost),
      })),
    ],
    ['Stock', claim.reservation ? [reserved(claim.reservation)] : []],
  ];
  return groups
    .filter(([, outcomes]) => outcomes.length > 0)
    .map(([title, outcomes]) => (
      <section key={title} className="mg-part" aria-label={title}>
        <div className="mg-part-head">
          <h3>{title}</h3>
        </div>
        <ul className="mg-outcomes">
          {outcomes.map(({ key, what, value }) => (
            <li key={key}>
              <span>{what}</span>
              <span className="mg-outcome-value">{value}</span>
            </li>
          ))}
        </ul>
      </section>
    ));
}

const named = (line: ClaimShown['claimLineItems'][number], value: string): Outcome => ({
  key: `${line.id}`,
  what: goodsText([{ title: line.originalStoreOrderLineItem.name, quantity: line.quantity }]),
  value,
});

const reserved = ({ state, expiresOn, lineItems }: NonNullable<ClaimShown['reservation']>): Outcome => ({
  key: 'reservation',
  what: (
    <>
      <StatusBadge status={reservationStates[state]} /> {goodsText(lineItems)}
    </>
  ),
  value:
    state === 'held' || state === 'asked' ? (
      <>
        until <DateText date={expiresOn} isInSentence />
      </>
    ) : null,
});

function OrderLink({ order }: { order: ClaimShown['resolutionSummary']['exchangeOrders'][number] }) {
  if (!order.orderNo && !order.idFromPlatform) return <StatusBadge status={stateOf(order)} />;
  const name = order.orderNo ?? order.idFromPlatform;
  return order.platformAdminUrl ? (
    <a href={order.platformAdminUrl} target="_blank" rel="noreferrer">
      {name}
    </a>
  ) : (
    name
  );
}
