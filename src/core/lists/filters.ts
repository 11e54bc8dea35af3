import { z } from 'zod';
import { ResolutionMethod, TRACKER_LABELS, TrackerStatus, type Claim } from '#core/claims/claim.ts';
import { isGiftReturn } from '#core/claims/gift-return.ts';
import { rollupOptions, waitsForStaff } from '#core/claims/status.ts';
import { methodName } from '#core/claims/method-names.ts';
import { ClaimType } from '#core/claims/types.ts';
import { DateFilter } from '#core/lists/date-filter.ts';

/** What a list shows. Another kind is a row in `LISTS`, and its filters are rows in `FILTERS`. */
export const ListKind = z.enum([...ClaimType.options, 'Order']);
export type ListKind = z.infer<typeof ListKind>;
/** Lists of claims: the value is the type of the claims. */
export const ClaimKind = ClaimType;
export type ClaimKind = ClaimType;

/** A claim with what is known of it beside its document: what filters look at. */
export type ListedClaim = {
  claim: Claim;
  tags: readonly string[];
  /** Code of its status, and of its detail. */
  rollup: string;
  detail: string;
  hasError: boolean;
  /** Where its order was bought, in the platform's words; empty when it does not say. */
  channel: string;
};

export type FilterOption = { value: string; label: string };
/** Options that are the store's own, asked for when the list is opened. */
export type StoreOptions = 'tags' | 'salesChannels';

type Shared = { label: string; on: readonly ListKind[] };

const multiselect = (
  label: string,
  on: readonly ListKind[],
  options: readonly FilterOption[] | StoreOptions,
  of: (listed: ListedClaim) => readonly string[],
) => ({
  ...({ label, on } satisfies Shared),
  kind: 'multiselect' as const,
  options,
  of,
  value: z.array(choiceOf(options)).min(1).max(100),
});
/** The store's own options come and go; one of ours that does not exist would find nothing, and nobody would know why. */
const choiceOf = (options: readonly FilterOption[] | StoreOptions) => {
  const choice = z.string().min(1).max(128);
  if (typeof options === 'string') return choice;
  const values = options.map((option) => option.value);
  return choice.refine((value) => values.includes(value), `Must be one of ${values.join(', ')}`);
};
const boolean = (label: string, on: readonly ListKind[], is: (listed: ListedClaim) => boolean) => ({
  ...({ label, on } satisfies Shared),
  kind: 'boolean' as const,
  of: (listed: ListedClaim): readonly string[] => [String(is(listed))],
  value: z.boolean(),
});
/** What becomes true of a claim as time goes by, at an instant it keeps in a column; no value of it is kept. */
const due = (label: string, on: readonly ListKind[], column: 'stuck_from') => ({
  ...({ label, on } satisfies Shared),
  kind: 'boolean' as const,
  of: (): readonly string[] => [],
  column,
  value: z.boolean(),
});
const date = (label: string, on: readonly ListKind[]) => ({
  ...({ label, on } satisfies Shared),
  kind: 'date' as const,
  value: DateFilter,
});

const CLAIMS: readonly ListKind[] = ClaimType.options;
const options = <const V extends string>(values: readonly V[], label: (value: V) => string): FilterOption[] =>
  values.map((value) => ({ value, label: label(value) }));

const paymentLabels = { Authorized: 'Authorized', Captured: 'Captured', Refunded: 'Refunded' } as const;
const sourceLabels = { Merchant_App: 'Back office', Customer_App: 'Customer portal' } as const;
const keys = <K extends string>(labels: Readonly<Record<K, string>>): K[] => Object.keys(labels) as K[];

/**
 * Every filter of every list (C3.31), by the id it has in the form, the address bar, a saved view and the
 * request. `of` gives the values a claim has; a claim fits when one of them is among those chosen.
 */
