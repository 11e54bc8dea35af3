import type { ShipmentEvent } from '#core/claims/shipment-shapes.ts';

export const CARRIER_ICONS = ['fedex', 'usps', 'ups', 'dhl'] as const;
export type CarrierIcon = (typeof CARRIER_ICONS)[number];
/** `dropOffUrl`: where it says who takes parcels nearby. */
type Carrier = { name: string; icon: CarrierIcon | null; dropOffUrl: string | null };

/** Beginnings of the providers' carrier codes, the longest first: accounts of one carrier go by many names. */
const CARRIERS: readonly (Carrier & { prefix: string })[] = [
  { prefix: 'fedex', name: 'FedEx', icon: 'fedex', dropOffUrl: 'https://local.fedex.com/' },
  { prefix: 'usps', name: 'USPS', icon: 'usps', dropOffUrl: 'https://tools.usps.com/locations/' },
  { prefix: 'ups', name: 'UPS', icon: 'ups', dropOffUrl: 'https://www.ups.com/dropoff/' },
  { prefix: 'dhl', name: 'DHL', icon: 'dhl', dropOffUrl: 'https://locator.dhl.com/' },
  {
    prefix: 'canadapost',
    name: 'Canada Post',
    icon: null,
    dropOffUrl: 'https://www.canadapost-postescanada.ca/cpc/en/tools/find-a-post-office.page',
  },
  { prefix: 'royalmail', name: 'Royal Mail', icon: null, dropOffUrl: 'https://www.royalmail.com/services-near-you' },
  { prefix: 'australiapost', name: 'Australia Post', icon: null, dropOffUrl: 'https://auspost.com.au/locate/' },
  { prefix: 'deutschepost', name: 'Deutsche Post', icon: null, dropOffUrl: null },
  { prefix: 'laposte', name: 'La Poste', icon: null, dropOffUrl: 'https://localiser.laposte.fr/' },
  { prefix: 'ontrac', name: 'OnTrac', icon: null, dropOffUrl: null },
  { prefix: 'lasership', name: 'LaserShip', icon: null, dropOffUrl: null },
  { prefix: 'gls', name: 'GLS', icon: null, dropOffUrl: null },
  { prefix: 'dpd', name: 'DPD', icon: null, dropOffUrl: null },
];

/** A carrier as people know it, from the code a provider uses ("DHLExpress" is DHL). */
export function carrierOf(code: string): Carrier {
  const key = code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const known = CARRIERS.find(({ prefix }) => key.startsWith(prefix));
  if (!known) return { name: words(code), icon: null, dropOffUrl: null };
  const { prefix: _prefix, ...carrier } = known;
  return carrier;
}

/** A carrier with its service, readable: "DHLExpress", "ExpressWorldwide" is "DHL Express Worldwide". */
export function shippedBy(carrierCode: string, serviceCode: string): string {
  const { name } = carrierOf(carrierCode);
  const service = words(serviceCode);
  const own = new RegExp(`^${name.replaceAll(/[^A-Za-z0-9 ]/g, '.')}\\b\\s*`, 'i');
  return [name, service.replace(own, '')].filter((part) => part !== '').join(' ');
}

/** "GroundAdvantage" and "GROUND_ADVANTAGE" are "Ground Advantage". */
function words(code: string): string {
  const isConstant = code.includes('_') && code === code.toUpperCase();
  return code
    .split(/[\s_]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
    .filter((word) => word !== '')
    .map((word) => (isConstant || /^[a-z]/.test(word) ? capitalized(word) : word))
    .join(' ');
}

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();

/** Where a parcel can be followed: the provider's page, or else a search of the web (C9.07). Empty without a tracking code. */
export function trackingLink(shipment: { carrier: string; trackingCode: string; trackingUrl: string }): string {
  const { carrier, trackingCode, trackingUrl } = shipment;
  if (trackingCode === '' || trackingUrl !== '') return trackingUrl;
  return `https://www.google.com/search?q=${encodeURIComponent(`${carrierOf(carrier).name} ${trackingCode}`.trim())}`;
}

/** Where a package was seen: "Memphis, TN, US"; empty if unknown. */
export const eventPlace = ({ location: { city, state, country } }: ShipmentEvent): string =>
  [city, state, country].filter(Boolean).join(', ');

/** Whether no carrier has a parcel yet, by what its tracker says: news of a label may be that it exists. */
export const isYetToBeSent = (trackerStatus: string): boolean =>
  trackerStatus === 'unknown' || trackerStatus === 'pre_transit';
