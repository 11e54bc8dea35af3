import type { Asker, FinalizePolicy, Policy, StaffNews, StorePolicy } from '#core/policy/policy.ts';
import {
  emailTemplatesFor,
  expiredReturnsFor,
  finalizePolicyFor,
  policyFor,
  reasonsForLine,
  staffNewsFor,
  storePolicyFor,
  type Means,
} from '#core/policy/policy-for.ts';
import type { Choices } from '#core/policy/choices.ts';
import type { EmailsOfStore } from '#core/emails/worded.ts';
import { withdrawalPolicyFor, type WithdrawalPolicy } from '#core/policy/withdrawal.ts';
import type { Ruling } from '#core/policy/with-rules.ts';
import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import type { ClaimReason } from '#core/claims/reasons.ts';
import type { ClaimType } from '#core/claims/types.ts';
import type { Labels, Payments } from '#partners/ports.ts';
import type { Db } from '#server/db/connect.ts';
import { productGroupsOf } from '#server/db/product-groups.ts';
import type { OrderWithClaims } from '#server/db/order-with-claims.ts';
import { settingsOf } from '#server/db/settings.ts';
import type { StoreRow } from '#server/db/stores.ts';
import { labelsFor } from '#server/labels/providers.ts';

/** The partners that decide whether something a store has switched on can be offered. */
export type Offered = { labels: readonly Labels[]; payments: Payments | null };

type KnownStore = Pick<StoreRow, 'settings' | 'return_address'>;

export const meansOf = (store: KnownStore, { labels, payments }: Offered): Means => ({
  canTakeCards: payments !== null,
  canMakeLabels: labelsFor(labels, settingsOf(store).returnShipping) !== null && store.return_address !== null,
});

export const storePolicyOf = (store: KnownStore, offered: Offered): StorePolicy =>
  storePolicyFor({ settings: settingsOf(store), means: meansOf(store, offered) });

type Asking = { asker: Asker; claimType: ClaimType; ruling: Ruling | null };

type OrderToAsk = Pick<OrderWithClaims, 'order' | 'store'> &
  Partial<Pick<OrderWithClaims, 'products' | 'ownWarranties'>>;

/** The same, given what was chosen. */
export function policyGiven(
  found: OrderToAsk,
  offered: Offered,
  asking: Asking,
  choices: (policy: Policy) => Choices,
): Policy {
  const policy = policyOf(found, offered, asking);
  const { ruling } = asking;
  return ruling ? policyOf(found, offered, { ...asking, ruling: { ...ruling, choices: choices(policy) } }) : policy;
}

/** What may be done with an order by one type of claim. */
export const policyOf = (
  { order, store, products, ownWarranties }: OrderToAsk,
  offered: Offered,
  { asker, claimType, ruling }: Asking,
): Policy =>
  policyFor({
    settings: settingsOf(store),
    order,
    claimType,
    asker,
    means: meansOf(store, offered),
    storeCurrencyCode: store.currency_code,
    timeZone: store.time_zone,
    ...(products ? { products } : {}),
    ...(ownWarranties ? { ownWarranties } : {}),
    ruling,
  });

export const expiredReturnsOf = (store: Pick<StoreRow, 'settings'>): { cancels: boolean } =>
  expiredReturnsFor(settingsOf(store));

export const emailsOfStore = (store: Pick<StoreRow, 'name' | 'settings'>): EmailsOfStore => ({
  storeName: store.name,
  templates: emailTemplatesFor(settingsOf(store)),
  language: settingsOf(store).languages.defaultLanguage,
});
/** The right of withdrawal of an order; null where it has none. */
export const withdrawalPolicyOf = (
  { order, store }: Pick<OrderWithClaims, 'order' | 'store'>,
  offered: Offered,
): WithdrawalPolicy | null =>
  withdrawalPolicyFor({
    settings: settingsOf(store),
    order,
    means: meansOf(store, offered),
    storeCurrencyCode: store.currency_code,
    timeZone: store.time_zone,
  });

/** The reasons that a line of a claim can be given. */
export async function reasonsOfLine(
  db: Db,
  store: Pick<StoreRow, 'store_id' | 'settings'>,
  { claimType }: Pick<Claim, 'claimType'>,
  { productIdFromPlatform: id }: Pick<ClaimLine, 'productIdFromPlatform'>,
): Promise<ClaimReason[]> {
  const products = await productGroupsOf(db, store.store_id, store, [{ productIdFromPlatform: id }]);
  return reasonsForLine(settingsOf(store), claimType, products.get(id ?? '')?.groupIds ?? []);
}

export const staffNewsOf = (store: Pick<StoreRow, 'settings'>): StaffNews => staffNewsFor(settingsOf(store));

export const finalizePolicyOf = (store: Pick<StoreRow, 'settings'>): FinalizePolicy =>
  finalizePolicyFor(settingsOf(store));

/** Whether the store collects what a customer owes. */
export const canCollect = (store: KnownStore, payments: Payments | null): boolean =>
  storePolicyOf(store, { labels: [], payments }).paymentProvider !== 'none';
