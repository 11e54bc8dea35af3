import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import type { Round } from '../oracle/story.ts';

type Ended = Pick<ClaimLine, 'id' | 'finalizedOn' | 'canceledOn' | 'restoredOn'>;
type Told = { settlements: readonly Pick<Claim['settlements'][number], 'lineIds' | 'settledOn'>[] } & {
  lines: readonly Ended[];
};

/** What was denied and appealed is carried out when it is decided again: the first time it moved nothing. */
export const roundsOf = ({ settlements, lines }: Told): Round[] =>
  settlements.map(({ lineIds, settledOn }, index) => {
    const later = settlements.slice(index + 1).flatMap((round) => round.lineIds);
    const until = settlements.slice(0, index + 1);
    const isEnded = (id: number): boolean => lines.find((line) => line.id === id)?.finalizedOn !== null;
    const isOpen = ({ id, canceledOn, restoredOn }: Ended): boolean => {
      if (canceledOn !== null && canceledOn <= settledOn) return false;
      const ended = until.findLast((round) => round.lineIds.includes(id))?.settledOn;
      // An appeal opened it again.
      return ended === undefined || (restoredOn !== undefined && restoredOn > ended && restoredOn <= settledOn);
    };
    return {
      lineIds: lineIds.filter((id) => isEnded(id) && !later.includes(id)),
      on: settledOn,
      isLastOfOpen: !lines.some(isOpen),
    };
  });
