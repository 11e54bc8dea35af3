import { namedBy, namedKey, type Named } from '#core/automations/named.ts';
import { comparable } from '#core/automations/operators.ts';
import { conditionsOf, type StoreRule } from '#core/automations/rule.ts';
import { Refusal } from '#core/refusal.ts';
import type { Db } from '#server/db/connect.ts';
import { draftRules, lockRuleSet } from '#server/db/draft-rules.ts';
import { liveVersion } from '#server/db/rules.ts';

/** Names of the rules that name a thing, by its `namedKey`. */
export type RulesNaming = ReadonlyMap<string | number, readonly string[]>;

/** The rules that name each of these things: rules of the draft and of the version that runs. */
export async function rulesNaming(db: Db, storeId: number, of: Named): Promise<RulesNaming> {
  const live = await liveVersion(db, storeId).select('rules').executeTakeFirst();
  const names = new Map<string | number, Set<string>>();
  for (const rule of [...(await draftRules(db, storeId)), ...(live?.rules ?? [])] satisfies StoreRule[])
    for (const key of namedBy(rule, of)) names.set(key, (names.get(key) ?? new Set()).add(rule.name));
  return new Map([...names].map(([key, its]) => [key, [...its].toSorted()]));
}

/** Names of the rules, of the draft and of the version that runs, that ask for a customer by this email. */
export async function rulesNamingEmail(db: Db, storeId: number, email: string): Promise<string[]> {
  const live = await liveVersion(db, storeId).select('rules').executeTakeFirst();
  const names = [...(await draftRules(db, storeId)), ...(live?.rules ?? [])].flatMap((stored: StoreRule) => {
    const [, conditions] = conditionsOf(stored.rule.conditions);
    const isNamed = conditions.some(
      ({ fact, value }) =>
        fact === 'customer/email' &&
        Array.isArray(value) &&
        value.some((one) => typeof one === 'string' && comparable(one) === comparable(email)),
    );
    return isNamed ? [stored.name] : [];
  });
  return [...new Set(names)].toSorted();
}

/**
 * Refuses `code` where rules name the thing. Nobody saves or publishes a rule until the transaction ends.
 * `what`: what a person calls it.
 */
export async function refuseNamed(
  db: Db,
  storeId: number,
  thing: { of: Named; id: string | number; what: string; code: string },
): Promise<void> {
  await lockRuleSet(db, storeId);
  const usedBy = (await rulesNaming(db, storeId, thing.of)).get(namedKey(thing.id));
  if (usedBy)
    throw new Refusal(
      'conflict',
      thing.code,
      `Automations use this ${thing.what}: ${usedBy.join(', ')}. Change them first.`,
    );
}
