import * as contract from '#contract/merchant/rule-sets.ts';
import { compareRules, isSameRules } from '#core/automations/compare.ts';
import { fileSchema } from '#core/automations/rules-file.ts';
import type { StoreRule } from '#core/automations/rule.ts';
import { Refusal } from '#core/refusal.ts';
import type { Db } from '#server/db/connect.ts';
import { draftRevision, draftRules } from '#server/db/draft-rules.ts';
import { liveNumber, versionsOf } from '#server/db/rule-versions.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { authorOf } from '#server/rules/change-draft.ts';
import { applyText, planText } from '#server/rules/import-text.ts';
import { lintOf } from '#server/rules/lint-rules.ts';
import { publish, replaceDraft, versionNumbered, withDraft } from '#server/rules/publish.ts';
import { textOf } from '#server/rules/text.ts';
import { loadRuleSet, showKept, showVersion } from '#server/rules/rule-set.ts';

const MOST_VERSIONS = 50;

/** The draft of a store as a whole, and the versions that were published. */
export const ruleSetHandlers = ({ database, config }: Pick<ServerDeps, 'database' | 'config'>): Handler[] => [
  handle(contract.publishRuleSet, ({ body }, context) => {
    const author = authorOf(context);
    return withDraft(database, { ...author, draftRevision: body.draftRevision }, async (db, { draft, live }) => {
      const version = await publish(db, author, live, { rules: draft, note: body.note });
      const findings = lintOf(draft, await loadRuleSet(db, author.storeId));
      return { version: showVersion(version, version.number), findings };
    });
  }),

  handle(contract.discardDraft, ({ body }, context) => {
    const author = authorOf(context);
    return withDraft(database, { ...author, draftRevision: body.draftRevision }, async (db, { draft, live }) => {
      await replaceDraft(db, author, draft, live?.rules ?? []);
      return { draftRevision: await draftRevision(db, author.storeId) };
    });
  }),

  handle(contract.listVersions, async ({ query }, { storeId }) =>
    database.readStore(storeId, async (db) => {
      const versions = await versionsOf(db, storeId, query.before ?? null, MOST_VERSIONS + 1);
      const live = await liveNumber(db, storeId);
      return {
        versions: versions.slice(0, MOST_VERSIONS).map((one) => ({ ...one, isLive: one.number === live })),
        hasMore: versions.length > MOST_VERSIONS,
      };
    }),
  ),

  handle(contract.getVersion, ({ params }, { storeId }) =>
    database.readStore(storeId, async (db) => {
      const version = await versionNumbered(db, storeId, params.number);
      return { ...showVersion(version, await liveNumber(db, storeId)), rules: version.rules.map(showKept) };
    }),
  ),

  handle(contract.compareVersions, ({ query }, { storeId }) =>
    database.readStore(storeId, async (db) =>
      compareRules(await rulesOf(db, storeId, query.from), await rulesOf(db, storeId, query.to)),
    ),
  ),

  handle(contract.restoreVersion, async ({ params, body }, context) => {
    const author = authorOf(context);
    const { rules, number } = await database.readStore(author.storeId, (db) =>
      versionNumbered(db, author.storeId, params.number),
    );
    return withDraft(database, { ...author, draftRevision: body.draftRevision }, async (db, { draft, live }) => {
      const isWaiting = !isSameRules(compareRules(live?.rules ?? [], draft));
      if (isWaiting && body.unpublished === undefined)
        throw new Refusal(
          'conflict',
          'UNPUBLISHED_CHANGES',
          'The draft has changes that were not published. Keep or discard them?',
        );
      const note = body.note || `Version ${number} brought back`;
      const version = await publish(db, author, live, { rules, note });
      if (!isWaiting || body.unpublished === 'discard') await replaceDraft(db, author, draft, rules);
      return showVersion(version, version.number);
    });
  }),

  handle(contract.lintDraft, async (_input, { storeId }) => {
    const state = await database.readStore(storeId, (db) => loadRuleSet(db, storeId));
    return { findings: lintOf(state.draft, state) };
  }),

  handle(contract.lintRule, async ({ body: { storeRuleId: id = 0, draft } }, { storeId }) => {
    const state = await database.readStore(storeId, (db) => loadRuleSet(db, storeId));
    const edited: StoreRule = { ...draft, id, createdOn: '', isEnabled: true };
    const rules = [...state.draft.filter((rule) => rule.id !== id), edited];
    const concerned = lintOf(rules, state).filter(({ ruleId, others }) => ruleId === id || others.includes(id));
    return { findings: concerned };
  }),

  handle(contract.exportText, async (_input, { storeId }) => {
    const draft = await database.readStore(storeId, (db) => draftRules(db, storeId));
    return { text: textOf(draft, config.PUBLIC_URL) };
  }),

  handle(contract.planText, ({ body }, { storeId }) =>
    database.readStore(storeId, (db) => planText(db, storeId, body.text)),
  ),

  handle(contract.applyText, ({ body }, context) => {
    const author = authorOf(context);
    return database.inStore(author.storeId, (db) => applyText(db, author, body));
  }),

  handle(contract.ruleSetSchema, () => Promise.resolve({ ...fileSchema() })),
];

const rulesOf = async (db: Db, storeId: number, side: 'draft' | number): Promise<readonly StoreRule[]> =>
  side === 'draft' ? draftRules(db, storeId) : (await versionNumbered(db, storeId, side)).rules;
