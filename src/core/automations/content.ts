import type { StoreRule } from '#core/automations/rule.ts';

/** What the rules of a version come to, written the same way for the same rules: its hash names the version. */
export const contentText = (rules: readonly StoreRule[]): string =>
  sortedText(
    rules
      .toSorted((one, other) => one.id - other.id)
      .map(({ id, name, hook, isEnabled, rule }) => ({ id, name, hook, isEnabled, rule })),
  );

/** JSON with the keys of every object in order: the database keeps them in an order of its own. */
export function sortedText(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}
