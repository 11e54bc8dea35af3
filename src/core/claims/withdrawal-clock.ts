import type { Claim } from '#core/claims/claim.ts';
import { advance, leastAdvanced } from '#core/claims/goods-progress.ts';
import { addDays, isAfter } from '#core/dates.ts';

/** Whether a claim comes from the right of withdrawal rather than from what the store offers. */
export const isWithdrawal = ({ policy }: Pick<Claim, 'policy'>): boolean => policy.basis === 'withdrawal';

/** Days before the deadline from which staff are warned. */
const WARNED_DAYS = 3;

/** `waiting`: the refund may wait until the goods are back or shown to be sent. */
type WithdrawalClock = { state: 'waiting' | 'due' | 'overdue' | 'done'; dueDay: string };

/** Where the deadline of a withdrawal stands; null of other claims. */
export function withdrawalClock(claim: Claim, now: string): WithdrawalClock | null {
  const { withdrawal } = claim;
  if (!withdrawal) return null;
  const { refundDueOn, refundDueDay: dueDay } = withdrawal;
  if (!isRefundOpen(claim)) return { state: 'done', dueDay };
  if (!mayNotWait(claim)) return { state: 'waiting', dueDay };
  return { state: isAfter(now, refundDueOn) ? 'overdue' : 'due', dueDay };
}

/** From when on a withdrawal needs a refund soon; null where none is due. */
export function withdrawalDueFrom(claim: Claim): string | null {
  const { withdrawal } = claim;
  if (!withdrawal || !isRefundOpen(claim) || !mayNotWait(claim)) return null;
  return addDays(withdrawal.refundDueOn, -WARNED_DAYS);
}

const isRefundOpen = ({ lines }: Claim): boolean =>
  lines.some((line) => line.finalizedOn === null && line.canceledOn === null);

/** The goods are back, on their way, or not wanted back. */
function mayNotWait(claim: Claim): boolean {
  if (!claim.returnRequired) return true;
  const shipment = leastAdvanced(claim);
  if (shipment !== undefined && advance(shipment) > 0) return true;
  const received =
    claim.warehouseReport?.lines.filter(({ isReceived }) => isReceived).map(({ lineId }) => lineId) ?? [];
  const open = claim.lines.filter(({ canceledOn }) => canceledOn === null);
  return open.every(({ id, inspections = [] }) => received.includes(id) || inspections.length > 0);
}
