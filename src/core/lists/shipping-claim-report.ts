import type { ReportColumns } from '#core/lists/define.ts';
import { decimalFromMinor } from '#core/money.ts';
import { SHIPPING_REASONS } from '#core/protection/reasons.ts';
import {
  closingOf,
  linesAmount,
  RESOLVED_IN,
  resolvedAmount,
  SHIPPING_SOURCES,
  SHIPPING_STATUSES,
  type ShippingClaim,
} from '#core/protection/shipping-claim.ts';

/** A row of the list, as a report reads it. */
type Row = { document: ShippingClaim };

function sourceOfEnd(claim: ShippingClaim): string {
  const resolvedIn = closingOf(claim)?.in ?? null;
  return resolvedIn === null ? '' : RESOLVED_IN[resolvedIn];
}

/** Every column a report of shipping claims can have. */
export const SHIPPING_CLAIM_REPORT = {
  claim: { label: 'Claim', of: ({ document }) => document.externalId },
  createdDate: { label: 'Created date', of: ({ document }) => document.createdOn },
  orderNumber: { label: 'Order number', of: ({ document }) => document.orderNo },
  customerName: { label: 'Customer name', of: ({ document }) => document.customerName },
  customerEmail: { label: 'Customer email', of: ({ document }) => document.customerEmail },
  status: { label: 'Status', of: ({ document }) => SHIPPING_STATUSES[document.status].label },
  reason: { label: 'Reason', of: ({ document }) => SHIPPING_REASONS[document.reason].label },
  source: { label: 'Source', of: ({ document }) => SHIPPING_SOURCES[document.source] },
  requested: { label: 'Requested', of: ({ document }) => document.requestedMethod },
  resolution: { label: 'Resolution', of: ({ document }) => document.resolution?.method ?? '' },
  resolvedDate: { label: 'Resolved date', of: ({ document }) => closingOf(document)?.on ?? '' },
  resolvedBy: { label: 'Resolved by', of: ({ document }) => closingOf(document)?.by ?? '' },
  finalizationSource: { label: 'Finalization source', of: ({ document }) => sourceOfEnd(document) },
  products: {
    label: 'Products',
    of: ({ document: { lines } }) => lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(', '),
  },
  value: {
    label: 'Value of the items',
    of: ({ document }) => decimalFromMinor(linesAmount(document), document.currencyCode),
  },
  refunded: {
    label: 'Refunded',
    of: ({ document: { resolution, currencyCode } }) =>
      resolution?.method === 'Refund' ? decimalFromMinor(resolvedAmount(resolution), currencyCode) : '',
  },
  currency: { label: 'Currency', of: ({ document }) => document.currencyCode },
  newOrder: { label: 'New order', of: ({ document }) => document.resolution?.order?.orderNo ?? '' },
} as const satisfies ReportColumns<Row>;
