import { boolean, date, day, defineList, multiselect } from '#core/lists/define.ts';
import { REGISTRATION_REPORT } from '#core/lists/registration-report.ts';

/** The list of registrations (C2.06, C3.31). */
export const registrationList = defineList({
  title: 'Registrations',
  noun: 'registration',
  nouns: 'registrations',
  path: 'registrations',
  empty: 'Registrations appear here once owners register products in your portal.',
  table: 'registration',
  id: 'registration_id',
  createdOn: 'created_on',
  within: {},
  words: ['external_id', 'customer_name', 'customer_email', 'order_no', 'products', 'serials'],
  searched: 'registration, name, email, product, SKU or serial number',
  searchHint: 'registration, product or name',
  filters: {
    salesChannels: multiselect('Sales channel', 'salesChannels', { column: 'channel' }),
    estimatedPurchaseDate: day('Purchase date', 'purchased_on'),
    hasClaim: boolean('Has a claim', { column: 'has_claim' }),
    hasBeenCanceled: boolean('Canceled', { column: 'is_canceled' }),
    createdOn: date('Created', 'created_on'),
  },
  columns: {
    externalId: { title: 'Registration', column: 'external_id', kind: 'text' },
    createdOn: { title: 'Created', column: 'created_on', kind: 'date' },
    products: { title: 'Products', column: 'products', kind: 'text' },
    customer: { title: 'Owner', column: 'customer_name', kind: 'text' },
    channel: { title: 'Sales channel', column: 'channel', kind: 'text' },
    canceledOn: { title: 'Canceled', column: 'canceled_on', kind: 'date' },
  },
  report: REGISTRATION_REPORT,
});
