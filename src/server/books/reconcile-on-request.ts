import { z } from 'zod';
import { Refusal } from '#core/refusal.ts';
import type { GatherDeps } from '#server/books/gather.ts';
import { reconcileAndTell } from '#server/books/tell-reconciled.ts';
import { SetupError } from '#server/config.ts';
import { hasBearer } from '#server/http/bearer.ts';
import { receive, type Handler, type RawAnswer } from '#server/http/serve.ts';

/** Where a server takes the orders of commands run beside it. */
export const RECONCILE_PATH = '/api/control/reconcile';

const Wanted = z.object({ slug: z.string().nullable(), days: z.number().int().min(1).max(366) });
export type Wanted = z.infer<typeof Wanted>;

/** What the command prints, and whether nothing is left unexplained; or why nothing was compared. */
export const Reconciled = z.union([
  z.object({ text: z.string(), isAllExplained: z.boolean() }),
  z.object({ problem: z.string() }),
]);
export type Reconciled = z.infer<typeof Reconciled>;

/** `npm run reconcile` beside this server, which alone may open the embedded database. Only who knows the token is answered. */
export const reconcileOnRequest = (deps: GatherDeps, token: string): Handler =>
  receive('POST', RECONCILE_PATH, async ({ rawBody, headers }) => {
    if (!hasBearer(headers['authorization'], token)) return { status: 401 };
    const wanted = Wanted.safeParse(parseJson(rawBody));
    if (!wanted.success) return { status: 400 };
    let text = '';
    try {
      const { slug, days } = wanted.data;
      const isAllExplained = await reconcileAndTell(deps, slug, days, (line) => (text += line));
      return json(200, { text, isAllExplained });
    } catch (error) {
      if (!(error instanceof SetupError) && !(error instanceof Refusal)) throw error;
      return json(409, { problem: error.message });
    }
  });

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
}

const json = (status: number, body: Reconciled): RawAnswer => ({
  status,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
});
