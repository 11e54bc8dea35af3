import type { JournalEntry } from '#core/books/entry.ts';
import type { TimelineEntry } from '#core/claims/timeline-shapes.ts';
import type { EffectIntent } from '#core/effects/kinds.ts';
import type { ShippingNews } from '#core/effects/shipping-claim-email.ts';
import { aboutShippingClaim } from '#core/effects/subject.ts';
import type { ShippingClaim } from '#core/protection/shipping-claim.ts';

/** A claim of shipping protection as a decision leaves it, with what is to be done and booked. */
export type ShippingDecision = { claim: ShippingClaim; effects: EffectIntent[]; entries: JournalEntry[] };

/** The claim with one more entry in its timeline, touched at `now`. */
export function withShippingEntry(
  claim: ShippingClaim,
  entry: Pick<TimelineEntry, 'type' | 'subject' | 'message' | 'by'>,
  now: string,
): ShippingClaim {
  const id = `${claim.externalId}-${claim.timeline.length + 1}`;
  return { ...claim, updatedOn: now, timeline: [...claim.timeline, { id, datetime: now, ...entry }] };
}

/** The claim where the team is to answer the shopper; who waits already goes on waiting. */
export const asTeamsTurn = (claim: ShippingClaim, now: string): ShippingClaim =>
  claim.turn === 'Team' ? claim : { ...claim, turn: 'Team', turnOn: now };

/** The claim where the shopper is to answer the team. */
export const asCustomersTurn = (claim: ShippingClaim, now: string): ShippingClaim => ({
  ...claim,
  turn: 'Customer',
  turnOn: now,
});

/** Names a step among those of its claim: nothing of the same name is done twice. */
export const shippingKey = (step: string, { id, timeline }: ShippingClaim): string =>
  `${step}:shippingClaim:${id}:${timeline.length}`;

/** An email to the shopper; those that say how it ended wait for what they say. None where staff know no address. */
export function shippingEmail(claim: ShippingClaim, news: ShippingNews): EffectIntent<'shippingClaimEmail'>[] {
  const { id: shippingClaimId, externalId: claimExternalId, customerEmail: to } = claim;
  if (to === '') return [];
  return [
    {
      kind: 'shippingClaimEmail',
      purposeKey: shippingKey(`email-${news}`, claim),
      subject: aboutShippingClaim(claim),
      payload: { shippingClaimId, claimExternalId, to, news },
      ...(news === 'refunded' || news === 'reordered' ? { isAfterPromised: true as const } : {}),
    },
  ];
}
