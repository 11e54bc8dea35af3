import type { RuleShown } from '#contract/merchant/rules.ts';
import { compareRules } from '#core/automations/compare.ts';
import type { Offered } from '#core/automations/lint/closed.ts';
import { problemsOf, type Things } from '#core/automations/lint/gone.ts';
import type { StoreRule } from '#core/automations/rule.ts';
import type { CurrencyCode } from '#core/money.ts';
import type { PaymentProvider } from '#core/payments/providers.ts';
import { Refusal } from '#core/refusal.ts';
import type { Db } from '#server/db/connect.ts';
import { draftRevision, draftRules, type DraftRule } from '#server/db/draft-rules.ts';
import { liveVersion, type RuleSetVersion } from '#server/db/rule-versions.ts';
import { settingsOf } from '#server/db/settings.ts';
import { offeredBy } from '#core/policy/policy-for.ts';
import { storeById } from '#server/db/stores.ts';
import { thingsOf } from '#server/rules/things.ts';

/** The draft of a store beside what runs, and what rules may name. */
export type RuleSetState = {
  draft: readonly DraftRule[];
  draftRevision: number;
  live: RuleSetVersion | null;
  isPublishedAtOnce: boolean;
  things: Things;
  /** Who the settings say takes money from shoppers, connected or not. */
  paymentProvider: PaymentProvider | 'none';
  /** What the settings offer where no rule says anything. */
  offered: Offered;
  currencyCode: CurrencyCode;
};

export async function loadRuleSet(db: Db, storeId: number): Promise<RuleSetState> {
  const store = await storeById(db, storeId);
  if (!store) throw new Refusal('notFound', 'STORE_NOT_FOUND', "This store doesn't exist.");
  return {
    draft: await draftRules(db, storeId),
    draftRevision: await draftRevision(db, storeId),
    live: await liveVersion(db, storeId),
    isPublishedAtOnce: settingsOf(store).automations.isPublishedAtOnce,
    things: await thingsOf(db, store),
    paymentProvider: settingsOf(store).payments.paymentProvider,
    offered: offeredBy(settingsOf(store)),
    currencyCode: store.currency_code,
  };
}

export function ruleOf(draft: readonly DraftRule[], id: number): DraftRule {
  const rule = draft.find((one) => one.id === id);
  if (!rule) throw new Refusal('notFound', 'RULE_NOT_FOUND', 'This automation no longer exists.');
  return rule;
}

/** What runs and is no longer in the draft. */
export const removedFrom = ({ draft, live }: RuleSetState) => compareRules(live?.rules ?? [], draft).removed;

/** The rules of the draft as the list shows them. */
export function showRules(state: RuleSetState): RuleShown[] {
  const { added, changed } = compareRules(state.live?.rules ?? [], state.draft);
  const [isNew, isOther] = [added, changed].map((rules) => new Set(rules.map(({ id }) => id)));
  return state.draft.map((rule) => {
    const { whySkipped, gone } = problemsOf(rule, state.things);
    return {
      ...showKept(rule),
      revision: rule.revision,
      updatedOn: rule.updatedOn,
      updatedBy: rule.updatedBy,
      change: isNew?.has(rule.id) ? 'added' : isOther?.has(rule.id) ? 'changed' : null,
      problems: [...whySkipped],
      gone: [...gone],
    };
  });
}

export const showKept = ({ id, createdOn, name, hook, isEnabled, rule }: StoreRule) => {
  const { priority, event, conditions } = rule;
  const { type, params } = event;
  return {
    id,
    createdOn,
    name,
    hook,
    isEnabled,
    rule: {
      priority,
      event: { type, params },
      conditions: 'all' in conditions ? { all: [...conditions.all] } : { any: [...conditions.any] },
    },
  };
};

export const showVersion = ({ rules, ...version }: RuleSetVersion, liveNumber: number | null) => ({
  ...version,
  ruleCount: rules.length,
  isLive: version.number === liveNumber,
});
