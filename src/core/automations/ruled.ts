import { ACTION_TYPES, ACTIONS } from '#core/automations/actions.ts';
import type { Decision, Receipt, RuleSet } from '#core/automations/rule-set.ts';
import type { Claim } from '#core/claims/claim.ts';
import { withEntry } from '#core/claims/timeline.ts';
import { distinctTags, tagDifference, tagsChangedText } from '#core/lists/tags.ts';

/** What the rules decided about a claim at one moment. */
export type Ruled = {
  receipt: Receipt;
  /** What each action that had a say came to, by action. */
  decided: Readonly<Record<string, unknown>>;
  /** For the claim, and the rules that tag it, as the timeline names them. */
  tags: readonly string[];
  taggedBy: string;
  /** Entries for its timeline. */
  notes: readonly { subject: string; message: string }[];
};

/** 'rule “High risk”', or several. */
export function rulesText({ nameOf }: Pick<RuleSet, 'nameOf'>, ruleIds: readonly number[]): string {
  const names = ruleIds.map((id) => `“${nameOf(id)}”`);
  const last = names.at(-1) ?? '';
  return names.length < 2 ? `rule ${last}` : `rules ${names.slice(0, -1).join(', ')} and ${last}`;
}

/** What a decision came to before the claim existed; what follows from it is in the claim's terms already. */
export const ruledBefore = (decision: Decision): Ruled => ({
  receipt: decision.receipt(),
  decided: outcomesOf(decision),
  tags: [],
  taggedBy: '',
  notes: [],
});

/** What each action that had a say came to; of actions about lines, for each line. */
function outcomesOf(decision: Decision): Ruled['decided'] {
  const subjects = decision.receipt().subjects.map(({ subject }) => subject);
  const all = ACTION_TYPES.flatMap((type): [string, unknown][] => {
    const { perLine } = ACTIONS[type];
    if (!perLine) return [[type, decision.of<unknown>(ACTIONS[type])]];
    const ofLines = subjects.map((subject) => [subject, decision.of<unknown>(ACTIONS[type], subject)] as const);
    const decided = ofLines.filter(([, outcome]) => outcome !== null);
    return decided.length > 0 ? [[type, Object.fromEntries(decided)]] : [];
  });
  return Object.fromEntries(all.filter(([, outcome]) => outcome !== null));
}

type Tagged = { claim: Claim; tags: string[] };

/** A claim with the tags that rules put on it, and with what they did in its timeline. */
export const withRuled = (before: Tagged, ruled: readonly Ruled[], now: string): Tagged =>
  ruled.reduce((one, { tags: wanted, taggedBy, notes }): Tagged => {
    const tags = distinctTags([...one.tags, ...wanted]);
    const change = tagDifference(one.tags, tags);
    const told = [
      ...(change.added.length > 0 ? [{ subject: `Tagged by ${taggedBy}`, message: tagsChangedText(change) }] : []),
      ...notes,
    ];
    const claim = told.reduce((its, note) => withEntry(its, { type: 'processing', ...note }, now), one.claim);
    return { claim, tags };
  }, before);
