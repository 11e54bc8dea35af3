import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const Control = z.object({ url: z.url(), token: z.string().min(32) });
/** How a command reaches the server that runs with the same data folder. */
export type Control = z.infer<typeof Control>;

/** Another at every start, so that what a killed server left opens nothing. */
export const newControlToken = (): string => randomBytes(32).toString('base64url');

const fileIn = (folder: string): string => join(folder, 'server.control');

/** Leaves the control in the data folder, for its owner's eyes alone. Returns how to take it away. Throws when the folder cannot be written. */
export function leaveControl(folder: string, control: Control): () => void {
  const file = fileIn(folder);
  // A file that is there keeps its mode, whoever made it.
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
