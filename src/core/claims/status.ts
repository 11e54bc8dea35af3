import { RemainderMethod } from '#core/claims/goods-shapes.ts';
import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import type { DenialDetail } from '#core/claims/decision-shapes.ts';
import { advance, areGoodsBack, leastAdvanced } from '#core/claims/goods-progress.ts';
import type { ReturnShipment } from '#core/claims/shipment-shapes.ts';
import { inspectionProgress } from '#core/claims/inspection.ts';
import { isKnownRepair, isQuoteOpen, isUnderRepair } from '#core/claims/repair-state.ts';
import { DENIAL_LABELS, isFinished } from '#core/claims/resolution.ts';
import type { Minor } from '#core/money.ts';

export const ROLLUPS = [
  'Open',
  'Awaiting_Return',
  'In_Transit',
  'At_Return_Location',
  'Approved',
  'Completed',
  'Denied',
  'Closed',
] as const;
export type Rollup = (typeof ROLLUPS)[number];

type ApprovedDetail =
  | 'Variant_Exchange'
  | 'Gift_Card_Issued'
  | 'Refunded'
  | 'Refunded_Partial'
  | 'Gift_Card_Issued_Partial'
  | 'Replacement_Order'
  | 'Repaired'
  | 'Item_Credit_Applied_To_Claim'
  | 'No_Action_Taken';

/** Details by rollup: C4.01 to C4.08. */
export type DetailOf = {
  Open: 'Pending_Review' | 'Pending_Additional_Info' | 'Pending_Return_Shipment_Creation' | 'Return_Not_Required';
  Awaiting_Return: 'Awaiting_Customer_Dropoff_Label_Provided' | 'Awaiting_Customer_Dropoff_Packing_Slip_Provided';
  In_Transit: 'In_Transit';
  At_Return_Location: 'Pending_Inspection' | 'Pending_Approval' | 'Pending_Additional_Info';
  Approved: ApprovedDetail;
  Completed: ApprovedDetail;
  Denied: DenialDetail;
  Closed: 'No_Action_Taken';
};

/** The color and shape a status has everywhere. */
export type Tone = 'neutral' | 'info' | 'waiting' | 'good' | 'bad';

export type StatusView = {
  rollup: Rollup;
  /** The rollup as people read it. */
  name: string;
  /** The rollup's code: what lists filter by. */
  code: Rollup;
  detail: string;
  /** The detail as people read it. */
  label: string;
  tone: Tone;
};

const ROLLUP_NAMES: Readonly<Record<Rollup, string>> = {
  Open: 'Open',
  Awaiting_Return: 'Awaiting return',
  In_Transit: 'In transit',
  At_Return_Location: 'At return location',
  Approved: 'Approved',
  Completed: 'Completed',
  Denied: 'Denied',
  Closed: 'Canceled',
};

type Shown = { label: string; tone: Tone; name?: string };

/** Decided, and not all of it carried out or back. */
const APPROVED_LABELS: Readonly<Record<ApprovedDetail, string>> = {
  Variant_Exchange: 'Exchange approved',
  Gift_Card_Issued: 'Gift card or credit approved',
  Refunded: 'Refund approved',
  Refunded_Partial: 'Partial refund approved',
  Gift_Card_Issued_Partial: 'Partial gift card or credit approved',
  Replacement_Order: 'Replacement approved',
  Repaired: 'Repair approved',
  Item_Credit_Applied_To_Claim: 'Credit approved',
  No_Action_Taken: 'Resolved another way',
};

const COMPLETED_LABELS: Readonly<Record<ApprovedDetail, string>> = {
  Variant_Exchange: 'Exchanged',
  Gift_Card_Issued: 'Gift card or credit issued',
  Refunded: 'Refunded',
  Refunded_Partial: 'Partially refunded',
  Gift_Card_Issued_Partial: 'Partial gift card or credit issued',
  Replacement_Order: 'Replaced',
  Repaired: 'Repaired',
  Item_Credit_Applied_To_Claim: 'Credit applied',
  No_Action_Taken: 'Resolved another way',
};

const shownAs = <D extends string>(labels: Readonly<Record<D, string>>, tone: Tone): Record<D, Shown> => {
  const rows = (Object.keys(labels) as D[]).map((detail) => [detail, { label: labels[detail], tone }] as const);
  return Object.fromEntries(rows) as Record<D, Shown>;
};

/** Where a claim stays until staff do something. */
export const WAITS_FOR_STAFF = [
  ['Open', 'Pending_Review'],
  ['Open', 'Return_Not_Required'],
  ['Open', 'Pending_Return_Shipment_Creation'],
  ['At_Return_Location', 'Pending_Inspection'],
  ['At_Return_Location', 'Pending_Approval'],
] as const satisfies readonly (readonly [Rollup, DetailOf[Rollup]])[];

/** Where a claim stays until staff finalize it: the customer wasn't notified, and payments weren't returned. */
export const WAITS_UNTIL_FINALIZED: Rollup = 'Denied';

