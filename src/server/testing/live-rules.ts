import type { ActionType } from '#core/automations/actions.ts';
import type { Condition } from '#core/automations/condition.ts';
import type { Hook } from '#core/automations/hooks.ts';
import { RuleDraft } from '#core/automations/rule.ts';
import { publishRules } from '#server/testing/rules.ts';
import type { TestServer } from '#server/testing/server.ts';

export type LiveRule = { at: Hook; does: ActionType; params: object; when?: Condition[] };

/** Publishes these rules, in their order, instead of those before; their ids. */
export async function onlyRules({ server, storeId }: TestServer, ...rules: LiveRule[]): Promise<number[]> {
  const { database } = server.deps;
  await database.inStore(storeId, (db) => db.deleteFrom('draft_rule').where('store_id', '=', storeId).execute());
  return publishRules(
    database,
    storeId,
    rules.map(({ at, does, params, when = [] }, index) =>
      RuleDraft.parse({
        name: `Rule ${index + 1}`,
        hook: at,
        isEnabled: true,
        rule: { priority: index + 1, event: { type: does, params }, conditions: { all: when } },
      }),
    ),
  );
}
