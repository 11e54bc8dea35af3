import type { JournalEntry } from '#core/books/entry.ts';
import { entriesOfChange } from '#core/books/booked.ts';
import { appealClaim, isAppealable, type Appeal } from '#core/claims/appeal.ts';
import { cancelAsShopper, cancelClaim, inOrderOfRestoring, restoreClaim } from '#core/claims/cancel.ts';
import type { Claim } from '#core/claims/claim.ts';
import { onClaim, onOrder, only, type CommandDefinition, type HeldOrder } from '#core/claims/commands/define.ts';
import { approveAll, finalize, finalizeByRule, finalizeReady, sentBack } from '#core/claims/commands/finalize.ts';
import { holdsLookedAfter } from '#core/claims/commands/holds.ts';
import * as lines from '#core/claims/commands/lines.ts';
import * as outcomes from '#core/claims/commands/outcomes.ts';
import * as payments from '#core/claims/commands/payments.ts';
import { valueGivenInstead } from '#core/claims/commands/value-instead.ts';
import { changeCustomerInfo, type CustomerInfo } from '#core/claims/customer-info.ts';
import type { Decision } from '#core/claims/decision.ts';
import type { EmailText } from '#core/claims/email-wishes.ts';
import { changeFees } from '#core/claims/fees.ts';
import type { InspectionTemplate } from '#core/claims/inspection-shapes.ts';
import { addInspection, removeInspection, type Inspected } from '#core/claims/inspection.ts';
import { addComment, answerMoreInfo, requestMoreInfo, type Answer, type Comment } from '#core/claims/more-info.ts';
import { orderShipment, type WantedShipment } from '#core/claims/order-shipment.ts';
import { requestPayment } from '#core/claims/owed.ts';
import { refundPayment, returnUnused, waiveReturn, type PaymentLeft } from '#core/claims/payments.ts';
import { emailFailed, type EmailFailure } from '#core/claims/delivery.ts';
import { lookAfterQuotes, type DueQuotes } from '#core/claims/quote-reminders.ts';
import { expireReturn, remindShopper, type Reminder } from '#core/claims/reminders.ts';
import { reservationEnded } from '#core/claims/reservation.ts';
import { applyTracker, cancelLabel, isSentBack, markReceived, type TrackerNews } from '#core/claims/shipments.ts';
import {
  acceptQuotes,
  broughtBack,
  declineQuote,
  quoteRepair,
  workOnRepair,
  type Quote,
  type QuotesRead,
} from '#core/claims/repair.ts';
import { applyWarehouseReport } from '#core/claims/warehouse.ts';
import type { WarehouseReport } from '#core/claims/warehouse-shapes.ts';
import type { Ruled } from '#core/automations/ruled.ts';
import { linesWithFreeUnits } from '#core/claims/claim-units.ts';
import type { ClaimFees } from '#core/claims/fees.ts';
import { erasedClaim } from '#core/privacy/erased-claim.ts';

type Nothing = Record<never, never>;
type OfShipment = { shipmentId: number };
type OfLine = { lineId: number };
type InfoAsked = { message: string; email: EmailText | null | undefined; claimSummary: boolean };
type InspectionMade = {
  lineId: number;
  found: Inspected;
  template: InspectionTemplate;
  /** The rules that had a say in the template. */
  ruled: readonly Ruled[];
};

