import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '#contract/client.ts';
import { listAlerts, readAlert, readAllAlerts, type Alert } from '#contract/merchant/alerts.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { toast } from '../../../ui/toast.ts';
import { problemText } from '../../problem-words.ts';
import { meQuery } from '../../me-query.ts';
import { readLocally } from './read-locally.ts';

const POLL_MS = 60_000;
export type Alerts = RouteAnswer<typeof listAlerts>;
export type Reader = { storeId: number; userId: number };

const keyOf = ({ storeId, userId }: Reader) => ['alerts', storeId, userId] as const;

/** Alerts of a store for one admin; asked again every minute. */
export const alertsQuery = (reader: Reader, unreadOnly: boolean) =>
  queryOptions({
    queryKey: [...keyOf(reader), unreadOnly ? 'unread' : 'all'],
    queryFn: ({ signal }) =>
      call(listAlerts, { params: reader, query: { unreadOnly: unreadOnly ? 'true' : 'false' } }, { signal }),
    refetchInterval: POLL_MS,
  });

/** The cause of an alert may have changed the store, so a new alert reloads the store. */
export function useFreshStore(alerts: Alerts | undefined): void {
  const client = useQueryClient();
  const newestOn = alerts?.data[0]?.createdOn;
  useEffect(() => {
    if (newestOn !== undefined && Date.now() - Date.parse(newestOn) < 2 * POLL_MS)
      void client.invalidateQueries({ queryKey: meQuery.queryKey });
  }, [client, newestOn]);
}

/** One alert, or all, as they are listed: the reader knows nothing of what was raised since. */
type Marking = { readOn: string | null } & ({ alert: Alert } | { all: readonly Alert[] });

/** Marks one alert, or all, as read or unread: shown at once, undone with a word if the server does not agree (C4.22). */
export function useMarkRead(reader: Reader) {
  const client = useQueryClient();
  const filter = { queryKey: keyOf(reader) };
  return useMutation({
    mutationFn: ({ readOn, ...marked }: Marking) => {
      if ('alert' in marked) {
        const { id: alertId, createdOn } = marked.alert;
        return call(readAlert, { params: { ...reader, alertId }, body: { readOn, createdOn } });
      }
      const seen = marked.all.map(({ id, createdOn }) => ({ id, createdOn }));
      return call(readAllAlerts, { params: reader, body: { readOn, seen } });
    },
    onMutate: async ({ readOn, ...marked }) => {
      const alertId = 'alert' in marked ? marked.alert.id : null;
      await client.cancelQueries(filter);
      const before = client.getQueriesData<Alerts>(filter);
      client.setQueriesData<Alerts>(filter, (alerts) => alerts && readLocally(alerts, alertId, readOn));
      return { before };
    },
    onError: (error, _marked, context) => {
      for (const [key, alerts] of context?.before ?? []) client.setQueryData(key, alerts);
      toast(problemText(error), 'bad');
    },
    onSettled: () => client.invalidateQueries(filter),
  });
}