/** Whether staff are the ones to bring a claim of this status on. */
export const waitsForStaff = (one: { rollup: string; detail: string; claim: Pick<Claim, 'finalizedOn'> }): boolean =>
  WAITS_FOR_STAFF.some(([code, of]) => code === one.rollup && of === one.detail) ||
  (one.rollup === WAITS_UNTIL_FINALIZED && one.claim.finalizedOn === null);

/** Whether the customer is the one to bring a claim of this status on: by an answer, or by the return. */
export const waitsForCustomer = ({ rollup, detail }: { rollup: string; detail: string }): boolean =>
  rollup === 'Awaiting_Return' || (rollup === 'Open' && detail === 'Pending_Additional_Info');

/** The one table of what every status is called and looks like. */
export const STATUS_TABLE: { readonly [R in Rollup]: Readonly<Record<DetailOf[R], Shown>> } = {
  Open: {
    Pending_Review: { label: 'Manual review', tone: 'info', name: 'Manual Review' },
    Pending_Additional_Info: { label: 'Waiting for customer', tone: 'waiting' },
    Pending_Return_Shipment_Creation: { label: 'Return shipment needed', tone: 'info' },
    Return_Not_Required: { label: 'No return needed', tone: 'info' },
  },
  Awaiting_Return: {
    Awaiting_Customer_Dropoff_Label_Provided: { label: 'Waiting for drop-off, label sent', tone: 'waiting' },
    Awaiting_Customer_Dropoff_Packing_Slip_Provided: {
      label: 'Waiting for drop-off, packing slip sent',
      tone: 'waiting',
    },
  },
  In_Transit: { In_Transit: { label: 'On its way back', tone: 'waiting' } },
  At_Return_Location: {
    Pending_Inspection: { label: 'Needs inspection', tone: 'info' },
    Pending_Approval: { label: 'Needs approval', tone: 'info' },
    Pending_Additional_Info: { label: 'Waiting for customer', tone: 'waiting' },
  },
  Approved: shownAs(APPROVED_LABELS, 'good'),
  Completed: shownAs(COMPLETED_LABELS, 'good'),
  Denied: shownAs(DENIAL_LABELS, 'bad'),
  Closed: { No_Action_Taken: { label: ROLLUP_NAMES.Closed, tone: 'neutral' } },
};

/** A denial staff can still change: the customer doesn't know of it, so it isn't called final. */
const notFinalized = (status: StatusView): StatusView =>
  status.rollup === WAITS_UNTIL_FINALIZED ? { ...status, name: 'Will be denied', tone: 'waiting' } : status;

function view<R extends Rollup>(rollup: R, detail: DetailOf[R]): StatusView {
  const shown: Shown = STATUS_TABLE[rollup][detail];
  return {
    rollup,
    name: shown.name ?? ROLLUP_NAMES[rollup],
    code: rollup,
    detail,
    label: shown.label,
    tone: shown.tone,
  };
}

const SHOPPER_LABELS: Readonly<Record<string, string>> = {
  Pending_Review: 'Under review',
  Return_Not_Required: 'Under review',
  Pending_Return_Shipment_Creation: 'Preparing your return shipment',
  Pending_Additional_Info: 'Waiting for your answer',
  Pending_Inspection: 'Items received',
  Pending_Approval: 'Items received',
};

/** The status in words for the shopper: the table above is worded for staff. */
export function shopperStatus(status: StatusView): StatusView {
  const label = status.rollup === 'Denied' ? 'Not approved' : SHOPPER_LABELS[status.detail];
  return label === undefined ? status : { ...status, label };
}

/** Every rollup with its name, for filters and tabs. */
export const rollupOptions = (): { code: Rollup; name: string }[] =>
  ROLLUPS.map((code) => ({ code, name: ROLLUP_NAMES[code] }));

/** A stored pair of codes as it is shown; null when there is no such status. */
export function statusView(code: string, detail: string, isFinalized = true): StatusView | null {
  const rollup = ROLLUPS.find((one) => one === code);
  if (!rollup) return null;
  const details: Readonly<Record<string, Shown>> = STATUS_TABLE[rollup];
  const shown = Object.hasOwn(details, detail) ? details[detail] : undefined;
  if (!shown) return null;
  const { name = ROLLUP_NAMES[rollup], label, tone } = shown;
  const status = { rollup, name, code: rollup, detail, label, tone };
  return isFinalized ? status : notFinalized(status);
}

/**
 * The status of a claim, from its lines, its shipments and whether the shopper owes an answer.
 * `effectsOutstanding`: some effect of the claim is not done.
 */
export function rollupOf(claim: Claim, effectsOutstanding: boolean): StatusView {
  if (claim.lines.every((line) => line.canceledOn !== null)) return view('Closed', 'No_Action_Taken');
  if (claim.lines.every(isFinished)) return finishedView(claim, effectsOutstanding);
  return openView(claim);
}

/** The same for the shopper, who agreed to a repair that staff have not begun: nothing of it is under review anymore. */
export function rollupForShopper(claim: Claim, effectsOutstanding: boolean): StatusView {
  const status = rollupOf(claim, effectsOutstanding);
  const open = claim.lines.filter((line) => !isFinished(line));
  const isAgreed = status.detail === 'Return_Not_Required' && open.every(isKnownRepair);
  return isAgreed ? view('Approved', 'Repaired') : status;
}

