import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import type { LineInspection } from '#core/claims/inspection-shapes.ts';
import { finalText, requestedText } from '#core/claims/requested.ts';
import { isGiftReturn } from '#core/claims/gift-return.ts';
import type { ReportColumns } from '#core/lists/define.ts';
import { decimalFromMinor, unitsValue, type Minor } from '#core/money.ts';

/** One claim line as a row of a report. */
export type ClaimReportRow = {
  claim: Claim;
  line: ClaimLine;
  tags: readonly string[];
  /** Status of the claim, as people read it. */
  status: string;
  orderCreatedOn: string;
  /** Addresses of what came with the line, and with its inspections; empty when the columns are not asked for. */
  media: readonly string[];
  inspectionMedia: readonly string[];
};

const money = (minor: Minor, { claim }: ClaimReportRow): string => decimalFromMinor(minor, claim.currencyCode);
/** As the page of the claim shows it. */
const unitPrice = ({ subtotal, quantity }: ClaimLine): Minor => unitsValue(subtotal, quantity, 0, 1);
const LINE_STATUS = { open: 'Open', approved: 'Approved', denied: 'Denied', closed: 'Canceled' } as const;
const inspections = ({ line }: ClaimReportRow): readonly LineInspection[] => line.inspections ?? [];
const list = (texts: readonly string[]): string => texts.join(', ');
const GRADES = { A_Stock: 'A stock', B_Stock: 'B stock', Dispose: 'Dispose' } as const;

/** Every column a report of claims can have (C3.34), one row for each line of a claim. */
export const CLAIM_REPORT = {
  claimId: { label: 'Claim ID', of: ({ claim }) => claim.externalId },
  tags: { label: 'Tags', of: ({ tags }) => list(tags) },
  claimStatus: { label: 'Claim status', of: ({ status }) => status },
  createdDate: { label: 'Created date', of: ({ claim }) => claim.createdOn },
  customerName: { label: 'Customer name', of: ({ claim }) => claim.customerName },
  customerEmail: { label: 'Customer email', of: ({ claim }) => claim.customerEmail },
  isGiftReturn: { label: 'Gift return', of: ({ claim }) => (isGiftReturn(claim) ? 'Yes' : 'No') },
  orderNumber: { label: 'Order number', of: ({ claim }) => claim.orderNo },
  orderDate: { label: 'Order date', of: ({ orderCreatedOn }) => orderCreatedOn },
  productName: {
    label: 'Product name',
    of: ({ line }) => [line.name, line.variantTitle].filter((text) => text !== '').join(' - '),
  },
  sku: { label: 'SKU', of: ({ line }) => line.sku },
  currency: { label: 'Currency', of: ({ claim }) => claim.currencyCode },
  price: { label: 'Price', of: (row) => money(unitPrice(row.line), row) },
  quantity: { label: 'Quantity', of: ({ line }) => line.quantity },
  requestedAmount: { label: 'Requested amount', of: (row) => money(row.line.requestedAmount, row) },
  lineItemStatus: { label: 'Line item status', of: ({ line }) => LINE_STATUS[line.status] },
  reason: { label: 'Reason', of: ({ line }) => line.reasonName },
  reasonDetail: { label: 'Reason detail', of: ({ line }) => line.reasonDetail },
  requestedResolutionMethod: {
    label: 'Requested resolution method',
    of: ({ line }) => requestedText(line),
  },
  finalResolutionMethod: {
    label: 'Final resolution method',
    of: ({ line }) => finalText(line),
  },
  media: { label: 'Media', of: ({ media }) => media.join('\n') },
  inspectionGrade: {
    label: 'Inspection grade',
    of: (row) =>
      list(inspections(row).flatMap(({ storeInspectionGrade: grade }) => (grade === null ? [] : [GRADES[grade]]))),
  },
  inspectionMedia: { label: 'Inspection media', of: ({ inspectionMedia }) => inspectionMedia.join('\n') },
  inspectionDate: {
    label: 'Inspection date',
    of: (row) => list(inspections(row).map((inspection) => inspection.createdOn)),
  },
  feeApplied: { label: 'Fee applied', of: (row) => money(row.claim.feeApplied, row) },
  feeName: { label: 'Fee name', of: ({ claim }) => claim.feeName },
  returnShippingFee: {
    label: 'Return shipping fee',
    of: (row) => money(row.claim.returnShippingAmountApplied, row),
  },
  exchangeShippingFee: {
    label: 'Exchange shipping fee',
    of: (row) => money(row.claim.exchangeOrderShippingAmountApplied, row),
  },
} as const satisfies ReportColumns<ClaimReportRow>;

/** The answer to a custom field about a line. */
export const lineAnswer = ({ line }: ClaimReportRow, fieldId: string): string =>
  line.customFields?.find(({ id }) => id === fieldId)?.value ?? '';

/** The answers to a field of the inspections of a line, in one cell. */
export const inspectionAnswers = (row: ClaimReportRow, fieldId: string): string =>
  list(
    inspections(row).flatMap(({ customFields }) =>
      customFields.filter((answer) => answer.id === fieldId).map((answer) => answer.value),
    ),
  );
