import type { Claim } from '#core/claims/claim.ts';
import type { RemainderMethod } from '#core/claims/goods-shapes.ts';
import { onOrder, type HeldOrder } from '#core/claims/commands/define.ts';
import type { EmailText } from '#core/claims/email-wishes.ts';
import { changesSince } from '#core/claims/timeline.ts';
import { giveValueInstead, leftWithout, valueInstead, type SendingStep } from '#core/claims/value-instead.ts';
import type { Minor } from '#core/money.ts';
import { Refusal } from '#core/refusal.ts';

type ValueAsked = {
  step: SendingStep;
  method: RemainderMethod;
  /** The sums that staff saw, and the version of the claim they saw them on. */
  seen: { issued: Minor; ofPayment: Minor; version: number | undefined };
  email: EmailText | null;
};

/** Staff give the value of goods that could not be sent. Refuses SUMS_CHANGED. */
export const valueGivenInstead = onOrder((claim, { step, method, seen, email }: ValueAsked, now, held) => {
  const around = held();
  const left = leftFor(claim, step, around);
  const { issued, ofPayment } = valueInstead(claim, step, left);
  if (issued !== seen.issued || ofPayment !== seen.ofPayment) throw sumsChanged(claim, seen.version);
  const input = { method, policy: around.policy, left, email, otherClaims: around.claims };
  return giveValueInstead(claim, around.order, step, input, now);
});

const leftFor = (claim: Claim, step: SendingStep, { order, claims }: HeldOrder): Minor =>
  leftWithout(claim, step, order, claims);

/** Says who changed what since the claim was shown, where the caller says which version that was. */
function sumsChanged(claim: Claim, version: number | undefined): Refusal {
  const what = version === undefined ? '' : changesSince(claim, version);
  return new Refusal(
    'conflict',
    'SUMS_CHANGED',
    `The amounts have changed${what === '' ? '' : `: ${what}`}. Please review them again.`,
  );
}
