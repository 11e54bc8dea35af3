import { fieldProblems } from '#core/claims/field-answers.ts';
import { CLAIM_TYPES, type ClaimType } from '#core/claims/types.ts';
import type { PortalLine, PortalOrder } from '#contract/customer/customer.ts';
import { recipientProblems } from './recipient.ts';
import { chosenLines, isExchange, lineOf, verdictOf, type Draft, type DraftLine, type Method } from './draft.ts';

export type Step =
  | { kind: 'items' | 'shop' | 'instant' | 'recipient' | 'shipping' | 'review' | 'pay' }
  | { kind: 'reason' | 'resolution' | 'product' | 'variant'; lineId: string };

/** Where a return stands, in words that stay the same whatever is chosen. */
const PHASES = ['Items', 'Reason', 'Resolution', 'Send', 'Review'] as const;
type Phase = (typeof PHASES)[number];
const PHASE_OF: Readonly<Record<Step['kind'], Phase>> = {
  items: 'Items',
  reason: 'Reason',
  resolution: 'Resolution',
  product: 'Resolution',
  variant: 'Resolution',
  shop: 'Resolution',
  instant: 'Resolution',
  recipient: 'Send',
  shipping: 'Send',
  review: 'Review',
  pay: 'Review',
};
export const phaseOf = ({ kind }: Step): Phase => PHASE_OF[kind];

/** The phases of a claim: of a warranty claim, staff decide what is done and what is sent. */
export const phasesOf = ({ claimType }: Draft): readonly Phase[] =>
  isReviewed(claimType) ? ['Items', 'Reason', 'Review'] : PHASES;

/** Whether shoppers leave to staff what is done about it. */
export const isReviewed = (claimType: ClaimType): boolean => CLAIM_TYPES[claimType].shopperAsks === 'review';

/** Why a chosen line comes back: its own reason, or the first line's. */
export function reasonOf(
  draft: Draft,
  order: PortalOrder,
  lineId: string,
): Pick<DraftLine, 'reasonId' | 'reasonDetail'> {
  const [first] = chosenLines(draft, order);
  return lineOf(draft, draft.isSameReason && first ? first.lineIdFromPlatform : lineId);
}

/** Whether this line simply follows the first one's resolution. An exchange is chosen line by line. */
function follows(draft: Draft, order: PortalOrder, first: PortalLine, line: PortalLine): boolean {
  const { method } = lineOf(draft, first.lineIdFromPlatform);
  return (
    draft.isSameForAll &&
    line !== first &&
    method !== null &&
    !isExchange(method) &&
    verdictOf(order, line, method)?.isEligible === true
  );
}

/** The resolution a chosen line will ask for, its own or the first line's. */
export function methodOf(draft: Draft, order: PortalOrder, lineId: string): Method | null {
  const chosen = chosenLines(draft, order);
  const [first] = chosen;
  const line = chosen.find(({ lineIdFromPlatform }) => lineIdFromPlatform === lineId);
  if (!first || !line) return null;
  return lineOf(draft, follows(draft, order, first, line) ? first.lineIdFromPlatform : lineId).method;
}

/** The chosen lines with this resolution. */
export const linesWith = (
  draft: Draft,
  order: PortalOrder,
  isWanted: (method: Method | null) => boolean,
): PortalLine[] =>
  chosenLines(draft, order).filter((line) => isWanted(methodOf(draft, order, line.lineIdFromPlatform)));

export const isShopNow = (method: Method | null): boolean => method === 'shopNow';

const GOODS: Readonly<Partial<Record<Method, readonly ('product' | 'variant')[]>>> = {
  variantExchange: ['variant'],
  otherProduct: ['product', 'variant'],
};

/** Every screen of this return, in order; it grows and shrinks with what is chosen. */
export function stepsOf(draft: Draft, order: PortalOrder, isPaymentNeeded = false): Step[] {
  const chosen = chosenLines(draft, order);
  const [first] = chosen;
  const reasons = (draft.isSameReason ? chosen.slice(0, 1) : chosen).map((line): Step => ({
    kind: 'reason',
    lineId: line.lineIdFromPlatform,
  }));
  if (isReviewed(draft.claimType)) return [{ kind: 'items' }, ...reasons, { kind: 'review' }];
  const asked = chosen.filter((line) => first && !follows(draft, order, first, line));
  const has = (isWanted: (method: Method | null) => boolean): boolean => linesWith(draft, order, isWanted).length > 0;
  const only = (kind: 'shop' | 'instant' | 'recipient' | 'shipping' | 'pay', isAsked: boolean): Step[] =>
    isAsked ? [{ kind }] : [];
  return [
    { kind: 'items' },
    ...reasons,
    ...asked.flatMap(({ lineIdFromPlatform: lineId }): Step[] => [
      { kind: 'resolution', lineId },
      ...(GOODS[lineOf(draft, lineId).method ?? 'refund'] ?? []).map((kind): Step => ({ kind, lineId })),
    ]),
    ...only('shop', has(isShopNow)),
    ...only('instant', order.offerInstantExchange && !order.isInstantExchangeRequired && has(isExchange)),
    ...only('recipient', order.isGiftReturn),
    ...only('shipping', order.shippingMethods.length > 1),
    { kind: 'review' },
    ...only('pay', isPaymentNeeded),
  ];
}

