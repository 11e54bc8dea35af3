import type { ReportColumns } from '#core/lists/define.ts';
import { ownerName, type Registration } from '#core/registrations/registration.ts';

/** A row of the list, as a report reads it. */
type Row = { document: Registration; has_claim: boolean };

/** Every column a report of registrations can have. */
export const REGISTRATION_REPORT = {
  registration: { label: 'Registration', of: ({ document }) => document.externalId },
  createdDate: { label: 'Created date', of: ({ document }) => document.createdOn },
  canceledDate: { label: 'Canceled date', of: ({ document }) => document.canceledOn ?? '' },
  customerName: { label: 'Owner name', of: ({ document }) => ownerName(document.owner) },
  customerEmail: { label: 'Owner email', of: ({ document }) => document.owner.email },
  phone: { label: 'Phone', of: ({ document }) => document.owner.phone },
  salesChannel: { label: 'Sales channel', of: ({ document }) => document.registrationChannelName },
  purchaseDate: { label: 'Purchase date', of: ({ document }) => document.estimatedPurchaseDate },
  orderNumber: { label: 'Order number', of: ({ document }) => document.customerProvidedOrderNumber ?? '' },
  products: {
    label: 'Products',
    of: ({ document: { lines } }) =>
      lines.map(({ name, variantTitle }) => [name, variantTitle].filter((part) => part !== '').join(' - ')).join(', '),
  },
  skus: { label: 'SKUs', of: ({ document: { lines } }) => lines.map(({ sku }) => sku).join(', ') },
  serialNumbers: {
    label: 'Serial numbers',
    of: ({ document: { lines } }) => lines.flatMap(({ serialNumber }) => serialNumber ?? []).join(', '),
  },
  marketingConsent: {
    label: 'Marketing consent',
    of: ({ document: { consent } }) => consent?.collectedOn ?? '',
  },
  hasClaim: { label: 'Has a claim', of: ({ has_claim: hasClaim }) => (hasClaim ? 'Yes' : 'No') },
} as const satisfies ReportColumns<Row>;
