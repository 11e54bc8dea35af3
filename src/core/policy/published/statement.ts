import type { RuledWindow, WindowName } from '#core/automations/actions/modify-resolution-window.ts';
import type { ReturnMethod } from '#core/automations/actions/return-shipping-config.ts';
import type { Facts } from '#core/automations/facts.ts';
import type { Hook } from '#core/automations/hooks.ts';
import type { RunnableRule } from '#core/automations/rule.ts';
import type { RuleSet } from '#core/automations/rule-set.ts';
import { reasonsOfType } from '#core/claims/reason-groups.ts';
import { categoryOfReason } from '#core/claims/reasons.ts';
import type { ClaimType } from '#core/claims/types.ts';
import type { OfferedMethod } from '#core/claims/eligibility.ts';
import type { CurrencyCode } from '#core/money.ts';
import { bonusBy, storePolicyFor, type Means } from '#core/policy/policy-for.ts';
import {
  bonusSaid,
  exchangeShippingSaid,
  feeSaid,
  footnoteSaid,
  labelSaid,
  questionSaid,
  returnMethodsSaid,
  variantShippingSaid,
  windowSaid,
  type Charge,
} from '#core/policy/published/says.ts';
import { NO_RULE, termOf, type Case, type Term } from '#core/policy/published/term.ts';
import { whenOf, type When } from '#core/policy/published/when.ts';
import type { StoreSettings } from '#core/settings/settings.ts';

export type Fee = Charge & { name: string };

/** What a store publishes of its policy: all that can be said of orders nobody has looked at. */
export type PolicyStatement = {
  currencyCode: CurrencyCode;
  isReturnsOffered: boolean;
  isGiftReturnOffered: boolean;
  isWarrantyOffered: boolean;
  /** Shoppers may ask for an exception. */
  isReviewOffered: boolean;
  /** Days from fulfillment to assumed delivery where the carrier reported none. */
  defaultDeliveryDays: number;
  windows: Readonly<Record<OfferedMethod, Term<RuledWindow>>>;
  warranty: Term<RuledWindow>;
  /** What rules that refuse say about it, by rule. */
  footnotes: ReadonlyMap<number, string>;
  fee: Term<Fee>;
  /** What a label costs the shopper; a part is of its price. */
  label: Term<Charge>;
  /** A part is of the price of the new items. */
  exchangeShipping: Term<Charge>;
  /** Whether exchange shipping is charged for another variant of the same product too. */
  isVariantShippingCharged: Term<boolean>;
  returnMethods: Term<readonly ReturnMethod[]>;
  bonus: Term<Charge>;
  /** Asked about an item; a yes makes it ineligible. */
  questions: readonly { ruleId: number; when: When; question: string }[];
  /** Whether items that were sent can be claimed while others of the order are still to come. */
  isPartlyFulfilledTaken: boolean;
  /** Whether items that came from an exchange can be exchanged. */
  isExchangeOfExchangeTaken: boolean;
  /** Whether an item that was repaired can be claimed on the warranty again. */
  isClaimedAgain: boolean;
  itemCondition: 'unused' | 'used';
  /** Reasons for which the condition doesn't count. */
  isDamageAccepted: boolean;
};

export type StatementInput = {
  settings: StoreSettings;
  rules: RuleSet;
  means: Means;
  storeCurrencyCode: CurrencyCode;
  /** Product groups with a warranty of their own. */
  warrantyGroups: readonly { id: number; warrantyDays: number }[];
  /** More that is known of the orders it is about, such as their country. */
  about?: Facts;
};

/** What the settings and the live rules of a store say to everybody. */
export function policyStatement(input: StatementInput): PolicyStatement {
  const { settings, rules, storeCurrencyCode: currencyCode, means } = input;
  const { returns, warranties, giftCards, fees, publishedPolicy, reasons, variantExchanges } = settings;
  const store = storePolicyFor({ settings, means });
  const known = knownOf('Return', input.about);
  const term = <Value>(
    general: Value,
    hooks: readonly Hook[],
    say: (rule: RunnableRule) => Value | null | undefined,
  ): Term<Value> =>
    termOf(
      general,
      hooks.map((hook) => rules.rulesAt(hook)),
      say,
      known,
    );
  return {
    currencyCode,
    isReturnsOffered: returns.isReturnsEnabled,
    isGiftReturnOffered: store.isGiftReturnEnabled,
    isWarrantyOffered: warranties.isWarrantiesEnabled,
    isReviewOffered: store.isReviewOffered,
    defaultDeliveryDays: returns.defaultDeliveryDays,
    windows: windowsOf(input),
    warranty: withGroupTerms(
      windowTerm(input, 'Warranty', GENERAL, windowSaid('warrantyReview')),
      daysOf(true, warranties.defaultWarrantyDays),
      input,
    ),
    footnotes: new Map(
      WINDOW_HOOKS.flatMap((hook) => rules.rulesAt(hook)).flatMap((rule): [number, string][] => {
        const text = footnoteSaid(rule);
        return text === null ? [] : [[rule.id, text]];
      }),
    ),
    fee: term({ kind: 'amount', amount: fees.returnFee, name: fees.returnFeeName }, REVIEW, feeSaid(currencyCode)),
    label: term({ kind: 'amount', amount: fees.returnShippingFee }, LABEL_HOOKS, labelSaid(currencyCode)),
    exchangeShipping: term(
      { kind: 'amount', amount: fees.exchangeShippingFee },
      REVIEW,
      exchangeShippingSaid(currencyCode),
    ),
    isVariantShippingCharged: term(true, OFFER_HOOKS, variantShippingSaid),
    returnMethods: term<readonly ReturnMethod[]>(store.shippingMethods, SHIPPING_HOOKS, returnMethodsSaid(means)),
    bonus: term(bonusOf(giftCards, currencyCode), OFFER_HOOKS, bonusSaid(currencyCode)),
    questions: rules.rulesAt('afterReasonSelection').flatMap((rule) => {
      const question = questionSaid(rule);
      const when = question === undefined ? null : whenOf(rule, known);
      return question === undefined || when === null ? [] : [{ ruleId: rule.id, when, question }];
    }),
    isPartlyFulfilledTaken: returns.allowClaimsOnPartiallyFulfilledOrders,
    isExchangeOfExchangeTaken: variantExchanges.isExchangeOfExchangeAllowed,
    isClaimedAgain: warranties.isMultipleWarrantyClaimsAllowed,
    itemCondition: publishedPolicy.itemCondition,
    isDamageAccepted: reasonsOfType(reasons, 'Return').some((reason) => categoryOfReason(reason) === 'Defective_Item'),
  };
}

