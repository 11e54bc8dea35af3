import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#contract/client.ts';

/** Reloads everything that shows effects of the store. */
export const renewEffects = (client: QueryClient, storeId: number): Promise<unknown> =>
  Promise.all(
    ['effects', 'claim', 'claims', 'order', 'tasks', 'journal', 'books', 'home', 'alerts'].map((name) =>
      client.invalidateQueries({ queryKey: [name, storeId] }),
    ),
  );

/** Runs after someone else or the worker was first, so that the page behind the dialog is up to date. */
export const renewOvertaken = (client: QueryClient, storeId: number, error: unknown): void => {
  if (error instanceof ApiError && error.status === 409) void renewEffects(client, storeId);
};
