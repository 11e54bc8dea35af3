import { randomBytes, randomUUID } from 'node:crypto';
import { createClaim as createClaimRoute } from '#contract/merchant/claim-actions.ts';
import type { RouteParsed } from '#contract/route.ts';
import type { ClaimMedia } from '#core/claims/claim.ts';
import { methodOf } from '#core/claims/method-names.ts';
import { createClaim, type ClaimSelection } from '#core/claims/create.ts';
import { EXTERNAL_ID_BYTES, externalIdOf } from '#core/claims/external-id.ts';
import { Refusal } from '#core/refusal.ts';
import { portalSettings } from '#server/customer/portal-store.ts';
import { claimMedia } from '#server/customer/submit.ts';
import type { Db } from '#server/db/connect.ts';
import { insertClaim, untilFirst } from '#server/db/new-claim.ts';
import { orderForClaim } from '#server/db/order-with-claims.ts';
import { storeById } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import { asNewEffect } from '#server/effects/outbox.ts';
import type { StoreContext } from '#server/http/context.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { feesInMinor } from '#server/merchant/fees.ts';
import { staffName } from '#server/merchant/staff-name.ts';
import { emailHash } from '#server/risk/origin.ts';
import { liveCatalogue, type LiveCatalogue } from '#server/stores/live-catalogue.ts';

type Deps = Pick<ServerDeps, 'secret' | 'database' | 'storefrontOf' | 'labels' | 'payments'>;
type Body = RouteParsed<typeof createClaimRoute>['body'];

/** Staff make a claim for a customer (C7.09). */
export const createClaimHandler = (deps: Deps): Handler =>
  handle(createClaimRoute, async ({ body }, context) => {
    const requestKey = body.requestKey ?? randomUUID();
    const wanted = body.claimLineItems.flatMap((item) =>
      item.requestedResolutionMethodEnum === 'Variant_Exchange'
        ? (item.variantExchangeLineItem?.productIdFromPlatform ?? [])
        : [],
    );
    const catalogue = await liveCatalogue(deps, context.storeId, wanted, context.requestId);
    return untilFirst(() =>
      deps.database.inStore(context.storeId, (db) => makeClaim(db, deps, { ...body, requestKey }, catalogue, context)),
    );
  });

async function makeClaim(
  db: Db,
  deps: Deps,
  body: Body & { requestKey: string },
  catalogue: LiveCatalogue,
  { storeId, requestId, user }: StoreContext,
): Promise<{ id: number; externalId: string }> {
  const found = await orderForClaim(db, storeId, body.originalStoreOrderId, body.requestKey);
  const store = await storeById(db, storeId);
  if (!found || !store) throw new Refusal('notFound', 'ORDER_NOT_FOUND', 'There is no such order in this store.');
  if (found.made && found.made.orderId !== found.orderId)
    throw new Refusal('conflict', 'REQUEST_KEY_USED', 'This request was already used for something else.');
  const made = found.claims.find(({ claim }) => claim.externalId === found.made?.externalId)?.claim;
  if (made) return { id: made.id, externalId: made.externalId };
  const media = await claimMedia(
    db,
    { storeId, orderId: found.orderId },
    body.claimLineItems.flatMap((item) => item.mediaIds),
  );
  const { claim, effects } = createClaim({
    ids: {
      claimId: found.nextClaimId,
      externalId: externalIdOf(body.claimType, randomBytes(EXTERNAL_ID_BYTES)),
      orderId: found.orderId,
    },
    claimType: body.claimType,
    order: found.order,
    settings: portalSettings(found.store, deps),
    ...catalogue,
    storeCurrencyCode: store.currency_code,
    returnAddress: store.return_address,
    priorClaims: found.claims.map((loaded) => loaded.claim),
    selections: body.claimLineItems.map((item) => selectionOf(item, media)),
    shippingMethod: body.shippingMethod,
    source: 'Merchant_App',
    customer: {
      name: body.customerName,
      email: body.customerEmail,
      ...(body.shippingAddress === null ? {} : { shippingAddress: body.shippingAddress }),
      ...(body.billingAddress === null ? {} : { billingAddress: body.billingAddress }),
    },
    fees: feesInMinor(body, found.order.currencyCode),
    madeBy: staffName(user),
    now: new Date().toISOString(),
  });
  await insertClaim(db, storeId, {
    claim,
    requestKey: body.requestKey,
    channel: found.order.channel,
    claimsVersion: found.claimsVersion,
    effects: effects.map(asNewEffect),
    mediaIds: body.claimLineItems.flatMap((item) => item.mediaIds),
    requestId,
    origin: {
      emailHash: emailHash(deps.secret, claim.customerEmail),
      provenBy: 'staff',
      deviceFingerprint: null,
      ipAddress: null,
    },
  });
  return { id: claim.id, externalId: claim.externalId };
}

const selectionOf = (item: Body['claimLineItems'][number], media: readonly ClaimMedia[]): ClaimSelection => ({
  lineIdFromPlatform: item.lineIdFromPlatform,
  quantity: item.quantity,
  reasonId: item.reasonId,
  reasonDetail: item.reasonDetailId,
  comments: item.comments,
  method: methodOf(item.requestedResolutionMethodEnum),
  variantIdFromPlatform: item.variantExchangeLineItem?.variantIdFromPlatform ?? null,
  productIdFromPlatform: item.variantExchangeLineItem?.productIdFromPlatform ?? null,
  media: media.filter((one) => item.mediaIds.includes(one.id)),
});
