import type { Claim, ClaimLine, DenialDetail, ExchangeChoice, ResolutionMethod } from '#core/claims/claim.ts';
import { emailEffect, type Decision } from '#core/claims/effects.ts';
import { methodName } from '#core/claims/email.ts';
import { withEntry } from '#core/claims/timeline.ts';
import { formatMoney, type Minor } from '#core/money.ts';
import { Refusal } from '#core/refusal.ts';

const MONEY_AND_EXCHANGE: readonly ResolutionMethod[] = ['refund', 'giftCard', 'storeCredit', 'variantExchange'];

/** C4.11: how a line may end, by what was asked for. */
export const FINAL_METHODS: Readonly<Record<ResolutionMethod, readonly ResolutionMethod[]>> = {
  refund: MONEY_AND_EXCHANGE,
  giftCard: MONEY_AND_EXCHANGE,
  storeCredit: MONEY_AND_EXCHANGE,
  variantExchange: MONEY_AND_EXCHANGE,
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
export const allowedMethods = (claim: Claim, line: ClaimLine): readonly ResolutionMethod[] =>
  isDecidable(claim, line) && line.requestedMethod !== 'other' ? FINAL_METHODS[line.requestedMethod] : [];

/** What was paid for the units of a line, as far as the claim knows: the most an approval may give. */
export const paidValueOf = (line: ClaimLine): Minor => Math.max(line.requestedAmount, line.subtotal);

export type LineDecision = Decision & {
  /** Texts for the staff member who decided. */
  warnings: string[];
};

export type Approval = {
  method?: ResolutionMethod;
  amount?: Minor | null;
  exchange?: ExchangeChoice | null;
  noteToCustomer?: string;
};

/**
 * Approves a line: by default as asked for. `amount` in minor units, of money methods only. Refuses
 * LINE_UNKNOWN, CLAIM_ALREADY_FINALIZED, CLAIM_CANCELED, LINE_LOCKED, METHOD_NOT_ALLOWED,
 * AMOUNT_INVALID, AMOUNT_TOO_LARGE and EXCHANGE_VARIANT_REQUIRED.
 */
export function approveLine(claim: Claim, lineId: number, approval: Approval, now: string): LineDecision {
  const line = decidableLine(claim, lineId);
  const method = approval.method ?? line.requestedMethod;
  if (!FINAL_METHODS[line.requestedMethod].includes(method)) {
    throw new Refusal(
      'notAllowed',
      'METHOD_NOT_ALLOWED',
      `A line asked for as ${methodName(line.requestedMethod)} cannot end as ${methodName(method)}.`,
    );
  }
  const exchange = method === 'variantExchange' ? (approval.exchange ?? line.exchange) : line.exchange;
  if (method === 'variantExchange' && !exchange)
    throw new Refusal('notAllowed', 'EXCHANGE_VARIANT_REQUIRED', 'Exchange variant required.');
  const amount = approvedAmount(claim, line, method, approval.amount ?? null);
  const decided: ClaimLine = {
    ...line,
    status: 'approved',
    method,
    amount,
    exchange,
    denialDetail: null,
    noteToCustomer: approval.noteToCustomer ?? line.noteToCustomer,
  };
  const shown =
    method === 'variantExchange' ? (exchange?.title ?? '') : formatMoney({ amount, currencyCode: claim.currencyCode });
  const saved = withEntry(
    withLine(claim, decided),
    { type: 'processing', subject: `${line.name} approved`, message: `${methodName(method)}: ${shown}` },
    now,
  );
  const warnings = amount > line.requestedAmount ? ['The amount is more than the customer asked for.'] : [];
  return { claim: saved, effects: [], warnings };
}

function approvedAmount(claim: Claim, line: ClaimLine, method: ResolutionMethod, amount: Minor | null): Minor {
  if (method === 'variantExchange' || method === 'other') return line.requestedAmount;
  const decided = amount ?? line.requestedAmount;
  // A line worth nothing (its order's money is used up) can still be approved as it is: the goods come back, no money moves.
  if (decided === 0 && line.requestedAmount === 0) return 0;
  if (!Number.isSafeInteger(decided) || decided <= 0)
    throw new Refusal('notAllowed', 'AMOUNT_INVALID', 'The amount must be more than zero.');
  const most = paidValueOf(line);
  if (decided > most) {
    const text = formatMoney({ amount: most, currencyCode: claim.currencyCode });
    throw new Refusal(
      'notAllowed',
      'AMOUNT_TOO_LARGE',
      `The amount cannot be more than what was paid for the item (${text}).`,
    );
  }
  return decided;
}

/** Denies a line with a detail and a note the customer may read. */
export function denyLine(
  claim: Claim,
  lineId: number,
  detail: DenialDetail,
  noteToCustomer: string,
  now: string,
): Decision {
  const line = decidableLine(claim, lineId);
  const decided: ClaimLine = {
    ...line,
    status: 'denied',
    method: null,
    amount: null,
    denialDetail: detail,
    noteToCustomer,
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

/**
 * Back to what was asked for: approves the requested method and amount again (C4.10). Only for lines
 * asked for as money; others are refused with REVERT_NOT_ALLOWED.
 */
export function revertLine(claim: Claim, lineId: number, now: string): Decision {
  const line = decidableLine(claim, lineId);
  if (line.requestedMethod === 'variantExchange' || line.requestedMethod === 'other') {
    throw new Refusal(
      'notAllowed',
      'REVERT_NOT_ALLOWED',
      'Only a refund, store credit or gift card can go back to what was requested.',
    );
  }
  const { claim: saved, effects } = approveLine(
    claim,
    lineId,
    { method: line.requestedMethod, amount: line.requestedAmount },
    now,
  );
  return { claim: saved, effects };
}

/** Cancels one line: nothing is issued for it. Canceling the last open line cancels the claim. */
export function cancelLine(claim: Claim, lineId: number, now: string): Decision {
  const line = decidableLine(claim, lineId);
  const saved = withEntry(
    withLine(claim, canceled(line, now)),
    { type: 'processing', subject: `${line.name} canceled`, message: 'Nothing is issued for it.' },
    now,
  );
  return saved.lines.every((one) => one.canceledOn !== null)
    ? dropShipments(saved, now)
    : { claim: saved, effects: [] };
}

/** Cancels everything not finalized; permanent. Unused labels are given back to their provider. */
export function cancelClaim(claim: Claim, now: string): Decision {
  assertOpen(claim);
  const lines = claim.lines.map((line) =>
    line.finalizedOn === null && line.canceledOn === null ? canceled(line, now) : line,
  );
  const saved = { ...claim, lines, isAwaitingCustomer: false };
  return dropShipments(
    withEntry(saved, { type: 'processing', subject: 'Claim canceled', message: 'Nothing is issued for it.' }, now),
    now,
  );
}

const canceled = (line: ClaimLine, now: string): ClaimLine => ({
  ...line,
  status: 'closed',
  method: null,
  amount: null,
  canceledOn: now,
});

function dropShipments(claim: Claim, now: string): Decision {
  const unused = claim.shipments.filter(
    (shipment) =>
      shipment.canceledOn === null &&
      (shipment.trackerStatus === 'unknown' || shipment.trackerStatus === 'pre_transit'),
  );
  const effects: Decision['effects'] = unused.flatMap((shipment) =>
    shipment.shipmentIdFromProvider === null
      ? []
      : [
          {
            kind: 'labelRefund',
            purposeKey: `labelRefund:claim:${claim.id}:shipment:${shipment.id}`,
            payload: {
              claimId: claim.id,
              shipmentId: shipment.id,
              shipmentIdFromProvider: shipment.shipmentIdFromProvider,
            },
          },
        ],
  );
  const shipments = claim.shipments.map((shipment) =>
    unused.includes(shipment) ? { ...shipment, canceledOn: now } : shipment,
  );
  return { claim: { ...claim, shipments }, effects };
}

/** Asks the shopper a question; the e-mail carries it. Refuses MESSAGE_EMPTY. */
export function requestMoreInfo(
  claim: Claim,
  message: string,
  now: string,
  email?: { subject: string; body: string } | null,
): Decision {
  assertOpen(claim);
  const asked: Claim = { ...claim, isAwaitingCustomer: true, infoRequest: required(message), infoAnswer: '' };
  const saved = withEntry(
    asked,
    { type: 'email', subject: 'More information requested', message: asked.infoRequest },
    now,
  );
  if (email === null) return { claim: saved, effects: [] };
  return {
    claim: saved,
    effects: emailEffect(
      'needsInformation',
      saved,
      `email:needsInformation:${saved.timeline.length}:claim:${claim.id}`,
      email,
    ),
  };
}

/** The shopper's (or staff's) answer; clears the question. Refuses NOTHING_ASKED and MESSAGE_EMPTY. */
export function answerMoreInfo(claim: Claim, answer: string, by: 'customer' | 'staff', now: string): Decision {
  assertOpen(claim);
  if (!claim.isAwaitingCustomer) throw new Refusal('conflict', 'NOTHING_ASKED', 'No question is open.');
  const answered: Claim = { ...claim, isAwaitingCustomer: false, infoAnswer: required(answer) };
  const subject = by === 'customer' ? 'The customer answered' : 'Answered for the customer';
  return { claim: withEntry(answered, { type: 'comment', subject, message: answered.infoAnswer }, now), effects: [] };
}

/** A comment for colleagues; allowed at any time. */
export function addComment(claim: Claim, message: string, author: string, now: string): Decision {
  return {
    claim: withEntry(claim, { type: 'comment', subject: author, message: required(message) }, now),
    effects: [],
  };
}

function required(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '') throw new Refusal('notAllowed', 'MESSAGE_EMPTY', 'Must not be empty.');
  return trimmed;
}

/** Throws CLAIM_ALREADY_FINALIZED or CLAIM_CANCELED. */
export function assertOpen(claim: Claim): void {
  if (claim.finalizedOn !== null)
    throw new Refusal('conflict', 'CLAIM_ALREADY_FINALIZED', 'This claim is already finalized.');
  if (claim.lines.every((line) => line.canceledOn !== null))
    throw new Refusal('conflict', 'CLAIM_CANCELED', 'This claim was canceled.');
}

function decidableLine(claim: Claim, lineId: number): ClaimLine {
  assertOpen(claim);
  const line = claim.lines.find((one) => one.id === lineId);
  if (!line) throw new Refusal('notFound', 'LINE_UNKNOWN', 'No such line in this claim.');
  if (!isDecidable(claim, line)) throw new Refusal('conflict', 'LINE_LOCKED', 'This line can no longer be changed.');
  return line;
}

const withLine = (claim: Claim, line: ClaimLine): Claim => ({
  ...claim,
  lines: claim.lines.map((one) => (one.id === line.id ? line : one)),
});
