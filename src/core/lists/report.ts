import { z } from 'zod';
import type { AskedField } from '#core/claims/field-shapes.ts';
import type { ReportColumns } from '#core/lists/define.ts';
import { ClaimKind, ListFilters, ListKind, listOf } from '#core/lists/lists.ts';
import { ListSort, NEWEST_FIRST, strangeFilters } from '#core/lists/search.ts';

/** The columns a report of a list can have, in their order. */
export const reportColumns = (kind: ListKind): { id: string; label: string }[] =>
  Object.entries(listOf(kind).report).map(([id, { label }]) => ({ id, label }));

export const isClaimKind = (kind: ListKind): kind is ClaimKind => ClaimKind.safeParse(kind).success;

const idsOf = (kind: ListKind): string[] => reportColumns(kind).map(({ id }) => id);
const ANY_COLUMN = z.enum([...new Set(ListKind.options.flatMap(idsOf))]);

const isEachOnce = (ids: readonly string[]): boolean => new Set(ids).size === ids.length;
const FieldIds = z.array(z.string().min(1).max(100)).max(50).refine(isEachOnce, 'Choose each field once');

/** C3.34. A field is a column of its own: of what shoppers answered about an item, and of its inspections. */
export const ReportRequest = z
  .strictObject({
    kind: ListKind,
    filename: z
      .string()
      .trim()
      .min(1, 'Name is required')
      .max(100, 'Name must be at most 100 characters')
      .regex(/^[^\\/:*?"<>|\p{Cc}]+$/u, 'Name cannot contain \\ / : * ? " < > |'),
    /** Every column of the list when left out. */
    columns: z
      .array(ANY_COLUMN)
      .min(1, 'Choose at least one column')
      .refine(isEachOnce, 'Choose each column once')
      .optional(),
    lineItemCustomFieldIds: FieldIds.default([]),
    inspectionCustomFieldIds: FieldIds.default([]),
    email: z.email('Must be a valid email.').max(254),
    filters: ListFilters.prefault({}),
    /** These alone, whatever the filters; null for all the filters leave. */
    claimIds: z.array(z.number().int().positive()).min(1).max(1000).nullable().default(null),
    orderBy: ListSort.default(NEWEST_FIRST),
    /** A report always begins with the first row, and reads so many at a time. */
    cursor: z.null().default(null),
    take: z.number().int().min(1).max(100).default(100),
  })
  .refine(({ kind, filters }) => strangeFilters(kind, filters).length === 0, {
    path: ['filters'],
    message: "This list doesn't have this filter",
  })
  .refine(({ kind, columns = [] }) => columns.every((id) => idsOf(kind).includes(id)), {
    path: ['columns'],
    message: "This list doesn't have this column",
  })
  .refine(({ kind, claimIds }) => claimIds === null || isClaimKind(kind), {
    path: ['claimIds'],
    message: 'Only lists of claims take these',
  });
export type ReportRequest = z.infer<typeof ReportRequest>;

/** The fields that a report of claims can have as columns. */
export type ReportFields = {
  lineItem: readonly Pick<AskedField, 'id' | 'displayName'>[];
  inspection: readonly Pick<AskedField, 'id' | 'displayName'>[];
};

/** Inspections ask the questions of the settings, and custom fields where rules name them. */
export const reportFieldsOf = (
  customFields: readonly AskedField[],
  inspectionFields: readonly AskedField[],
): ReportFields => ({ lineItem: customFields, inspection: [...inspectionFields, ...customFields] });

/** The ids a report asks for of fields that are none of the list's; only claims have any. */
export const unknownFields = (
  { kind, lineItemCustomFieldIds, inspectionCustomFieldIds }: FieldsAsked & Pick<ReportRequest, 'kind'>,
  { lineItem, inspection }: ReportFields,
): string[] => {
  const isKnown = (fields: ReportFields['lineItem'], wanted: string): boolean =>
    isClaimKind(kind) && fields.some(({ id }) => id === wanted);
  return [
    ...lineItemCustomFieldIds.filter((id) => !isKnown(lineItem, id)),
    ...inspectionCustomFieldIds.filter((id) => !isKnown(inspection, id)),
  ];
};
type FieldsAsked = Pick<ReportRequest, 'lineItemCustomFieldIds' | 'inspectionCustomFieldIds'>;

/** The columns that a request asks for. */
export const askedColumns = ({ kind, columns }: Pick<ReportRequest, 'kind' | 'columns'>): readonly string[] =>
  columns ?? idsOf(kind);

/** The first line of the file. */
export const reportHead = (request: ReportRequest, { lineItem, inspection }: ReportFields): string => {
  const named = (fields: ReportFields['lineItem'], ids: readonly string[]): string[] =>
    ids.map((wanted) => fields.find(({ id }) => id === wanted)?.displayName ?? wanted);
  return csvLine([
    ...askedColumns(request).map((id) => listOf(request.kind).report[id]?.label ?? id),
    ...named(lineItem, request.lineItemCustomFieldIds),
    ...named(inspection, request.inspectionCustomFieldIds),
  ]);
};

/** One line of the file: the columns of a row, and the answers to the fields. */
export const reportLine = <Row>(
  request: ReportRequest,
  columns: ReportColumns<Row>,
  row: Row,
  answers: readonly string[] = [],
): string => csvLine([...askedColumns(request).map((id) => columns[id]?.of(row) ?? ''), ...answers]);

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
