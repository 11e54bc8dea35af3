import type { Claim, TimelineEntry } from '#core/claims/claim.ts';

/** The claim with one more entry at the end of its timeline, touched at `now`. */
export function withEntry(
  claim: Claim,
  entry: Pick<TimelineEntry, 'type' | 'subject' | 'message' | 'media'>,
  now: string,
): Claim {
  const id = `${claim.id}-${claim.timeline.length + 1}`;
  return { ...claim, updatedOn: now, timeline: [...claim.timeline, { id, datetime: now, ...entry }] };
}
