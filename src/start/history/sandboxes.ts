import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FOR_SANDBOXES, readParts, type Head } from './artifact.ts';

/** Until when the history of a demo goes, and where its pretend partners keep what they know. */
export type HistoryPlan = { folder: string; endsOn: string; origins: Head['origins'] };

const fileOf = (folder: string, partner: string): string => join(folder, `${partner}.json`);
const ANCHOR = 'history-until';

/**
 * The moment at which the history of this demo ends: that of its first start, kept, so that a start which was cut short
 * goes on with the same one. Null for a demo that began without.
 */
export function historyUntil(folder: string, isWanted: boolean): string | null {
  const anchor = join(folder, ANCHOR);
  if (existsSync(anchor)) return readFileSync(anchor, 'utf8');
  if (!isWanted || existsSync(fileOf(folder, 'shopify'))) return null;
  const until = new Date().toISOString();
  mkdirSync(folder, { recursive: true });
  writeAside(anchor, until);
  return until;
}

/** Gives each pretend partner what it did until then, unless it has begun already. */
export function restoreSandboxes({ folder, endsOn, origins }: HistoryPlan): void {
  const names = ['shopify', 'easypost', 'stripe'];
  if (names.every((name) => existsSync(fileOf(folder, name)))) return;
  for (const { name, json } of readParts(FOR_SANDBOXES, new Date(endsOn), origins))
    if (!existsSync(fileOf(folder, name))) writeAside(fileOf(folder, name), json);
}

/** A start cut short in between leaves no half of a file. */
function writeAside(file: string, text: string): void {
  writeFileSync(`${file}.part`, text);
  renameSync(`${file}.part`, file);
}
