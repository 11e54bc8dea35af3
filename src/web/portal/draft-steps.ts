import { FIELD_WORDS } from './field-words.ts';
import { fieldProblems } from '#core/claims/field-answers.ts';
import { CLAIM_TYPES, type ClaimType } from '#core/claims/types.ts';
import type { PortalLine, PortalOrder } from '#contract/customer/customer.ts';
import { demandsOf, lacksOf } from './demands.ts';
import { phoneProblem, recipientProblems } from './recipient.ts';
import {
  asksPhone,
  chosenLines,
  isExchange,
  haveSameReasons,
  isOpenTo,
  lineOf,
  phoneOf,
  REST_METHODS,
  verdictOf,
  whyNotForReason,
  type Draft,
  type DraftLine,
  type Method,
  type MoneyMethod,
} from './draft.ts';
import { ownText, t } from './texts.ts';
import { worded } from './words.ts';

export type Step =
  | { kind: 'items' | 'shop' | 'instant' | 'recipient' | 'shipping' | 'phone' | 'review' | 'pay' }
  | { kind: 'reason' | 'resolution' | 'product' | 'variant'; lineId: string };

/** Where a return stands; the same whatever is chosen. */
const PHASES = ['items', 'reason', 'resolution', 'send', 'review'] as const;
export type Phase = (typeof PHASES)[number];
const PHASE_OF: Readonly<Record<Step['kind'], Phase>> = {
  items: 'items',
  reason: 'reason',
  resolution: 'resolution',
  product: 'resolution',
  variant: 'resolution',
  shop: 'resolution',
  instant: 'resolution',
  recipient: 'send',
  shipping: 'send',
  phone: 'review',
  review: 'review',
  pay: 'review',
};
export const phaseOf = ({ kind }: Step): Phase => PHASE_OF[kind];

/** The phases of a claim: of a warranty claim, staff decide what is done and what is sent. */
export const phasesOf = ({ claimType }: Draft): readonly Phase[] =>
  isReviewed(claimType) ? ['items', 'reason', 'review'] : PHASES;

/** Whether shoppers leave to staff what is done about it. */
export const isReviewed = (claimType: ClaimType): boolean => CLAIM_TYPES[claimType].shopperAsks === 'review';

/** Why a chosen line comes back: its own reason, or the first line's. */
export function reasonOf(
  draft: Draft,
  order: PortalOrder,
  lineId: string,
): Pick<DraftLine, 'reasonId' | 'reasonDetail'> {
  const chosen = chosenLines(draft, order);
  return lineOf(draft, isOneReason(draft, chosen) && chosen[0] ? chosen[0].lineIdFromPlatform : lineId);
}

/** Whether the first item's reason is that of all. */
const isOneReason = ({ isSameReason, claimType }: Draft, chosen: readonly PortalLine[]): boolean =>
  isSameReason && haveSameReasons(chosen, claimType);

