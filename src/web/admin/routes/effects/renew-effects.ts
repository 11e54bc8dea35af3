import type { QueryClient } from '@tanstack/react-query';

/** Asks anew for everything that shows effects of the store. */
export const renewEffects = (client: QueryClient, storeId: number): Promise<unknown> =>
  Promise.all(
    ['effects', 'claim', 'claims', 'tasks', 'journal', 'books'].map((name) =>
      client.invalidateQueries({ queryKey: [name, storeId] }),
    ),
  );
