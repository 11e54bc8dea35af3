import { Radio } from '@mantine/core';
import type { quoteShipment } from '#contract/merchant/shipments.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { shippedBy } from '#core/claims/carriers.ts';
import { CarrierIcon } from '../../../ui/carrier-icon.tsx';
import { moneyText } from '../../../ui/money-text.tsx';

export type Quote = Extract<RouteAnswer<typeof quoteShipment>, { kind: 'success' }>;

/** What the carriers ask now, the cheapest first; one is chosen. */
export function RateFields({
  quote,
  rateId,
  onRate,
}: {
  quote: Quote;
  rateId: string | null;
  onRate: (id: string) => void;
}) {
  const cheapestFirst = quote.rates.toSorted((one, other) => one.cost - other.cost);
  return (
    <Radio.Group label="Rate" value={rateId} onChange={onRate} withAsterisk>
      <div className="mg-variants">
        {cheapestFirst.map((rate, index) => (
          <label key={rate.id} className="mg-variant mg-rate" htmlFor={`rate-${rate.id}`}>
            <Radio
              id={`rate-${rate.id}`}
              value={rate.id}
              aria-label={`${shippedBy(rate.carrier, rate.service)}, ${moneyText(rate.cost, rate.currency)}`}
              {...(index === 0 ? { 'data-autofocus': true } : {})}
            />
            <CarrierIcon carrier={rate.carrier} />
            <span className="mg-variant-name">
              <span>{shippedBy(rate.carrier, rate.service)}</span>
              {rate.deliveryDays === null ? null : <span className="mg-muted">{daysText(rate.deliveryDays)}</span>}
            </span>
            <span className="mg-number">{moneyText(rate.cost, rate.currency)}</span>
          </label>
        ))}
      </div>
    </Radio.Group>
  );
}

const daysText = (days: number): string => (days === 1 ? '1 day' : `${days} days`);