function finishedView(claim: Claim, effectsOutstanding: boolean): StatusView {
  const approved = claim.lines.filter((line) => line.status === 'approved');
  if (approved.length === 0) {
    const denied = view('Denied', sharedDenial(claim.lines));
    return claim.finalizedOn === null ? notFinalized(denied) : denied;
  }
  const detail = approvedDetail(claim.lines, approved);
  const isBack = !claim.returnRequired || areGoodsBack(claim);
  // The payment for items sent ahead is only captured or released once their return was processed.
  const isSettled = !claim.instantExchange?.isOnlyReturnAwaited;
  const isWithShopper = !claim.lines.some(isUnderRepair);
  return effectsOutstanding || !isBack || !isSettled || !isWithShopper
    ? view('Approved', detail)
    : view('Completed', detail);
}

function sharedDenial(lines: readonly ClaimLine[]): DenialDetail {
  const denied = lines.filter((line) => line.status === 'denied');
  const [first, ...others] = new Set(denied.flatMap((line) => line.denialDetail ?? []));
  return first === undefined || others.length > 0 ? 'No_Action_Taken' : first;
}

/**
 * The detail of the largest amount issued after deductions; lines that only paid for other items don't count. Nothing
 * of ours was issued for an "other" line.
 */
function approvedDetail(lines: readonly ClaimLine[], approved: readonly ClaimLine[]): ApprovedDetail {
  const given = approved.filter((line) => line.method !== 'other');
  const [first, ...others] = given.filter((line) => !isUsedUp(line));
  if (!first) return 'No_Action_Taken';
  const largest = others.reduce((most, line) => (worthOf(line) > worthOf(most) ? line : most), first);
  if (largest.isShopNow) return 'Item_Credit_Applied_To_Claim';
  const isPartial = given.length < lines.length || given.some((line) => worthOf(line) < line.requestedAmount);
  switch (largest.method) {
    case 'variantExchange':
      return 'Variant_Exchange';
    case 'giftCard':
    case 'storeCredit':
      return isPartial ? 'Gift_Card_Issued_Partial' : 'Gift_Card_Issued';
    case 'replacementOrder':
      return 'Replacement_Order';
    case 'repair':
      return 'Repaired';
    case 'refund':
    case 'warrantyReview':
    case 'other':
    case null:
      return isPartial ? 'Refunded_Partial' : 'Refunded';
  }
}

/** What went out for it, of money; what its goods or its credit count for, of others. */
function worthOf(line: ClaimLine): Minor {
  const amount = line.amount ?? 0;
  if (line.isShopNow || line.wasResolvedExternally || !RemainderMethod.safeParse(line.method).success) return amount;
  return line.finalizedOn === null ? amount : line.issuedAmount;
}

const isUsedUp = (line: ClaimLine): boolean => worthOf(line) === 0 && line.deductedAmount > 0;

/** Everything that is not over is being repaired: nobody has to decide anything of it. */
function isInWorkshop({ lines }: Claim): boolean {
  const open = lines.filter((line) => !isFinished(line));
  return open.every((line) => isUnderRepair(line) && line.repair?.state !== 'accepted');
}

function openView(claim: Claim): StatusView {
  const isBack = areGoodsBack(claim);
  if (claim.question?.isOpen || claim.lines.some(isQuoteOpen))
    return isBack ? view('At_Return_Location', 'Pending_Additional_Info') : view('Open', 'Pending_Additional_Info');
  if (isInWorkshop(claim)) return view('Approved', 'Repaired');
  if (isBack) {
    const isToInspect = claim.policy.isInspected && inspectionProgress(claim) === 'In_Progress';
    return view('At_Return_Location', isToInspect ? 'Pending_Inspection' : 'Pending_Approval');
  }
  const shipment = leastAdvanced(claim);
  if (shipment) return shipmentView(shipment);
  if (claim.lines.some((line) => line.restoredOn !== undefined && !isFinished(line)))
    return view('Open', 'Pending_Review');
  if (claim.lines.some((line) => line.refusal && !isFinished(line))) return view('Open', 'Pending_Review');
  if (claim.lines.some((line) => line.isHeldForReview && !isFinished(line))) return view('Open', 'Pending_Review');
  if (!claim.returnRequired) return view('Open', 'Return_Not_Required');
  // A shipment that was made and canceled is for a person to look at: no other will be made by itself.
  return claim.shipments.length === 0
    ? view('Open', 'Pending_Return_Shipment_Creation')
    : view('Open', 'Pending_Review');
}

function shipmentView(shipment: ReturnShipment): StatusView {
  if (advance(shipment) > 0) return view('In_Transit', 'In_Transit');
  return shipment.type === 'Label'
    ? view('Awaiting_Return', 'Awaiting_Customer_Dropoff_Label_Provided')
    : view('Awaiting_Return', 'Awaiting_Customer_Dropoff_Packing_Slip_Provided');
}
