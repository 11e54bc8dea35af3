import { sortedText } from '#core/automations/content.ts';
import type { StoreRule } from '#core/automations/rule.ts';

/** What of a rule differs: `params.refund` is the parameter `refund` of its action. */
export type FieldChange = { path: string; before: unknown; after: unknown };
type NamedRule = { id: number; name: string };
export type RuleSetDifference = {
  added: NamedRule[];
  removed: NamedRule[];
  changed: (NamedRule & { fields: FieldChange[] })[];
};

/** What it takes to get from one rule set to the other. */
export function compareRules(before: readonly StoreRule[], after: readonly StoreRule[]): RuleSetDifference {
  const was = new Map(before.map((rule) => [rule.id, rule]));
  const is = new Set(after.map(({ id }) => id));
  return {
    added: after.filter(({ id }) => !was.has(id)).map(nameOf),
    removed: before.filter(({ id }) => !is.has(id)).map(nameOf),
    changed: after.flatMap((rule) => {
      const former = was.get(rule.id);
      const fields = former ? changedFields(former, rule) : [];
      return fields.length > 0 ? [{ ...nameOf(rule), fields }] : [];
    }),
  };
}

export const isSameRules = ({ added, removed, changed }: RuleSetDifference): boolean =>
  added.length + removed.length + changed.length === 0;

const nameOf = ({ id, name }: StoreRule): NamedRule => ({ id, name });

function changedFields(before: StoreRule, after: StoreRule): FieldChange[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const paths = [...new Set([...was.keys(), ...is.keys()])];
  return paths.flatMap((path) => {
    const [one, other] = [was.get(path) ?? null, is.get(path) ?? null];
    return sortedText(one) === sortedText(other) ? [] : [{ path, before: one, after: other }];
  });
}

const fieldsOf = ({ name, hook, isEnabled, rule }: StoreRule): Map<string, unknown> =>
  new Map<string, unknown>([
    ['name', name],
    ['hook', hook],
    ['isEnabled', isEnabled],
    ['priority', rule.priority],
    ['type', rule.event.type],
    ...leavesOf('params', rule.event.params),
    ['conditions', rule.conditions],
  ]);

/** Every value inside parameters, by its path; a list is one value. */
function leavesOf(path: string, value: unknown): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(`${path}.${key}`, inner));
}
