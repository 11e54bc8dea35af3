import * as contract from '#contract/merchant/rules.ts';
import type { RuleShown } from '#contract/merchant/rules.ts';
import { namedKey } from '#core/automations/named.ts';
import { duplicateRule, newPriority, orderOf, renumbered } from '#core/automations/rule-order.ts';
import { Refusal } from '#core/refusal.ts';
import { removeRules, savePriorities, saveRule } from '#server/db/draft-rules.ts';
import { returnLocations } from '#server/db/return-locations.ts';
import { rulesNaming } from '#server/db/rules-naming.ts';
import { reasonsOf } from '#server/db/settings.ts';
import { storeById } from '#server/db/stores.ts';
import { tagsOfStore } from '#server/db/tags.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import {
  addRule,
  addTags,
  authorOf,
  changeDraft,
  refuseInvalid,
  unchangedRule,
  withPriority,
} from '#server/rules/change-draft.ts';
import { loadRuleSet, removedFrom, ruleOf, showRules, showVersion } from '#server/rules/rule-set.ts';

/** The rules of a store's draft. */
export const ruleHandlers = ({ database, paymentsOf }: Pick<ServerDeps, 'database' | 'paymentsOf'>): Handler[] => [
  handle(contract.listRules, async (_input, { storeId }) => {
    const state = await database.readStore(storeId, (db) => loadRuleSet(db, storeId));
    const { paymentProvider } = state;
    return {
      canTakePayments: paymentProvider !== 'none' && (await paymentsOf(storeId, paymentProvider)) !== null,
      rules: showRules(state),
      removed: removedFrom(state),
      draftRevision: state.draftRevision,
      live: state.live && showVersion(state.live, state.live.number),
      isPublishedAtOnce: state.isPublishedAtOnce,
    };
  }),

  handle(contract.listNamedByRules, (_input, { storeId }) =>
    database.readStore(storeId, async (db) => {
      const tags = await rulesNaming(db, storeId, 'claimTag');
      const reasons = await rulesNaming(db, storeId, 'reason');
      const locations = await rulesNaming(db, storeId, 'returnLocation');
      const store = await storeById(db, storeId);
      return {
        claimTags: (await tagsOfStore(db, storeId)).flatMap((row) => namedAs(row.tag_id, tags.get(namedKey(row.name)))),
        reasons: (store ? reasonsOf(store) : []).flatMap(({ id }) => namedAs(id, reasons.get(namedKey(id)))),
        returnLocations: (await returnLocations(db, storeId)).flatMap((row) =>
          namedAs(row.location_id, locations.get(row.location_id)),
        ),
      };
    }),
  ),

  handle(contract.getRule, async ({ params }, { storeId }) => {
    const state = await database.readStore(storeId, (db) => loadRuleSet(db, storeId));
    ruleOf(state.draft, params.storeRuleId);
    return shown(showRules(state), params.storeRuleId);
  }),

  handle(contract.createRule, async ({ body }, context) => {
    const author = authorOf(context);
    const { changed, rules } = await changeDraft(database, author, async (db, draft) => ({
      ids: [await addRule(db, author, draft, body)],
      note: `Created “${body.name}”`,
    }));
    return shown(rules, changed.ids[0]);
  }),

  handle(contract.updateRule, async ({ params, query, body }, context) => {
    const author = authorOf(context);
    const { rules } = await changeDraft(database, author, async (db, draft) => {
      const former = unchangedRule(draft, params.storeRuleId, query.revision);
      const priority = former.hook === body.hook ? former.rule.priority : newPriority(draft, body.hook);
      await addTags(db, author.storeId, body);
      await saveRule(db, author.storeId, former.id, { document: withPriority(body, priority), by: author.by });
      return { ids: [former.id], note: `Changed “${body.name}”` };
    });
    return shown(rules, params.storeRuleId);
  }),

  handle(contract.enableRule, async ({ params, body: { isEnabled } }, context) => {
    const { storeId, by } = authorOf(context);
    const { rules } = await changeDraft(database, { storeId, by }, async (db, draft) => {
      const former = ruleOf(draft, params.storeRuleId);
      if (isEnabled) refuseInvalid(former);
      if (former.isEnabled === isEnabled) return { ids: [], note: '' };
      await saveRule(db, storeId, former.id, { document: { ...former, isEnabled }, by });
      return { ids: [former.id], note: `Switched “${former.name}” ${isEnabled ? 'on' : 'off'}` };
    });
    return shown(rules, params.storeRuleId);
  }),

  handle(contract.duplicateRule, async ({ params }, context) => {
    const author = authorOf(context);
    const { changed, rules } = await changeDraft(database, author, async (db, draft) => {
      const copy = duplicateRule(draft, ruleOf(draft, params.storeRuleId));
      return { ids: [await addRule(db, author, draft, copy)], note: `Created “${copy.name}”` };
    });
    return shown(rules, changed.ids[0]);
  }),

  handle(contract.deleteRule, async ({ params, query }, context) => {
    const author = authorOf(context);
    await changeDraft(database, author, async (db, draft) => {
      const former = unchangedRule(draft, params.storeRuleId, query.revision);
      await removeRules(db, author.storeId, [former.id]);
      return { ids: [former.id], note: `Deleted “${former.name}”` };
    });
    return {};
  }),

  handle(contract.orderRules, async ({ body: { hook, ruleIds, madeOf } }, context) => {
    const { storeId, by } = authorOf(context);
    const { changed } = await changeDraft(database, { storeId, by }, async (db, draft) => {
      const order = orderOf(draft, hook);
      if (!isSameList(order, madeOf))
        throw new Refusal(
          'conflict',
          'ORDER_CHANGED',
          'Someone else changed these automations first. Look at their order and try again.',
        );
      if (!isSameList(order.toSorted(byNumber), ruleIds.toSorted(byNumber)))
        throw new Refusal('malformed', 'MALFORMED', 'The order has other automations than this moment.', {
          'body.ruleIds': 'Must have each automation of this moment once.',
        });
      const numbers = renumbered(draft, hook, ruleIds);
      await savePriorities(db, storeId, numbers, by);
      return { ids: numbers.map(({ id }) => id), note: 'Changed the order', numbers };
    });
    return { changed: changed.numbers };
  }),
];

const namedAs = <Id>(id: Id, rules: readonly string[] | undefined): { id: Id; rules: string[] }[] =>
  rules ? [{ id, rules: [...rules] }] : [];

const byNumber = (one: number, other: number): number => one - other;
const isSameList = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id, place) => id === other[place]);

function shown(rules: readonly RuleShown[], id: number | undefined): RuleShown {
  const rule = rules.find((one) => one.id === id);
  if (!rule) throw new Error('a rule that was saved is in the draft');
  return rule;
}
