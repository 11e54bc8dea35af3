import { epochOf, isAfter, isoOf } from '#core/dates.ts';
import { isClosed, type ShippingClaim } from '#core/protection/shipping-claim.ts';
import { withShippingEntry, type ShippingDecision } from '#core/protection/shipping-decision.ts';
import { Refusal } from '#core/refusal.ts';

/** Who takes a claim and then does nothing for so long has it no longer: a shift. */
export const HOLD_HOURS = 8;
const HOUR_MS = 3_600_000;

type Holder = NonNullable<ShippingClaim['assignee']>;
export type Person = Pick<Holder, 'userId' | 'name'>;

/** Refuses SHIPPING_CLAIM_CLOSED. */
export function checkOpen(claim: ShippingClaim): void {
  if (isClosed(claim))
    throw new Refusal('conflict', 'SHIPPING_CLAIM_CLOSED', `Claim ${claim.externalId} is closed already.`);
}

export const heldFrom = ({ userId, name }: Person, now: string): Holder => ({
  userId,
  name,
  endsOn: isoOf(epochOf(now) + HOLD_HOURS * HOUR_MS),
});

/**
 * Gives a claim from one person to another: to the one who takes it, back to nobody, or to a colleague. `from`: who had it on the
 * screen of the one who asks. Refuses SHIPPING_CLAIM_CLOSED, and SHIPPING_CLAIM_TAKEN where somebody else has it by now.
 */
export function assignShippingClaim(
  claim: ShippingClaim,
  { from, to }: { from: number | null; to: Person | null },
  by: Person,
  now: string,
): ShippingDecision {
  checkOpen(claim);
  const { assignee } = claim;
  if (assignee?.userId === to?.userId) return asIs(claim);
  if ((assignee?.userId ?? null) !== from) throw taken(assignee);
  if (to === null) return released(claim, { message: 'Nobody works on it.', by: by.name }, now);
  const subject = to.userId === by.userId ? 'Taken' : 'Handed over';
  return asIs(
    withShippingEntry(
      { ...claim, assignee: heldFrom(to, now), status: 'InProgress' },
      { type: 'simple', subject, message: `${to.name} works on it.`, by: by.name },
      now,
    ),
  );
}

/** Gives somebody a claim that nobody has. Refuses SHIPPING_CLAIM_CLOSED, and SHIPPING_CLAIM_TAKEN even where it is theirs. */
export function takeFreeClaim(claim: ShippingClaim, by: Person, now: string): ShippingDecision {
  if (claim.assignee !== null) throw taken(claim.assignee);
  return assignShippingClaim(claim, { from: null, to: by }, by, now);
}

/** Gives a claim back that its holder left alone for too long. */
export function endHold(claim: ShippingClaim, now: string): ShippingDecision {
  const { assignee } = claim;
  if (assignee === null || isClosed(claim) || isAfter(assignee.endsOn, now)) return asIs(claim);
  return released(claim, { message: `${assignee.name} did nothing for ${HOLD_HOURS} hours.` }, now);
}

/** What somebody did to a claim lets them keep it, if it is theirs. */
export const keepingHold = (decision: ShippingDecision, { userId }: Person, now: string): ShippingDecision => {
  const { assignee } = decision.claim;
  if (assignee?.userId !== userId) return decision;
  return { ...decision, claim: { ...decision.claim, assignee: heldFrom(assignee, now) } };
};

const released = (claim: ShippingClaim, entry: { message: string; by?: string }, now: string): ShippingDecision =>
  asIs(
    withShippingEntry(
      { ...claim, assignee: null, status: claim.reorder === null ? 'Open' : 'InProgress' },
      { type: 'simple', subject: 'Given back', ...entry },
      now,
    ),
  );

const taken = (holder: Holder | null): Refusal =>
  new Refusal(
    'conflict',
    'SHIPPING_CLAIM_TAKEN',
    holder === null ? 'Nobody has this claim any more.' : `${holder.name} has this claim.`,
  );

const asIs = (claim: ShippingClaim): ShippingDecision => ({ claim, effects: [], entries: [] });
