import { setImmediate as turn } from 'node:timers/promises';
import type { RuleSet } from '#core/automations/rule-set.ts';
import { compileStored } from '#core/automations/stored.ts';
import { differencesOf, type RuleDifference } from '#core/back-test/differences.ts';
import type { PastClaim } from '#core/back-test/past-claim.ts';
import { replaying, type Replayed } from '#core/back-test/replay.ts';
import { NOTHING_TALLIED, tallied, type Tally } from '#core/back-test/tally.ts';
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
import { fieldsToAsk } from '#server/db/custom-fields.ts';
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
export const compiled = (rules: readonly StoreRule[]): RuleSet => compileStored(rules, contentHash(rules));

/** Claims with what is known of them beside their orders. */
export async function pastClaims(
  db: Db,
  storeId: number,
  claims: readonly BackTestedClaim[],
  today: Today,
): Promise<(BackTestedClaim & { past: PastClaim })[]> {
  const [receipts, products, fields] = await Promise.all([
    receiptsBefore(
      db,
      storeId,
      claims.map(({ claimId }) => claimId),
    ),
    productPlaces(db, storeId, { lines: claims.flatMap(({ order }) => order.lines) }),
    fieldsToAsk(db, storeId),
  ]);
  return claims.map((one) => {
    const { claimId, claim, order, returnsLastYear, warrantiesLastYear, segmentIds, registrations } = one;
    const buyer = { returnsLastYear, warrantiesLastYear, segmentIds, registrations };
    return {
      ...one,
      past: { ...today, ...buyer, claim, order, products, fields, receipts: receipts.get(claimId) ?? [] },
    };
  });
}

type Compared = { before: Replayed; after: Replayed; differences: RuleDifference[] };

export function compared(past: PastClaim, rules: { before: RuleSet; after: RuleSet }): Compared {
  const under = replaying(past);
  const [before, after] = [under(rules.before), under(rules.after)];
  return { before, after, differences: differencesOf(before, after) };
}

type Period = Parameters<typeof claimsToBackTest>[1];
type Rules = { before: RuleSet; after: RuleSet };
type Part = { changed: (BackTestedClaim & Compared)[]; last: number | null; tally: Tally };

/** Some claims of the period more, after one; `last` is null where there are none left after them. */
async function replayPart(
  db: Db,
  period: Period,
  { rules, today, after, tally }: { rules: Rules; today: Today; after: number; tally: Tally },
): Promise<Part> {
  const claims = await claimsToBackTest(db, period, { after, limit: CLAIMS_AT_ONCE });
  const looked = (await pastClaims(db, period.store_id, claims, today)).map((one) => ({
    ...one,
    ...compared(one.past, rules),
  }));
  return {
    changed: looked.filter(({ differences }) => differences.length > 0),
    last: claims.length < CLAIMS_AT_ONCE ? null : (claims.at(-1)?.claimId ?? null),
    tally: looked.reduce(
      (sum, { claim: { currencyCode }, differences, ...its }) =>
        tallied(sum, { currencyCode, differences, before: its.before.lines, after: its.after.lines }),
      tally,
    ),
  };
}

/** Replays every claim of the period, some at a time, and keeps what comes out differently. */
export async function runBackTest(
  { inStore }: Pick<Database, 'inStore'>,
  row: BackTestRow,
  today: Today,
): Promise<void> {
  const rules = rulesOf(row);
  await inStore(row.store_id, (db) => beginBackTest(db, row));
  let after: number | null = 0;
  let tally = NOTHING_TALLIED;
  while (after !== null) {
    const from: number = after;
    const part = await inStore(row.store_id, async (db) => {
      const found = await replayPart(db, row, { rules, today, after: from, tally });
      await saveBackTested(db, row, found.changed, found.tally);
      return found;
    });
    ({ last: after, tally } = part);
    // Others are served between two parts.
    await turn();
  }
}

/** What replaying the claims of a period comes to; nothing is kept. */
export async function tallyOf(
  { readStore }: Pick<Database, 'readStore'>,
  period: Period,
  rules: Rules,
  today: Today,
): Promise<Tally> {
  let after: number | null = 0;
  let tally = NOTHING_TALLIED;
  while (after !== null) {
    const from: number = after;
    ({ last: after, tally } = await readStore(period.store_id, (db) =>
      replayPart(db, period, { rules, today, after: from, tally }),
    ));
    await turn();
  }
  return tally;
}
