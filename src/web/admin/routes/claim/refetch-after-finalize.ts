import type { QueryClient } from '@tanstack/react-query';

const TIMES = 3;
const EVERY_MS = 2000;

/** What finalizing set in motion shows within seconds: everything of the claim is asked for at once and three times more (C4.13). */
export function refetchAfterFinalize(client: QueryClient, storeId: number, claimId: number): void {
  const again = (): void => {
    for (const name of ['claim', 'journal']) void client.invalidateQueries({ queryKey: [name, storeId, claimId] });
  };
  for (let time = 0; time <= TIMES; time += 1) setTimeout(again, time * EVERY_MS);
}
