import { ACTIONS } from '#core/automations/actions.ts';
import { speakingOf, WAYS, withoutEffect, type Offered } from '#core/automations/lint/closed.ts';
import type { LintFinding } from '#core/automations/lint/finding.ts';
import { findPoint, spaceOf, type Space } from '#core/automations/lint/find-point.ts';
import { aboutUnasked, goneFrom, type Things } from '#core/automations/lint/gone.ts';
import { byPriority, type RunnableRule } from '#core/automations/rule.ts';
import type { CurrencyCode } from '#core/money.ts';

/** What a store has, and offers where no rule says anything. */
export type LintedStore = {
  things: Things;
  offered: Offered;
  /** Amounts of rules are in it. */
  currencyCode: CurrencyCode;
};

/**
 * What is wrong with enabled rules, whatever the facts turn out to be. It is exact over the language of conditions:
 * each finding holds for all facts. Where too many facts would have to be tried it says nothing.
 */
export function lintRules(
  rules: readonly RunnableRule[],
  { things, offered, currencyCode }: LintedStore,
): LintFinding[] {
  const moments = [...Map.groupBy(rules, ({ hook }) => hook).values()].map((those) => those.toSorted(byPriority));
  const inMoments = moments.flatMap((those) => {
    const space = spaceOf(those, currencyCode);
    const findings = those.flatMap((rule) => goneOf(rule, things));
    const living = those.filter((rule) => {
      const never = neverMatches(space, rule);
      if (never) findings.push(never);
      return never === null;
    });
    return [
      ...findings,
      ...living.flatMap((rule, place) => besideOthers(space, rule, living.slice(0, place))),
      ...noWayBack(space, living, offered),
    ];
  });
  return [...inMoments, ...withoutEffect(rules, { offered, currencyCode }), ...aboutUnasked(rules)];
}

const nameOf = ({ name }: RunnableRule): string => `“${name}”`;
const namesOf = (rules: readonly RunnableRule[]): string => rules.map(nameOf).join(', ');
const idsOf = (rules: readonly RunnableRule[]): number[] => rules.map(({ id }) => id);

function neverMatches(space: Space, rule: RunnableRule): LintFinding | null {
  if (findPoint(space, [rule], []) !== null) return null;
  const message = `${nameOf(rule)} can never match: its conditions exclude each other.`;
  return { kind: 'neverMatches', ruleId: rule.id, others: [], message };
}

/** Earlier rules that decide one of the same parts. */
const rivalsOf = (rule: RunnableRule, part: string, earlier: readonly RunnableRule[]): RunnableRule[] =>
  earlier.filter(({ type, params }) => type === rule.type && ACTIONS[type].parts(params).includes(part));

function besideOthers(space: Space, rule: RunnableRule, earlier: readonly RunnableRule[]): LintFinding[] {
  const parts = ACTIONS[rule.type].parts(rule.params);
  const rivals = [...new Set(parts.flatMap((part) => rivalsOf(rule, part, earlier)))];
  if (rivals.length === 0) return [];
  const isShadowed = parts.every((part) => findPoint(space, [rule], rivalsOf(rule, part, earlier)) === null);
  if (isShadowed) {
    const message = `${nameOf(rule)} never has a say: whenever it matches, ${namesOf(rivals)} came first.`;
    return [{ kind: 'shadowed', ruleId: rule.id, others: idsOf(rivals), message }];
  }
  const tied = rivals.filter(
    (one) =>
      one.priority === rule.priority &&
      JSON.stringify(one.params) !== JSON.stringify(rule.params) &&
      isFound(findPoint(space, [rule, one], [])),
  );
  if (tied.length === 0) return [];
  const message = `${nameOf(rule)} and ${namesOf(tied)} can match together and have the same priority, so the older one wins.`;
  return [{ kind: 'samePriority', ruleId: rule.id, others: idsOf(tied), message }];
}

const isFound = (found: ReturnType<typeof findPoint>): boolean => found !== null && found !== 'unknown';

const goneOf = (rule: RunnableRule, things: Things): LintFinding[] =>
  goneFrom(rule, things).map((what) => ({
    kind: 'gone',
    ruleId: rule.id,
    others: [],
    message: `${nameOf(rule)} names ${what} that no longer exists.`,
  }));

/** Rules that together leave some item without any way to return it. */
function noWayBack(space: Space, rules: readonly RunnableRule[], offered: Offered): LintFinding[] {
  /** What closes a way, each with the rules before it that would have a say; the settings come after all of them. */
  const closing = WAYS.map((way) => {
    const speaking = speakingOf(rules, way);
    const closers = speaking.flatMap(({ rule, isOpening }, place) =>
      isOpening ? [] : [{ rule, before: speaking.slice(0, place).map((one) => one.rule) }],
    );
    return offered[way] ? closers : [...closers, { rule: null, before: speaking.map((one) => one.rule) }];
  });
  const [refunds = [], giftCards = [], exchanges = []] = closing;
  const found = new Map<string, LintFinding>();
  for (const refund of refunds)
    for (const giftCard of giftCards)
      for (const exchange of exchanges) {
        const closers = [refund.rule, giftCard.rule, exchange.rule];
        const together = [...new Set(closers.filter((one) => one !== null))];
        const key = idsOf(together).toString();
        const last = together.at(-1);
        if (found.has(key) || !last) continue;
        const before = [...new Set([...refund.before, ...giftCard.before, ...exchange.before])];
        if (before.some((one) => together.includes(one))) continue;
        if (!isFound(findPoint(space, together, before))) continue;
        const others = together.filter((one) => one !== last);
        const bySettings = closers.includes(null) ? ', together with the settings,' : '';
        const because =
          others.length === 0
            ? `${nameOf(last)}${bySettings} leaves`
            : `${nameOf(last)} and ${namesOf(others)} together${bySettings} leave`;
        const message = `${because} some items without any way to return them.`;
        found.set(key, { kind: 'noWayBack', ruleId: last.id, others: idsOf(others), message });
      }
  return [...found.values()];
}