/** Every way of changing a claim that exists. */
const COMMANDS = {
  // What staff and shoppers decide.
  cancel: onClaim((claim, _: Nothing, now) => cancelClaim(claim, now)),
  cancelAsShopper: onClaim((claim, _: Nothing, now) => cancelAsShopper(claim, now)),
  restore: onOrder((claim, _: Nothing, now, held) => {
    const { order, claims } = held();
    const free = linesWithFreeUnits(order, claims, inOrderOfRestoring(claim));
    return restoreClaim(claim, (line) => free.has(line.id), now);
  }),
  lineApproved: lines.lineApproved,
  lineReverted: lines.lineReverted,
  lineDenied: lines.lineDenied,
  lineCanceled: lines.lineCanceled,
  lineReasonChanged: lines.lineReasonChanged,
  lineNoteChanged: lines.lineNoteChanged,
  approveAll,
  finalize,
  finalizeReady,
  finalizeByRule,
  valueGivenInstead,
  receiveShipment: onClaim((claim, { shipmentId }: OfShipment, now) => markReceived(claim, shipmentId, now)),
  cancelLabel: onClaim((claim, { shipmentId }: OfShipment, now) => {
    const canceled = cancelLabel(claim, shipmentId, now);
    return isSentBack(claim, shipmentId)
      ? { ...canceled, claim: broughtBack(canceled.claim, shipmentId, now) }
      : canceled;
  }),
  orderShipment: onClaim((claim, wanted: WantedShipment, now) => orderShipment(claim, wanted, now)),
  quoteRepair: onClaim((claim, { lineId, ...quote }: OfLine & Quote, now) => quoteRepair(claim, lineId, quote, now)),
  quotesAccepted: onClaim((claim, { read }: { read: QuotesRead }, now) => acceptQuotes(claim, read, now)),
  quoteDeclined: onClaim((claim, { lineId }: OfLine, now) => declineQuote(claim, lineId, now)),
  workOnRepair: onClaim((claim, { lineId, state }: OfLine & { state: 'inRepair' | 'done' }, now) =>
    workOnRepair(claim, lineId, state, now),
  ),
  sentBack,
  waiveReturn: onClaim((claim, _: Nothing, now) => waiveReturn(claim, now)),
  requestInfo: onClaim((claim, { message, email, claimSummary }: InfoAsked, now) =>
    requestMoreInfo(claim, message, now, email, claimSummary),
  ),
  answerInfo: onClaim((claim, { by, ...answer }: Answer & { by: 'customer' | 'staff' }, now) =>
    answerMoreInfo(claim, answer, by, now),
  ),
  appeal: onOrder((claim, appeal: Appeal, now, held) => {
    const { order, claims } = held();
    const free = linesWithFreeUnits(order, claims, claim.lines.filter(isAppealable));
    return appealClaim(claim, appeal, (line) => free.has(line.id), now);
  }),
  requestPayment: onClaim((claim, { email }: { email: EmailText | undefined }, now) =>
    requestPayment(claim, now, email),
  ),
  refundPayment: onClaim((claim, payment: PaymentLeft, now) => refundPayment(claim, payment, now)),
  changeFees: onClaim((claim, fees: Partial<ClaimFees>, now) => changeFees(claim, fees, now)),
  changeCustomerInfo: onClaim((claim, info: CustomerInfo, now) => changeCustomerInfo(claim, info, now)),
  comment: onClaim((claim, comment: Comment, now) => addComment(claim, comment, now)),
  addInspection: onClaim((claim, { lineId, found, template, ruled }: InspectionMade, now): Decision => ({
    ...addInspection(claim, lineId, found, template, now),
    ruled,
  })),
  removeInspection: onClaim((claim, { lineId, inspectionId }: { lineId: number; inspectionId: string }, now) =>
    removeInspection(claim, lineId, inspectionId, now),
  ),

  // What partners did, and what time brings.
  ...outcomes,
  ...payments,
  holdsLookedAfter,
  parcelMoved: onClaim((claim, { shipmentId, news }: OfShipment & { news: TrackerNews }, now) =>
    applyTracker(claim, shipmentId, news, now),
  ),
  warehouseReported: onClaim((claim, report: WarehouseReport, now) => applyWarehouseReport(claim, report, now)),
  storeLeft: onClaim<Nothing, Decision>(returnUnused),
  customerErased: onClaim((claim, _: Nothing, now) => only(erasedClaim(claim, now))),
  shopperReminded: onClaim((claim, { reminder }: { reminder: Reminder }, now) => remindShopper(claim, reminder, now)),
  quotesLookedAfter: onClaim((claim, due: DueQuotes, now) => lookAfterQuotes(claim, due, now)),
  returnExpired: onClaim((claim, how: { cancels: boolean }, now) => expireReturn(claim, how, now)),
  emailFailed: onClaim((claim, failure: EmailFailure, now) => emailFailed(claim, failure, now)),
  reservationEnded: onClaim((claim, _: Nothing, now) => only(reservationEnded(claim, now))),
};

type InputOf<Definition> = Definition extends CommandDefinition<infer Input, Decision> ? Input : never;
type ResultOf<Definition> = Definition extends { decide: (...given: never[]) => infer Result } ? Result : never;
type Inputs = { [K in keyof typeof COMMANDS]: InputOf<(typeof COMMANDS)[K]> };
type Results = { [K in keyof typeof COMMANDS]: ResultOf<(typeof COMMANDS)[K]> & Decision };

export type CommandKind = keyof Inputs;
export type Command<K extends CommandKind = CommandKind> = { [Kind in K]: { kind: Kind; input: Inputs[Kind] } }[K];

/** What a command decided, with what the books must hold of it. */
export type Decided<K extends CommandKind> = Results[K] & { entries: JournalEntry[] };

const DEFINITIONS: { [K in CommandKind]: CommandDefinition<Inputs[K], Results[K]> } = COMMANDS;

/** Whether the order has to be held for it. */
export const holdsOrder = <K extends CommandKind>({ kind, input }: Command<K>, claim: Claim): boolean =>
  DEFINITIONS[kind].holdsOrder(claim, input);

/** The moment at which rules have a say in it; undefined where they have none. */
export const hookOf = <K extends CommandKind>({ kind }: Command<K>) => DEFINITIONS[kind].hook;

/** What a command makes of a claim. `held`: null where it does not hold the order. */
export function decide<K extends CommandKind>(
  { kind, input }: Command<K>,
  { claim, now, held }: { claim: Claim; now: string; held: HeldOrder | null },
): Decided<K> {
  const needed = (): HeldOrder => {
    if (held === null) throw new Error(`${kind} was decided without the order`);
    return held;
  };
  const decision = DEFINITIONS[kind].decide(claim, input, now, needed);
  return { ...decision, entries: entriesOfChange(claim, decision.claim) };
}
