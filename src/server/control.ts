import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { SetupError } from '#server/config.ts';

const Control = z.object({ url: z.url(), token: z.string().min(32) });
/** How a command reaches the server that runs with the same data folder. */
export type Control = z.infer<typeof Control>;

/** Another at every start, so that what a killed server left opens nothing. */
export const newControlToken = (): string => randomBytes(32).toString('base64url');

const fileIn = (folder: string): string => join(folder, 'server.control');

/** Leaves the control in the data folder, for its owner's eyes alone. Returns how to take it away. Throws when the folder cannot be written. */
export function leaveControl(folder: string, control: Control): () => void {
  const file = fileIn(folder);
  // An existing file keeps its mode, no matter who created it.
  rmSync(file, { force: true });
  writeFileSync(file, JSON.stringify(control), { flag: 'wx', mode: 0o600 });
  return () => {
    // Of several servers with one folder the last one is found, also after another ended.
    if (readControl(folder)?.token === control.token) rmSync(file, { force: true });
  };
}

/** What a server left in the data folder; null when none did. It may have been killed since. */
export function readControl(folder: string): Control | null {
  try {
    return Control.parse(JSON.parse(readFileSync(fileIn(folder), 'utf8')));
  } catch {
    return null;
  }
}

/**
 * The server's answer to a command; null if the server has stopped. Throws SetupError if it stops while answering or
 * fails.
 */
export async function askServer({ url, token }: Control, path: string, asked: unknown): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
  const sent = request(new URL(path, url), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  sent.on('error', reject);
  sent.on('response', (response) => {
    text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
  });
  sent.end(JSON.stringify(asked));
  const answer = await promise.catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') return null;
    throw new SetupError(`The server at ${url} stopped before it answered. Run the command again.`);
  });
  // Another server listens there now: this one was killed.
  if (answer === null || answer.status === 401 || answer.status === 404) return null;
  if (answer.status === 200 || answer.status === 409) return JSON.parse(answer.body);
  throw new SetupError(`The server at ${url} could not do it; its log says why.`);
}
