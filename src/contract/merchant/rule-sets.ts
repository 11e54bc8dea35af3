import { z } from 'zod';
import { RuleDraft } from '#core/automations/rule.ts';
import { StoreParams, Version } from '#contract/merchant/params.ts';
import { KeptRule, NamedRule, VersionShown } from '#contract/merchant/rules.ts';
import { route } from '#contract/route.ts';

const VersionParams = StoreParams.extend({ number: z.coerce.number().int().positive() });
const NoVersion = { VERSION_NOT_FOUND: 'Version not found' };
const DraftChanged = { DRAFT_CHANGED: 'Someone else changed the draft first; the text says who' };
const Note = z.string().trim().max(500).default('');

export const Difference = z.object({
  added: z.array(NamedRule),
  removed: z.array(NamedRule),
  changed: z.array(
    NamedRule.extend({ fields: z.array(z.object({ path: z.string(), before: z.unknown(), after: z.unknown() })) }),
  ),
});

export const Finding = z.object({
  kind: z.enum([
    'neverMatches',
    'shadowed',
    'samePriority',
    'gone',
    'noWayBack',
    'deadWindow',
    'neverFinalizes',
    'unasked',
    'invalid',
  ]),
  ruleId: z.number().int(),
  /** The rules that have to do with it. */
  others: z.array(z.number().int()),
  message: z.string(),
});
export type Finding = z.infer<typeof Finding>;

export const publishRuleSet = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/rule-set/publish',
  access: 'admin',
  summary:
    'Let the draft run, as a new version that never changes. The answer has what the linter finds, which refuses nothing',
  params: StoreParams,
  body: z.object({ draftRevision: Version, note: Note }),
  response: z.object({ version: VersionShown, findings: z.array(Finding) }),
  errors: { ...DraftChanged, NOTHING_TO_PUBLISH: 'The draft is what runs already' },
});

export const discardDraft = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/rule-set/discard',
  access: 'admin',
  summary: 'Give up what waits in the draft: its rules become those that run',
  params: StoreParams,
  body: z.object({ draftRevision: Version }),
  response: z.object({ draftRevision: Version }),
  errors: DraftChanged,
});

export const listVersions = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/rule-set/version',
  access: 'admin',
  summary: 'List the published versions, newest first, up to 50 before a number',
  params: StoreParams,
  query: z.object({ before: z.coerce.number().int().positive().optional() }),
  response: z.object({ versions: z.array(VersionShown), hasMore: z.boolean() }),
});

export const getVersion = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/rule-set/version/{number}',
  access: 'admin',
  summary: 'Get one published version with its rules',
  params: VersionParams,
  response: VersionShown.extend({ rules: z.array(KeptRule) }),
  errors: NoVersion,
});

const Side = z.union([z.literal('draft'), z.coerce.number().int().positive()]);

export const compareVersions = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/rule-set/compare',
  access: 'admin',
  summary: 'Compare two versions, or a version and the draft: rules added, removed and changed by field',
  params: StoreParams,
  query: z.object({ from: Side, to: Side }),
  response: Difference,
  errors: NoVersion,
});

export const restoreVersion = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/rule-set/version/{number}/restore',
  access: 'admin',
  summary: 'Let the rules of an older version run again, as a new version. The draft follows',
  params: VersionParams,
  body: z.object({
    draftRevision: Version,
    note: Note,
    /** What becomes of changes that wait in the draft; without it, restoring is refused while there are some. */
    unpublished: z.enum(['keep', 'discard']).optional(),
  }),
  response: VersionShown,
  errors: {
    ...NoVersion,
    ...DraftChanged,
    UNPUBLISHED_CHANGES: 'Changes wait in the draft; say whether to keep or discard them',
    NOTHING_TO_PUBLISH: 'This is what runs already',
  },
});

const Lint = z.object({ findings: z.array(Finding) });

export const lintDraft = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/rule-set/lint',
  access: 'admin',
  summary: "Find what is wrong with the draft's enabled rules, whatever the facts",
  params: StoreParams,
  response: Lint,
});

export const lintRule = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/rule-set/lint',
  access: 'admin',
  summary: 'Find what would be wrong with the draft if one rule were saved as it is; only what concerns that rule',
  params: StoreParams,
  body: z.object({
    /** The rule that is edited; a new one without it, which counts as rule 0. */
    storeRuleId: z.number().int().positive().optional(),
    draft: RuleDraft,
  }),
  response: Lint,
});

const Plan = z.object({ difference: Difference, findings: z.array(Finding) });
const Text = z.string().max(900_000);
const TextRefused = {
  RULES_TEXT_INVALID: "The file isn't a rule set; the text names each line or rule that is wrong",
  RULES_TEXT_OUTDATED: 'Someone changed the draft after this file was exported',
};

export const exportText = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/rule-set/text',
  access: 'admin',
  summary: 'Export the draft as one readable YAML file, which names the draft it was exported from',
  params: StoreParams,
  response: z.object({ text: z.string() }),
});

export const planText = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/rule-set/text/plan',
  access: 'admin',
  summary: 'Show what a YAML file would change in the draft, and what the linter finds in it',
  params: StoreParams,
  body: z.object({ text: Text }),
  response: Plan,
  errors: TextRefused,
});

export const applyText = route({
  method: 'PUT',
  path: '/api/merchant/{storeId}/rule-set/text',
  access: 'admin',
  summary: 'Make the draft what a YAML file says, and publish it where asked or where the store publishes at once',
  params: StoreParams,
  body: z.object({ text: Text, isPublished: z.boolean().default(false), note: Note }),
  response: Plan.extend({
    /** The version that was published; null where the changes wait in the draft. */
    number: z.number().int().nullable(),
  }),
  errors: TextRefused,
});

export const ruleSetSchema = route({
  method: 'GET',
  path: '/api/rule-set.schema.json',
  access: 'public',
  summary: 'Get the JSON schema of a rule set as a YAML file, for editors that complete and check it',
  response: z.record(z.string(), z.unknown()),
});
