import type { orderFacts } from '#contract/merchant/orders.ts';
import type { RouteAnswer, RouteParsed } from '#contract/route.ts';
import { claimAskings, subjectOfLine } from '#core/automations/claim-facts.ts';
import { isFactName, type Facts, type FactValue } from '#core/automations/facts.ts';
import { isKnownAt } from '#core/automations/condition.ts';
import type { Hook } from '#core/automations/hooks.ts';
import type { Asking } from '#core/automations/rule-set.ts';
import { asSent } from '#core/back-test/replay.ts';
import { choicesOf } from '#core/claims/choices-of.ts';
import { Refusal } from '#core/refusal.ts';
import { choiceAskings, lookupAskings, orderAsked } from '#core/policy/with-rules.ts';
import type { Db } from '#server/db/connect.ts';
import type { OrderWithClaims } from '#server/db/order-with-claims.ts';
import { knownAround } from '#server/db/ruling.ts';
import { policyOf, type Offered } from '#server/policy.ts';
import { aroundKept } from '#server/rules/around-claim.ts';

type Wanted = RouteParsed<typeof orderFacts>['query'];
type Shown = RouteAnswer<typeof orderFacts>;

/** What rules would be asked with at a moment of an order, were it asked now. */
export async function factsOfOrder(
  db: Db,
  storeId: number,
  found: OrderWithClaims,
  { offered, wanted }: { offered: Offered; wanted: Wanted },
): Promise<Shown> {
  const { order, claims } = found;
  const askings = await askingsAt(db, storeId, found, { offered, wanted });
  const names = new Map([
    ...order.lines.map(({ idFromPlatform, name }) => [idFromPlatform, name] as const),
    ...claims.flatMap(({ claim }) => claim.lines.map(({ id, name }) => [subjectOfLine(id), name] as const)),
  ]);
  return {
    lines: order.lines.map(({ idFromPlatform, name, quantity }) => ({ idFromPlatform, name, quantity })),
    subjects: askings.map(({ subject, facts }) => ({
      subject,
      name: names.get(subject) ?? subject,
      facts: knownOnly(facts, wanted.hook),
    })),
  };
}

/** A claim that is about to be created has no id yet, and only its risk is unknown. */
const isOfClaim = (hook: Hook): boolean => isKnownAt('claim/riskLevel', hook);

async function askingsAt(
  db: Db,
  storeId: number,
  found: OrderWithClaims,
  { offered, wanted }: { offered: Offered; wanted: Wanted },
): Promise<Asking[]> {
  const { hook, claimId, claimType } = wanted;
  const { order, store } = found;
  if (isOfClaim(hook) && claimId !== undefined) {
    const claim = found.claims.map((loaded) => loaded.claim).find(({ id }) => id === claimId);
    if (!claim) throw new Refusal('notFound', 'CLAIM_NOT_FOUND', "This claim isn't part of the order.");
    return claimAskings(claim, await aroundKept(db, storeId, claim, found.rules));
  }
  if (isOfClaim(hook) && hook !== 'claimCreated') return [];
  const asker = wanted.isGiftReturn === 'true' ? 'recipient' : 'buyer';
  // The facts are of the order and the settings; rules change neither.
  const policy = policyOf(found, offered, { asker, claimType, ruling: null });
  const ruling = await knownAround(db, storeId, order);
  const known = { order, storeCurrencyCode: store.currency_code, ruling };
  const input = { ...known, asked: orderAsked(policy, known) };
  if (hook === 'orderLookup') return lookupAskings(input);
  const lineIdFromPlatform = wanted.lineIdFromPlatform ?? order.lines[0]?.idFromPlatform;
  if (lineIdFromPlatform === undefined) return [];
  const { quantity, reasonId, reasonDetail, resolution } = wanted;
  const isShopNow = resolution === 'shopNow';
  const method = isShopNow ? 'storeCredit' : resolution;
  const unsaid = { comments: '', media: [], variantIdFromPlatform: null, isShopNow };
  const choices = choicesOf({
    // As if nothing of it had been returned yet.
    order: asSent(order),
    priorClaims: [],
    policy,
    variants: new Map(),
    selections: [{ lineIdFromPlatform, quantity, reasonId, reasonDetail, method, ...unsaid }],
  });
  const askings = choiceAskings(policy, choices, input);
  // What it is exchanged for is not chosen here.
  return isShopNow || method === 'variantExchange'
    ? askings.map((one) => ({ ...one, facts: { ...one.facts, 'claim/exchangeOrderTotal': null } }))
    : askings;
}

const knownOnly = (facts: Facts, hook: Hook): Record<string, FactValue> =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]): [string, FactValue][] => {
      const [fact = ''] = name.split('#');
      return value === null || value === undefined || !isFactName(fact) || !isKnownAt(fact, hook)
        ? []
        : [[name, value]];
    }),
  );
