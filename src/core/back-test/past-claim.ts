import type { Receipt } from '#core/automations/rule-set.ts';
import type { Claim } from '#core/claims/claim.ts';
import type { Order } from '#core/orders/order.ts';
import type { PolicyInput } from '#core/policy/policy-for.ts';
import type { Ruling } from '#core/policy/with-rules.ts';

/** A claim that was made once, and what rules are asked with about it. */
export type PastClaim = Pick<PolicyInput, 'settings' | 'means' | 'storeCurrencyCode'> &
  Pick<
    Ruling,
    'timeZone' | 'products' | 'fields' | 'returnsLastYear' | 'warrantiesLastYear' | 'segmentIds' | 'registrations'
  > & {
    claim: Claim;
    order: Order;
    /** Why rules decided as they did when it was made: what they looked at then counts, whatever is known today. */
    receipts: readonly Receipt[];
  };
