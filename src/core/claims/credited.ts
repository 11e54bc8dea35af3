import type { ClaimLine, ResolutionMethod } from '#core/claims/claim.ts';
import { isActive } from '#core/claims/active.ts';

/**
 * Methods that return some of the paid value, by a partner or externally. Free replacements, repairs and reviews move
 * no value, no matter who carries them out.
 */
const CREDITED: ReadonlySet<ResolutionMethod> = new Set(['refund', 'giftCard', 'storeCredit', 'variantExchange']);

export const isCreditedBy = (method: ResolutionMethod): boolean => CREDITED.has(method);

/** Whether a line's worth counts for the shopper, as it was decided or, until then, asked for. */
export const isCredited = (line: ClaimLine): boolean =>
  isActive(line) && CREDITED.has(line.method ?? line.requestedMethod);
