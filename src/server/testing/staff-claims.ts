import { methodEnum } from '#core/claims/method-names.ts';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import * as actions from '#contract/merchant/claim-actions.ts';
import * as merchant from '#contract/merchant/merchant.ts';
import type { RouteInput } from '#contract/route.ts';
import type { ResolutionMethod } from '#core/claims/claim.ts';
import type { Variant } from '#sandbox/shopify/state.ts';
import { freshOrder, type OrderToReturn, type Shop } from '#server/testing/effect-claims.ts';
import { eventually, type Caller } from '#server/testing/server.ts';

type Body = RouteInput<typeof actions.createClaim>['body'];
type Item = Body['claimLineItems'][number];

/** One unit of the order's returnable line, asked for in a way. */
export const itemOf = (order: OrderToReturn, method: ResolutionMethod, changes: Partial<Item> = {}): Item => ({
  lineIdFromPlatform: order.lineIdFromPlatform,
  quantity: 1,
  reasonId: 'Defective_Item',
  requestedResolutionMethodEnum: methodEnum(method),
  ...changes,
});

/** What staff send to make a claim on an order. */
export const claimBody = (order: OrderToReturn, items: Item[], changes: Partial<Body> = {}): Body => ({
  claimType: 'Return',
  originalStoreOrderId: order.orderId,
  customerEmail: 'ada@example.com',
  customerName: 'Ada Byron',
  claimLineItems: items,
  ...changes,
});

export type Made = { claim: ClaimShown; order: OrderToReturn };

/** A claim by staff on an unused order, with one line and one requested method. */
export async function staffClaim(
  shop: Shop,
  staff: Caller,
  method: ResolutionMethod,
  changes: Partial<Body> = {},
  order = freshOrder(shop),
): Promise<Made> {
  const { storeId } = shop.server;
  const body = claimBody(order, [itemOf(order, method)], changes);
  const { id } = await staff(actions.createClaim, { params: { storeId }, body });
  return { claim: await staff(merchant.getClaim, { params: { storeId, claimId: id } }), order };
}

/** The claim once nothing of it is waiting or running. */
export const quiet = ({ server }: Shop, staff: Caller, { id }: Pick<ClaimShown, 'id'>): Promise<ClaimShown> =>
  eventually(
    async () => {
      const claim = await staff(merchant.getClaim, { params: { storeId: server.storeId, claimId: id } });
      return (
        claim.effects.every(({ state, isHeldBack }) => isHeldBack || !['waiting', 'running'].includes(state)) && claim
      );
    },
    `the effects of claim ${id} end`,
    30_000,
  );

/** The variants of the product of a claim's line, as the shop has them. */
export function variantsOf(
  { server }: Shop,
  line: Pick<ClaimShown['claimLineItems'][number]['originalStoreOrderLineItem'], 'productIdFromPlatform'>,
): Variant[] {
  const product = server.shop.products.find((one) => String(one.id) === line.productIdFromPlatform);
  if (!product) throw new Error('the shop has no such product');
  return product.variants;
}

/** Sets what the shop has of a variant. */
export function stockUp(variant: Variant, available: number): void {
  variant.tracked = true;
  variant.quantities = { ...variant.quantities, available, on_hand: available };
}

/** A variant as staff choose it. */
export const choiceOf = (variant: Variant, quantity = 1) => ({
  variantIdFromPlatform: String(variant.id),
  productIdFromPlatform: String(variant.productId),
  quantity,
});

/** The only line of a claim. */
export function onlyLine(claim: ClaimShown): ClaimShown['claimLineItems'][number] {
  const [line] = claim.claimLineItems;
  if (!line || claim.claimLineItems.length > 1)
    throw new Error(`claim ${claim.externalId} has ${claim.claimLineItems.length} lines`);
  return line;
}
