import { QueryClient, QueryObserver, type QueryObserverOptions } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { showsProgress } from './shows-progress.ts';

/** Whether a query shows progress while it is asked again, and while it is asked for the first time. */
async function progressOf(options: Partial<QueryObserverOptions>): Promise<{ first: boolean; again: boolean }> {
  const client = new QueryClient();
  const queryKey = ['anything'];
  const isShown = (): boolean => client.isFetching({ predicate: showsProgress }) > 0;
  const stop = new QueryObserver(client, { queryKey, queryFn: () => 'answer', ...options }).subscribe(() => undefined);
  const first = isShown();
  await client.refetchQueries({ queryKey }, { cancelRefetch: false });
  const renewing = client.refetchQueries({ queryKey });
  const again = isShown();
  await renewing;
  stop();
  client.clear();
  return { first, again };
}

test('what asks again by itself shows progress only until its first answer', async () => {
  expect(await progressOf({})).toEqual({ first: true, again: true });
  expect(await progressOf({ refetchInterval: 60_000 })).toEqual({ first: true, again: false });
  expect(await progressOf({ refetchInterval: () => 60_000 })).toEqual({ first: true, again: false });
  expect(await progressOf({ refetchInterval: false })).toEqual({ first: true, again: true });
  // The version of the build is looked for by a timer.
  expect(await progressOf({ meta: { isInBackground: true } })).toEqual({ first: true, again: false });
});
