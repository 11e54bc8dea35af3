import { isKnownAt } from '#core/automations/condition.ts';
import { FACT_NAMES, type FactName } from '#core/automations/facts.ts';
import type { Hook } from '#core/automations/hooks.ts';
import type { Thing } from './store-things.ts';

/** What of a store decides which facts it can ask about (R6.02). */
export type Offered = {
  hasShippingProtection: boolean;
  hasCustomFields: boolean;
  /** Its platform keeps segments of customers. */
  hasSegments: boolean;
  hasAbTests: boolean;
  /** The warehouse that is connected, and whether it says what becomes of an item. */
  warehouse: { hasDispositions: boolean } | null;
};

const CHECKOUT: readonly Hook[] = ['orderCheckoutBegin', 'orderCheckoutQuoteShipping'];

/** The facts that a condition can ask about at a moment. */
export const factsAt = (hook: Hook, offered: Offered): FactName[] =>
  FACT_NAMES.filter((fact) => isKnownAt(fact, hook) && hasSource(fact, hook, offered));

function hasSource(fact: FactName, hook: Hook, offered: Offered): boolean {
  switch (fact) {
    case 'claim/customField':
      return offered.hasCustomFields;
    case 'customer/tags':
      return offered.hasShippingProtection || !CHECKOUT.includes(hook);
    // Nobody knows who is at the checkout before they pay.
    case 'customer/segment':
      return offered.hasSegments && !CHECKOUT.includes(hook);
    case 'cart/deliveryGroupType':
      return offered.hasShippingProtection;
    case 'cart/abTestGroup':
      return offered.hasAbTests;
    case 'rma/status':
    case 'rma/isEveryItemReceived':
      return offered.warehouse !== null;
    case 'rma/disposition':
      return offered.warehouse?.hasDispositions === true;
    default:
      return true;
  }
}

/** Who can't take cards exchanges without payment (R6.07). What a rule says already stays to be seen and changed. */
export const exchangeMethods = (all: readonly Thing[], chosen: unknown, canTakePayments: boolean): Thing[] =>
  all.filter(({ value }) => canTakePayments || value === 'NO_PAYMENT_OR_REFUND' || value === chosen);
