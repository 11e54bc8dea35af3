import type { ResolutionMethod } from '#core/claims/claim.ts';
import { CLAIM_TYPES, type ClaimType } from '#core/claims/types.ts';

/** What staff can ask for when they make a claim of a type, in the order it is offered. */
export const staffMethods = (type: ClaimType): readonly ResolutionMethod[] => CLAIM_TYPES[type].methods;
