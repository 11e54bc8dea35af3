import type { z } from 'zod';
import type { GiftRecipient, ReturnDraft } from '#contract/customer/customer.ts';
import type { ClaimSelection, CreateClaimInput } from '#core/claims/new-claim.ts';
import { choicesOf } from '#core/claims/choices-of.ts';
import { CLAIM_TYPES } from '#core/claims/types.ts';
import { isOfferedProduct } from '#core/claims/exchange.ts';
import type { PortalProducts } from '#server/customer/portal-products.ts';
import type { Policy } from '#core/policy/policy.ts';
import type { SessionOrder } from '#server/customer/session-order.ts';
import { productsById } from '#server/db/products.ts';
import type { ServerDeps } from '#server/deps.ts';
import type { PortalContext } from '#server/http/context.ts';
import { catalogOf, type LiveCatalog } from '#server/stores/live-catalog.ts';

export type DraftBody = z.output<typeof ReturnDraft>;
type Deps = Pick<ServerDeps, 'database'> & { products: PortalProducts };

/** Whether a draft wants goods, so that the platform has to be asked what it has of them. */
export const wantsGoods = (body: DraftBody): boolean =>
  body.shopNowItems.length > 0 || body.selections.some(({ method }) => method === 'variantExchange');

/**
 * Stock and prices of all a draft wants, of now for what is submitted. Of products that cannot be had there are none,
 * so that they are refused. Refuses TOO_MANY_QUESTIONS.
 */
export async function goodsOf(
  deps: Deps,
  asker: Pick<PortalContext, 'portal' | 'requestId'>,
  { order, policy }: Pick<SessionOrder, 'order' | 'policy'>,
  body: DraftBody,
  howNew: keyof PortalProducts,
): Promise<LiveCatalog> {
  const { storeId } = asker.portal;
  const own: string[] = [];
  const others = body.shopNowItems.map((item) => item.productIdFromPlatform);
  for (const { lineIdFromPlatform, method, productIdFromPlatform } of body.selections) {
    if (method !== 'variantExchange') continue;
    const line = order.lines.find((one) => one.idFromPlatform === lineIdFromPlatform);
    const wanted = productIdFromPlatform ?? line?.productIdFromPlatform ?? null;
    if (wanted !== null) (wanted === line?.productIdFromPlatform ? own : others).push(wanted);
  }
  const known =
    others.length === 0 ? [] : await deps.database.inStore(storeId, (db) => productsById(db, storeId, others));
  const offered = known.filter((product) => isOfferedProduct(product, policy));
  const ids = [...own, ...offered.map((product) => product.idFromPlatform)];
  return catalogOf(deps.database, storeId, ids, (id) => deps.products[howNew](asker, id));
}

const NO_IDS = { claimId: 0, externalId: '' };

type Recipient = z.output<typeof GiftRecipient>;

/** The recipient of a gift return. Until they are known, the quote uses an empty name and address. */
const recipientOf = (
  { isGiftReturn, returnAddress }: Pick<SessionOrder, 'isGiftReturn' | 'returnAddress'>,
  recipient: Recipient | undefined,
): Pick<CreateClaimInput, 'customer'> => {
  if (!isGiftReturn) return {};
  if (!recipient) return { customer: { name: '', email: '', shippingAddress: returnAddress } };
  const { email, address } = recipient;
  return {
    customer: { name: `${address.firstName} ${address.lastName}`, email, shippingAddress: address },
  };
};

/** What core needs to draft the claim or make it. */
export const claimInput = (
  loaded: Omit<SessionOrder, 'loadedClaims' | 'claimsVersion'>,
  body: DraftBody & { recipient?: Recipient | undefined; phone?: string | undefined },
  goods: LiveCatalog,
  ids: Omit<CreateClaimInput['ids'], 'orderId'> = NO_IDS,
  selections: ClaimSelection[] = body.selections.map(({ mediaIds: _not, ...selection }) => ({
    ...selection,
    media: [],
  })),
): CreateClaimInput => {
  const { order, claims: priorClaims } = loaded;
  const { shopNowItems } = body;
  const policy = loaded.policyWith(body.claimType, (its) =>
    choicesOf({ order, policy: its, priorClaims, selections, shopNowItems, ...goods }),
  );
  return {
    ids: { ...ids, orderId: loaded.orderId },
    order,
    policy,
    returnAddress: loaded.returnAddress,
    ...goods,
    ...recipientOf(loaded, body.recipient),
    ...(body.phone === undefined ? {} : { phone: body.phone }),
    priorClaims,
    selections,
    shopNowItems,
    isInstantExchange: body.isInstantExchange,
    shippingMethod: shippingOf(body, loaded.policy, policy),
    now: new Date().toISOString(),
  };
};

type Shipping = CreateClaimInput['shippingMethod'];

/** What the shopper chose of what the portal showed; where a rule then says otherwise, what it says. */
function shippingOf({ claimType, shippingMethod }: DraftBody, shown: Policy, { shippingMethods }: Policy): Shipping {
  if (shippingMethod === undefined)
    return CLAIM_TYPES[claimType].shipping === 'none' ? 'none' : usualShipping(shippingMethods);
  if (shippingMethod === 'none' || shippingMethods.includes(shippingMethod)) return shippingMethod;
  return shown.shippingMethods.includes(shippingMethod) ? usualShipping(shippingMethods) : shippingMethod;
}

/** A draft that is only quoted: a way that was offered for another choice is left behind. */
export const sentAsOffered = (input: CreateClaimInput): CreateClaimInput => {
  const { shippingMethod, policy } = input;
  if (shippingMethod === 'none' || policy.shippingMethods.includes(shippingMethod)) return input;
  return { ...input, shippingMethod: usualShipping(policy.shippingMethods) };
};

/** Before the shopper has chosen: a slip where there is one, which costs nothing and needs no address. */
const usualShipping = (offered: readonly ('label' | 'packingSlip')[]): 'label' | 'packingSlip' =>
  offered.find((method) => method === 'packingSlip') ?? 'label';
