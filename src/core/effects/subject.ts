import { z } from 'zod';

/**
 * What something is about: a claim, a claim of shipping protection, an order nothing is claimed of yet, or the store
 * itself, whose id is its own.
 */
export const SubjectKind = z.enum(['claim', 'shippingClaim', 'order', 'store']);
export type SubjectKind = z.infer<typeof SubjectKind>;
export type Subject = { kind: SubjectKind; id: number };

export const aboutClaim = (claim: { id: number }): Subject => ({ kind: 'claim', id: claim.id });
export const aboutShippingClaim = (claim: { id: number }): Subject => ({ kind: 'shippingClaim', id: claim.id });
export const aboutOrder = (orderId: number): Subject => ({ kind: 'order', id: orderId });
export const aboutStore = (storeId: number): Subject => ({ kind: 'store', id: storeId });

/** The claim of shipping protection it is about, or null. */
export const shippingClaimOfSubject = ({ kind, id }: Subject): number | null => (kind === 'shippingClaim' ? id : null);

/** The claim it is about, or null. */
export const claimOfSubject = ({ kind, id }: Subject): number | null => (kind === 'claim' ? id : null);
