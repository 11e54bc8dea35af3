import { z } from 'zod';
import type { GatherDeps } from '#server/books/gather-deps.ts';
import { reconcileAndTell } from '#server/books/tell-reconciled.ts';
import { answerCommand } from '#server/http/answer-command.ts';
import type { Handler } from '#server/http/serve.ts';

/** Where a server receives requests from commands on the same machine. */
export const RECONCILE_PATH = '/api/control/reconcile';

const Wanted = z.object({ slug: z.string().nullable(), days: z.number().int().min(1).max(366) });
export type Wanted = z.infer<typeof Wanted>;

/** What the command prints, and whether nothing is left unexplained; or why nothing was compared. */
export const Reconciled = z.union([
  z.object({ text: z.string(), isAllExplained: z.boolean() }),
  z.object({ problem: z.string() }),
]);
export type Reconciled = z.infer<typeof Reconciled>;

/** `npm run reconcile` while this server runs. */
export const reconcileOnRequest = (deps: GatherDeps, token: string): Handler =>
  answerCommand({ path: RECONCILE_PATH, wanted: Wanted }, token, async ({ slug, days }): Promise<Reconciled> => {
    let text = '';
    const isAllExplained = await reconcileAndTell(deps, slug, days, (line) => (text += line));
    return { text, isAllExplained };
  });
