import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import { areGoodsBack } from '#core/claims/goods-progress.ts';
import { isQuoteOpen, isUnderRepair } from '#core/claims/repair-state.ts';
import { canQuote, isToSendBack } from '#core/claims/repair.ts';

/** What is due next of a repair, in the order of its steps. */
export const REPAIR_DUE = {
  quote: 'Quote to write',
  answer: "Waiting for the customer's answer",
  start: 'Repair to start',
  repair: 'In repair',
  sendBack: 'To send back',
} as const;
export type RepairDue = keyof typeof REPAIR_DUE;
export const REPAIRS_DUE = Object.keys(REPAIR_DUE) as [RepairDue, ...RepairDue[]];

export type DueRepair = { due: RepairDue; since: string };

/** What is due next of the repairs of a claim, and since when, the longest first. */
export const repairsDue = (claim: Claim): DueRepair[] =>
  claim.lines
    .flatMap((line): DueRepair[] => {
      const due = dueOf(claim, line);
      return due === null ? [] : [{ due, since: line.repair?.steps.at(-1)?.on ?? claim.createdOn }];
    })
    .toSorted((one, other) => Date.parse(one.since) - Date.parse(other.since));

function dueOf(claim: Claim, line: ClaimLine): RepairDue | null {
  const isHere = !claim.returnRequired || areGoodsBack(claim);
  if (isQuoteOpen(line)) return 'answer';
  if (isToSendBack(claim, line)) return 'sendBack';
  if (isUnderRepair(line)) return line.repair?.state === 'inRepair' ? 'repair' : isHere ? 'start' : null;
  const isAsked = line.requestedMethod === 'repair' && line.status === 'open' && line.repair === undefined;
  return isAsked && isHere && canQuote(claim, line) ? 'quote' : null;
}
