import {
  COUNT,
  figure,
  row,
  SHARE,
  shareOf,
  sumOf,
  TEXT,
  type Opens,
  type Panel,
  type Span,
} from '#core/analytics/dashboard.ts';
import type { ListFilters } from '#core/lists/lists.ts';

/** Registrations by the step they were made in and their channel. Canceled ones are left out. */
export type RegistrationCount = {
  startsOn: string;
  channel: string;
  count: number;
  withClaim: number;
  withConsent: number;
};
export type RegisteredCount = { product: string; units: number; registrations: number; withClaim: number };
export type RegistrationsRows = {
  registrations: readonly RegistrationCount[];
  /** Those registered most. */
  products: readonly RegisteredCount[];
  /** Units in orders of the period, registered or not. */
  unitsOrdered: number;
  unitsRegistered: number;
};

/** How many products are listed. */
export const REGISTERED_SHOWN = 50;
const NO_CHANNEL = 'Not said';
const CHANNELS_DRAWN = 6;
const OTHERS = 'Other channels';

const registeredWithin = ({ start, end }: Pick<Span, 'start' | 'end'>, filters: ListFilters = {}): Opens => ({
  to: 'registrations',
  filters: { ...filters, createdOn: { start, end }, hasBeenCanceled: false },
});

/** Who registers what, where it was bought, and how often it is claimed on. */
export function registrationsPanels(
  span: Span,
  { registrations, products, unitsOrdered, unitsRegistered }: RegistrationsRows,
): Panel[] {
  const count = (of: (one: RegistrationCount) => number): number => sumOf(registrations, of);
  const all = count((one) => one.count);
  const withClaim = count((one) => one.withClaim);
  const withConsent = count((one) => one.withConsent);
  const channels = [...Map.groupBy(registrations, ({ channel }) => channel).entries()]
    .map(([channel, rows]) => ({
      channel,
      name: channel === '' ? NO_CHANNEL : channel,
      count: sumOf(rows, (one) => one.count),
      withClaim: sumOf(rows, (one) => one.withClaim),
    }))
    .toSorted((one, other) => other.count - one.count || one.name.localeCompare(other.name));
  const drawn = channels.slice(0, CHANNELS_DRAWN);
  const numbers = [
    { title: 'Registrations', unit: COUNT, isDrawn: true },
    { title: 'With a claim', unit: COUNT },
    { title: 'Share', unit: SHARE },
  ];
  const ofChannel = (channel: string): ListFilters => (channel === '' ? {} : { salesChannels: [channel] });
  return [
    {
      kind: 'figures',
      title: 'In this period',
      figures: [
        figure('Registrations', COUNT, all, 'Created in this period, without canceled ones', registeredWithin(span)),
        figure('With a claim', COUNT, withClaim, '', registeredWithin(span, { hasClaim: true })),
        figure('Claimed on', SHARE, shareOf(withClaim, all), 'Registrations with a claim, of all'),
        figure('Consented to marketing', SHARE, shareOf(withConsent, all), 'Registrations with consent, of all'),
        figure(
          'Registration rate',
          SHARE,
          shareOf(unitsRegistered, unitsOrdered),
          'Units registered per unit ordered in this period',
        ),
      ],
    },
    {
      kind: 'chart',
      title: 'Registrations over time',
      before: null,
      caption: 'Registrations by creation date and sales channel',
      unit: COUNT,
      bars: span.steps.map((step) => {
        const ofStep = registrations.filter(({ startsOn }) => startsOn === step.startsOn);
        const rest = ofStep.filter(({ channel }) => !drawn.some((one) => one.channel === channel));
        return {
          startsOn: step.startsOn,
          isRunning: step.isRunning,
          parts: [
            ...drawn.map(({ channel, name }) => ({
              name,
              value: sumOf(
                ofStep.filter((one) => one.channel === channel),
                (one) => one.count,
              ),
              opens: registeredWithin(step, ofChannel(channel)),
            })),
            ...(channels.length > drawn.length
              ? [{ name: OTHERS, value: sumOf(rest, (one) => one.count), opens: registeredWithin(step) }]
              : []),
          ],
        };
      }),
    },
    {
      kind: 'table',
      title: 'Sales channels',
      note: '',
      columns: [{ title: 'Sales channel', unit: TEXT }, ...numbers],
      rows: channels.map((one) =>
        row(
          [one.name, one.count, one.withClaim, shareOf(one.withClaim, one.count)],
          registeredWithin(span, ofChannel(one.channel)),
        ),
      ),
      empty: 'No registrations in this period.',
    },
    {
      kind: 'table',
      title: products.length === REGISTERED_SHOWN ? `The ${REGISTERED_SHOWN} most registered products` : 'Products',
      note: 'Share: registrations with a claim.',
      columns: [{ title: 'Product', unit: TEXT }, { title: 'Units', unit: COUNT }, ...numbers],
      rows: products.map((one) =>
        row(
          [one.product, one.units, one.registrations, one.withClaim, shareOf(one.withClaim, one.registrations)],
          registeredWithin(span, { searchTerm: one.product }),
        ),
      ),
      empty: 'No registrations in this period.',
    },
  ];
}
