import { allowClaimTypeSelection } from '#core/automations/actions/allow-claim-type-selection.ts';
import { askAPolicyEnforcingQuestion } from '#core/automations/actions/ask-a-policy-enforcing-question.ts';
import { collectCustomFields } from '#core/automations/actions/collect-custom-fields.ts';
import { modifyResolutionWindow } from '#core/automations/actions/modify-resolution-window.ts';
import { returnShippingConfig } from '#core/automations/actions/return-shipping-config.ts';
import { answerFacts } from '#core/automations/answer-facts.ts';
import { methodsOf } from '#core/automations/at-creation.ts';
import type { Facts } from '#core/automations/facts.ts';
import type { Hook } from '#core/automations/hooks.ts';
import {
  lineFactsOf,
  orderFacts,
  shopAmountOf,
  type ProductPlaces,
  type RegistrationOfOrder,
} from '#core/automations/order-facts.ts';
import { askAsRecorded } from '#core/automations/recorded.ts';
import type { Asking, Decision, Receipt, RuleSet } from '#core/automations/rule-set.ts';
import { answersTo, fieldsWithIds, valuesById } from '#core/claims/field-answers.ts';
import type { AskedField, FieldAnswer } from '#core/claims/field-shapes.ts';
import { categoryAmong } from '#core/claims/reasons.ts';
import type { Order } from '#core/orders/order.ts';
import { subjectsOf, valueOf, type Choice, type Choices } from '#core/policy/choices.ts';
import type { LinePolicy } from '#core/policy/claim-policy.ts';
import { linePolicy, type ChosenPolicy, type Demands, type Policy } from '#core/policy/policy.ts';
import { charged, withLabelCharge } from '#core/policy/ruled-charges.ts';
import { withProductExchange } from '#core/policy/ruled-exchange.ts';
import { withIncentives, withInstantExchange, withShopNow } from '#core/policy/ruled-offers.ts';
import { withWindows } from '#core/policy/windows.ts';

/** What rules are asked with beside an order. */
export type KnownAround = {
  timeZone: string;
  /** Claims of the buyer in the 365 days before; null where nobody counted them. */
  returnsLastYear: number | null;
  warrantiesLastYear: number | null;
  /** The platform's segments that the buyer is in; null while nobody asked for them. */
  segmentIds: readonly string[] | null;
  /** Those whose products are on the order, the oldest first. */
  registrations: readonly RegistrationOfOrder[];
  products: ProductPlaces;
  /** ISO instant. */
  now: string;
};

/** The rules of the store, and what they are asked with beside the order. */
export type Ruling = KnownAround & {
  rules: RuleSet;
  /** The custom fields of the store. */
  fields: readonly AskedField[];
  /** What the shopper chose; absent while the order is only looked at. */
  choices?: Choices | null;
  /** What rules looked at when all this was asked once; it counts more than what is known today. */
  recorded?: readonly Receipt[];
};

type Known = { order: Order; storeCurrencyCode: string; ruling: KnownAround };

/** What rules are asked with about an order and its lines: the same at every moment, and under any rules. */
export type OrderAsked = { ofOrder(): Facts; ofLines(): ReadonlyMap<string, Facts> };

type Input = Known & { ruling: Ruling; asked: OrderAsked };

/**
 * What the rules make of a policy: those of the order's look-up, then those after the reasons and of what can be chosen in
 * exchange, then those before the claim is submitted. What a later moment says replaces what an earlier one said.
 */
export function withRules(policy: Policy, known: Known & { ruling: Ruling; asked?: OrderAsked }): Policy {
  const input = { ...known, asked: known.asked ?? orderAsked(policy, known) };
  const looked = atLookup(policy, input);
  const { choices } = input.ruling;
  if (!choices) return looked;
  const reasoned = atExchange(afterReasons(looked, policy, choices, input), choices, input);
  return choices.lines.some(({ resolution }) => resolution === null)
    ? reasoned
    : atQuote(atReview(reasoned, choices, input), choices, input);
}

