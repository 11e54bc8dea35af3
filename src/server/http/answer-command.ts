import type { z } from 'zod';
import { Refusal } from '#core/refusal.ts';
import { SetupError } from '#server/config.ts';
import { hasBearer } from '#server/http/bearer.ts';
import { receive, type Handler, type RawAnswer } from '#server/http/serve.ts';

type Command<T> = { path: `/${string}`; wanted: z.ZodType<T>; maxBytes?: number };

/**
 * Runs what a command on this machine asks for: only this server may open the embedded database. The caller must know
 * the token.
 */
export const answerCommand = <T>(
  { path, wanted, maxBytes }: Command<T>,
  token: string,
  answer: (asked: T) => Promise<object>,
): Handler =>
  receive(
    'POST',
    path,
    async ({ rawBody, headers }) => {
      if (!hasBearer(headers['authorization'], token)) return { status: 401 };
      const asked = wanted.safeParse(parseJson(rawBody));
      if (!asked.success) return { status: 400 };
      try {
        return json(200, await answer(asked.data));
      } catch (error) {
        if (!(error instanceof SetupError) && !(error instanceof Refusal)) throw error;
        return json(409, { problem: error.message });
      }
    },
    maxBytes,
  );

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
}

const json = (status: number, body: object): RawAnswer => ({
  status,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
});
