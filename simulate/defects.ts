import type { Storefront } from '#partners/ports.ts';
import type { Database, Db } from '#server/db/connect.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { effectKinds } from '#server/effects/kinds/kinds.ts';

/** A mistake put into the product from outside, to show that the simulator finds such. */
export type Defect = {
  storefront?: (real: Storefront) => Storefront;
  network?: (real: typeof fetch) => typeof fetch;
  database?: (watched: Database, deps: EffectDeps) => Database;
};

/** Each attempt goes to the partner under a key of its own, so that it does not know the second for the first. */
function noPurposeKey(): Defect {
  let attempts = 0;
  const fresh = <T extends { purposeKey: string }>(request: T): T => {
    attempts += 1;
    return { ...request, purposeKey: `${request.purposeKey}:attempt:${attempts}` };
  };
  return {
    storefront: (real) => ({
      ...real,
      refund: (request, context) => real.refund(fresh(request), context),
      issueGiftCard: (request, context) => real.issueGiftCard(fresh(request), context),
      createExchangeOrder: (request, context) => real.createExchangeOrder(fresh(request), context),
    }),
  };
}

const CALLS_THE_PLATFORM_ONLY: readonly string[] = ['refund', 'giftCard', 'exchangeOrder', 'orderTags'];

/** What a decision wants is done while its transaction is still open, as if the outbox were not needed. */
function effectBeforeCommit(): Defect {
  return {
    database: (watched, deps) => ({
      ...watched,
      inStore: (storeId, work) =>
        watched.inStore(storeId, async (db) => {
          const made = await work(db);
          const wanted = await db
            .selectFrom('effect')
            .selectAll()
            .where('store_id', '=', storeId)
            .where('state', '=', 'waiting')
            .where('attempts', '=', 0)
            .where('kind', 'in', [...CALLS_THE_PLATFORM_ONLY])
            .execute();
          for (const effect of wanted) {
            const kind = Object.entries(effectKinds).find(([name]) => name === effect.kind)?.[1];
            const within = { ...deps, database: insideOf(watched, db) };
            await kind?.run(effect, within, { requestId: effect.request_id }).catch(() => undefined);
          }
          return made;
        }),
    }),
  };
}

/** The database as work inside an open transaction sees it: a second transaction would wait for its connection. */
const insideOf = (watched: Database, db: Db): Database => ({
  ...watched,
  inStore: (_, work) => work(db),
  readStore: (_, work) => work(db),
  asOwner: (work) => work(db),
  rowsInStore: async (_, statement) => (await db.executeQuery(statement(db).compile(db))).rows,
  changeInStore: async (_, statement) => (await db.executeQuery(statement(db).compile(db))).rows,
  rowsAsOwner: async (statement) => (await db.executeQuery(statement(db).compile(db))).rows,
});

/** What was done at an earlier attempt is not found: every look-up comes back empty. */
function retryWithoutLookup(): Defect {
  return {
    network: (real) => async (input, init) => {
      const response = await real(input, init);
      const asked = typeof init?.body === 'string' ? init.body : '';
      if (!/\bquery \w*(RefundState|OrdersBySource|GiftCards)/i.test(asked) || !response.ok) return response;
      return Response.json(withoutEarlier(await response.json()), { status: response.status });
    },
  };
}

const EARLIER = new Set(['returns', 'found', 'latest', 'giftCards']);

function withoutEarlier(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEarlier);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (name === 'refunds' && Array.isArray(inner)) return [name, []];
      if (EARLIER.has(name) && typeof inner === 'object' && inner !== null) return [name, { ...inner, nodes: [] }];
      return [name, withoutEarlier(inner)];
    }),
  );
}

/** The defects that can be switched on, by name. A defect has a state: make one for each schedule. */
export const DEFECTS = { noPurposeKey, effectBeforeCommit, retryWithoutLookup };
export type DefectName = keyof typeof DEFECTS;
