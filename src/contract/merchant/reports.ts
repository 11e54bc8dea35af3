import { z } from 'zod';
import { AskedField } from '#core/claims/field-shapes.ts';
import { ReportRequest } from '#core/lists/report.ts';
import { StoreParams } from '#contract/merchant/params.ts';
import { route } from '#contract/route.ts';

export const ReportShown = z.object({
  id: z.number().int(),
  filename: z.string(),
  kind: z.string(),
  email: z.string(),
  requestedBy: z.string(),
  createdOn: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** Lines written so far. */
  lineCount: z.number().int(),
  doneOn: z.string().nullable(),
  /** Good for minutes; null until it is done, and when the file is no longer kept. */
  downloadUrl: z.string().nullable(),
});
export type ReportShown = z.infer<typeof ReportShown>;

export const createReport = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/report',
  access: 'exports',
  summary: 'Export a list as CSV in the background and email a user of the store where it is (C3.34, C7.06)',
  params: StoreParams,
  body: ReportRequest,
  response: ReportShown,
  errors: {
    REPORT_FIELD_UNKNOWN: "The store doesn't have this custom field; the text names it",
    REPORT_EMAIL_UNKNOWN: 'The email is neither of a user of the store nor of the caller',
    TOO_MANY_ATTEMPTS: 'Too many reports; try again later',
  },
});

export const reportFields = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/report/custom-field',
  access: 'exports',
  summary: 'List the custom fields a report can have as columns (C3.34)',
  params: StoreParams,
  response: z.object({
    lineItemCustomFields: z.array(AskedField.pick({ id: true, displayName: true })),
    inspectionCustomFields: z.array(AskedField.pick({ id: true, displayName: true })),
  }),
});

export const listReports = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/report',
  access: 'exports',
  summary: 'List the latest reports and their progress',
  params: StoreParams,
  response: z.object({ reports: z.array(ReportShown) }),
});
