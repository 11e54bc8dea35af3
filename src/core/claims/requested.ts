import { ResolutionMethod, type ClaimLine } from '#core/claims/claim.ts';
import { methodName } from '#core/claims/method-names.ts';

/** What a line asks for: Shop Now, whose method only says what becomes of the rest, or its method. */
const SHOP_NOW = 'shopNow';
export const REQUESTED = [...ResolutionMethod.options, SHOP_NOW] as const;
export type Requested = (typeof REQUESTED)[number];

type Asking = Pick<ClaimLine, 'isShopNow' | 'requestedMethod'>;
export const requestedOf = ({ isShopNow, requestedMethod }: Asking): Requested =>
  isShopNow ? SHOP_NOW : requestedMethod;
export const requestedName = (requested: Requested): string =>
  requested === SHOP_NOW ? 'Shop now' : methodName(requested);

/** What a line asks for, in words. */
export const requestedText = (line: Asking): string => requestedName(requestedOf(line));

/** How a line ends, in words; empty while nobody decided. Shop Now that was resolved externally ends by its method. */
export const finalText = (line: Pick<ClaimLine, 'isShopNow' | 'method' | 'wasResolvedExternally'>): string =>
  line.method === null ? '' : requestedName(line.isShopNow && !line.wasResolvedExternally ? SHOP_NOW : line.method);