function atLookup(policy: Policy, input: Input): Policy {
  const { ruling } = input;
  if (!ruling.rules.hasRulesAt('orderLookup')) return policy;
  const decision = ask(ruling, 'orderLookup', lookupAskings(input));
  const words = decision.of(allowClaimTypeSelection);
  const ruled = policy.terms.lines.map((line) => {
    const outcome = decision.of(modifyResolutionWindow, line.lineIdFromPlatform);
    return outcome ? withWindows(line, outcome, around(policy, line, ruling)) : line;
  });
  return withInstantExchange(
    {
      ...policy,
      terms: { ...policy.terms, lines: ruled },
      claimTypeSelectionText: words ? words.params.claimTypeSelectionDetailText : policy.claimTypeSelectionText,
      decisions: [...policy.decisions, decision],
    },
    decision,
  );
}

const around = ({ asker }: Policy, bySettings: LinePolicy, { timeZone }: Ruling) => ({ asker, timeZone, bySettings });

function afterReasons(policy: Policy, bySettings: Policy, choices: Choices, input: Input): Policy {
  const { ruling } = input;
  if (!ruling.rules.hasRulesAt('afterReasonSelection')) return policy;
  const decision = ask(ruling, 'afterReasonSelection', choiceAskings(policy, choices, input));
  const subjects = subjectsOf(choices);
  const chosen = choices.lines.map((choice, index): ChosenPolicy => {
    const subject = subjects[index];
    const place = { idFromPlatform: choice.lineIdFromPlatform };
    const line = linePolicy(policy.terms, place);
    const outcome = decision.of(modifyResolutionWindow, subject);
    const demanded = decision.of(collectCustomFields, subject);
    return {
      line: outcome ? withWindows(line, outcome, around(policy, linePolicy(bySettings.terms, place), ruling)) : line,
      questions: (decision.of(askAPolicyEnforcingQuestion, subject) ?? []).map(({ ruleId, params }) => ({
        ruleId,
        ...params,
      })),
      demands: demanded && demandsOf(demanded, ruling),
    };
  });
  const lines = policy.terms.lines.map(
    (line) => chosen.find((one) => one.line.lineIdFromPlatform === line.lineIdFromPlatform)?.line ?? line,
  );
  const ruled = { ...policy, terms: { ...policy.terms, lines }, chosen, decisions: [...policy.decisions, decision] };
  return withProductExchange(
    withShopNow(withInstantExchange(withIncentives(ruled, decision), decision), decision),
    choices,
    decision,
  );
}

/** What can be chosen instead of each item, once its reason is known. */
function atExchange(policy: Policy, choices: Choices, input: Input): Policy {
  const { ruling } = input;
  if (!ruling.rules.hasRulesAt('exchangeProductSelection')) return policy;
  const decision = ask(ruling, 'exchangeProductSelection', choiceAskings(policy, choices, input));
  return withProductExchange({ ...policy, decisions: [...policy.decisions, decision] }, choices, decision);
}

type Demanded = Omit<Demands, 'fields'> & { customFieldIds: readonly number[] };

/** A field that the store no longer has is not asked. */
const demandsOf = ({ customFieldIds, ...demanded }: Demanded, { fields }: Ruling): Demands => ({
  ...demanded,
  fields: fieldsWithIds(fields, customFieldIds),
});

/** Only what was asked about the choice counts. */
const answersOf = ({ fieldValues }: Choice, chosen: ChosenPolicy | undefined): FieldAnswer[] =>
  answersTo(chosen?.demands?.fields ?? [], valuesById(fieldValues));

/** What the matching rules of the last moment make of the money. */
function atReview(policy: Policy, choices: Choices, input: Input): Policy {
  const { ruling } = input;
  if (!ruling.rules.hasRulesAt('beforeClaimSubmission')) return policy;
  const decision = ask(ruling, 'beforeClaimSubmission', choiceAskings(policy, choices, input));
  const offered = withLabelCharge(withShopNow(withIncentives(policy, decision), decision), decision);
  return {
    ...offered,
    terms: charged(offered, choices, decision),
    decisions: [...offered.decisions, decision],
  };
}

