import { z } from 'zod';
import { ClaimType } from '#core/claims/types.ts';
import { listAddress, type ListAddress } from '../../lists/list-address.ts';
import { ownPage } from '../../search.ts';

/** Where staff came from (C2.07); anything but a page of this store's back office is left out. */
export function orderSearch(raw: Record<string, unknown>): { returnTo?: string } {
  const returnTo = ownPage(raw['returnTo']);
  return returnTo === undefined ? {} : { returnTo };
}

/** As orderSearch, with the state of the list of orders. */
export const lookupSearch = (raw: Record<string, unknown>): { returnTo?: string } & ListAddress => ({
  ...orderSearch(raw),
  ...listAddress('Order', raw),
});

/** What staff can file: a type of claim, or a claim of shipping protection. */
const Filed = z.enum([...ClaimType.options, 'Shipping']);
export type Filed = z.infer<typeof Filed>;

/** As orderSearch, with the type of claim that is being made. */
export function creationSearch(raw: Record<string, unknown>): {
  returnTo?: string;
  claimType?: Filed;
} {
  const { data: claimType } = Filed.safeParse(raw['claimType']);
  return {
    ...orderSearch(raw),
    ...(claimType === undefined ? {} : { claimType }),
  };
}
