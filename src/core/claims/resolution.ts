import { RemainderMethod } from '#core/claims/goods-shapes.ts';
import type { Claim, ClaimLine, ResolutionMethod } from '#core/claims/claim.ts';
import type { DenialDetail } from '#core/claims/decision-shapes.ts';
import type { Decision } from '#core/claims/decision.ts';
import { withRequestedExchange } from '#core/claims/exchange.ts';
import { isGiftReturn } from '#core/claims/gift-return.ts';
import { isWithdrawal } from '#core/claims/withdrawal-clock.ts';
import { withEntry } from '#core/claims/timeline.ts';
import type { WithheldMethods } from '#core/claims/store-credit.ts';
import { Refusal } from '#core/refusal.ts';

const ANY_OF_FOUR: readonly ResolutionMethod[] = [
  'refund',
  'giftCard',
  'storeCredit',
  'variantExchange',
  'replacementOrder',
];

/** C4.11: the possible methods of a line, by the requested one. */
export const FINAL_METHODS: Readonly<Record<ResolutionMethod, readonly ResolutionMethod[]>> = {
  refund: ANY_OF_FOUR,
  giftCard: ANY_OF_FOUR,
  storeCredit: ANY_OF_FOUR,
  variantExchange: ANY_OF_FOUR,
  replacementOrder: ANY_OF_FOUR,
  repair: ['repair', ...ANY_OF_FOUR],
  warrantyReview: ['refund', 'giftCard', 'storeCredit', 'replacementOrder', 'repair'],
  other: ['other'],
};

export const DENIAL_LABELS: Readonly<Record<DenialDetail, string>> = {
  Wrong_Item: 'Wrong item',
  Item_Not_Returned: 'Item not returned',
  Noncompliant_Return: 'Noncompliant return',
  Not_Covered_Under_Warranty: 'Not covered under warranty',
  No_Action_Taken: 'No action taken',
};

/** Whether nothing further can be decided about a line: finalized, canceled, or denied with a detail (decisions, section 2). */
export const isFinished = (line: ClaimLine): boolean =>
  line.finalizedOn !== null || line.canceledOn !== null || (line.status === 'denied' && line.denialDetail !== null);

/** Whether staff may still change what becomes of a line. */
export const isDecidable = (claim: Claim, line: ClaimLine): boolean =>
  claim.finalizedOn === null && line.finalizedOn === null && line.canceledOn === null;

/** Final methods of a line; empty when it can no longer be decided, or was asked for as 'other' (editing is blocked). */
export const allowedMethods = (
  claim: Claim,
  line: ClaimLine,
  withheld?: WithheldMethods,
): readonly ResolutionMethod[] =>
  isDecidable(claim, line) && line.requestedMethod !== 'other' ? finalMethodsOf(claim, line, withheld) : [];

/** Methods that staff can only say they used outside, of a line whose order cannot be given back by any that is left. */
export const externalMethods = (
  claim: Claim,
  line: ClaimLine,
  withheld: WithheldMethods,
): readonly ResolutionMethod[] => (allowedMethods(claim, line, withheld).length > 0 ? [] : allowedMethods(claim, line));

/**
 * A line whose credit is spent on shop-now items brings no other goods: only what is left of it goes out. A gift's
 * recipient is given nothing by a refund, which would go to the buyer. A withdrawal is only refunded. A line whose goods
 * were ordered ahead can only end as that exchange. `withheld`: methods its order cannot be given back by.
 */
export const finalMethodsOf = (
  claim: Claim,
  line: ClaimLine,
  withheld: WithheldMethods = new Map(),
): readonly ResolutionMethod[] =>
  FINAL_METHODS[line.requestedMethod].filter(
    (method) =>
      !withheld.has(method) &&
      !(line.isShopNow && !RemainderMethod.safeParse(method).success) &&
      !(method === 'refund' && isGiftReturn(claim)) &&
      (method === 'refund' || !isWithdrawal(claim)) &&
      (line.exchangeOrderedOn === null || method === 'variantExchange'),
  );

