import type { Claim } from '#core/claims/claim.ts';
import { TRACKER_LABELS, TrackerStatus } from '#core/claims/shipment-shapes.ts';
import { emailTroubleOf } from '#core/claims/delivery.ts';
import { isGiftReturn } from '#core/claims/gift-return.ts';
import { isWithdrawal } from '#core/claims/withdrawal-clock.ts';
import { isAgainstRules } from '#core/claims/against-rules.ts';
import { REQUESTED, requestedName, requestedOf } from '#core/claims/requested.ts';
import { REPAIR_DUE, REPAIRS_DUE, repairsDue } from '#core/claims/repair-due.ts';
import { rollupOptions, waitsForCustomer, waitsForStaff } from '#core/claims/status.ts';
import { CLAIM_TYPES, type ClaimType } from '#core/claims/types.ts';
import { CLAIM_REPORT } from '#core/lists/claim-report.ts';
import { tagKey } from '#core/lists/tags.ts';
import {
  boolean,
  date,
  defineList,
  due,
  multiselect,
  type Filter,
  type FilterOption,
  type OwnOptions,
} from '#core/lists/define.ts';

/** A claim with the columns outside its document: the input of the filters. */
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

/** A choice of values kept in the index: pages of claims look at no column for those. */
const choice = (
  label: string,
  options: readonly FilterOption[] | OwnOptions,
  of: (listed: ListedClaim) => readonly string[],
) => multiselect<ListedClaim>(label, options, of);
const yesNo = boolean<ListedClaim>;
const options = <const V extends string>(values: readonly V[], label: (value: V) => string): FilterOption[] =>
  values.map((value) => ({ value, label: label(value) }));

const paymentLabels = { Authorized: 'Authorized', Captured: 'Captured', Refunded: 'Refunded' } as const;
const sourceLabels = { Merchant_App: 'Back office', Customer_App: 'Customer portal' } as const;
const keys = <K extends string>(labels: Readonly<Record<K, string>>): K[] => Object.keys(labels) as K[];

/** Only on the lists of these types. */
const only = <Its extends Filter>(on: readonly ClaimType[], filter: Its): Its & { on: readonly ClaimType[] } => ({
  ...filter,
  on,
});

/** The filters of the lists of claims (C3.31). A function gives the values a claim has; it fits when one of them is chosen. */
const CLAIM_FILTERS = {
  statusCodes: choice(
    'Status',
    rollupOptions().map(({ code, name }) => ({ value: code, label: name })),
    ({ rollup }) => [rollup],
  ),
  isWaitingForStaff: yesNo('Waiting for you', waitsForStaff),
  isWaitingForCustomer: yesNo('Waiting for the customer', waitsForCustomer),
  claimTaggedWith: choice('Tagged with', 'tags', ({ tags }) => tags.map(tagKey)),
  requestedResolutionMethods: choice('Requested resolution', options(REQUESTED, requestedName), ({ claim }) =>
    claim.lines.map(requestedOf),
  ),
  reasons: choice('Reason', 'reasons', ({ claim }) =>
    claim.lines.filter(({ canceledOn }) => canceledOn === null).map(({ reasonName }) => reasonName),
  ),
  createdOn: date('Created', 'created_on'),
  shipmentStatus: choice(
    'Shipment status',
    // The first two look the same, so one option stands for both.
    options(
      TrackerStatus.options.filter((status) => status !== 'unknown'),
      (status) => TRACKER_LABELS[status],
    ),
    ({ claim }) => activeShipments(claim).map(({ trackerStatus }) => shownStatus(trackerStatus)),
  ),
  hasShipment: yesNo('Has a shipment', ({ claim }) => activeShipments(claim).length > 0),
  hasStuckShipment: due('Stuck shipment', 'stuck_from'),
  hasExpiredReturn: due('Return expired', 'return_expires_on'),
  hasEmailTrouble: yesNo("Emails can't be delivered", ({ claim }) => emailTroubleOf(claim) !== null),
  source: choice(
    'Created in',
    options(keys(sourceLabels), (source) => sourceLabels[source]),
    ({ claim }) => [claim.source],
  ),
  paymentStatuses: choice(
    'Payment status',
    options(keys(paymentLabels), (status) => paymentLabels[status]),
    ({ claim }) => claim.payments.map((payment) => payment.status),
  ),
  hasError: yesNo('Has an error', ({ hasError }) => hasError),
  isAgainstRules: yesNo('Review asked', ({ claim }) => isAgainstRules(claim)),
  wasResolvedExternally: yesNo('Resolved externally', ({ claim }) =>
    claim.lines.some((line) => line.wasResolvedExternally),
  ),
  hasInspection: yesNo('Has an inspection', ({ claim }) => inspectedOn(claim) !== null),
  inspectionCreatedOn: date('Inspected', 'inspected_on'),
  hasInstantExchange: only(
    ['Return'],
    yesNo('Instant exchange', ({ claim }) => claim.instantExchange !== undefined),
  ),
  hasUpsellExchange: only(
    ['Return'],
    yesNo('Upgrade exchange', ({ claim }) =>
      claim.lines.some(
        (line) => (line.method ?? line.requestedMethod) === 'variantExchange' && line.exchangeDeltaAmount > 0,
      ),
    ),
  ),
  isGiftReturn: only(
    ['Return'],
    yesNo('Gift return', ({ claim }) => isGiftReturn(claim)),
  ),
  isWithdrawal: only(
    ['Return'],
    yesNo('Withdrawal', ({ claim }) => isWithdrawal(claim)),
  ),
  isWithdrawalDue: only(['Return'], due('Withdrawal refund due', 'withdrawal_due_from')),
  salesChannels: only(
    ['Warranty'],
    choice('Sales channel', 'salesChannels', ({ channel }) => (channel === '' ? [] : [channel])),
  ),
  isAppealed: only(
    ['Warranty'],
    yesNo('Appealed', ({ claim }) => claim.appeal !== undefined),
  ),
  repairDue: only(
    ['Warranty'],
    choice(
      'Repair',
      options(REPAIRS_DUE, (due) => REPAIR_DUE[due]),
      ({ claim }) => repairsDue(claim).map(({ due }) => due),
    ),
  ),
  hasRegistration: only(['Warranty'], yesNo('Has a registration', { column: 'has_registration' })),
};

