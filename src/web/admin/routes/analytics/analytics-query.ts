import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#contract/client.ts';
import { showDashboard } from '#contract/merchant/analytics.ts';
import type { DashboardId } from '#core/analytics/dashboard.ts';
import type { DashboardsSearch } from './dashboards-words.ts';

/** A dashboard of a period; while the next one is on its way, the one before stays. */
export const analyticsQuery = (storeId: number, dashboard: DashboardId, period: Omit<DashboardsSearch, 'dashboard'>) =>
  queryOptions({
    queryKey: ['analytics', storeId, dashboard, period],
    queryFn: ({ signal }) => call(showDashboard, { params: { storeId }, query: { ...period, dashboard } }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
