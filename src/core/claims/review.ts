import type { Claim } from '#core/claims/claim.ts';
import {
  ineligibleText,
  lineEligibility,
  staffRefusal,
  warrantyEligibility,
  whyNotWords,
  type LineEligibility,
  type MethodEligibility,
  type OfferedMethod,
} from '#core/claims/eligibility.ts';
import { isGiftReturn } from '#core/claims/gift-return.ts';
import { RemainderMethod } from '#core/claims/goods-shapes.ts';
import type { ClaimSelection, CreateClaimInput } from '#core/claims/new-claim.ts';
import type { RuleRefusal } from '#core/claims/review-shapes.ts';
import { CLAIM_TYPES } from '#core/claims/types.ts';
import { orderBalance } from '#core/orders/balance.ts';
import type { OrderLine } from '#core/orders/order.ts';
import type { LinePolicy } from '#core/policy/claim-policy.ts';
import { linePolicy, ruleOf, type Asker, type Policy, type PolicyQuestion } from '#core/policy/policy.ts';
import { Refusal } from '#core/refusal.ts';
import type { Words } from '#core/texts/phrase.ts';

type About = Pick<CreateClaimInput, 'order' | 'policy' | 'priorClaims'>;

/** What staff can be asked to accept of a line against the rules. */
export type ReviewOffer = {
  quantity: number;
  /** What the shopper can wish for; staff decide by which method it ends. */
  methods: readonly RemainderMethod[];
};

/**
 * What of a line a review can be asked for; null where no rule of the store refuses anything, or staff already denied
 * it. `isQuestioned`: an answer may still refuse what is open.
 */
export function reviewOffer(
  { order, policy, priorClaims }: About,
  line: OrderLine,
  eligible: LineEligibility,
  isQuestioned: boolean,
): ReviewOffer | null {
  if (!policy.isReviewOffered || wasDenied(priorClaims, line, policy.asker)) return null;
  const terms = linePolicy(policy.terms, line);
  const open = isQuestioned ? RemainderMethod.options.filter((method) => eligible.methods[method].isEligible) : [];
  const refused = refusedMethods({ order, policy, priorClaims }, line, eligible, terms);
  const quantity = open.length > 0 ? eligible.returnableQuantity : unitsLeft({ order, priorClaims }, line);
  const methods = RemainderMethod.options.filter((method) => open.includes(method) || refused.includes(method));
  return methods.length > 0 && quantity > 0 ? { quantity, methods } : null;
}

/** The methods that rules alone refuse. Where the store offers none of them at all, those it could give. */
function refusedMethods(
  { order, policy, priorClaims }: About,
  line: OrderLine,
  eligible: LineEligibility,
  terms: LinePolicy,
): RemainderMethod[] {
  const possible = RemainderMethod.options.filter(
    (method) =>
      !(method === 'refund' && policy.asker === 'recipient') &&
      !eligible.methods[method].isEligible &&
      staffRefusal(order, line, policy, priorClaims, method) === null,
  );
  const own = possible.filter((method) => refusalOf(worded(eligible.methods[method]), terms, method) !== null);
  return own.length > 0 || lineRefusalOf(eligible, terms) === null ? own : possible;
}

/** Units of a line whose warranty is refused by a rule or has ended, for which a review can be asked. */
export function warrantyReviewQuantity(about: About, line: OrderLine, warranty: MethodEligibility): number {
  const { policy, priorClaims } = about;
  if (!policy.isReviewOffered || warranty.isEligible || wasDenied(priorClaims, line, policy.asker)) return 0;
  const terms = linePolicy(policy.terms, line);
  return refusalOf(worded(warranty), terms, 'warrantyReview') === null ? 0 : unitsLeft(about, line);
}

const unitsLeft = ({ order, priorClaims }: Pick<About, 'order' | 'priorClaims'>, line: OrderLine): number =>
  orderBalance(order, priorClaims).lines.get(line.idFromPlatform)?.left ?? 0;

const worded = (verdict: MethodEligibility) => ({ ...verdict, whyNot: whyNotWords(verdict) });

/** The store's own choice that closes a method; null where it is open, or for another reason. */
function refusalOf(
  { reason, reasonText, whyNot }: Pick<MethodEligibility, 'reason' | 'reasonText'> & { whyNot: Words | null },
  terms: LinePolicy,
  method: OfferedMethod | 'warrantyReview',
): RuleRefusal | null {
  const ruleId = ruleOf(terms, method);
  const ruled = ruleId === undefined ? {} : { ruleId };
  const words = typeof whyNot === 'object' && whyNot !== null ? { words: whyNot } : {};
  switch (reason) {
    case 'WINDOW_CLOSED':
    case 'WARRANTY_ENDED':
      return { code: reason, text: reasonText ?? ineligibleText(reason, null), ...words, ...ruled };
    case 'FINAL_SALE':
      return { code: reason, text: reasonText ?? ineligibleText(reason, null), ...words };
    case 'METHOD_DISABLED':
      // What a store never offers is refused to nobody in particular.
      return isRuledOut(terms, method)
        ? { code: reason, text: reasonText ?? ineligibleText(reason, null), ...words, ...ruled }
        : null;
    default:
      return null;
  }
}

