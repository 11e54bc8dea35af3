import { z } from 'zod';
import { DashboardId, Panel } from '#core/analytics/dashboard.ts';
import { Period } from '#core/analytics/period.ts';
import { StoreParams } from '#contract/merchant/params.ts';
import { route } from '#contract/route.ts';

export const showDashboard = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/analytics/dashboard',
  access: 'admin',
  summary: 'Get one dashboard for a period: figures, charts and tables (C2.08)',
  params: StoreParams,
  query: Period.safeExtend({ dashboard: DashboardId }),
  response: z.object({
    /** The days it is about, both counted in, in the time zone of the store. */
    from: z.string(),
    to: z.string(),
    /** The days that numbers are compared with: as many, right before. */
    before: z.object({ from: z.string(), to: z.string() }),
    timeZone: z.string(),
    asOf: z.string(),
    /** Amounts in panels are decimal numbers of the currency next to them. */
    panels: z.array(Panel),
  }),
});
