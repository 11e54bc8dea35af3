import type { ActionType } from '#core/automations/actions.ts';
import type { AroundClaim } from '#core/automations/claim-facts.ts';
import type { Condition } from '#core/automations/condition.ts';
import type { Hook } from '#core/automations/hooks.ts';
import { checkRule } from '#core/automations/rule.ts';
import { compileRules } from '#core/automations/rule-set.ts';
import { NOW } from '#core/claims/test-data.ts';
import type { Order } from '#core/orders/order.ts';

export type TestRule = {
  id: number;
  hook: Hook;
  type: ActionType;
  params: object;
  name?: string;
  conditions?: Condition[];
  /** Whether all of them must hold, as they do if it says nothing, or any. */
  mode?: 'all' | 'any';
};

/** A claim's store with these rules, of low risk. */
export const aroundOf = (
  order: Order,
  rules: readonly TestRule[],
  changes: Partial<AroundClaim> = {},
): AroundClaim => ({
  rules: compileRules(rules.map(runnableOf), 'a version'),
  order,
  aroundOrder: {
    storeCurrencyCode: order.currencyCode,
    timeZone: 'UTC',
    returnsLastYear: 0,
    warrantiesLastYear: 0,
    segmentIds: null,
    registrations: [],
    isGiftReturn: false,
    isShippingProtected: false,
    now: NOW,
  },
  reasons: [],
  riskLevel: 'Low',
  products: new Map(),
  returnLocations: [],
  stockPlaces: [],
  ...changes,
});

function runnableOf({ id, hook, type, params, name = `Rule ${id}`, conditions = [], mode = 'all' }: TestRule) {
  const checked = checkRule({
    id,
    name,
    hook,
    isEnabled: true,
    rule: {
      priority: id,
      event: { type, params },
      conditions: mode === 'all' ? { all: conditions } : { any: conditions },
    },
  });
  if ('problems' in checked) throw new Error(checked.problems.join(' '));
  return checked.rule;
}