const isOn = (type: ClaimType, filter: Filter & { on?: readonly ClaimType[] }): boolean =>
  filter.on === undefined || filter.on.includes(type);

/** The list of the claims of a type. */
export const claimList = (type: ClaimType) =>
  defineList({
    title: CLAIM_TYPES[type].title,
    noun: 'claim',
    nouns: 'claims',
    path: `claims/${CLAIM_TYPES[type].path}`,
    empty: 'Claims appear here when a shopper submits one in your portal or staff create one from an order.',
    table: 'claim',
    id: 'claim_id',
    createdOn: 'created_on',
    within: { claim_type: type },
    words: 'claimIndex',
    searched: 'claim, order, name, email, item, tracking code or SKU',
    searchHint: 'item, order or customer',
    views: [
      { name: 'Needs decision', filters: { isWaitingForStaff: true } },
      { name: 'Waiting for the customer', filters: { isWaitingForCustomer: true } },
      { name: 'In transit', filters: { statusCodes: ['In_Transit'] } },
      { name: 'Failed', filters: { hasError: true } },
    ],
    filters: Object.fromEntries(
      Object.entries<Filter>(CLAIM_FILTERS).filter(([, filter]) => isOn(type, filter)),
    ) as typeof CLAIM_FILTERS,
    columns: null,
    report: CLAIM_REPORT,
  });

/** What filters find of a claim, each value by the id of its filter. */
export const filteredBy = (listed: ListedClaim): [id: string, values: readonly string[]][] =>
  Object.entries(CLAIM_FILTERS).flatMap(([id, filter]) =>
    typeof filter.at === 'function' && isOn(listed.claim.claimType, filter) ? [[id, filter.at(listed)]] : [],
  );

const activeShipments = (claim: Claim) => claim.shipments.filter((shipment) => shipment.canceledOn === null);
const shownStatus = (status: TrackerStatus): TrackerStatus => (status === 'unknown' ? 'pre_transit' : status);

/** When something of the claim was inspected last; null when nothing was. */
export function inspectedOn(claim: Claim): string | null {
  const dates = claim.lines.flatMap((line) => (line.inspections ?? []).map((inspection) => inspection.createdOn));
  return dates.toSorted((one, other) => Date.parse(one) - Date.parse(other)).at(-1) ?? null;
}
