import { claimDecisions } from '#contract/merchant/claim-decisions.ts';
import type { RouteAnswer } from '#contract/route.ts';
import type { Words } from '#core/automations/action.ts';
import { ACTIONS } from '#core/automations/actions.ts';
import { verdictText, type ValueWords } from '#core/automations/explain.ts';
import type { Fact } from '#core/automations/facts.ts';
import type { RunnableRule } from '#core/automations/rule.ts';
import type { Receipt } from '#core/automations/rule-set.ts';
import type { Claim } from '#core/claims/claim.ts';
import { currencyFormat } from '#core/currency.ts';
import { claimById } from '#server/db/claims.ts';
import type { Db } from '#server/db/connect.ts';
import { customFields } from '#server/db/custom-fields.ts';
import { productGroups } from '#server/db/product-groups.ts';
import { returnLocations } from '#server/db/return-locations.ts';
import { receiptsOfClaims } from '#server/db/rule-receipts.ts';
import { rulesOfVersion } from '#server/db/rules.ts';
import { reasonsOf } from '#server/db/settings.ts';
import { storeById, type StoreRow } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { claimNotFound } from '#server/merchant/show-claim.ts';

type Shown = RouteAnswer<typeof claimDecisions>['decisions'][number];

/** Why rules decided about a claim as they did, in the words of the version that was asked. */
export const decisionsHandler = ({ database }: Pick<ServerDeps, 'database'>): Handler =>
  handle(claimDecisions, ({ params }, { storeId }) =>
    database.readStore(storeId, async (db) => {
      const loaded = await claimById(db, storeId, params.claimId);
      const store = await storeById(db, storeId);
      if (!loaded || !store) throw claimNotFound();
      const words = await wordsOf(db, store);
      const decisions: Shown[] = [];
      const names = new Map<number, string>();
      for (const row of await receiptsOfClaims(db, storeId, [params.claimId])) {
        const version = await rulesOfVersion(db, storeId, row.version);
        const rules = new Map((version?.rules ?? []).map((rule) => [rule.id, rule]));
        for (const { id, name } of rules.values()) names.set(id, name);
        decisions.push({
          receiptId: row.receipt_id,
          hook: row.receipt.hook,
          decidedOn: row.created_on.toISOString(),
          version: row.version,
          rules: showRules(row.receipt, rules, loaded.claim, words),
        });
      }
      const refusals = loaded.claim.lines.flatMap(({ name: item, refusal }) =>
        refusal ? [{ item, text: refusal.text, automation: names.get(refusal.ruleId ?? -1) ?? null }] : [],
      );
      return { refusals, decisions };
    }),
  );

function showRules(
  { subjects }: Receipt,
  rules: ReadonlyMap<number, RunnableRule>,
  claim: Claim,
  words: ValueWords & Words,
): Shown['rules'] {
  const ids = subjects[0]?.verdicts.map(({ ruleId }) => ruleId) ?? [];
  return ids.flatMap((ruleId) => {
    const rule = rules.get(ruleId);
    if (!rule) return [];
    const verdicts = subjects.flatMap(({ subject, facts, verdicts: all }) => {
      const verdict = all.find((one) => one.ruleId === ruleId);
      return verdict
        ? [{ isMatch: verdict.isMatch, item: itemOf(subject, claim), text: verdictText(rule, verdict, facts, words) }]
        : [];
    });
    const isMatch = verdicts.some((one) => one.isMatch);
    // Where it matched, what did not match says nothing.
    const telling = verdicts.filter((one) => one.isMatch === isMatch);
    const isSame = new Set(telling.map(({ text }) => text)).size === 1;
    const { label, summary } = ACTIONS[rule.type];
    return [
      {
        ruleId,
        name: rule.name,
        type: rule.type,
        action: label,
        does: [...summary(rule.params, words)],
        isMatch,
        reasons: isSame
          ? [{ item: null, text: telling[0]?.text ?? '' }]
          : telling.map(({ item, text }) => ({ item, text })),
      },
    ];
  });
}

/** The item that a subject of a receipt is: a line of the order, in its place, or one of the claim. */
function itemOf(subject: string, { lines }: Claim): string | null {
  const id = subject.replace(/#\d+$/, '');
  const line = lines.find((one) => one.lineIdFromPlatform === id || `line:${one.id}` === subject);
  return line?.name ?? null;
}

async function wordsOf(db: Db, store: StoreRow): Promise<ValueWords & Words> {
  const groups = new Map((await productGroups(db, store.store_id)).map((row) => [row.group_id, row.name]));
  const fields = new Map(
    (await customFields(db, store.store_id)).map((row) => [row.custom_field_id, row.display_name]),
  );
  const locations = new Map(
    (await returnLocations(db, store.store_id)).map((row) => [row.location_id, row.address.line1]),
  );
  const reasons = new Map(reasonsOf(store).map(({ id, name }) => [id, name]));
  const named = (names: ReadonlyMap<number, string>) => (id: number) => names.get(id) ?? `#${id}`;
  const format = currencyFormat(store.currency_code, 'en-US');
  const nameOf = ({ options }: Fact, value: string | number): string => {
    if (options?.kind === 'definite') return options.options.find((one) => one.value === value)?.label ?? String(value);
    if (options?.kind !== 'named') return String(value);
    if (typeof value === 'number') return named(options.of === 'productGroup' ? groups : locations)(value);
    return options.of === 'reason' ? (reasons.get(value) ?? value) : value;
  };
  return {
    money: (amount) => format.format(amount),
    nameOf,
    productGroup: named(groups),
    returnLocation: named(locations),
    fulfillmentLocation: (id) => `Location ${id}`,
    customField: named(fields),
    shipRate: (id) => `#${id}`,
  };
}