/** Denies a line with a detail and a note the customer may read. */
export function denyLine(
  claim: Claim,
  lineId: number,
  detail: DenialDetail,
  noteToCustomer: string,
  now: string,
): Decision {
  const line = decidableLine(claim, lineId);
  const { externalRefundId: _, repair, ...asked } = withRequestedExchange(line);
  const decided: ClaimLine = {
    ...asked,
    // An item whose quote was declined still goes back.
    ...(repair?.state === 'declined' ? { repair } : {}),
    status: 'denied',
    method: null,
    amount: null,
    wasResolvedExternally: false,
    denialDetail: detail,
    deniedOn: now,
    noteToCustomer,
    errors: [],
  };
  return {
    claim: withEntry(
      withLine(claim, decided),
      { type: 'processing', subject: `${line.name} denied`, message: DENIAL_LABELS[detail] },
      now,
    ),
    effects: [],
  };
}

/** Another reason or detail for a line, as staff found it; both must be of the store's list. Refuses REASON_UNKNOWN. */
export function changeReason(
  claim: Claim,
  lineId: number,
  reason: { id: string; name: string; detail: string },
  now: string,
): Decision {
  const line = decidableLine(claim, lineId);
  if (line.reasonId === reason.id && line.reasonDetail === reason.detail) return { claim, effects: [] };
  const changed = { ...line, reasonId: reason.id, reasonName: reason.name, reasonDetail: reason.detail };
  const text = reason.detail === '' ? reason.name : `${reason.name}, ${reason.detail}`;
  return {
    claim: withEntry(
      withLine(claim, changed),
      { type: 'edit', subject: `Reason of ${line.name} changed`, message: text },
      now,
    ),
    effects: [],
  };
}

/** The note the customer reads about a line. Saving the same note changes nothing. */
export function changeNote(claim: Claim, lineId: number, noteToCustomer: string, now: string): Decision {
  const line = decidableLine(claim, lineId);
  const note = noteToCustomer.trim();
  if (note === line.noteToCustomer) return { claim, effects: [] };
  const saved = withLine(claim, { ...line, noteToCustomer: note });
  return {
    claim: withEntry(saved, { type: 'edit', subject: `Note on ${line.name} changed`, message: note }, now),
    effects: [],
  };
}

/** Throws CLAIM_ALREADY_FINALIZED or CLAIM_CANCELED. */
export function assertOpen(claim: Claim): void {
  if (claim.finalizedOn !== null)
    throw new Refusal('conflict', 'CLAIM_ALREADY_FINALIZED', 'This claim is already finalized.');
  if (claim.lines.every((line) => line.canceledOn !== null))
    throw new Refusal('conflict', 'CLAIM_CANCELED', 'This claim was canceled.');
}

/**
 * A line staff may still decide; one asked for as 'other' counts as decided from the start (C4.10). Throws
 * CLAIM_ALREADY_FINALIZED, CLAIM_CANCELED, LINE_UNKNOWN or LINE_LOCKED.
 */
export function decidableLine(claim: Claim, lineId: number): ClaimLine {
  assertOpen(claim);
  const line = claim.lines.find((one) => one.id === lineId);
  if (!line) throw new Refusal('notFound', 'LINE_UNKNOWN', "This item isn't part of the claim.");
  if (!isDecidable(claim, line)) throw new Refusal('conflict', 'LINE_LOCKED', "This item can't be changed anymore.");
  if (line.requestedMethod === 'other')
    throw new Refusal(
      'conflict',
      'LINE_LOCKED',
      "No resolution was requested for this item, so there's nothing to decide.",
    );
  return line;
}

export const withLine = (claim: Claim, line: ClaimLine): Claim => ({
  ...claim,
  lines: claim.lines.map((one) => (one.id === line.id ? line : one)),
});
