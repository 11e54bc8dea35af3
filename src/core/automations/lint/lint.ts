import { ACTIONS } from '#core/automations/actions.ts';
import { modifyResolutionWindow } from '#core/automations/actions/modify-resolution-window.ts';
import { findPoint, spaceOf, type Space } from '#core/automations/lint/find-point.ts';
import { goneFrom, type Things } from '#core/automations/lint/gone.ts';
import { byPriority, type RunnableRule } from '#core/automations/rule.ts';

export type LintFinding = {
  kind: 'neverMatches' | 'shadowed' | 'samePriority' | 'gone' | 'noWayBack';
  ruleId: number;
  /** The rules that have to do with it. */
  others: readonly number[];
  message: string;
};

/**
 * What is wrong with enabled rules, whatever the facts turn out to be. It is exact over the language of conditions:
 * each finding holds for all facts. Where too many facts would have to be tried it says nothing.
 */
export function lintRules(rules: readonly RunnableRule[], things: Things = {}): LintFinding[] {
  const moments = [...Map.groupBy(rules, ({ hook }) => hook).values()].map((those) => those.toSorted(byPriority));
  return moments.flatMap((those) => {
    const space = spaceOf(those);
    const findings = those.flatMap((rule) => goneOf(rule, things));
    const living = those.filter((rule) => {
      const never = neverMatches(space, rule);
      if (never) findings.push(never);
      return never === null;
    });
    return [
      ...findings,
      ...living.flatMap((rule, place) => besideOthers(space, rule, living.slice(0, place))),
      ...noWayBack(space, living),
    ];
  });
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

const WAYS = ['refund', 'giftCard', 'exchange'] as const;

/** Rules that together leave some item without any way to return it. */
function noWayBack(space: Space, rules: readonly RunnableRule[]): LintFinding[] {
  const windows = rules.flatMap((rule) => {
    const its =
      ACTIONS[rule.type] === modifyResolutionWindow
        ? modifyResolutionWindow.outcome([{ ruleId: rule.id, params: rule.params }])
        : null;
    return its ? [{ rule, windows: its.windows }] : [];
  });
  /** The rules that do not offer a method, each with those before it that would have a say. */
  const closing = WAYS.map((way) => {
    const speaking = windows.filter((one) => one.windows[way]);
    return speaking.flatMap(({ rule, windows: its }, place) =>
      its[way]?.window.kind === 'notOffered' ? [{ rule, before: speaking.slice(0, place).map((one) => one.rule) }] : [],
    );
  });
  const [refunds = [], giftCards = [], exchanges = []] = closing;
  const found = new Map<string, LintFinding>();
  for (const refund of refunds)
    for (const giftCard of giftCards)
      for (const exchange of exchanges) {
        const together = [...new Set([refund.rule, giftCard.rule, exchange.rule])];
        const key = idsOf(together).toString();
        const last = together.at(-1);
        if (found.has(key) || !last) continue;
        const before = [...new Set([...refund.before, ...giftCard.before, ...exchange.before])];
        if (before.some((one) => together.includes(one))) continue;
        if (!isFound(findPoint(space, together, before))) continue;
        const others = together.filter((one) => one !== last);
        const because = others.length === 0 ? nameOf(last) : `${nameOf(last)} and ${namesOf(others)} together`;
        const message = `${because} leave some items without any way to return them.`;
        found.set(key, { kind: 'noWayBack', ruleId: last.id, others: idsOf(others), message });
      }
  return [...found.values()];
}
