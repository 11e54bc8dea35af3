import type { ActionType } from '#core/automations/actions.ts';

/** What of a claim rules decide, and by which actions. */
export const TOPICS = {
  fees: {
    label: 'Fees and bonus',
    actions: ['applyFee', 'chargeForReturnLabel', 'chargeForExchangeOrderShipping', 'modifyIncentives', 'shopNow'],
  },
  bonus: { label: 'Bonus', actions: ['modifyIncentives', 'shopNow'] },
  offers: {
    label: 'What was offered and asked',
    actions: [
      'modifyResolutionWindow',
      'askAPolicyEnforcingQuestion',
      'collectCustomFields',
      'offerInstantExchange',
      'offerAdvancedExchange',
      'shopNow',
    ],
  },
  instantExchange: { label: 'Instant exchange', actions: ['offerInstantExchange'] },
  answers: { label: 'Questions', actions: ['askAPolicyEnforcingQuestion', 'collectCustomFields'] },
  keepItem: { label: 'Keeping the item', actions: ['allowCustomerToKeepItem'] },
  shipments: { label: 'Return shipping and location', actions: ['returnShippingConfig', 'chargeForReturnLabel'] },
  tags: { label: 'Tags', actions: ['applyClaimTags', 'applyOrderTags'] },
  finalizing: {
    label: 'Finalizing',
    actions: ['autoFinalizeClaim', 'customizeClaimFinalizationSettings', 'restockInventory'],
  },
  inspection: { label: 'Inspection', actions: ['customizeClaimLineItemInspection'] },
} as const satisfies Readonly<Record<string, { label: string; actions: readonly ActionType[] }>>;
export type Topic = keyof typeof TOPICS;

type Decided<Rule> = { rules: readonly Rule[] };

/** The decisions in which rules were asked about a topic, with those rules alone. */
export function aboutTopic<Rule extends { type: ActionType }, One extends Decided<Rule>>(
  decisions: readonly One[],
  topic: Topic,
): One[] {
  const actions: readonly ActionType[] = TOPICS[topic].actions;
  return decisions.flatMap((decision) => {
    const rules = decision.rules.filter(({ type }) => actions.includes(type));
    return rules.length === 0 ? [] : { ...decision, rules };
  });
}
