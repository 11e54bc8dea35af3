import { date, defineList, due, multiselect } from '#core/lists/define.ts';
import { REASON_OPTIONS } from '#core/lists/shipping-claim-list.ts';

/** Stands for the one who asks. */
export const ME = 'me';
export const NOBODY = 'nobody';

/** The queue of the provider's team (S4.10): shipping claims it decides, of every store, the longest waiting first. */
export const conciergeList = defineList({
  title: 'Concierge',
  tableLabel: 'Shipping claims to decide',
  noun: 'claim',
  nouns: 'claims',
  path: 'concierge',
  empty: 'Shipping claims of stores that leave the decision to you appear here.',
  table: 'shipping_claim',
  id: 'shipping_claim_id',
  createdOn: 'owed_from',
  within: {},
  words: ['external_id', 'customer_name', 'customer_email', 'order_no', 'products'],
  searched: 'claim, order number, name, email, product or SKU',
  searchHint: 'claim, order or name',
  filters: {
    stores: multiselect('Store', 'stores', { column: 'store_id' }),
    claimReasons: multiselect('Reason', REASON_OPTIONS, { column: 'reason' }),
    holders: multiselect('Who has it', 'holders', { column: 'held_by' }),
    isUnanswered: due('Unanswered', 'owed_from'),
    filedOn: date('Filed', 'created_on'),
  },
  views: [
    { name: 'Unanswered', filters: { isUnanswered: true } },
    { name: 'Mine', filters: { holders: [ME] } },
    { name: 'Nobody’s', filters: { holders: [NOBODY] } },
  ],
  columns: null,
  report: {},
});
