import type { CallContext } from '#partners/ports.ts';
import type { RunRow } from '#server/db/reconciliations.ts';
import type { ServerDeps } from '#server/deps.ts';

export type GatherDeps = Pick<ServerDeps, 'database' | 'storefrontOf' | 'paymentsOf' | 'labels'>;
export type Run = { storeId: number; run: RunRow; context: CallContext; signal: AbortSignal | undefined };
