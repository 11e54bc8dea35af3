import * as contract from '#contract/merchant/back-tests.ts';
import { dayAfter, dayIn } from '#core/analytics/period.ts';
import type { StoreRule } from '#core/automations/rule.ts';
import type { Replayed } from '#core/back-test/replay.ts';
import { differenceText, KIND_NAMES, MONEY_NAMES } from '#core/back-test/words.ts';
import { endOfDayIn } from '#core/dates.ts';
import { aboutStore } from '#core/effects/subject.ts';
import { Refusal } from '#core/refusal.ts';
import { amountOf } from '#server/amounts.ts';
import {
  addBackTest,
  backTestById,
  claimsToBackTest,
  differentClaims,
  latestBackTests,
  type BackTestRow,
} from '#server/db/back-tests.ts';
import type { Db } from '#server/db/connect.ts';
import { contentHash } from '#server/db/rule-versions.ts';
import { storeById } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import { enqueue } from '#server/effects/outbox.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { staffName } from '#server/merchant/staff-name.ts';
import { compared, pastClaims, rulesOf, todayOf } from '#server/rules/back-test.ts';
import { loadRuleSet, showKept } from '#server/rules/rule-set.ts';
import { takeAttempt } from '#server/stores/attempts.ts';

const MOST_PER_HOUR = 30;
const HOUR_SECONDS = 3600;
const CLAIMS_PER_PAGE = 50;

type Deps = Pick<ServerDeps, 'database' | 'secret' | 'labels' | 'payments'>;

/** The draft of the rules, replayed over past claims. */
export const backTestHandlers = ({ database, secret, ...offered }: Deps): Handler[] => [
  handle(contract.startBackTest, async ({ body }, { storeId, user, requestId }) => {
    const { from, until } = body;
    if (until < from)
      throw new Refusal('malformed', 'PERIOD_INVALID', 'Start cannot be after end', {
        'body.from': 'Start cannot be after end',
      });
    const limit = { bucket: `back-test ${storeId}`, most: MOST_PER_HOUR, windowSeconds: HOUR_SECONDS };
    if (!(await takeAttempt(database, secret, [limit])))
      throw new Refusal('tooMany', 'TOO_MANY_ATTEMPTS', 'Too many back-tests. Try again in an hour.');
    return database.inStore(storeId, async (db) => {
      const { draft, live } = await loadRuleSet(db, storeId);
      const before = live?.rules ?? [];
      if (contentHash(before) === contentHash(draft))
        throw new Refusal('conflict', 'NOTHING_TO_TEST', 'The draft has no changes to test.');
      const zone = await zoneOf(db, storeId);
      const row = await addBackTest(db, storeId, {
        requestedBy: staffName(user),
        from: new Date(Date.parse(endOfDayIn(dayAfter(from, -1), zone)) + 1),
        until: new Date(Date.parse(endOfDayIn(until, zone)) + 1),
        before,
        after: draft.map(({ revision: _revision, updatedOn: _on, updatedBy: _by, ...rule }): StoreRule => rule),
      });
      await enqueue(db, storeId, requestId, [
        {
          kind: 'backTest',
          purposeKey: `backTest:${row.back_test_id}`,
          subject: aboutStore(storeId),
          payload: { backTestId: row.back_test_id },
        },
      ]);
      return show(row, zone);
    });
  }),

  handle(contract.listBackTests, (_input, { storeId }) =>
    database.readStore(storeId, async (db) => {
      const zone = await zoneOf(db, storeId);
      return { backTests: (await latestBackTests(db, storeId)).map((row) => show(row, zone)) };
    }),
  ),

  handle(contract.getBackTest, ({ params }, { storeId }) =>
    database.readStore(storeId, async (db) =>
      show(await known(db, storeId, params.backTestId), await zoneOf(db, storeId)),
    ),
  ),

  handle(contract.listBackTestedClaims, async ({ params, query }, { storeId }) => {
    const rows = await database.readStore(storeId, async (db) => {
      const { back_test_id } = await known(db, storeId, params.backTestId);
      return differentClaims(db, storeId, back_test_id, { after: query.after, limit: CLAIMS_PER_PAGE + 1 });
    });
    const shown = rows.slice(0, CLAIMS_PER_PAGE);
    return {
      claims: shown.map(({ claimId, externalId, createdOn, claim, differences }) => ({
        claimId,
        externalId,
        claimType: claim.claimType,
        createdOn: createdOn.toISOString(),
        orderNo: claim.orderNo,
        differences: differences.map((one) => differenceText(one, claim.currencyCode)),
      })),
      next: rows.length > CLAIMS_PER_PAGE ? (shown.at(-1)?.claimId ?? null) : null,
    };
  }),

  handle(contract.explainBackTestedClaim, ({ params }, { storeId }) =>
    database.readStore(storeId, async (db) => {
      const row = await known(db, storeId, params.backTestId);
      const store = await storeById(db, storeId);
      const [found] = await claimsToBackTest(db, row, { after: params.claimId - 1, limit: 1 });
      if (!store || found?.claimId !== params.claimId)
        throw new Refusal('notFound', 'CLAIM_NOT_FOUND', 'This claim is not part of the back-test.');
      const [one] = await pastClaims(db, storeId, [found], todayOf(store, offered));
      if (!one) throw new Error('the claim is gone');
      const { before, after, differences } = compared(one.past, rulesOf(row));
      return {
        differences: differences.map((one) => differenceText(one, found.claim.currencyCode)),
        before: showAsked(row.rules_before, before),
        after: showAsked(row.rules_after, after),
      };
    }),
  ),
];

