import type { Hook } from '#core/automations/hooks.ts';
import type { RuleSet } from '#core/automations/rule-set.ts';
import { reasonsChosen } from '#core/claims/choices-of.ts';
import { lineEligibility, warrantyEligibility } from '#core/claims/eligibility.ts';
import type { CreateClaimInput } from '#core/claims/new-claim.ts';
import { CLAIM_TYPES } from '#core/claims/types.ts';
import { orderBalance } from '#core/orders/balance.ts';
import type { Choice, Choices } from '#core/policy/choices.ts';
import type { LinePolicy } from '#core/policy/claim-policy.ts';
import { reasonsFor, type Policy } from '#core/policy/policy.ts';

type About = Pick<CreateClaimInput, 'order' | 'policy' | 'priorClaims' | 'now'>;

/** What the live rules say to what could be chosen. */
type Asked = { rules: RuleSet; policyWith(choices: (policy: Policy) => Choices): Policy };

const AT: Hook = 'afterReasonSelection';

/**
 * Units of each line that are open as long as nobody said a reason, or for some reason that it can be given. Null where
 * no rule looks at reasons: what is open now is then open for all of them.
 */
export function choosableUnits(about: About, { rules, policyWith }: Asked): ReadonlyMap<string, number> | null {
  const deciding = rules.rulesAt(AT).filter(({ type }) => type === 'modifyResolutionWindow');
  if (deciding.length === 0) return null;
  const facts = new Set(deciding.flatMap(({ conditions }) => conditions.map(({ fact }) => fact)));
  const asksUnits = facts.has('claim/quantity') || facts.has('claim/lineItemTotal');
  const { chosen } = policyWith((policy) => ({ lines: everyChoice({ ...about, policy }, asksUnits), goodsTotal: 0 }));
  const opened = openUnits(about);
  for (const policy of policiesOf(
    about.policy,
    chosen.map(({ line }) => line),
  ))
    for (const [id, units] of openUnits({ ...about, policy })) opened.set(id, Math.max(units, opened.get(id) ?? 0));
  return opened;
}

/** Each line with each of its reasons, by itself. */
function everyChoice(about: About, asksUnits: boolean): Choice[] {
  const { order, policy, priorClaims } = about;
  const { lines } = orderBalance(order, priorClaims);
  return order.lines.flatMap(({ idFromPlatform: lineIdFromPlatform }) => {
    const { left = 0, bought = 0, claimed = 0, back = 0 } = lines.get(lineIdFromPlatform) ?? {};
    // The platform may tell of more units sent than were bought.
    const most = Math.min(left, bought - claimed - back);
    const reasons = reasonsFor(policy, lineIdFromPlatform);
    if (most <= 0 || reasons.length === 0) return [];
    return (asksUnits ? someUpTo(most) : [1]).flatMap((quantity) => {
      const selections = [{ lineIdFromPlatform, quantity, reasonId: '', reasonDetail: '' }];
      return reasonsChosen({ order, policy, priorClaims, selections }).lines.flatMap((choice) =>
        reasons.flatMap(({ id: reasonId, details }) =>
          (details.length > 0 ? details : ['']).map((reasonDetail) => ({ ...choice, reasonId, reasonDetail })),
        ),
      );
    });
  });
}

const MOST_TRIED = 10;

/** Numbers of units to ask about. A rule about more or fewer units than some number matches all of them, or one. */
const someUpTo = (most: number): number[] =>
  most <= MOST_TRIED
    ? Array.from({ length: most }, (_unit, index) => index + 1)
    : Array.from({ length: MOST_TRIED }, (_unit, index) => 1 + Math.round((index * (most - 1)) / (MOST_TRIED - 1)));

/** Policies that together have all the terms that a line may come to. */
function policiesOf(policy: Policy, possible: readonly LinePolicy[]): Policy[] {
  const byLine = new Map(
    [...Map.groupBy(possible, ({ lineIdFromPlatform }) => lineIdFromPlatform)].map(
      ([id, terms]) => [id, [...new Map(terms.map((one) => [JSON.stringify(one), one])).values()]] as const,
    ),
  );
  const most = Math.max(0, ...[...byLine.values()].map(({ length }) => length));
  return Array.from({ length: most }, (_policy, index) => ({
    ...policy,
    terms: {
      ...policy.terms,
      lines: policy.terms.lines.map((line) => byLine.get(line.lineIdFromPlatform)?.[index] ?? line),
    },
  }));
}

function openUnits({ order, policy, priorClaims, now }: About): Map<string, number> {
  if (CLAIM_TYPES[policy.claimType].shopperAsks === 'review')
    return new Map(
      order.lines.map((line) => [
        line.idFromPlatform,
        warrantyEligibility(order, line, policy, priorClaims, now).returnableQuantity,
      ]),
    );
  return new Map(
    lineEligibility(order, policy, priorClaims, now).map((line) => [line.lineIdFromPlatform, line.returnableQuantity]),
  );
}
