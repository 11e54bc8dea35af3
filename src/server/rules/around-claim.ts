import type { AroundClaim } from '#core/automations/claim-facts.ts';
import type { Hook } from '#core/automations/hooks.ts';
import type { RuleSet } from '#core/automations/rule-set.ts';
import type { Claim } from '#core/claims/claim.ts';
import { draftClaim } from '#core/claims/create.ts';
import { isGiftReturn } from '#core/claims/gift-return.ts';
import type { CreateClaimInput } from '#core/claims/new-claim.ts';
import { withProtection } from '#core/orders/held-by-protection.ts';
import { protectionOf } from '#core/policy/protection-of.ts';
import { isProtectedOrder, withCoverLines } from '#core/protection/protected-order.ts';
import { selectCoverLines } from '#server/db/billing-lines.ts';
import { originOf } from '#server/db/claim-origin.ts';
import type { Db } from '#server/db/connect.ts';
import { likenessesOf, likenessesOfClaim } from '#server/db/media.ts';
import { orderById } from '#server/db/orders.ts';
import { productPlaces } from '#server/db/product-groups.ts';
import { returnLocations, stockPlacesOf } from '#server/db/return-locations.ts';
import { buyerOf } from '#server/db/ruling.ts';
import { reasonsOf, settingsOf } from '#server/db/settings.ts';
import { storeById } from '#server/db/stores.ts';
import { assessRisk, type ToAssess } from '#server/risk/assess.ts';
import type { ClaimOrigin } from '#server/risk/origin.ts';

/** What the rules of any of these moments ask about a claim; null where the store has none for them. */
export async function aroundClaim(
  db: Db,
  storeId: number,
  rules: RuleSet,
  claim: Claim,
  hooks: readonly Hook[],
): Promise<AroundClaim | null> {
  return hasAny(rules, hooks) ? aroundKept(db, storeId, claim, rules) : null;
}

/** What these rules ask about a claim that exists. */
export async function aroundKept(db: Db, storeId: number, claim: Claim, rules: RuleSet): Promise<AroundClaim> {
  const [row, cover, origin, photos] = await Promise.all([
    orderById(db, storeId, claim.orderId),
    selectCoverLines(db, storeId, claim.orderId).executeTakeFirst(),
    originOf(db, storeId, claim.id),
    likenessesOfClaim(db, storeId, claim.id),
  ]);
  if (!row) throw new Error(`claim ${claim.id} has no order`);
  const order = withCoverLines(withProtection(row.document, row), cover?.cover_line_ids ?? []);
  // An email that staff gave it since is taken for one of somebody else: the secret of hashes is not known here.
  const toAssess = { claim, order, origin, photos, isSentWith: () => false };
  return around(db, storeId, rules, toAssess);
}

/** Where a claim about to be made is sent from, and with which uploads. */
type Sent = { originOf(claim: Claim): ClaimOrigin; mediaIds: readonly string[] };

/** What the rules ask about a claim that is about to be made; null where the store has none for the moment. */
export async function aroundNewClaim(
  db: Db,
  storeId: number,
  rules: RuleSet,
  input: CreateClaimInput,
  { originOf: originOfNew, mediaIds }: Sent,
): Promise<AroundClaim | null> {
  if (!hasAny(rules, ['claimCreated', 'returnShipmentQuote'])) return null;
  const claim = draftClaim(input);
  const origin = originOfNew(claim);
  return around(db, storeId, rules, {
    claim,
    order: input.order,
    origin: {
      store_id: storeId,
      claim_id: claim.id,
      email_hash: origin.emailHash,
      proven_by: origin.provenBy,
      device_fingerprint: origin.deviceFingerprint,
      ip_address: origin.ipAddress,
      created_on: new Date(claim.createdOn),
    },
    photos: await likenessesOf(db, storeId, mediaIds),
    isSentWith: () => false,
  });
}

const hasAny = (rules: RuleSet, hooks: readonly Hook[]): boolean => hooks.some((hook) => rules.hasRulesAt(hook));

async function around(
  db: Db,
  storeId: number,
  rules: RuleSet,
  toAssess: Omit<ToAssess, 'reasons'>,
): Promise<AroundClaim> {
  const { claim, order } = toAssess;
  const now = Date.now();
  const store = await storeById(db, storeId);
  if (!store) throw new Error(`store ${storeId} is gone`);
  const reasons = reasonsOf(store);
  const [locations, assessed, buyer, products] = await Promise.all([
    returnLocations(db, storeId),
    assessRisk(db, { ...toAssess, reasons }),
    buyerOf(db, storeId, order, now, claim.id),
    productPlaces(db, storeId, order),
  ]);
  return {
    rules,
    order,
    products,
    aroundOrder: {
      storeCurrencyCode: store.currency_code,
      ...buyer,
      isGiftReturn: isGiftReturn(claim),
      isShippingProtected: isProtectedOrder(order, protectionOf(settingsOf(store))),
      now: new Date(now).toISOString(),
    },
    reasons,
    riskLevel: assessed?.risk.level ?? null,
    returnLocations: locations.map((one) => ({ id: one.location_id, address: one.address })),
    stockPlaces: stockPlacesOf(locations),
  };
}