/** Gift cards and store credit share a rule: it rules out neither where it gives one. */
function isRuledOut(terms: LinePolicy, method: OfferedMethod | 'warrantyReview'): boolean {
  if (ruleOf(terms, method) === undefined) return false;
  if (method === 'warrantyReview') return terms.isWarrantyRefused === true;
  const { giftCard, storeCredit } = terms.methods;
  if (method === 'giftCard' || method === 'storeCredit') return !giftCard.isOffered && !storeCredit.isOffered;
  return !terms.methods[method].isOffered;
}

/** Why the rules leave a line no method; null where one is open, or something else closes it. */
function lineRefusalOf(eligible: LineEligibility, terms: LinePolicy): RuleRefusal | null {
  const methods = Object.keys(eligible.methods) as OfferedMethod[];
  const telling = methods.find((method) => eligible.methods[method].reasonText === eligible.reasonText);
  return eligible.reason === null ? null : refusalOf(eligible, terms, telling ?? 'refund');
}

/** Staff already denied it to the same person. Buyer and recipient aren't told about each other's claims. */
const wasDenied = (priorClaims: readonly Claim[], { idFromPlatform }: OrderLine, asker: Asker): boolean =>
  priorClaims.some(
    (claim) =>
      isGiftReturn(claim) === (asker === 'recipient') &&
      claim.lines.some(
        (line) => line.lineIdFromPlatform === idFromPlatform && line.refusal !== undefined && line.status === 'denied',
      ),
  );

type Asked = {
  selection: ClaimSelection;
  line: OrderLine;
  /** Under the policy given what was chosen, and under the one the shopper was shown. */
  policies: readonly Policy[];
  questions: readonly PolicyQuestion[];
};

/**
 * Why the rules refuse what a shopper asks a review for. Refuses REVIEW_NOT_OFFERED, REVIEW_DENIED, REVIEW_NOT_NEEDED,
 * COMMENT_REQUIRED and METHOD_NOT_ELIGIBLE.
 */
export function refusalToReview(
  { order, policy, priorClaims, now }: About & { now: string },
  { selection, line, policies, questions }: Asked,
): RuleRefusal {
  if (!policy.isReviewOffered)
    throw new Refusal('notAllowed', 'REVIEW_NOT_OFFERED', "This store doesn't take requests for a review.");
  if (wasDenied(priorClaims, line, policy.asker))
    throw new Refusal('notAllowed', 'REVIEW_DENIED', `The store has already reviewed "${line.name}".`).naming({
      item: line.name,
    });
  if (selection.comments.trim() === '')
    throw new Refusal('notAllowed', 'COMMENT_REQUIRED', 'Please tell the store why.').naming({ item: line.name });
  const verdictOf = CLAIM_TYPES[policy.claimType].shopperAsks === 'review' ? warrantyVerdict : returnVerdict;
  const verdicts = policies.map((its) => verdictOf({ order, policy: its, priorClaims, now }, selection, line));
  const refused = verdicts.find(({ refusal }) => refusal !== null)?.refusal;
  if (refused) return refused;
  const [verdict] = verdicts;
  if (verdict && !verdict.isEligible)
    throw new Refusal(
      'notAllowed',
      'METHOD_NOT_ELIGIBLE',
      `"${line.name}": ${verdict.text ?? "This isn't available."}`,
    ).naming({ item: line.name, why: verdict.whyNot ?? { id: 'resolution.unavailable' } });
  const answered = questions.find(({ ruleId }) =>
    selection.answers?.some((one) => one.ruleId === ruleId && one.answer === 'yes'),
  );
  if (answered) return { code: 'ITEM_INELIGIBLE', text: onYesText(answered, line), ruleId: answered.ruleId };
  throw new Refusal(
    'conflict',
    'REVIEW_NOT_NEEDED',
    `"${line.name}" doesn't need a review. Please start a return.`,
  ).naming({ item: line.name });
}

export const onYesText = ({ onYesMessage }: PolicyQuestion, line: OrderLine): string =>
  onYesMessage === '' ? `"${line.name}" isn't eligible.` : onYesMessage;

type Verdict = { isEligible: boolean; text: string | null; whyNot: Words | null; refusal: RuleRefusal | null };

function returnVerdict(about: About & { now: string }, { method }: ClaimSelection, line: OrderLine): Verdict {
  const { order, policy, priorClaims, now } = about;
  const wish = RemainderMethod.safeParse(method);
  const eligible = lineEligibility(order, policy, priorClaims, now).find(
    ({ lineIdFromPlatform }) => lineIdFromPlatform === line.idFromPlatform,
  );
  if (!wish.success || !eligible) return { isEligible: false, text: null, whyNot: null, refusal: null };
  const terms = linePolicy(policy.terms, line);
  const verdict = eligible.methods[wish.data];
  const { isEligible, reasonText: text } = verdict;
  const isAskable = refusedMethods(about, line, eligible, terms).includes(wish.data);
  return {
    isEligible,
    text,
    whyNot: whyNotWords(verdict),
    refusal: isAskable ? (refusalOf(worded(verdict), terms, wish.data) ?? lineRefusalOf(eligible, terms)) : null,
  };
}

function warrantyVerdict(
  { order, policy, priorClaims, now }: About & { now: string },
  { method }: ClaimSelection,
  line: OrderLine,
): Verdict {
  const verdict = warrantyEligibility(order, line, policy, priorClaims, now);
  const { isEligible, reasonText: text } = verdict;
  const refusal =
    method === 'warrantyReview' ? refusalOf(worded(verdict), linePolicy(policy.terms, line), 'warrantyReview') : null;
  return { isEligible, text, whyNot: whyNotWords(verdict), refusal };
}
