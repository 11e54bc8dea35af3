import type { Address } from '#core/address.ts';
import { answerFacts } from '#core/automations/answer-facts.ts';
import type { Facts } from '#core/automations/facts.ts';
import type { Hook } from '#core/automations/hooks.ts';
import {
  lineFactsOf,
  orderFacts,
  shopAmountOf,
  type AroundOrder,
  type ProductPlaces,
} from '#core/automations/order-facts.ts';
import { askAsRecorded } from '#core/automations/recorded.ts';
import type { Asking, Decision, Receipt, RuleSet } from '#core/automations/rule-set.ts';
import { shopNowCostOf } from '#core/claims/claim-money.ts';
import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import type { FieldAnswer } from '#core/claims/field-shapes.ts';
import { goodsCost } from '#core/claims/exchange.ts';
import { isGiftReturn } from '#core/claims/gift-return.ts';
import { leastAdvanced } from '#core/claims/goods-progress.ts';
import { GRADE_NAMES } from '#core/claims/inspection-shapes.ts';
import { isSamePlace } from '#core/claims/order-shipment.ts';
import { categoryAmong, type ClaimReason } from '#core/claims/reasons.ts';
import type { RiskLevel } from '#core/claims/risk.ts';
import type { TrackerStatus } from '#core/claims/shipment-shapes.ts';
import type { WarehouseReport } from '#core/claims/warehouse-shapes.ts';
import type { Minor } from '#core/money.ts';
import type { Order } from '#core/orders/order.ts';
import type { StockPlace } from '#core/policy/policy.ts';

/** The rules of a claim's store, and what they can ask about that the claim itself does not hold. */
export type AroundClaim = {
  rules: RuleSet;
  order: Order;
  aroundOrder: AroundOrder;
  products: ProductPlaces;
  reasons: readonly ClaimReason[];
  /** Null while it is not known. */
  riskLevel: RiskLevel | null;
  returnLocations: readonly { id: number; address: Address }[];
  stockPlaces: readonly StockPlace[];
  /** What rules looked at when all this was asked once; it counts more than what is known today. */
  recorded?: readonly Receipt[];
};

export const subjectOfLine = (lineId: number): string => `line:${lineId}`;

/** What the rules of a moment say about a claim, each line that is not canceled asked for itself. */
export const askAboutClaim = (claim: Claim, hook: Hook, around: AroundClaim): Decision =>
  askAsRecorded(around.rules, hook, claimAskings(claim, around), around.recorded);

/** What rules are asked with about a claim: each of its lines that is not canceled. */
export function claimAskings(claim: Claim, around: AroundClaim): Asking[] {
  const ofClaim = { ...orderFacts(around.order, around.aroundOrder), ...claimFacts(claim, around) };
  const ofLines = lineFactsOf(around.order, around.products, around.aroundOrder);
  return claim.lines
    .filter((line) => line.canceledOn === null)
    .map((line) => ({
      subject: subjectOfLine(line.id),
      facts: { ...ofClaim, ...ofLines.get(line.lineIdFromPlatform), ...lineFacts(claim, line, around) },
    }));
}

function claimFacts(claim: Claim, around: AroundClaim): Facts {
  const amount = amountIn(around);
  const shipment = leastAdvanced(claim);
  return {
    'claim/type': claim.claimType,
    'claim/riskLevel': around.riskLevel,
    'claim/total': amount(sumOf(claim.lines, (line) => line.requestedAmount)),
    'claim/isGiftReturn': isGiftReturn(claim),
    'claim/exchangeOrderTotal': amount(
      sumOf(claim.lines, ({ exchange }) => (exchange ? goodsCost(exchange) : 0)) + shopNowCostOf(claim),
    ),
    'returnShipment/status': shipment ? trackedAs(shipment.trackerStatus) : null,
    'returnShipment/location': shipment
      ? around.returnLocations
          .filter(({ address }) => isSamePlace(address, shipment.toAddress))
          .map(({ id }) => id)
          .slice(0, 1)
      : null,
  };
}

const isEveryItemReceived = ({ lines }: Claim, report: WarehouseReport): boolean =>
  lines
    .filter((line) => line.canceledOn === null)
    .every(({ id }) => report.lines.some(({ lineId, isReceived }) => lineId === id && isReceived));

/** A parcel nobody has heard of looks like one that was not handed in yet. */
const trackedAs = (status: TrackerStatus): TrackerStatus => (status === 'unknown' ? 'pre_transit' : status);

function lineFacts(claim: Claim, line: ClaimLine, around: AroundClaim): Facts {
  const report = claim.warehouseReport;
  const grade = line.inspections?.findLast(({ storeInspectionGrade }) => storeInspectionGrade !== null);
  return {
    'claim/lineItemTotal': amountIn(around)(line.requestedAmount),
    'claim/quantity': line.quantity,
    'claim/reasonCategory': categoryAmong(around.reasons, line.reasonId),
    'claim/reason': line.reasonId,
    'claim/reasonDetail': line.reasonDetail === '' ? [] : line.reasonDetail,
    'claim/requestedResolution': line.isShopNow ? 'shopNow' : line.requestedMethod,
    'claim/inspectionGrade': grade?.storeInspectionGrade ? GRADE_NAMES[grade.storeInspectionGrade] : null,
    'claim/isResolvedExternally': line.wasResolvedExternally,
    ...answerFacts(answersAbout(line)),
    'rma/status': report?.status,
    'rma/isEveryItemReceived': report && isEveryItemReceived(claim, report),
    'rma/disposition': report?.lines.find(({ lineId }) => lineId === line.id)?.disposition,
  };
}

/** Those of the shopper, then those that staff recorded. */
const answersAbout = ({ customFields = [], inspections = [] }: ClaimLine): FieldAnswer[] => [
  ...customFields,
  ...inspections.flatMap((inspection) => inspection.customFields),
];

const amountIn = ({ order, aroundOrder }: AroundClaim): ((minor: Minor) => number | null) =>
  shopAmountOf(order, aroundOrder.storeCurrencyCode);

const sumOf = (lines: readonly ClaimLine[], amountOf: (line: ClaimLine) => Minor): Minor =>
  lines.filter((line) => line.canceledOn === null).reduce((sum, line) => sum + amountOf(line), 0);
