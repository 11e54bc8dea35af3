import { z } from 'zod';
import { ACTION_TYPES, ACTIONS } from '#core/automations/actions.ts';
import { ConditionParts } from '#core/automations/condition.ts';
import { Hook } from '#core/automations/hooks.ts';
import { MOST_RULES, RuleDraft, type StoreRule } from '#core/automations/rule.ts';

/** A rule as a file has it: its parts beside each other, and its conditions under `all` or `any`. */
const FileRule = z.strictObject({
  /** Absent for a rule that is new. */
  id: z.number().int().positive().exactOptional(),
  name: z.string(),
  hook: Hook,
  isEnabled: z.boolean(),
  priority: z.number(),
  action: z.enum(ACTION_TYPES, 'Not an action.'),
  params: z.unknown(),
  all: z.array(ConditionParts).exactOptional(),
  any: z.array(ConditionParts).exactOptional(),
});
type FileRule = z.infer<typeof FileRule>;

/** A rule set as a file that people read and change. */
const RulesFile = z.strictObject({
  /** Content hash of the draft that was exported; another one is not overwritten. */
  basedOn: z.string().exactOptional(),
  rules: z.array(FileRule).max(MOST_RULES, `At most ${MOST_RULES} rules.`),
});
export type RulesFile = z.infer<typeof RulesFile>;

/** What a file says; a rule without an id is new. */
export type ReadFile = { basedOn: string | null; rules: readonly { id: number | null; draft: RuleDraft }[] };

export const fileOf = (rules: readonly StoreRule[], basedOn: string): RulesFile => ({
  basedOn,
  rules: rules.map(({ id, name, hook, isEnabled, rule }): FileRule => ({
    id,
    name,
    hook,
    isEnabled,
    priority: rule.priority,
    action: rule.event.type,
    params: rule.event.params,
    ...('all' in rule.conditions ? { all: rule.conditions.all } : { any: rule.conditions.any }),
  })),
});

/** What a file says, or what is wrong with it, a sentence each. */
export function readFile(content: unknown): ReadFile | { problems: string[] } {
  const file = RulesFile.safeParse(content);
  if (!file.success) return { problems: file.error.issues.map((issue) => `${placeOf(issue.path)}: ${issue.message}`) };
  const problems: string[] = [];
  const rules = file.data.rules.flatMap((one, place) => {
    const draft = RuleDraft.safeParse(draftOf(one));
    const called = `rules[${place}] “${one.name}”`;
    if (one.all && one.any) problems.push(`${called}: Conditions stand under all or under any, not both.`);
    if (!draft.success) {
      problems.push(
        ...draft.error.issues.map(({ path, message }) => `${called} ${placeOf(path.slice(-1))}: ${message}`),
      );
      return [];
    }
    return { id: one.id ?? null, draft: draft.data };
  });
  const ids = rules.flatMap(({ id }) => id ?? []);
  if (new Set(ids).size < ids.length) problems.push('Two rules have the same id.');
  return problems.length > 0 ? { problems } : { basedOn: file.data.basedOn ?? null, rules };
}

const draftOf = ({ name, hook, isEnabled, priority, action, params, all, any }: FileRule) => ({
  name,
  hook,
  isEnabled,
  rule: { priority, event: { type: action, params }, conditions: any ? { any } : { all: all ?? [] } },
});

const placeOf = (path: readonly PropertyKey[]): string =>
  path
    .map((part, place) => (typeof part === 'number' ? `[${part}]` : `${place > 0 ? '.' : ''}${String(part)}`))
    .join('');

/** The JSON schema of such a file, for editors that complete and check while typing. */
export function fileSchema(): z.core.JSONSchema.BaseSchema {
  const perAction = ACTION_TYPES.map((type) =>
    FileRule.extend({ action: z.literal(type), params: ACTIONS[type].params }),
  );
  const File = RulesFile.extend({ rules: z.array(z.union(perAction)).max(MOST_RULES) });
  return z.toJSONSchema(File, { io: 'input', unrepresentable: 'any', reused: 'ref' });
}
