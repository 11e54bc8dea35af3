import { z } from 'zod';
import { ConditionParts } from '#core/automations/condition.ts';
import { Hook } from '#core/automations/hooks.ts';
import { RuleDraft } from '#core/automations/rule.ts';
import { StoreParams, Version } from '#contract/merchant/params.ts';
import { Nothing, route } from '#contract/route.ts';

const RuleParams = StoreParams.extend({ storeRuleId: z.coerce.number().int().positive() });
/** The revision the rule was read at. */
const Read = z.object({ revision: z.coerce.number().int().positive() });

/** A rule as it is kept. It was valid once; what it names may be gone since, so its parts are not checked again. */
export const KeptRule = z.object({
  id: z.number().int(),
  createdOn: z.string(),
  name: z.string(),
  hook: Hook,
  isEnabled: z.boolean(),
  rule: z.object({
    priority: z.number(),
    event: z.object({ type: z.string(), params: z.unknown() }),
    conditions: z.union([z.object({ all: z.array(ConditionParts) }), z.object({ any: z.array(ConditionParts) })]),
  }),
});
export type KeptRule = z.infer<typeof KeptRule>;

export const NamedRule = z.object({ id: z.number().int(), name: z.string() });

export const RuleShown = KeptRule.extend({
  revision: z.number().int(),
  updatedOn: z.string(),
  updatedBy: z.string(),
  /** How it differs from the rule that runs. */
  change: z.enum(['added', 'changed']).nullable(),
  /** Why it is skipped when it runs; empty when it can run. */
  problems: z.array(z.string()),
  /** What it names and the store no longer has, a sentence each; it runs without it. */
  gone: z.array(z.string()),
});
export type RuleShown = z.infer<typeof RuleShown>;

export const VersionShown = z.object({
  number: z.number().int(),
  contentHash: z.string(),
  note: z.string(),
  publishedOn: z.string(),
  publishedBy: z.string(),
  ruleCount: z.number().int(),
  isLive: z.boolean(),
});
export type VersionShown = z.infer<typeof VersionShown>;

const NoRule = { RULE_NOT_FOUND: 'Rule not found' };
const RuleChanged = { RULE_CHANGED: 'Someone else changed this rule first; the text says who' };
const TooMany = { TOO_MANY_RULES: 'A store can have up to 500 rules' };

export const listRules = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/rule',
  access: 'admin',
  summary: 'List the rules of the draft, with how each differs from the version that runs (R7.02)',
  params: StoreParams,
  response: z.object({
    rules: z.array(RuleShown),
    /** Rules that run and are no longer in the draft. */
    removed: z.array(NamedRule),
    /** Every change of the draft raises it. */
    draftRevision: Version,
    /** The version that runs; null before the first was published. */
    live: VersionShown.nullable(),
    /** Whether saves and the enabled switch go live at once. */
    isPublishedAtOnce: z.boolean(),
    /** A payment provider is chosen and connected, so exchanges may cost something (R6.07). */
    canTakePayments: z.boolean(),
  }),
});

const NamedBy = z.object({ rules: z.array(z.string()) });

export const listNamedByRules = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/rule/named',
  access: 'admin',
  summary:
    "List the claim tags, reasons and return locations that can't be deleted because automations of the draft or the live version name them, with the names of those",
  params: StoreParams,
  response: z.object({
    claimTags: z.array(NamedBy.extend({ id: z.number().int() })),
    reasons: z.array(NamedBy.extend({ id: z.string() })),
    returnLocations: z.array(NamedBy.extend({ id: z.number().int() })),
  }),
});

export const getRule = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/rule/{storeRuleId}',
  access: 'admin',
  summary: 'Get one rule of the draft',
  params: RuleParams,
  response: RuleShown,
  errors: NoRule,
});

export const createRule = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/rule',
  access: 'admin',
  summary: 'Add a rule after every other one of its moment, whatever priority is sent (R7.03, R4.10)',
  params: StoreParams,
  body: RuleDraft,
  response: RuleShown,
  errors: TooMany,
});

export const updateRule = route({
  method: 'PUT',
  path: '/api/merchant/{storeId}/rule/{storeRuleId}',
  access: 'admin',
  summary:
    'Save a rule over the revision it was read at. Its priority stays; at another moment it comes last (R7.03, R4.10)',
  params: RuleParams,
  query: Read,
  body: RuleDraft,
  response: RuleShown,
  errors: { ...NoRule, ...RuleChanged },
});

export const enableRule = route({
  method: 'PUT',
  path: '/api/merchant/{storeId}/rule/{storeRuleId}/enabled',
  access: 'admin',
  summary: 'Switch a rule on or off (R7.12)',
  params: RuleParams,
  body: z.object({ isEnabled: z.boolean() }),
  response: RuleShown,
  errors: { ...NoRule, RULE_INVALID: "The rule can't run as it is, so it can't be switched on" },
});

export const duplicateRule = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/rule/{storeRuleId}/duplicate',
  access: 'admin',
  summary: 'Add a disabled copy of a rule (R2.07)',
  params: RuleParams,
  response: RuleShown,
  errors: { ...NoRule, ...TooMany },
});

export const deleteRule = route({
  method: 'DELETE',
  path: '/api/merchant/{storeId}/rule/{storeRuleId}',
  access: 'admin',
  summary: 'Delete a rule at the revision it was read at (R7.12)',
  params: RuleParams,
  query: Read,
  response: Nothing,
  errors: { ...NoRule, ...RuleChanged },
});

export const orderRules = route({
  method: 'PUT',
  path: '/api/merchant/{storeId}/rule/order',
  access: 'admin',
  summary: 'Number the rules of a moment 1..n in this order; only changed numbers are saved (R2.09)',
  params: StoreParams,
  body: z.object({
    hook: Hook,
    ruleIds: z.array(z.number().int().positive()).max(500),
    /** The order that was dragged in. */
    madeOf: z.array(z.number().int().positive()).max(500),
  }),
  response: z.object({ changed: z.array(z.object({ id: z.number().int(), priority: z.number().int() })) }),
  errors: { ORDER_CHANGED: 'Someone else changed the order or the rules of this moment first' },
});
