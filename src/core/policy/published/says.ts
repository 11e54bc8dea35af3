import { applyFee } from '#core/automations/actions/apply-fee.ts';
import { askAPolicyEnforcingQuestion } from '#core/automations/actions/ask-a-policy-enforcing-question.ts';
import { chargeForExchangeOrderShipping } from '#core/automations/actions/charge-for-exchange-order-shipping.ts';
import { chargeForReturnLabel } from '#core/automations/actions/charge-for-return-label.ts';
import { modifyIncentives } from '#core/automations/actions/modify-incentives.ts';
import {
  modifyResolutionWindow,
  type RuledWindow,
  type WindowName,
} from '#core/automations/actions/modify-resolution-window.ts';
import { returnShippingConfig, type ReturnMethod } from '#core/automations/actions/return-shipping-config.ts';
import { ACTIONS } from '#core/automations/actions.ts';
import type { Action } from '#core/automations/action.ts';
import { basisPointsOf, type Change } from '#core/automations/amounts.ts';
import { methodsOf } from '#core/automations/at-creation.ts';
import type { RunnableRule } from '#core/automations/rule.ts';
import { exponentOf } from '#core/currency.ts';
import type { CurrencyCode, Minor } from '#core/money.ts';

/** An amount in the store's currency, or a part of something. */
export type Charge = { kind: 'amount'; amount: Minor } | { kind: 'part'; basisPoints: number };

/** What one rule says, as `termOf` asks: undefined where its action is another one. */
const saidBy = <Outcome>(action: Action<Outcome>, { id, type, params }: RunnableRule): Outcome | undefined =>
  ACTIONS[type] === action ? (action.outcome([{ ruleId: id, params }]) ?? undefined) : undefined;

export const windowSaid =
  (name: WindowName) =>
  (rule: RunnableRule): RuledWindow | undefined =>
    saidBy(modifyResolutionWindow, rule)?.windows[name]?.window;

export const footnoteSaid = (rule: RunnableRule): string | null =>
  saidBy(modifyResolutionWindow, rule)?.footnote?.text ?? null;

export const feeSaid =
  (currencyCode: CurrencyCode) =>
  (rule: RunnableRule): (Charge & { name: string }) | undefined => {
    const said = saidBy(applyFee, rule)?.params;
    return said && { ...chargeOf(said.feeType, said.feeAmount, currencyCode), name: said.feeDisplayName.trim() };
  };

export const labelSaid =
  (currencyCode: CurrencyCode) =>
  (rule: RunnableRule): Charge | null | undefined =>
    changeSaid(saidBy(chargeForReturnLabel, rule)?.params.applyLabelMarkup, currencyCode);

export const exchangeShippingSaid =
  (currencyCode: CurrencyCode) =>
  (rule: RunnableRule): Charge | null | undefined =>
    changeSaid(saidBy(chargeForExchangeOrderShipping, rule)?.params.applyExchangeOrderShippingMarkup, currencyCode);

export const bonusSaid =
  (currencyCode: CurrencyCode) =>
  (rule: RunnableRule): Charge | null | undefined =>
    changeSaid(saidBy(modifyIncentives, rule)?.params.giftCardIncentive, currencyCode);

export const variantShippingSaid = (rule: RunnableRule): boolean | undefined =>
  saidBy(modifyIncentives, rule)?.params.shouldApplyVariantExchangeShipping;

export const returnMethodsSaid =
  (means: { canMakeLabels: boolean }) =>
  (rule: RunnableRule): ReturnMethod[] | null | undefined => {
    const said = saidBy(returnShippingConfig, rule)?.params.returnMethods;
    const methods = said && methodsOf(said, means);
    return methods?.length === 0 ? null : methods;
  };

export const questionSaid = (rule: RunnableRule): string | undefined =>
  saidBy(askAPolicyEnforcingQuestion, rule)?.[0]?.params.question;

function changeSaid(change: Change | undefined, currencyCode: CurrencyCode): Charge | null | undefined {
  if (!change) return undefined;
  return change.shouldModify ? chargeOf(change.type, change.amount, currencyCode) : null;
}

const chargeOf = (type: Change['type'], amount: number, currencyCode: CurrencyCode): Charge =>
  type === 'percent'
    ? { kind: 'part', basisPoints: basisPointsOf(amount) }
    : { kind: 'amount', amount: Math.round(amount * 10 ** exponentOf(currencyCode)) };