// The latest moment first.
const WINDOW_HOOKS = ['afterReasonSelection', 'orderLookup'] as const satisfies readonly Hook[];
const REVIEW = ['beforeClaimSubmission'] as const satisfies readonly Hook[];
const LABEL_HOOKS = ['returnShipmentQuote', 'beforeClaimSubmission'] as const satisfies readonly Hook[];
const OFFER_HOOKS = ['beforeClaimSubmission', 'afterReasonSelection'] as const satisfies readonly Hook[];
const SHIPPING_HOOKS = ['claimCreated', 'returnShipmentQuote'] as const satisfies readonly Hook[];

/** True of whatever the statement is about: the page is for buyers, and of a canceled order nothing is taken back. */
const knownOf = (claimType: ClaimType, about: Facts = {}): Facts => ({
  ...about,
  'claim/type': claimType,
  'claim/isGiftReturn': false,
  'order/isCanceled': false,
});

const NOT_OFFERED: RuledWindow = { kind: 'notOffered' };
const daysOf = (isOffered: boolean, days: number): RuledWindow => (isOffered ? { kind: 'days', days } : NOT_OFFERED);

/** What the settings add to gift cards and store credit. */
function bonusOf(giftCards: StoreSettings['giftCards'], currencyCode: CurrencyCode): Charge {
  const { incentiveBasisPoints: basisPoints, incentiveAmount } = bonusBy(giftCards, currencyCode, true);
  return incentiveAmount === undefined ? { kind: 'part', basisPoints } : { kind: 'amount', amount: incentiveAmount };
}

type Say = (rule: RunnableRule) => RuledWindow | undefined;

const windowTerm = (
  { rules, about }: StatementInput,
  claimType: ClaimType,
  general: RuledWindow,
  say: Say,
): Term<RuledWindow> =>
  termOf(
    general,
    WINDOW_HOOKS.map((hook) => rules.rulesAt(hook)),
    say,
    knownOf(claimType, about),
  );

/** Stands for what holds where no rule says anything. */
const GENERAL: RuledWindow = { kind: 'days', days: 0 };

/** Where no rule says anything, a product has the longest term of its groups, else that of the settings. */
function withGroupTerms(
  term: Term<RuledWindow>,
  general: RuledWindow,
  { warrantyGroups, about }: StatementInput,
): Term<RuledWindow> {
  if (term.general !== GENERAL) return term;
  const known = knownOf('Warranty', about);
  const cases = warrantyGroups
    .toSorted((one, other) => other.warrantyDays - one.warrantyDays)
    .flatMap(({ id, warrantyDays }): Case<RuledWindow>[] => {
      const when = whenOf({ mode: 'all', conditions: [{ fact: 'product/group', operator: 'in', value: [id] }] }, known);
      return when === null ? [] : [{ ruleId: NO_RULE, when, value: { kind: 'days', days: warrantyDays } }];
    });
  return { general, cases: [...term.cases, ...cases] };
}

function windowsOf(input: StatementInput): PolicyStatement['windows'] {
  const { refunds, storeCredit, giftCardsControl, variantExchanges } = input.settings;
  const its = (isOffered: boolean, days: number, name: WindowName, isRuled = true): Term<RuledWindow> =>
    windowTerm(input, 'Return', daysOf(isOffered, days), (rule) => {
      const window = windowSaid(name)(rule);
      return window && !isRuled ? NOT_OFFERED : window;
    });
  const isCredit = storeCredit.isStoreCreditEnabled;
  const isCard = giftCardsControl.isGiftCardEnabled;
  return {
    refund: its(refunds.isRefundsEnabled, refunds.refundValidityDays, 'refund'),
    // One window of a rule is for both: the one that the store gives, or gift cards where it gives neither.
    storeCredit: its(isCredit, storeCredit.storeCreditValidityDays, 'giftCard', isCredit),
    giftCard: its(isCard, giftCardsControl.giftCardValidityDays, 'giftCard', isCard || !isCredit),
    variantExchange: its(variantExchanges.isExchangeEnabled, variantExchanges.variantExchangeValidityDays, 'exchange'),
  };
}
