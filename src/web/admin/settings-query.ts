import { queryOptions } from '@tanstack/react-query';
import { call } from '#contract/client.ts';
import { getConfig, getIntegrations, getTheme } from '#contract/merchant/settings.ts';

/** Every group of settings. */
export const settingsQuery = (storeId: number) =>
  queryOptions({
    queryKey: ['settings', storeId],
    queryFn: async ({ signal }) => {
      const [config, integrations, theme] = await Promise.all([
        call(getConfig, { params: { storeId } }, { signal }),
        call(getIntegrations, { params: { storeId } }, { signal }),
        call(getTheme, { params: { storeId } }, { signal }),
      ]);
      return { groups: { ...config.groups, ...integrations.groups, ...theme.groups } };
    },
    // What is being edited must not change under the hands.
    refetchOnWindowFocus: false,
  });
