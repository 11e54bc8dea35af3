import type { Claim, ResolutionMethod } from '#core/claims/claim.ts';
import type { RemainderMethod } from '#core/claims/goods-shapes.ts';
import type { SettlementRecord } from '#core/claims/settlement-shapes.ts';
import { isGiftReturn } from '#core/claims/gift-return.ts';
import type { Minor } from '#core/money.ts';
import { isAtPlatform } from '#core/orders/order-origin.ts';
import type { Order } from '#core/orders/order.ts';
import type { ClaimPolicy } from '#core/policy/claim-policy.ts';
import type { Policy } from '#core/policy/policy.ts';

type Owner = Pick<Order, 'customer' | 'email' | 'idFromPlatform' | 'exchangeOf' | 'totalPaid'>;

/**
 * Whether store credit is added to an account directly: a refund of the order would reach the buyer of a gift, and takes
 * an order with a customer.
 */
export const isCreditedDirectly = (claim: Pick<Claim, 'isGiftReturn'>, order: Owner): boolean =>
  isGiftReturn(claim) || order.customer === null || order.exchangeOf !== undefined || !isRefundable(order);

/** Whether the money of a method goes out by a refund at the platform, which takes units back there. */
export const isGivenByRefund = (
  claim: Pick<Claim, 'isGiftReturn'>,
  order: Owner,
  method: ResolutionMethod | null,
): boolean =>
  order.exchangeOf === undefined &&
  (method === 'storeCredit' ? !isCreditedDirectly(claim, order) : method === 'refund' && !isGiftReturn(claim));

/** What a settlement keeps of credit added directly: the platform may know a customer of the order later. */
export const creditedToGuest = (
  claim: Pick<Claim, 'isGiftReturn'>,
  order: Owner,
  credit: Minor,
): Pick<SettlementRecord, 'isCreditedToGuest'> =>
  credit > 0 && !isGiftReturn(claim) && isCreditedDirectly(claim, order) ? { isCreditedToGuest: true } : {};

/** Why an order cannot be given back in some way, whatever the store offers. */
export type Withheld = 'NO_ACCOUNT' | 'NOT_REFUNDABLE' | 'PAID_APART';
export type WithheldMethods = ReadonlyMap<ResolutionMethod, Withheld>;

/**
 * The methods that an order cannot be given back by: store credit where there is nobody's account and no email address
 * to make one for, and a refund where the store platform does not have the order.
 */
export function withheldMethods(
  claim: Pick<Claim, 'isGiftReturn'>,
  order: Owner,
  { giftCardType }: Pick<ClaimPolicy, 'giftCardType'>,
): WithheldMethods {
  const withheld = new Map<ResolutionMethod, Withheld>();
  const { exchangeOf } = order;
  if (!isRefundable(order)) withheld.set('refund', 'NOT_REFUNDABLE');
  else if (exchangeOf && exchangeOf.refundable < order.totalPaid) withheld.set('refund', 'PAID_APART');
  if (isGiftReturn(claim) || order.customer !== null || order.email.trim() !== '') return withheld;
  withheld.set('storeCredit', 'NO_ACCOUNT');
  if (giftCardType === 'Store_Credit') withheld.set('giftCard', 'NO_ACCOUNT');
  return withheld;
}

/** The methods withheld from the asker of a policy. */
export const withheldBy = ({ asker, terms }: Policy, order: Owner): WithheldMethods =>
  withheldMethods({ isGiftReturn: asker === 'recipient' }, order, terms);

/** Whether the store platform has the payments of an order: what a file alone told of cannot be refunded there. */
const isRefundable = ({ idFromPlatform, exchangeOf }: Owner): boolean =>
  isAtPlatform(exchangeOf?.orderIdFromPlatform ?? idFromPlatform);

/** How what is left of an exchange goes out where a method is withheld: the way it was paid, where that is possible. */
export const remainderWithin = (withheld: WithheldMethods, method: RemainderMethod): RemainderMethod =>
  [method, ...REMAINDERS].find((one) => !withheld.has(one)) ?? method;
const REMAINDERS: readonly RemainderMethod[] = ['refund', 'giftCard', 'storeCredit'];

export const WITHHELD_TEXTS: Readonly<Record<Withheld, string>> = {
  NO_ACCOUNT: 'The order has no customer or email address to add store credit to.',
  PAID_APART: "Part of it was paid separately, so the original order's payment can't refund all of it.",
  NOT_REFUNDABLE: "The store platform doesn't have this order, so it can't be refunded there.",
};
/** Why a method is withheld, for staff; null for one that is not. */
export function withheldText(withheld: WithheldMethods | undefined, method: ResolutionMethod): string | null {
  const why = withheld?.get(method);
  return why === undefined ? null : WITHHELD_TEXTS[why];
}
