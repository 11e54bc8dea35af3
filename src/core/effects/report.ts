import { z } from 'zod';
import { defineEffect } from '#core/effects/define.ts';

export const ReportPayload = z.object({ reportId: z.number().int(), filename: z.string(), email: z.string() });

export const report = defineEffect({
  payload: ReportPayload,
  summary: ({ filename, email }) => `Report “${filename}” to ${email}`,
});
