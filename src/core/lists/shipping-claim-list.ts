import { boolean, date, defineList, multiselect, type FilterOption } from '#core/lists/define.ts';
import { SHIPPING_CLAIM_REPORT } from '#core/lists/shipping-claim-report.ts';
import { SHIPPING_REASONS } from '#core/protection/reasons.ts';
import { SHIPPING_METHODS, SHIPPING_SOURCES, SHIPPING_STATUSES } from '#core/protection/shipping-claim.ts';

type Labels = Readonly<Record<string, string>>;
const optionsOf = (labels: Labels): FilterOption[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const labelsOf = (rows: Readonly<Record<string, { label: string }>>): Labels =>
  Object.fromEntries(Object.entries(rows).map(([id, { label }]) => [id, label]));

const STATUSES = labelsOf(SHIPPING_STATUSES);
const REASONS = labelsOf(SHIPPING_REASONS);
export const REASON_OPTIONS = optionsOf(REASONS);

/** The list of claims of shipping protection (C2.05, C3.16, C3.31). */
export const shippingClaimList = defineList({
  title: 'Shipping claims',
  noun: 'shipping claim',
  nouns: 'shipping claims',
  path: 'claims/shipping',
  empty: 'Claims appear here once customers report lost, stolen or damaged packages.',
  table: 'shipping_claim',
  id: 'shipping_claim_id',
  createdOn: 'created_on',
  within: {},
  words: ['external_id', 'customer_name', 'customer_email', 'order_no', 'products'],
  searched: 'claim, order number, name, email, product or SKU',
  searchHint: 'claim, order or name',
  filters: {
    shippingStatuses: multiselect('Status', optionsOf(STATUSES), { column: 'status' }),
    resolutionMethods: multiselect('Resolution', optionsOf(SHIPPING_METHODS), { column: 'resolution_method' }),
    claimReasons: multiselect('Reason', REASON_OPTIONS, { column: 'reason' }),
    shippingSources: multiselect('Source', optionsOf(SHIPPING_SOURCES), { column: 'source' }),
    hasUnansweredMessage: boolean('Unanswered message', { column: 'has_unanswered_message' }),
    lastMessageOn: date('Last message', 'last_message_from_customer_on'),
    createdOn: date('Created', 'created_on'),
  },
  views: [
    { name: 'Open', filters: { shippingStatuses: ['Open', 'InProgress'] } },
    { name: 'Unanswered', filters: { hasUnansweredMessage: true } },
  ],
  columns: {
    externalId: { title: 'Claim', column: 'external_id', kind: 'text' },
    createdOn: { title: 'Created', column: 'created_on', kind: 'date' },
    customer: { title: 'Customer', column: 'customer_name', kind: 'text' },
    order: { title: 'Order', column: 'order_no', kind: 'text' },
    products: { title: 'Products', column: 'products', kind: 'text' },
    reason: { title: 'Reason', column: 'reason', kind: 'text', words: REASONS },
    resolution: { title: 'Resolution', column: 'resolution_method', kind: 'text', words: SHIPPING_METHODS },
    status: { title: 'Status', column: 'status', kind: 'text', words: STATUSES },
    messages: { title: 'Messages', column: 'messages', kind: 'text' },
    email: { title: 'Email', column: 'customer_email', kind: 'text', isExtra: true },
  },
  report: SHIPPING_CLAIM_REPORT,
});
