import type { ClaimLine } from '#core/claims/claim.ts';
import type { EffectIntent } from '#core/claims/effects.ts';

/** Whether a step of a claim is there for a line of it, so that the line shows it when the step fails. */
export function concernsLine({ kind, payload }: EffectIntent, line: ClaimLine): boolean {
  const isOf = ({ claimLineId }: { claimLineId: number }): boolean => claimLineId === line.id;
  switch (kind) {
    case 'refund':
      // Steps of an older version name only the lines whose units come back with them.
      return payload.claimLineIds.includes(line.id) || payload.lines.some(isOf);
    case 'giftCard':
    case 'label':
    case 'packingSlip':
      return payload.claimLineIds.includes(line.id);
    case 'exchangeOrder':
      return payload.lines.some(({ claimLineId }) =>
        claimLineId === null ? paysForShopNow(line) : claimLineId === line.id,
      );
    case 'returnExchange':
      return payload.returnLines.some(isOf);
    case 'orderTags':
    case 'labelRefund':
    case 'email':
    case 'paymentCapture':
    case 'paymentRefund':
    case 'paymentRelease':
    case 'paymentHoldAgain':
    case 'reserveStock':
    case 'releaseStock':
      return false;
  }
}

/** What is bought with a credit has no line of its own: it stands with those the credit comes from. */
const paysForShopNow = (line: ClaimLine): boolean =>
  line.isShopNow && line.status === 'approved' && line.finalizedOn !== null;
