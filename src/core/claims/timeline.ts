import type { Claim } from '#core/claims/claim.ts';
import type { TimelineEntry } from '#core/claims/timeline-shapes.ts';

/** The claim with one more entry at the end of its timeline, touched at `now`. */
export function withEntry(
  claim: Claim,
  entry: Pick<TimelineEntry, 'type' | 'subject' | 'message' | 'media' | 'by'> & { id?: string },
  now: string,
): Claim {
  const id = `${claim.id}-${claim.timeline.length + 1}`;
  return { ...claim, updatedOn: now, timeline: [...claim.timeline, { id, datetime: now, ...entry }] };
}

/** A shopper as the timeline names them. */
export const shopperName = (customerName: string): string => customerName.trim() || 'Customer';

/** The claim with what a change added to its timeline signed: who made it, or the version it made. */
export function signed(before: Claim, after: Claim, mark: { by: string } | { version: number }): Claim {
  if (after.timeline === before.timeline) return after;
  const known = new Set(before.timeline.map((entry) => entry.id));
  return { ...after, timeline: after.timeline.map((entry) => (known.has(entry.id) ? entry : { ...entry, ...mark })) };
}

const MOST_TOLD = 3;

/** What people changed since a version, in one sentence, the latest last; empty when the timeline does not know. */
export function changesSince(claim: Pick<Claim, 'timeline'>, version: number): string {
  const told = claim.timeline.filter((entry) => entry.version !== undefined && entry.version > version).map(changeText);
  const shown = told.slice(-MOST_TOLD);
  const rest = told.length - shown.length;
  return [...(rest > 0 ? [`${rest} more`] : []), ...shown].join('; ');
}

const changeText = ({ by, subject, type }: TimelineEntry): string =>
  by === undefined ? subject : type === 'comment' ? `${by} commented` : `${subject} (${by})`;
