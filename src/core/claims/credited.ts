import type { ClaimLine, ResolutionMethod } from '#core/claims/claim.ts';
import { isActive } from '#core/claims/active.ts';

/**
 * Methods that give some of what was paid back, by a partner or outside. What is sent or mended for nothing, and what
 * is still under review, moves no value, whoever carries it out.
 */
const CREDITED: ReadonlySet<ResolutionMethod> = new Set(['refund', 'giftCard', 'storeCredit', 'variantExchange']);

export const isCreditedBy = (method: ResolutionMethod): boolean => CREDITED.has(method);

/** Whether a line's worth counts for the shopper, as it was decided or, until then, asked for. */
export const isCredited = (line: ClaimLine): boolean =>
  isActive(line) && CREDITED.has(line.method ?? line.requestedMethod);
