import type { Address } from '#core/address.ts';
import { allowCustomerToKeepItem } from '#core/automations/actions/allow-customer-to-keep-item.ts';
import { returnShippingConfig, type ReturnMethod } from '#core/automations/actions/return-shipping-config.ts';
import { askAboutClaim, subjectOfLine, type AroundClaim } from '#core/automations/claim-facts.ts';
import { answered, type AtMoment } from '#core/automations/claim-moments.ts';
import { rulesText, type Ruled } from '#core/automations/ruled.ts';
import type { Decision } from '#core/automations/rule-set.ts';
import type { Claim } from '#core/claims/claim.ts';
import type { Policy } from '#core/policy/policy.ts';

/** What the rules make of a claim that is just created. */
export type AtCreation = AtMoment & {
  claim: Claim;
  /** Where its items go back to; null where no rule says. */
  returnAddress: Address | null;
};

/** `around`: null or absent where the store has no rules for the moment. */
export function atCreation(claim: Claim, policy: Policy, around: AroundClaim | null = null): AtCreation {
  const quoted = placeOf(policy.returnLocationId, around);
  if (!around?.rules.hasRulesAt('claimCreated')) return { claim, returnAddress: quoted, effects: [], ruled: [] };
  const answer = askAboutClaim(claim, 'claimCreated', around);
  const held = heldForReview(claim, answer, around);
  const shipped = shippedAs(held.claim, policy, answer, around);
  const moment = answered(shipped.claim, 'created', answer, around);
  return {
    claim: shipped.claim,
    returnAddress: shipped.returnAddress ?? quoted,
    effects: moment.effects,
    ruled: moment.ruled.map((one) => ({
      ...one,
      decided: { ...one.decided, ...held.decided, ...shipped.decided },
      notes: [...held.notes, ...one.notes],
    })),
  };
}

type Part = { claim: Claim; decided: Ruled['decided'] };

/** Items that a person looks at before anything is sent back. */
function heldForReview(claim: Claim, answer: Decision, { rules }: AroundClaim): Part & Pick<Ruled, 'notes'> {
  const held = claim.lines.flatMap(({ id, name }) => {
    const outcome = answer.of(allowCustomerToKeepItem, subjectOfLine(id));
    return outcome ? [{ id, name, ruleId: outcome.ruleId }] : [];
  });
  if (held.length === 0) return { claim, decided: {}, notes: [] };
  const ruleIds = [...new Set(held.map(({ ruleId }) => ruleId))];
  const lines = claim.lines.map((line) =>
    held.some(({ id }) => id === line.id) ? { ...line, isHeldForReview: true as const } : line,
  );
  return {
    // What is sent ahead is secured until the return is back, which staff alone give up.
    claim: { ...(claim.instantExchange ? claim : sentBy(claim, 'none')), lines },
    decided: { allowCustomerToKeepItem: held.map(({ id, ruleId }) => ({ lineId: id, ruleId })) },
    notes: [
      {
        subject: `Held for review by ${rulesText(rules, ruleIds)}`,
        message: `Staff decide whether the customer keeps: ${held.map(({ name }) => name).join(', ')}. Nothing is sent automatically.`,
      },
    ],
  };
}

/** What staff chose by hand stays. A place that is gone is skipped. */
function shippedAs(
  claim: Claim,
  policy: Policy,
  answer: Decision,
  around: AroundClaim,
): Part & { returnAddress: Address | null } {
  const outcome = answer.of(returnShippingConfig);
  if (!outcome) return { claim, decided: {}, returnAddress: null };
  const { returnLocationId, returnMethods } = outcome.params;
  const { shippingMethod } = claim;
  const [first] = methodsOf(returnMethods, policy);
  const isFitting = shippingMethod === 'none' || returnMethods.includes(shippingMethod) || policy.asker === 'staff';
  return {
    claim: isFitting || first === undefined ? claim : sentBy(claim, first),
    decided: { returnShippingConfig: outcome },
    returnAddress: placeOf(returnLocationId, around),
  };
}

/** Only a label is charged for, and nothing is waited for that nobody has to send. */
const sentBy = (claim: Claim, shippingMethod: Claim['shippingMethod']): Claim => ({
  ...claim,
  shippingMethod,
  returnRequired: shippingMethod !== 'none',
  returnShippingAmountApplied: shippingMethod === 'label' ? claim.returnShippingAmountApplied : 0,
});

/** The ways back that a rule names and the store can offer. */
export const methodsOf = (
  methods: readonly ReturnMethod[],
  { canMakeLabels }: Pick<Policy, 'canMakeLabels'>,
): ReturnMethod[] => methods.filter((method) => method === 'packingSlip' || canMakeLabels);

const placeOf = (locationId: number | null, around: AroundClaim | null): Address | null =>
  around?.returnLocations.find(({ id }) => id === locationId)?.address ?? null;