async function known(db: Db, storeId: number, id: number): Promise<BackTestRow> {
  const row = await backTestById(db, storeId, id);
  if (!row) throw new Refusal('notFound', 'BACK_TEST_NOT_FOUND', 'This back-test no longer exists.');
  return row;
}

async function zoneOf(db: Db, storeId: number): Promise<string> {
  const store = await storeById(db, storeId);
  if (!store) throw new Refusal('notFound', 'STORE_NOT_FOUND', "This store doesn't exist.");
  return store.time_zone;
}

function show(row: BackTestRow, zone: string): contract.BackTestShown {
  const { tally } = row;
  return {
    id: row.back_test_id,
    state: row.state,
    requestedBy: row.requested_by,
    createdOn: row.created_on.toISOString(),
    doneOn: row.done_on?.toISOString() ?? null,
    from: dayIn(row.from_on, zone),
    until: dayIn(new Date(row.until_on.getTime() - 1), zone),
    total: row.total,
    looked: tally.claims,
    changed: tally.changed,
    refusedWhole: tally.refusedWhole,
    acceptedWhole: tally.acceptedWhole,
    byKind: Object.entries(KIND_NAMES).flatMap(([kind, name]) => {
      const claims = Object.entries(tally.byKind).find(([one]) => one === kind)?.[1];
      return claims ? [{ kind: name, claims }] : [];
    }),
    money: Object.entries(tally.money).map(([currencyCode, moved = {}]) => ({
      currencyCode,
      amounts: Object.entries(MONEY_NAMES).flatMap(([what, name]) => {
        const amount = Object.entries(moved).find(([one]) => one === what)?.[1];
        return amount ? [{ what: name, amount: amountOf(amount, currencyCode) }] : [];
      }),
    })),
  };
}

const showAsked = (rules: readonly StoreRule[], { receipts }: Replayed) => ({
  rules: rules.map(showKept),
  receipts: receipts().map(({ subjects, ...receipt }) => ({
    ...receipt,
    subjects: subjects.map(({ verdicts, ...its }) => ({ ...its, verdicts: verdicts.map((one) => ({ ...one })) })),
  })),
});
