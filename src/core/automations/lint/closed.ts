import { ACTIONS } from '#core/automations/actions.ts';
import { autoFinalizeClaim } from '#core/automations/actions/auto-finalize-claim.ts';
import { modifyResolutionWindow, WINDOWS } from '#core/automations/actions/modify-resolution-window.ts';
import { findPoint, spaceOf } from '#core/automations/lint/find-point.ts';
import type { LintFinding } from '#core/automations/lint/finding.ts';
import type { RunnableRule } from '#core/automations/rule.ts';
import type { ResolutionMethod } from '#core/claims/claim.ts';
import type { CurrencyCode } from '#core/money.ts';

export const WAYS = ['refund', 'giftCard', 'exchange'] as const;
export type Way = (typeof WAYS)[number];
/** What the settings offer where no rule says anything; a gift card is also store credit. */
export type Offered = Readonly<Record<Way, boolean>>;

export const ALL_OFFERED: Offered = { refund: true, giftCard: true, exchange: true };

export type Speaking = { rule: RunnableRule; isOpening: boolean };

/** The rules that say something about a way, in their order. */
export const speakingOf = (rules: readonly RunnableRule[], way: Way): Speaking[] =>
  rules.flatMap((rule) => {
    if (ACTIONS[rule.type] !== modifyResolutionWindow) return [];
    const its = modifyResolutionWindow.outcome([{ ruleId: rule.id, params: rule.params }])?.windows[way];
    return its ? [{ rule, isOpening: its.window.kind !== 'notOffered' }] : [];
  });

const WAY_OF: Partial<Readonly<Record<ResolutionMethod, Way>>> = {
  refund: 'refund',
  giftCard: 'giftCard',
  storeCredit: 'giftCard',
  variantExchange: 'exchange',
};

/** What the rule offers or waits for, as far as windows decide it. */
function waysOf(rule: RunnableRule): readonly Way[] | null {
  if (rule.type === 'offerInstantExchange' || rule.type === 'offerAdvancedExchange') return ['exchange'];
  if (rule.type === 'modifyIncentives') return ['giftCard'];
  const finalized =
    ACTIONS[rule.type] === autoFinalizeClaim
      ? autoFinalizeClaim.outcome([{ ruleId: rule.id, params: rule.params }])
      : null;
  const ways = finalized?.params.allowedResolutionMethods.map((method) => WAY_OF[method] ?? null);
  return ways ? ways.filter((way) => way !== null).slice(0, ways.includes(null) ? 0 : undefined) : null;
}

/**
 * Rules that offer or wait for what can't be chosen whenever they match: the settings do not offer it, or windows of 0
 * take it away. Where any rule offers it, nothing is reported.
 */
export function withoutEffect(
  rules: readonly RunnableRule[],
  { offered, currencyCode }: { offered: Offered; currencyCode: CurrencyCode },
): LintFinding[] {
  const space = spaceOf(rules, currencyCode);
  const closersOf = (rule: RunnableRule, way: Way): readonly RunnableRule[] | null => {
    const speaking = speakingOf(rules, way);
    if (speaking.some(({ isOpening }) => isOpening)) return null;
    if (!offered[way]) return [];
    const closers = speaking.map((one) => one.rule);
    return closers.length > 0 && findPoint(space, [rule], closers) === null ? closers : null;
  };
  return rules.flatMap((rule): LintFinding[] => {
    const ways = waysOf(rule);
    if (!ways || ways.length === 0) return [];
    const closing = ways.map((way) => closersOf(rule, way));
    const closers = closing.flatMap((some) => some ?? []);
    if (closing.includes(null)) return [];
    const others = [...new Set(closers)];
    const names = others.map(({ name }) => `“${name}”`).join(', ');
    const what = [...new Set(ways.map((way) => WINDOWS[way].toLowerCase()))].join(' and ');
    const because = others.length > 0 ? `${names} gives it a window of 0` : 'the settings do not offer it';
    const isFinalizing = rule.type === 'autoFinalizeClaim';
    const message = isFinalizing
      ? `“${rule.name}” can never finalize a claim: it waits for ${what}, and ${because}.`
      : `“${rule.name}” is about ${what}, but ${because}.`;
    return [
      {
        kind: isFinalizing ? 'neverFinalizes' : 'deadWindow',
        ruleId: rule.id,
        others: others.map(({ id }) => id),
        message,
      },
    ];
  });
}
