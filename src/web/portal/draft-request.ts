import { answersTo } from '#core/claims/field-answers.ts';
import type { ClaimType } from '#core/claims/types.ts';
import type { PortalLine, PortalOrder, Selection } from '#contract/customer/customer.ts';
import { chosenLines, isExchange, lineOf, restOf, type Draft, type Method, type ShippingMethod } from './draft.ts';
import { isReviewed, linesWith, methodOf, reasonOf, restFor } from './draft-steps.ts';

/** The request body of a return. */
export type ReturnRequest = {
  claimType: ClaimType;
  selections: Selection[];
  shopNowItems: { productIdFromPlatform: string; variantIdFromPlatform: string; quantity: number }[];
  isInstantExchange: boolean;
  shippingMethod?: ShippingMethod | 'none';
};

/** The return as far as its lines are complete, for its sums; undefined while none is. */
export function returnSoFar(draft: Draft, order: PortalOrder): ReturnRequest | undefined {
  const selections = chosenLines(draft, order).flatMap((line) => selectionOf(draft, order, line) ?? []);
  if (selections.length === 0) return undefined;
  return {
    claimType: draft.claimType,
    selections,
    shopNowItems: selections.some((selection) => selection.isShopNow)
      ? draft.basket.map(({ productId, variantId, quantity }) => ({
          productIdFromPlatform: productId,
          variantIdFromPlatform: variantId,
          quantity,
        }))
      : [],
    isInstantExchange: draft.isInstantExchange === true && linesWith(draft, order, isExchange).length > 0,
    ...(isReviewed(draft.claimType)
      ? { shippingMethod: 'none' as const }
      : draft.shippingMethod && { shippingMethod: draft.shippingMethod }),
  };
}

/** The items and their reasons as far as they are chosen; empty where nothing depends on them. */
export const reasonsSoFar = (draft: Draft, order: PortalOrder): ReasonChosen[] =>
  !order.asksAfterReasons
    ? []
    : chosenLines(draft, order).flatMap(({ lineIdFromPlatform }) => {
        const { quantity, reasonId, reasonDetail } = lineOf(draft, lineIdFromPlatform);
        return reasonId === '' ? [] : [{ lineIdFromPlatform, quantity, reasonId, reasonDetail }];
      });
type ReasonChosen = Pick<Selection, 'lineIdFromPlatform' | 'quantity' | 'reasonId' | 'reasonDetail'>;

/** What the server is asked to accept; undefined until every line has all it needs. */
export function wholeReturn(draft: Draft, order: PortalOrder): ReturnRequest | undefined {
  const soFar = returnSoFar(draft, order);
  return soFar?.selections.length === chosenLines(draft, order).length ? soFar : undefined;
}

const REVIEW = { method: 'warrantyReview', variantIdFromPlatform: null } as const;

function selectionOf(draft: Draft, order: PortalOrder, line: PortalLine): Selection | undefined {
  const { lineIdFromPlatform } = line;
  const said = lineOf(draft, lineIdFromPlatform);
  const method = methodOf(draft, order, lineIdFromPlatform);
  const resolution = isReviewed(draft.claimType) ? REVIEW : method && resolutionOf(draft, order, line, method);
  if (!resolution) return undefined;
  const { reasonId, reasonDetail } = reasonOf(draft, order, lineIdFromPlatform);
  return {
    lineIdFromPlatform,
    quantity: said.quantity,
    reasonId,
    reasonDetail,
    comments: said.comments.trim(),
    mediaIds: said.media.map(({ mediaId }) => mediaId),
    answers: line.questions.flatMap(({ ruleId }) => {
      const answer = said.answers[ruleId];
      return answer === undefined ? [] : [{ ruleId, answer }];
    }),
    customFields: answersTo(line.demands?.fields ?? [], said.fieldValues).map(({ id, value }) => ({ id, value })),
    ...resolution,
  };
}

function resolutionOf(
  draft: Draft,
  order: PortalOrder,
  line: PortalLine,
  method: Method,
): Pick<Selection, 'method' | 'variantIdFromPlatform' | 'productIdFromPlatform' | 'isShopNow'> | undefined {
  const said = lineOf(draft, line.lineIdFromPlatform);
  if (method === 'otherProduct') {
    if (!said.product || !said.productVariant) return undefined;
    return {
      method: 'variantExchange',
      variantIdFromPlatform: said.productVariant.id,
      productIdFromPlatform: said.product.id,
    };
  }
  if (method === 'variantExchange')
    return said.variant ? { method, variantIdFromPlatform: said.variant.id } : undefined;
  if (method !== 'shopNow') return { method, variantIdFromPlatform: null };
  // Where no way is open to every line, each has its own.
  const rest = restOf(line, restFor(draft, order) ?? draft.restMethod, said.quantity);
  return draft.basket.length > 0 && rest ? { method: rest, variantIdFromPlatform: null, isShopNow: true } : undefined;
}
