import type { Address } from '#core/address.ts';
import type { Claim } from '#core/claims/claim.ts';
import { isGiftReturn } from '#core/claims/gift-return.ts';
import { isBefore } from '#core/dates.ts';
import { orderNotFound } from '#core/orders/lookup.ts';
import { Refusal } from '#core/refusal.ts';
import type { Choices } from '#core/policy/choices.ts';
import type { WithdrawalPolicy } from '#core/policy/withdrawal.ts';
import type { Policy } from '#core/policy/policy.ts';
import { perType, type ClaimType } from '#core/claims/types.ts';
import { policyGiven, policyOf, withdrawalPolicyOf, type Offered } from '#server/policy.ts';
import { claimByExternalId, type LoadedClaim } from '#server/db/claims.ts';
import type { Db } from '#server/db/connect.ts';
import {
  orderForClaim,
  orderWithClaims,
  type OrderForClaim,
  type OrderWithClaims,
} from '#server/db/order-with-claims.ts';
import { rulingFor } from '#server/db/ruling.ts';
import { languageFor, type Language } from '#core/texts/languages.ts';
import { settingsOf } from '#server/db/settings.ts';
import type { StoreRow } from '#server/db/stores.ts';
import type { PortalSession } from '#server/http/context.ts';

type Loaded<T extends OrderWithClaims> = Omit<T, 'store' | 'claims'> & {
  /** What the person who has it open may ask for, by each type of claim. */
  policies: Readonly<Record<ClaimType, Policy>>;
  /** That of a return. */
  policy: Policy;
  /** What they may ask for given what they chose; the same where no rule of the store looks at it. */
  policyWith(claimType: ClaimType, choices: (policy: Policy) => Choices): Policy;
  /** The buyer's right of withdrawal; null where the order has none. */
  withdrawal: WithdrawalPolicy | null;
  isGiftReturn: boolean;
  storeName: string;
  /** What the store has set. */
  settings: StoreRow['settings'];
  storeCurrencyCode: string;
  returnAddress: Address | null;
  loadedClaims: LoadedClaim[];
  claims: Claim[];
};
export type SessionOrder = Loaded<OrderWithClaims>;
export type OrderToClaim = Loaded<OrderForClaim>;

/** In which language the person who has it open is written to: as they wish, as far as the store offers it. */
export function readerLanguage({ settings }: Pick<SessionOrder, 'settings'>, wishes: readonly string[]): Language {
  const { portalLanguages, defaultLanguage } = settingsOf({ settings }).languages;
  return languageFor(wishes, portalLanguages, defaultLanguage);
}

/** The order a portal session is for, with all that decides what can be returned of it. Refuses ORDER_NOT_FOUND. */
export const loadSessionOrder = async (db: Db, portal: PortalSession, offered: Offered): Promise<SessionOrder> =>
  asLoaded(db, await orderWithClaims(db, portal.storeId, portal.orderId), portal, offered);

/** Like loadSessionOrder, plus what a claim with this request key needs. */
export const loadOrderForClaim = async (
  db: Db,
  portal: PortalSession,
  requestKey: string,
  offered: Offered,
): Promise<OrderToClaim> =>
  asLoaded(db, await orderForClaim(db, portal.storeId, portal.orderId, requestKey), portal, offered);

/** Whether a claim of the session's order is shown in it: buyer and recipient do not see each other's, nor do owners. */
export const isOfSession = (claim: Claim, { orderId, gift, ownedSince }: PortalSession): boolean =>
  claim.orderId === orderId &&
  (ownedSince === undefined || !isBefore(claim.createdOn, ownedSince)) &&
  (gift ? isGiftReturn(claim) && gift.externalIds.includes(claim.externalId) : !isGiftReturn(claim));

/** A claim of the session's own order; any other looks as if it did not exist. Refuses CLAIM_NOT_FOUND. */
export async function claimOfSession(db: Db, portal: PortalSession, externalId: string): Promise<LoadedClaim> {
  const loaded = await claimByExternalId(db, portal.storeId, externalId);
  if (!loaded || !isOfSession(loaded.claim, portal) || loaded.claim.erasedOn !== undefined)
    throw new Refusal('notFound', 'CLAIM_NOT_FOUND', "This return isn't part of the order you looked up.");
  return loaded;
}

async function asLoaded<T extends OrderWithClaims>(
  db: Db,
  found: T | undefined,
  { storeId, gift }: PortalSession,
  offered: Offered,
): Promise<Loaded<T>> {
  if (!found || found.order.erasedOn !== undefined) throw orderNotFound();
  const { store, claims: loadedClaims, ...order } = found;
  const asker = gift ? 'recipient' : 'buyer';
  const ruling = await rulingFor(db, storeId, found);
  const policies = perType((claimType) => policyOf(found, offered, { asker, claimType, ruling }));
  return {
    ...order,
    storeName: store.name,
    settings: store.settings,
    storeCurrencyCode: store.currency_code,
    returnAddress: store.return_address,
    policies,
    policy: policies.Return,
    policyWith: (claimType, choices) => policyGiven(found, offered, { asker, claimType, ruling }, choices),
    withdrawal: gift ? null : withdrawalPolicyOf(found, offered),
    isGiftReturn: gift !== undefined,
    loadedClaims,
    claims: loadedClaims.map(({ claim }) => claim),
  };
}
