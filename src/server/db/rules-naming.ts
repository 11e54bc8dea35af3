import { namedBy, type Named } from '#core/automations/named.ts';
import type { StoreRule } from '#core/automations/rule.ts';
import type { Db } from '#server/db/connect.ts';
import { draftRules } from '#server/db/draft-rules.ts';
import { liveVersion } from '#server/db/rules.ts';

/** Names of the rules that name each of these things, by its id: rules of the draft and of the version that runs. */
export async function rulesNaming(db: Db, storeId: number, of: Named): Promise<ReadonlyMap<number, readonly string[]>> {
  const live = await liveVersion(db, storeId).select('rules').executeTakeFirst();
  const names = new Map<number, Set<string>>();
  for (const rule of [...(await draftRules(db, storeId)), ...(live?.rules ?? [])] satisfies StoreRule[])
    for (const id of namedBy(rule, of)) names.set(id, (names.get(id) ?? new Set()).add(rule.name));
  return new Map([...names].map(([id, its]) => [id, [...its].toSorted()]));
}
