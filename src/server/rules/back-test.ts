import { setImmediate as turn } from 'node:timers/promises';
import type { RuleSet } from '#core/automations/rule-set.ts';
import { compileStored } from '#core/automations/stored.ts';
import { differencesOf, type RuleDifference } from '#core/back-test/differences.ts';
import { replay, type PastClaim, type Replayed } from '#core/back-test/replay.ts';
import { NOTHING_TALLIED, tallied } from '#core/back-test/tally.ts';
import type { PolicyInput } from '#core/policy/policy-for.ts';
import type { StoreRule } from '#core/automations/rule.ts';
import {
  beginBackTest,
  claimsToBackTest,
  saveBackTested,
  type BackTestedClaim,
  type BackTestRow,
} from '#server/db/back-tests.ts';
import type { Database, Db } from '#server/db/connect.ts';
import { productPlaces } from '#server/db/product-groups.ts';
import { receiptsBefore } from '#server/db/rule-receipts.ts';
import { contentHash } from '#server/db/rule-versions.ts';
import { settingsOf } from '#server/db/settings.ts';
import type { StoreRow } from '#server/db/stores.ts';
import { meansOf, type Offered } from '#server/policy.ts';

// As many as make one transaction long enough to be worth it, and short enough to show progress.
const CLAIMS_AT_ONCE = 200;

/** A store as it is today, for which past claims are replayed. */
export type Today = Pick<PolicyInput, 'settings' | 'means' | 'storeCurrencyCode'> & { timeZone: string };

export const todayOf = (store: StoreRow, offered: Offered): Today => ({
  settings: settingsOf(store),
  means: meansOf(store, offered),
  storeCurrencyCode: store.currency_code,
  timeZone: store.time_zone,
});

/** The rules that ran and those of the draft, ready to be asked. */
export const rulesOf = ({ rules_before, rules_after }: Pick<BackTestRow, 'rules_before' | 'rules_after'>) => ({
  before: compiled(rules_before),
  after: compiled(rules_after),
});
const compiled = (rules: readonly StoreRule[]): RuleSet => compileStored(rules, contentHash(rules));

/** Claims with what is known of them beside their orders. */
export async function pastClaims(
  db: Db,
  storeId: number,
  claims: readonly BackTestedClaim[],
  today: Today,
): Promise<(BackTestedClaim & { past: PastClaim })[]> {
  const [receipts, products] = await Promise.all([
    receiptsBefore(
      db,
      storeId,
      claims.map(({ claimId }) => claimId),
    ),
    productPlaces(db, storeId, { lines: claims.flatMap(({ order }) => order.lines) }),
  ]);
  return claims.map((one) => {
    const { claimId, claim, order, returnsLastYear, warrantiesLastYear } = one;
    const counted = { returnsLastYear, warrantiesLastYear };
    return {
      ...one,
      past: { ...today, ...counted, claim, order, products, receipts: receipts.get(claimId) ?? [] },
    };
  });
}

type Compared = { before: Replayed; after: Replayed; differences: RuleDifference[] };

export function compared(past: PastClaim, rules: { before: RuleSet; after: RuleSet }): Compared {
  const before = replay(past, rules.before);
  const after = replay(past, rules.after);
  return { before, after, differences: differencesOf(before, after) };
}

/** Replays every claim of the period, some at a time, and keeps what comes out differently. */
export async function runBackTest(
  { inStore }: Pick<Database, 'inStore'>,
  row: BackTestRow,
  today: Today,
): Promise<void> {
  const rules = rulesOf(row);
  await inStore(row.store_id, (db) => beginBackTest(db, row));
  let sofar = { after: 0, tally: NOTHING_TALLIED, isOver: false };
  while (!sofar.isOver) {
    const { after, tally } = sofar;
    sofar = await inStore(row.store_id, async (db) => {
      const claims = await claimsToBackTest(db, row, { after, limit: CLAIMS_AT_ONCE });
      const looked = (await pastClaims(db, row.store_id, claims, today)).map((one) => ({
        ...one,
        ...compared(one.past, rules),
      }));
      const next = looked.reduce(
        (sum, { claim: { currencyCode }, differences, ...its }) =>
          tallied(sum, { currencyCode, differences, before: its.before.lines, after: its.after.lines }),
        tally,
      );
      await saveBackTested(
        db,
        row,
        looked.filter(({ differences }) => differences.length > 0),
        next,
      );
      return { after: claims.at(-1)?.claimId ?? after, tally: next, isOver: claims.length < CLAIMS_AT_ONCE };
    });
    // Others are served between two parts.
    await turn();
  }
}
