import type { ShippingClaim } from '#core/protection/shipping-claim.ts';
import { ERASED_NAME, erasedTimeline } from '#core/privacy/erased-claim.ts';
import { withoutTexts } from '#core/privacy/without-texts.ts';

const ofEach = (place: string, names: readonly string[]): string[] => names.map((name) => `${place}.${name}`);

/** Texts of a claim of shipping protection that say what happened and to which goods, not to whom. */
const KEPT: ReadonlySet<string> = new Set([
  'orderNo',
  'source',
  'reason',
  'requestedMethod',
  'status',
  'turn',
  'language',
  // Staff, not the shopper.
  'assignee.name',
  ...ofEach('lines', ['name', 'variantTitle', 'sku', 'imgUrl']),
  ...ofEach('reorder', ['in', 'by']),
  ...ofEach('resolution', ['method', 'on', 'in', 'by', 'reorderKey']),
  ...ofEach('resolution.order', ['orderNo', 'platformAdminUrl']),
  ...ofEach('denial', ['reason', 'on', 'by']),
  ...ofEach('closing', ['on', 'in', 'by']),
]);

/** The claim without the shopper; amounts, goods, ids, dates and decisions stay. */
export function erasedShippingClaim(claim: ShippingClaim, now: string): ShippingClaim {
  if (claim.erasedOn !== undefined) return claim;
  return {
    ...withoutTexts(claim, KEPT),
    updatedOn: now,
    erasedOn: now,
    customerName: ERASED_NAME,
    shippingAddress: null,
    media: [],
    timeline: erasedTimeline(claim, now),
  };
}