/** How the goods can be sent back, and where to. Staff choose among all ways of the settings. */
function atQuote(policy: Policy, choices: Choices, input: Input): Policy {
  const { ruling } = input;
  if (!ruling.rules.hasRulesAt('returnShipmentQuote')) return policy;
  const decision = ask(ruling, 'returnShipmentQuote', choiceAskings(policy, choices, input));
  const outcome = decision.of(returnShippingConfig);
  const methods = outcome && policy.asker !== 'staff' ? methodsOf(outcome.params.returnMethods, policy) : [];
  return {
    ...withLabelCharge(policy, decision),
    ...(outcome ? { returnLocationId: outcome.params.returnLocationId } : {}),
    ...(methods.length > 0 ? { shippingMethods: methods } : {}),
    decisions: [...policy.decisions, decision],
  };
}

const ask = ({ rules, recorded }: Ruling, hook: Hook, askings: readonly Asking[]): Decision =>
  askAsRecorded(rules, hook, askings, recorded);

/** Worked out when a moment first asks: most stores have no rules for most moments. */
export function orderAsked(
  policy: Pick<Policy, 'asker' | 'isShippingProtected'>,
  { order, storeCurrencyCode, ruling }: Known,
): OrderAsked {
  let ofOrder: Facts | null = null;
  let ofLines: ReadonlyMap<string, Facts> | null = null;
  return {
    ofOrder: () =>
      (ofOrder ??= orderFacts(order, {
        ...ruling,
        storeCurrencyCode,
        isGiftReturn: policy.asker === 'recipient',
        isShippingProtected: policy.isShippingProtected,
      })),
    ofLines: () => (ofLines ??= lineFactsOf(order, ruling.products, ruling)),
  };
}

/** What rules are asked with at the look-up of an order: each of its lines. */
export const lookupAskings = ({ order, asked }: Pick<Input, 'order' | 'asked'>): Asking[] =>
  order.lines.map(({ idFromPlatform }) => ({
    subject: idFromPlatform,
    facts: { ...asked.ofOrder(), ...asked.ofLines().get(idFromPlatform) },
  }));

/** What rules are asked with from the reasons on: each line that was chosen. */
export function choiceAskings(
  policy: Policy,
  choices: Choices,
  { order, storeCurrencyCode, asked }: Pick<Input, 'order' | 'storeCurrencyCode' | 'asked'>,
): Asking[] {
  const amount = shopAmountOf(order, storeCurrencyCode);
  const subjects = subjectsOf(choices);
  const isComplete = choices.lines.every(({ resolution }) => resolution !== null);
  const ofClaim: Facts = {
    ...asked.ofOrder(),
    'claim/type': policy.claimType,
    ...(isComplete
      ? {
          'claim/total': amount(valueOf(choices.lines)),
          'claim/exchangeOrderTotal': amount(choices.goodsTotal),
        }
      : {}),
  };
  return choices.lines.map((choice, index) => ({
    subject: subjects[index] ?? '',
    facts: {
      ...ofClaim,
      ...asked.ofLines().get(choice.lineIdFromPlatform),
      ...factsOfChoice(choice, policy),
      ...answerFacts(answersOf(choice, policy.chosen[index])),
      'claim/lineItemTotal': amount(choice.amount),
    },
  }));
}

function factsOfChoice({ quantity, reasonId, reasonDetail, resolution }: Choice, { reasons }: Policy): Facts {
  return {
    'claim/quantity': quantity,
    'claim/reasonCategory': categoryAmong(reasons, reasonId),
    'claim/reason': reasonId,
    'claim/reasonDetail': reasonDetail === '' ? [] : reasonDetail,
    'claim/requestedResolution': resolution,
  };
}
