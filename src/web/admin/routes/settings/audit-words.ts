import { ACTIONS, isActionType } from '#core/automations/actions.ts';
import { Hook, HOOKS } from '#core/automations/hooks.ts';
import { valueInWords } from '#core/audit/difference.ts';

/** A value of an entry about automations, moments and actions by the names they have on their pages. */
export const ruleValueInWords = (value: unknown): string =>
  valueInWords(Array.isArray(value) ? value.map(named) : named(value));

function named(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (isActionType(value)) return ACTIONS[value].label;
  const hook = Hook.safeParse(value);
  return hook.success ? HOOKS[hook.data].label : value;
}
