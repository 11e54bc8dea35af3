import type { ClaimReason } from '#core/claims/reasons.ts';
import { Refusal } from '#core/refusal.ts';

type Reasons = { reasons: ClaimReason[]; retiredReasons: ClaimReason[] };
/** A reason, and whether it is offered no more; claims made keep theirs. */
export type AnyReason = ClaimReason & { isDeleted: boolean };

/** Every reason the store has or had: those offered in the order shoppers see them, then the others. */
export const allReasons = ({ reasons, retiredReasons }: Reasons): AnyReason[] => [
  ...reasons.map((reason) => ({ ...reason, isDeleted: false })),
  ...retiredReasons.map((reason) => ({ ...reason, isDeleted: true })),
];

/** The settings with a reason added, changed, taken off the list or put back at its end. Refuses REASON_NEEDED. */
export function withReason(settings: Reasons, { isDeleted, ...reason }: AnyReason): Reasons {
  const without = (some: readonly ClaimReason[]): ClaimReason[] => some.filter(({ id }) => id !== reason.id);
  const put = (some: readonly ClaimReason[]): ClaimReason[] =>
    some.some(({ id }) => id === reason.id)
      ? some.map((one) => (one.id === reason.id ? reason : one))
      : [...some, reason];
  const { reasons, retiredReasons } = settings;
  if (!isDeleted) return { reasons: put(reasons), retiredReasons: without(retiredReasons) };
  if (without(reasons).length === 0)
    throw new Refusal('notAllowed', 'REASON_NEEDED', 'A store needs at least one reason.');
  return { reasons: without(reasons), retiredReasons: put(retiredReasons) };
}

/** Reasons and details removed from the list are kept as retired. */
export function withRetired(before: Reasons, after: Reasons): Reasons {
  const known = new Map(before.reasons.map((reason) => [reason.id, reason]));
  const isOffered = new Set(after.reasons.map(({ id }) => id));
  return {
    reasons: after.reasons.map((reason) => withRetiredDetails(known.get(reason.id), reason)),
    retiredReasons: [...before.retiredReasons, ...before.reasons].filter(({ id }) => !isOffered.has(id)),
  };
}

function withRetiredDetails(before: ClaimReason | undefined, after: ClaimReason): ClaimReason {
  const had = [...(before?.retiredDetails ?? []), ...(before?.details ?? [])];
  const retired = [...new Set(had)].filter((detail) => !after.details.includes(detail));
  const { retiredDetails: _, ...reason } = after;
  return retired.length === 0 ? reason : { ...reason, retiredDetails: retired };
}
