import { productRegistrationSelection } from '#core/automations/actions/product-registration-selection.ts';
import { ACTIONS } from '#core/automations/actions.ts';
import type { FactName } from '#core/automations/facts.ts';
import { registrationFacts } from '#core/automations/order-facts.ts';
import type { RuleSet } from '#core/automations/rule-set.ts';
import { whenOf } from '#core/policy/published/when.ts';

const HOOK = 'registrationProductSelection';

/** What an owner said of a purchase so far; null where the form asks and they did not say yet. */
export type SaidOfPurchase = { channel: string | null; purchasedOn: string | null; today: string };

/**
 * The product groups that rules offer for registration; null where no rule has a say, and all products can be registered.
 * The form asks for the product first, so what is not said yet keeps no rule from offering its group.
 */
export function registrableGroups(
  rules: RuleSet,
  { channel, purchasedOn, today }: SaidOfPurchase,
): readonly number[] | null {
  if (!rules.hasRulesAt(HOOK)) return null;
  const open: FactName[] = [
    ...(channel === null ? (['registration/channel'] as const) : []),
    ...(purchasedOn === null
      ? (['registration/estimatedPurchaseDate', 'registration/daysSincePurchase'] as const)
      : []),
  ];
  const facts = registrationFacts(channel ?? '', purchasedOn, today);
  const said = Object.fromEntries(Object.entries(facts).filter(([name]) => !open.some((one) => one === name)));
  const offering = rules
    .rulesAt(HOOK)
    .filter((rule) => ACTIONS[rule.type] === productRegistrationSelection && whenOf(rule, said) !== null);
  const offered = productRegistrationSelection.outcome(offering.map(({ id: ruleId, params }) => ({ ruleId, params })));
  return offered?.productGroupIds ?? [];
}
