import type { Claim, ResolutionMethod } from '#core/claims/claim.ts';
import type { RemainderMethod } from '#core/claims/goods-shapes.ts';
import type { SettlementRecord } from '#core/claims/settlement-shapes.ts';
import { isGiftReturn } from '#core/claims/gift-return.ts';
import type { Minor } from '#core/money.ts';
import type { Order } from '#core/orders/order.ts';
import type { StoreSettings } from '#core/settings/settings.ts';

type Owner = Pick<Order, 'customer' | 'email'>;

/**
 * Whether store credit is added to an account directly: a refund of the order would reach the buyer of a gift, and takes
 * an order with a customer.
 */
export const isCreditedDirectly = (claim: Pick<Claim, 'isGiftReturn'>, { customer }: Owner): boolean =>
  isGiftReturn(claim) || customer === null;

/** Whether the money of a method goes out by a refund at the platform, which takes units back there. */
export const isGivenByRefund = (
  claim: Pick<Claim, 'isGiftReturn'>,
  order: Owner,
  method: ResolutionMethod | null,
): boolean =>
  method === 'storeCredit' ? !isCreditedDirectly(claim, order) : method === 'refund' && !isGiftReturn(claim);

/** What a settlement keeps of credit added directly: the platform may know a customer of the order later. */
export const creditedToGuest = (
  claim: Pick<Claim, 'isGiftReturn'>,
  { customer }: Owner,
  credit: Minor,
): Pick<SettlementRecord, 'isCreditedToGuest'> =>
  credit > 0 && !isGiftReturn(claim) && customer === null ? { isCreditedToGuest: true } : {};

const NONE: ReadonlySet<ResolutionMethod> = new Set();

/** The methods that add store credit, of an order with nobody's account and no email address to make one for. */
export function withoutAccount(
  claim: Pick<Claim, 'isGiftReturn'>,
  { customer, email }: Owner,
  { giftCardType }: Pick<StoreSettings, 'giftCardType'>,
): ReadonlySet<ResolutionMethod> {
  if (isGiftReturn(claim) || customer !== null || email.trim() !== '') return NONE;
  return new Set(giftCardType === 'Store_Credit' ? ['storeCredit', 'giftCard'] : ['storeCredit']);
}

/** How what is left of an exchange goes out where a method is withheld: the way it was paid. */
export const remainderWithin = (withheld: ReadonlySet<ResolutionMethod>, method: RemainderMethod): RemainderMethod =>
  withheld.has(method) ? 'refund' : method;

export const NO_ACCOUNT = 'The order has no customer or email address to add store credit to.';