/** Whether this line simply follows the first one's resolution. An exchange is chosen line by line. */
function follows(draft: Draft, order: PortalOrder, first: PortalLine, line: PortalLine): boolean {
  const { method } = lineOf(draft, first.lineIdFromPlatform);
  return (
    draft.isSameForAll &&
    line !== first &&
    method !== null &&
    !isExchange(method) &&
    verdictOf(order, line, method, lineOf(draft, line.lineIdFromPlatform).quantity)?.isEligible === true
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

/** The ways to give leftover Shop Now credit that are open to every line that brings it. */
export const restMethods = (draft: Draft, order: PortalOrder): MoneyMethod[] => {
  const lines = linesWith(draft, order, isShopNow);
  return REST_METHODS.filter((method) =>
    lines.every((line) => isOpenTo(line, method, lineOf(draft, line.lineIdFromPlatform).quantity)),
  );
};

/** How leftover Shop Now credit is given: as wished, else the first way that is open to every line; undefined without any. */
export const restFor = (draft: Draft, order: PortalOrder): MoneyMethod | undefined => {
  const open = restMethods(draft, order);
  return open.find((method) => method === draft.restMethod) ?? open[0];
};

/** The screens on which goods are chosen instead of a line. */
function goodsSteps(method: Method | null, { productExchange }: PortalLine): readonly ('product' | 'variant')[] {
  if (method === 'variantExchange') return ['variant'];
  if (method !== 'otherProduct') return [];
  return productExchange?.kind === 'variant' ? ['product'] : ['product', 'variant'];
}

/** Every screen of this return, in order; it grows and shrinks with what is chosen. */
export function stepsOf(draft: Draft, order: PortalOrder, isPaymentNeeded = false): Step[] {
  const chosen = chosenLines(draft, order);
  const [first] = chosen;
  const reasons = (isOneReason(draft, chosen) ? chosen.slice(0, 1) : chosen).map((line): Step => ({
    kind: 'reason',
    lineId: line.lineIdFromPlatform,
  }));
  const asked = chosen.filter((line) => first && !follows(draft, order, first, line));
  const has = (isWanted: (method: Method | null) => boolean): boolean => linesWith(draft, order, isWanted).length > 0;
  const only = (kind: 'shop' | 'instant' | 'recipient' | 'shipping' | 'phone' | 'pay', isAsked: boolean): Step[] =>
    isAsked ? [{ kind }] : [];
  const phone = only('phone', asksPhone(order, draft.claimType));
  if (isReviewed(draft.claimType)) return [{ kind: 'items' }, ...reasons, ...phone, { kind: 'review' }];
  return [
    { kind: 'items' },
    ...reasons,
    ...asked.flatMap((line): Step[] => {
      const { lineIdFromPlatform: lineId } = line;
      return [
        { kind: 'resolution', lineId },
        ...goodsSteps(lineOf(draft, lineId).method, line).map((kind): Step => ({ kind, lineId })),
      ];
    }),
    ...only('shop', has(isShopNow)),
    ...only('instant', order.offerInstantExchange && !order.isInstantExchangeRequired && has(isExchange)),
    ...only('recipient', order.isGiftReturn),
    ...only('shipping', order.shippingMethods.length > 1),
    ...phone,
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

type GoodsStep = { kind: 'product' | 'variant'; lineId: string };

/** Of each exchanged line, the screen that ends the choice of what is sent for it. */
export const lastGoodsSteps = (steps: readonly Step[]): GoodsStep[] =>
  steps
    .filter((step): step is GoodsStep => step.kind === 'product' || step.kind === 'variant')
    .filter(({ lineId }, index, all) => all[index + 1]?.lineId !== lineId);

/** What is still missing on a screen, in words for the shopper; null when it is complete. */
export function missingOn(step: Step, draft: Draft, order: PortalOrder): string | null {
  switch (step.kind) {
    case 'items':
      return chosenLines(draft, order).length ? null : t('items.missing');
    case 'shop':
      return draft.basket.length ? null : t('shop.missing');
    case 'instant':
      return draft.isInstantExchange === null ? t('instant.missing') : null;
    case 'recipient':
      return (
        Object.values(recipientProblems(draft.recipient, { isPhoneRequired: order.isPhoneRequired.Return }))[0] ?? null
      );
    case 'shipping':
      return draft.shippingMethod ? null : t('shipping.missing');
    case 'phone':
      return phoneProblem(phoneOf(draft, order));
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
  if (kind === 'resolution') return line.method ? null : t('resolution.missing');
  if (kind === 'product') {
    const { productExchange } = order.lineItems.find((one) => one.lineIdFromPlatform === lineId) ?? {};
    const chosen = productExchange?.kind === 'variant' ? line.productVariant : line.product;
    return chosen ? null : t('product.missing');
  }
  if (kind === 'variant') {
    const chosen = line.method === 'otherProduct' ? line.productVariant : line.variant;
    return chosen ? null : t('variant.missing');
  }
  const reason = order.reasons.find(({ id }) => id === line.reasonId);
  if (!reason) return t('reason.missing');
  if (reason.details.length && !line.reasonDetail) return t('reason.detail.missing');
  const asked = order.lineItems.find(({ lineIdFromPlatform }) => lineIdFromPlatform === lineId);
  if (!asked) return null;
  const refused = whyNotForReason(draft, asked);
  return refused
    ? worded(refused)
    : (unanswered(asked, line) ?? demanded(demandsOf(asked, order, draft.claimType), line));
}

function unanswered({ questions }: PortalLine, { answers }: DraftLine): string | null {
  const yes = questions.find(({ ruleId }) => answers[ruleId] === 'yes');
  if (yes) return yes.onYesMessage === '' ? t('items.ineligible') : ownText(yes.onYesMessage);
  return questions.every(({ ruleId }) => answers[ruleId] === 'no') ? null : t('reason.question.missing');
}

function demanded(demands: PortalLine['demands'], line: DraftLine): string | null {
  if (!demands) return null;
  const problems = fieldProblems(demands.fields, line.fieldValues, FIELD_WORDS);
  const wrong = demands.fields.find(({ id }) => problems[id] !== undefined);
  if (wrong) return t('field.problem', { field: ownText(wrong.displayName), problem: problems[wrong.id] ?? '' });
  // In the order in which the screen asks.
  const lacks = lacksOf(demands, line);
  if (lacks.media) return t('reason.media.missing', { count: demands.leastMedia });
  return lacks.comments ? t('reason.comments.missing') : null;
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