export const stepKey = (step: Step): string => ('lineId' in step ? `${step.kind}:${step.lineId}` : step.kind);

/** The screen on which a line's reason or resolution is chosen, its own or the first line's. */
export function stepAbout(kind: 'reason' | 'resolution', lineId: string, steps: readonly Step[]): string {
  const own = stepKey({ kind, lineId });
  const shared = steps.find((step) => step.kind === kind);
  return steps.some((step) => stepKey(step) === own) || !shared ? own : stepKey(shared);
}

/** What is still missing on a screen, in words for the shopper; null when it is complete. */
export function missingOn(step: Step, draft: Draft, order: PortalOrder): string | null {
  switch (step.kind) {
    case 'items':
      return chosenLines(draft, order).length ? null : 'Choose at least one item.';
    case 'shop':
      return draft.basket.length ? null : 'Add at least one product to your cart.';
    case 'instant':
      return draft.isInstantExchange === null ? 'Choose when we should ship it.' : null;
    case 'recipient':
      return Object.values(recipientProblems(draft.recipient))[0] ?? null;
    case 'shipping':
      return draft.shippingMethod ? null : "Choose how you'll send your items back.";
    case 'review':
    case 'pay':
      return null;
    default:
      return missingOfLine(step.kind, draft, order, step.lineId);
  }
}

function missingOfLine(
  kind: 'reason' | 'resolution' | 'product' | 'variant',
  draft: Draft,
  order: PortalOrder,
  lineId: string,
): string | null {
  const line = lineOf(draft, lineId);
  if (kind === 'resolution') return line.method ? null : 'Choose an option.';
  if (kind === 'product') return line.product ? null : 'Choose a product.';
  if (kind === 'variant') {
    const chosen = line.method === 'otherProduct' ? line.productVariant : line.variant;
    return chosen ? null : "Choose what you'd like instead.";
  }
  const reason = order.reasons.find(({ id }) => id === line.reasonId);
  if (!reason) return 'Choose a reason.';
  if (reason.details.length && !line.reasonDetail) return 'Choose what best describes it.';
  const asked = order.lineItems.find(({ lineIdFromPlatform }) => lineIdFromPlatform === lineId);
  return asked ? (unanswered(asked, line) ?? demanded(asked, line)) : null;
}

function unanswered({ questions }: PortalLine, { answers }: DraftLine): string | null {
  const yes = questions.find(({ ruleId }) => answers[ruleId] === 'yes');
  if (yes) return yes.onYesMessage === '' ? "This item can't be returned." : yes.onYesMessage;
  return questions.every(({ ruleId }) => answers[ruleId] === 'no') ? null : 'Answer the question about this item.';
}

function demanded({ demands }: PortalLine, { comments, media, fieldValues }: DraftLine): string | null {
  if (!demands) return null;
  const problems = fieldProblems(demands.fields, fieldValues);
  const wrong = demands.fields.find(({ id }) => problems[id] !== undefined);
  if (wrong) return `${wrong.displayName}: ${problems[wrong.id]}`;
  if (demands.isCommentRequired && comments.trim() === '') return 'Add a comment.';
  if (media.length >= demands.leastMedia) return null;
  return demands.leastMedia === 1 ? 'Add a photo or video.' : `Add at least ${demands.leastMedia} photos or videos.`;
}

/** The step the shopper may see: the one asked for, or the first one before it that is not complete. */
export function reachableStep(
  draft: Draft,
  order: PortalOrder,
  asked: string,
  isPaymentNeeded = false,
): { steps: Step[]; index: number } {
  const steps = stepsOf(draft, order, isPaymentNeeded);
  // Nothing to pay anymore, or only one way to send it back: the review is next.
  const isGone = (asked === 'pay' && !isPaymentNeeded) || (asked === 'shipping' && order.shippingMethods.length === 1);
  const sought = isGone ? 'review' : asked;
  const wanted = Math.max(
    0,
    steps.findIndex((step) => stepKey(step) === sought),
  );
  const incomplete = steps.findIndex((step) => missingOn(step, draft, order) !== null);
  return { steps, index: incomplete === -1 ? wanted : Math.min(wanted, incomplete) };
}
