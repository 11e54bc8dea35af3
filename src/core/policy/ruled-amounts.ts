import { basisPointsOf, type AmountType } from '#core/automations/amounts.ts';
import { exponentOf } from '#core/currency.ts';
import { percentOf, type Minor } from '#core/money.ts';
import type { ClaimPolicy } from '#core/policy/claim-policy.ts';
import type { Policy } from '#core/policy/policy.ts';

/** An amount of a rule, which counts in the shop's currency alone. */
export const fixed = (amount: number, { isPriced, currencyCode }: Pick<Policy, 'isPriced' | 'currencyCode'>): Minor =>
  isPriced ? Math.round(amount * 10 ** exponentOf(currencyCode)) : 0;

export const amountOf = (charge: { type: AmountType; amount: number }, of: Minor, policy: Policy): Minor =>
  charge.type === 'percent' ? percentOf(of, basisPointsOf(charge.amount)) : fixed(charge.amount, policy);

/** Terms with the rules that decided something of them. */
export const ruledBy = (terms: ClaimPolicy, rules: NonNullable<ClaimPolicy['ruledBy']>): ClaimPolicy => ({
  ...terms,
  ruledBy: { ...terms.ruledBy, ...rules },
});
