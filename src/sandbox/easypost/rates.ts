import { randomBytes } from 'node:crypto';
import type { Address, Rate, Shipment } from './state.ts';

type Service = {
  carrier: string;
  service: string;
  /** Cents for the first pound, and for each further one. */
  firstPound: number;
  furtherPound: number;
  retailExtra: number;
  listExtra: number;
  days: number;
};

// The first three cost what EasyPost's test mode recorded for a parcel of 15.4 oz.
const DOMESTIC_US: Service[] = [
  { carrier: 'USPS', service: 'Express', firstPound: 3310, furtherPound: 310, retailExtra: 480, listExtra: 0, days: 2 },
  {
    carrier: 'USPS',
    service: 'Priority',
    firstPound: 690,
    furtherPound: 120,
    retailExtra: 290,
    listExtra: 135,
    days: 2,
  },
  {
    carrier: 'USPS',
    service: 'GroundAdvantage',
    firstPound: 593,
    furtherPound: 85,
    retailExtra: 252,
    listExtra: 47,
    days: 3,
  },
];
const ELSEWHERE: Service[] = [
  {
    carrier: 'DHLExpress',
    service: 'ExpressWorldwide',
    firstPound: 2890,
    furtherPound: 540,
    retailExtra: 900,
    listExtra: 450,
    days: 4,
  },
];

const ACCOUNTS: Record<string, string> = {
  USPS: 'ca_5ba7ca3632c54adeb17ad4bcac13c890',
  DHLExpress: 'ca_7c1f0b3d2a5e4f68b9d0e1a2c3b4d5e6',
};
// Nothing heavier than 70 lb goes by mail, nor by the courier's parcel service here.
const MAX_OUNCES = 70 * 16;

/** What the carriers would charge, and in their own words why one will not. */
export function ratesFor(shipment: { id: string; from: Address; to: Address; ounces: number; now: string }): {
  rates: Rate[];
  messages: Shipment['messages'];
} {
  const isDomestic = shipment.from.country === 'US' && shipment.to.country === 'US';
  const services = isDomestic ? DOMESTIC_US : ELSEWHERE;
  const refusal = refusalOf(shipment.from, shipment.to, shipment.ounces);
  if (refusal !== null) {
    const carriers = [...new Set(services.map(({ carrier }) => carrier))];
    return {
      rates: [],
      messages: carriers.map((carrier) => ({
        carrier,
        carrier_account_id: ACCOUNTS[carrier] ?? '',
        type: 'rate_error',
        message: refusal,
      })),
    };
  }
  return { rates: services.map((service) => rateOf(service, shipment)), messages: [] };
}

function refusalOf(from: Address, to: Address, ounces: number): string | null {
  for (const [name, address] of [
    ['from_address', from],
    ['to_address', to],
  ] as const) {
    for (const field of ['street1', 'zip', 'country'] as const) {
      if (!address[field]) return `${name}.${field}: shipper or receiver address is incomplete`;
    }
  }
  return ounces > MAX_OUNCES ? 'parcel weight exceeds the maximum of 70 lb' : null;
}

function rateOf(service: Service, shipment: { id: string; ounces: number; now: string }): Rate {
  const pounds = Math.max(1, Math.ceil(shipment.ounces / 16));
  const cents = service.firstPound + (pounds - 1) * service.furtherPound;
  return {
    id: newId('rate'),
    object: 'Rate',
    created_at: shipment.now,
    updated_at: shipment.now,
    mode: 'test',
    service: service.service,
    carrier: service.carrier,
    rate: dollars(cents),
    currency: 'USD',
    retail_rate: dollars(cents + service.retailExtra),
    retail_currency: 'USD',
    list_rate: dollars(cents + service.listExtra),
    list_currency: 'USD',
    billing_type: 'easypost',
    delivery_days: service.days,
    delivery_date: null,
    delivery_date_guaranteed: false,
    est_delivery_days: service.days,
    shipment_id: shipment.id,
    carrier_account_id: ACCOUNTS[service.carrier] ?? '',
  };
}

const dollars = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

/** An id as EasyPost writes them: a prefix and 32 hexadecimal digits. */
export const newId = (prefix: string): string => `${prefix}_${randomBytes(16).toString('hex')}`;
