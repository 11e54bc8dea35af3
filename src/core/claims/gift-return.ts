import type { Address } from '#core/address.ts';
import type { Claim } from '#core/claims/claim.ts';
import type { RemainderMethod } from '#core/claims/goods-shapes.ts';
import type { Minor } from '#core/money.ts';
import type { OrderLine, Variant } from '#core/orders/order.ts';
import type { ClaimPolicy } from '#core/policy/claim-policy.ts';

/** Who was given an order: whom a gift return is written to, issued to and sent to. */
export type GiftRecipient = { email: string; address: Address };

/** Whether a claim is a gift recipient's: nothing of it may reach the buyer, or go back to what the buyer paid with. */
export const isGiftReturn = (claim: Pick<Claim, 'isGiftReturn'>): boolean => claim.isGiftReturn === true;

/** How leftover exchange value of a gift is issued: to the recipient, so never as a refund. */
export const giftRemainder = (method: RemainderMethod): RemainderMethod => (method === 'refund' ? 'giftCard' : method);

/**
 * Whether a variant is available in a gift exchange. If the store counts price differences, it must not cost more in
 * the shop than the gift, because a recipient never pays. Shop prices are public, so the answer reveals nothing.
 * `shopPrice` of the line: for when its own variant is gone; null if unknown in the shop's currency.
 */
export function isAvailableAsGiftExchange(
  variant: Pick<Variant, 'price'>,
  line: Pick<OrderLine, 'variantIdFromPlatform'>,
  { variants, shopPrice }: { variants: readonly Variant[]; shopPrice: Minor | null },
  { variantExchangePricing }: Pick<ClaimPolicy, 'variantExchangePricing'>,
): boolean {
  if (variantExchangePricing === 'NO_PAYMENT_OR_REFUND') return true;
  const given = variants.find((one) => one.idFromPlatform === line.variantIdFromPlatform)?.price ?? shopPrice;
  return given !== null && variant.price <= given;
}
