import { randomBytes } from 'node:crypto';
import { submit } from '#contract/customer/customer.ts';
import type { ClaimMedia } from '#core/claims/claim.ts';
import { createClaim, type ClaimSelection } from '#core/claims/create.ts';
import { EXTERNAL_ID_BYTES, externalIdOf } from '#core/claims/external-id.ts';
import type { Variant } from '#core/orders/order.ts';
import { Refusal } from '#core/refusal.ts';
import type { RouteParsed } from '#contract/route.ts';
import type { CallContext } from '#partners/ports.ts';
import { loadSessionOrder } from '#server/customer/session-order.ts';
import { claimByRequestKey, insertClaim, nextClaimId } from '#server/db/claims.ts';
import type { Db } from '#server/db/connect.ts';
import { attachMedia, unclaimedMedia } from '#server/db/media.ts';
import { bumpClaimsVersion } from '#server/db/orders.ts';
import type { ServerDeps } from '#server/deps.ts';
import { enqueue } from '#server/effects/outbox.ts';
import type { PortalContext, PortalSession } from '#server/http/context.ts';
import { handle, type Handler } from '#server/http/serve.ts';

type Deps = Pick<ServerDeps, 'database' | 'labels' | 'storefrontOf'>;
type Body = RouteParsed<typeof submit>['body'];
type Variants = ReadonlyMap<string, readonly Variant[]>;

// Each try that loses means another claim on the same order was made meanwhile.
const MOST_TRIES = 5;

/** Submitting a return. The request key and the order's claims version make it safe to send twice or side by side. */
export function submitHandler(deps: Deps): Handler {
  return handle(submit, async ({ body }, context) => {
    const { portal } = context;
    const first = await madeBefore(deps, portal, body.requestKey);
    if (first) return { externalId: first };
    const variants = await wantedVariants(deps, portal, body, context);
    for (let tried = 0; tried < MOST_TRIES; tried += 1) {
      try {
        const externalId = await deps.database.inStore(portal.storeId, (db) =>
          makeClaim(db, deps, body, variants, context),
        );
        if (externalId) return { externalId };
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
        const made = await madeBefore(deps, portal, body.requestKey);
        if (made) return { externalId: made };
      }
    }
    throw new Refusal('conflict', 'ORDER_BUSY', 'This order is being changed right now. Please try again.');
  });
}

async function madeBefore({ database }: Deps, portal: PortalSession, requestKey: string): Promise<string | null> {
  const made = await database.inStore(portal.storeId, (db) => claimByRequestKey(db, portal.storeId, requestKey));
  if (!made) return null;
  if (made.claim.orderId !== portal.orderId)
    throw new Refusal('conflict', 'REQUEST_KEY_USED', 'This request was already used for something else.');
  return made.claim.externalId;
}

/** Live variants by product, of the products to be exchanged: asked for before the transaction, which no partner may hold up. */
async function wantedVariants(deps: Deps, portal: PortalSession, body: Body, context: CallContext): Promise<Variants> {
  const exchanged = new Set(
    body.selections.filter((one) => one.method === 'variantExchange').map((one) => one.lineIdFromPlatform),
  );
  if (exchanged.size === 0) return new Map();
  const { order } = await deps.database.inStore(portal.storeId, (db) => loadSessionOrder(db, portal, deps.labels));
  const products = new Set(
    order.lines
      .filter((line) => exchanged.has(line.idFromPlatform))
      .flatMap((line) => line.productIdFromPlatform ?? []),
  );
  const storefront = await deps.storefrontOf(portal.storeId);
  return new Map(
    await Promise.all(
      [...products].map(
        async (id) => [id, await storefront.fetchVariants(id, { requestId: context.requestId })] as const,
      ),
    ),
  );
}

/** The claim with its effects in one transaction; null when another claim on the order came first. */
async function makeClaim(
  db: Db,
  deps: Deps,
  body: Body,
  variants: Variants,
  { portal, requestId }: PortalContext,
): Promise<string | null> {
  const { storeId, orderId } = portal;
  const { order, settings, claims, claimsVersion } = await loadSessionOrder(db, portal, deps.labels);
  const decision = createClaim({
    ids: {
      claimId: await nextClaimId(db),
      externalId: externalIdOf('Return', randomBytes(EXTERNAL_ID_BYTES)),
      orderId,
    },
    order,
    settings,
    variants,
    priorClaims: claims,
    selections: await withMedia(db, portal, body),
    shippingMethod: body.shippingMethod,
    source: 'Customer_App',
    now: new Date().toISOString(),
  });
  if (!(await bumpClaimsVersion(db, storeId, orderId, claimsVersion))) return null;
  await insertClaim(db, storeId, decision.claim, body.requestKey, decision.effects.length > 0);
  await attachMedia(
    db,
    storeId,
    decision.claim.id,
    body.selections.flatMap((selection) => selection.mediaIds),
  );
  await enqueue(db, storeId, requestId, decision.effects);
  return decision.claim.externalId;
}

async function withMedia(db: Db, portal: PortalSession, body: Body): Promise<ClaimSelection[]> {
  const ids = body.selections.flatMap((selection) => selection.mediaIds);
  const media = await claimMedia(db, portal, ids);
  return body.selections.map(({ mediaIds, ...selection }) => ({
    ...selection,
    media: media.filter((one) => mediaIds.includes(one.id)),
  }));
}

/** Uploads of this order by id. Refuses UPLOAD_UNKNOWN when one is of another order, incomplete or already used. */
export async function claimMedia(db: Db, portal: PortalSession, ids: readonly string[]): Promise<ClaimMedia[]> {
  const rows = await unclaimedMedia(db, portal.storeId, portal.orderId, ids);
  if (new Set(ids).size !== rows.length)
    throw new Refusal('notAllowed', 'UPLOAD_UNKNOWN', 'A photo or video is missing. Please add it again.');
  return rows.map((row) => ({
    id: row.media_id,
    filename: row.filename,
    contentType: row.content_type,
    size: row.size,
  }));
}

const UNIQUE_VIOLATION = '23505';
const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;