export const FILTERS = {
  statusCodes: multiselect(
    'Status',
    CLAIMS,
    rollupOptions().map(({ code, name }) => ({ value: code, label: name })),
    ({ rollup }) => [rollup],
  ),
  isWaitingForStaff: boolean('Waiting for you', CLAIMS, waitsForStaff),
  claimTaggedWith: multiselect('Tagged with', CLAIMS, 'tags', ({ tags }) => tags),
  requestedResolutionMethods: multiselect(
    'Requested resolution',
    CLAIMS,
    options(ResolutionMethod.options, methodName),
    ({ claim }) => claim.lines.map((line) => line.requestedMethod),
  ),
  createdOn: date('Created', [...CLAIMS, 'Order']),
  shipmentStatus: multiselect(
    'Shipment status',
    CLAIMS,
    // Both of the first two are shown alike; one choice stands for both.
    options(
      TrackerStatus.options.filter((status) => status !== 'unknown'),
      (status) => TRACKER_LABELS[status],
    ),
    ({ claim }) => activeShipments(claim).map(({ trackerStatus }) => shownStatus(trackerStatus)),
  ),
  hasShipment: boolean('Has a shipment', CLAIMS, ({ claim }) => activeShipments(claim).length > 0),
  hasStuckShipment: due('Stuck shipment', CLAIMS, 'stuck_from'),
  source: multiselect(
    'Created in',
    CLAIMS,
    options(keys(sourceLabels), (source) => sourceLabels[source]),
    ({ claim }) => [claim.source],
  ),
  paymentStatuses: multiselect(
    'Payment status',
    CLAIMS,
    options(keys(paymentLabels), (status) => paymentLabels[status]),
    ({ claim }) => claim.payments.map((payment) => payment.status),
  ),
  hasError: boolean('Has an error', CLAIMS, ({ hasError }) => hasError),
  wasResolvedExternally: boolean('Resolved externally', CLAIMS, ({ claim }) =>
    claim.lines.some((line) => line.wasResolvedExternally),
  ),
  hasInspection: boolean('Has an inspection', CLAIMS, ({ claim }) => inspectedOn(claim) !== null),
  inspectionCreatedOn: date('Inspected', CLAIMS),
  hasInstantExchange: boolean('Instant exchange', ['Return'], ({ claim }) => claim.isInstantExchange),
  hasUpsellExchange: boolean('Upgrade exchange', ['Return'], ({ claim }) =>
    claim.lines.some(
      (line) => (line.method ?? line.requestedMethod) === 'variantExchange' && line.exchangeDeltaAmount > 0,
    ),
  ),
  isGiftReturn: boolean('Gift return', ['Return'], ({ claim }) => isGiftReturn(claim)),
  salesChannels: multiselect('Sales channel', ['Warranty'], 'salesChannels', ({ channel }) =>
    channel === '' ? [] : [channel],
  ),
  hasRegistration: boolean('Has a registration', ['Warranty'], ({ claim }) => registrationOf(claim) !== null),
};

export type FilterId = keyof typeof FILTERS;
export type Filter = (typeof FILTERS)[FilterId];
export const FILTER_IDS = Object.keys(FILTERS) as FilterId[];

/** The filters of one list, in the order they are offered. */
export const filtersOn = (kind: ListKind): { id: FilterId; filter: Filter }[] =>
  FILTER_IDS.map((id) => ({ id, filter: FILTERS[id] })).filter(({ filter }) => filter.on.includes(kind));

type Shapes = { [Id in FilterId]: z.ZodOptional<(typeof FILTERS)[Id]['value']> };
const shapes = Object.fromEntries(FILTER_IDS.map((id) => [id, FILTERS[id].value.optional()])) as Shapes;

/** What a list is narrowed by; a missing filter narrows nothing. The words are searched for beside the filters. */
export const ListFilters = z.strictObject({ searchTerm: z.string().trim().max(200).optional(), ...shapes });
export type ListFilters = z.infer<typeof ListFilters>;

const activeShipments = (claim: Claim) => claim.shipments.filter((shipment) => shipment.canceledOn === null);
const shownStatus = (status: TrackerStatus): TrackerStatus => (status === 'unknown' ? 'pre_transit' : status);

// Registrations come later; a claim without the field has none.
const registrationOf = (claim: Claim & { registrationId?: number | null }): number | null =>
  claim.registrationId ?? null;

/** When something of the claim was inspected last; null when nothing was. */
export function inspectedOn(claim: Claim): string | null {
  const dates = claim.lines.flatMap((line) => (line.inspections ?? []).map((inspection) => inspection.createdOn));
  return dates.toSorted((one, other) => Date.parse(one) - Date.parse(other)).at(-1) ?? null;
}
