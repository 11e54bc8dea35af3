import { z } from 'zod';
import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import type { LineInspection } from '#core/claims/inspection-shapes.ts';
import { methodName } from '#core/claims/method-names.ts';
import { isGiftReturn } from '#core/claims/gift-return.ts';
import { ClaimKind, ListFilters } from '#core/lists/lists.ts';
import { ListSort, NEWEST_FIRST, strangeFilters } from '#core/lists/search.ts';
import { decimalFromMinor, unitsValue, type Minor } from '#core/money.ts';

/** One claim line as a row of a report. */
export type ReportRow = {
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

type ColumnSpec = { label: string; of: (row: ReportRow) => string | number };

const money = (minor: Minor, { claim }: ReportRow): string => decimalFromMinor(minor, claim.currencyCode);
/** As the page of the claim shows it. */
const unitPrice = ({ subtotal, quantity }: ClaimLine): Minor => unitsValue(subtotal, quantity, 0, 1);
const LINE_STATUS = { open: 'Open', approved: 'Approved', denied: 'Denied', closed: 'Canceled' } as const;
const inspections = ({ line }: ReportRow): readonly LineInspection[] => line.inspections ?? [];
const list = (texts: readonly string[]): string => texts.join(', ');
const GRADES = { A_Stock: 'A stock', B_Stock: 'B stock', Dispose: 'Dispose' } as const;

/** Every column a report can have (C3.34), one row for each line of a claim. */
const COLUMNS = {
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
    of: ({ line }) => methodName(line.requestedMethod),
  },
  finalResolutionMethod: {
    label: 'Final resolution method',
    of: ({ line }) => (line.method === null ? '' : methodName(line.method)),
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
} as const satisfies Readonly<Record<string, ColumnSpec>>;

export type ReportColumn = keyof typeof COLUMNS;
export const REPORT_COLUMNS = Object.keys(COLUMNS) as [ReportColumn, ...ReportColumn[]];
export const reportColumnLabel = (column: ReportColumn): string => COLUMNS[column].label;

const isEachOnce = (ids: readonly string[]): boolean => new Set(ids).size === ids.length;
const FieldIds = z.array(z.string().min(1).max(100)).max(50).refine(isEachOnce, 'Choose each field once');

/** C3.34. A field of inspections is a column of its own; items have no fields of their own, so that there is none to name. */
export const ReportRequest = z
  .strictObject({
    kind: ClaimKind,
    filename: z
      .string()
      .trim()
      .min(1, 'Name is required')
      .max(100, 'Name must be at most 100 characters')
      .regex(/^[^\\/:*?"<>|\p{Cc}]+$/u, 'Name cannot contain \\ / : * ? " < > |'),
    columns: z
      .array(z.enum(REPORT_COLUMNS))
      .min(1, 'Choose at least one column')
      .refine(isEachOnce, 'Choose each column once')
      .default(REPORT_COLUMNS),
    lineItemCustomFieldIds: FieldIds.default([]),
    inspectionCustomFieldIds: FieldIds.default([]),
    email: z.email('Please enter an email address').max(254),
    filters: ListFilters.prefault({}),
    /** These alone, whatever the filters; null for all the filters leave. */
    claimIds: z.array(z.number().int().positive()).min(1).max(1000).nullable().default(null),
    orderBy: ListSort.default(NEWEST_FIRST),
    /** A report always begins with the first claim, and reads so many at a time. */
    cursor: z.null().default(null),
    take: z.number().int().min(1).max(100).default(100),
  })
  .refine(({ kind, filters }) => strangeFilters(kind, filters).length === 0, {
    path: ['filters'],
    message: "This list doesn't have this filter",
  });
export type ReportRequest = z.infer<typeof ReportRequest>;

/** The ids a report asks for of fields that are none of the store's. */
export const unknownFields = (
  request: Pick<ReportRequest, 'inspectionCustomFieldIds' | 'lineItemCustomFieldIds'>,
  inspectionFields: readonly { id: string }[],
): string[] => [
  ...request.lineItemCustomFieldIds,
  ...request.inspectionCustomFieldIds.filter((id) => !inspectionFields.some((field) => field.id === id)),
];

/** The first line of the file. `fieldNames`: what fields of inspections are called, by id. */
export const reportHead = (request: ReportRequest, fieldNames: ReadonlyMap<string, string>): string =>
  csvLine([
    ...request.columns.map(reportColumnLabel),
    ...request.inspectionCustomFieldIds.map((id) => fieldNames.get(id) ?? id),
  ]);

/** One line of the file. */
export const reportLine = (request: ReportRequest, row: ReportRow): string =>
  csvLine([
    ...request.columns.map((column) => COLUMNS[column].of(row)),
    ...request.inspectionCustomFieldIds.map((id) => list(answersOf(row, id))),
  ]);

const answersOf = (row: ReportRow, fieldId: string): string[] =>
  inspections(row).flatMap(({ customFields }) =>
    customFields.filter((answer) => answer.id === fieldId).map((answer) => answer.value),
  );

/** One line of a CSV file (RFC 4180). */
export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(csvCell).join(',')}\r\n`;

// Spreadsheets run what begins with one of these (full-width signs too); behind an apostrophe it is text. Where the
// decimal sign is a comma they also split lines at semicolons.
const FORMULA_START = /(^|;)(?=[=+\-@\t\r＝＋－＠])/g;
const DECIMAL = /^-?\d+(?:\.\d+)?$/;

/** A cell of RFC 4180 that no spreadsheet takes for a formula. Numbers stay numbers. */
export function csvCell(value: string | number): string {
  const text = String(value);
  const safe = DECIMAL.test(text) ? text : text.replaceAll(FORMULA_START, "$1'");
  return /[",\r\n']/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
