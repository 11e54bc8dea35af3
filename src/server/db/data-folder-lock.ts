import { closeSync, openSync, readFileSync, rmSync, statSync, utimesSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { SetupError } from '#server/config.ts';
import { makePrivateFolder } from '#server/private-folder.ts';

const BEAT_MS = 5_000;
const DEAD_AFTER_MS = 30_000;
const held = new Set<string>();

/** Two processes on one embedded database silently lose data. Throws SetupError in words when the folder is taken or cannot be written. Returns the release. */
export function lockDataFolder(folder: string): () => void {
  const file = join(resolve(folder), 'server.pid');
  if (held.has(file)) throw inUse(folder, file, process.pid);
  try {
    makePrivateFolder(folder);
    if (!create(file)) takeOver(file, folder);
  } catch (error) {
    if (error instanceof SetupError) throw error;
    throw new SetupError(
      `The data folder ${folder} cannot be written (${codeOf(error)}). Set DATA_FOLDER to a folder this user may write to.`,
    );
  }
  held.add(file);
  const beat = setInterval(() => touch(file), BEAT_MS).unref();
  const release = (): void => {
    process.off('exit', release);
    clearInterval(beat);
    if (held.delete(file)) rmSync(file, { force: true });
  };
  process.on('exit', release);
  return release;
}

const inUse = (folder: string, file: string, pid: number | null): SetupError =>
  new SetupError(
    `The data folder ${folder} is in use${pid === null ? '' : ` by process ${pid}`}. Stop that one or set another DATA_FOLDER. If nothing is running, remove ${file}`,
  );

/** False when the file is there already. */
function create(file: string): boolean {
  try {
    const handle = openSync(file, 'wx');
    writeSync(handle, `${process.pid} ${hostname()}`);
    closeSync(handle);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Takes what a killed process left. The second lock makes looking and removing one step: without it two newcomers could each remove the other's. */
function takeOver(file: string, folder: string): void {
  const guard = `${file}.takeover`;
  if (!create(guard)) throw inUse(folder, guard, null);
  try {
    const owner = readOwner(file);
    if (!owner || isAlive(owner, file)) throw inUse(folder, file, owner?.pid ?? null);
    rmSync(file, { force: true });
    if (!create(file)) throw inUse(folder, file, null);
  } finally {
    rmSync(guard, { force: true });
  }
}

type Owner = { pid: number; host: string };

function readOwner(file: string): Owner | null {
  const [pid, host = ''] = readFileSync(file, 'utf8').split(' ');
  return Number.isSafeInteger(Number(pid)) && Number(pid) > 0 ? { pid: Number(pid), host } : null;
}

function isAlive(owner: Owner, file: string): boolean {
  // Another machine or container on a shared folder: its processes cannot be seen from here, its beat can.
  if (owner.host !== hostname()) return Date.now() - statSync(file).mtimeMs < DEAD_AFTER_MS;
  // A restarted container often gives the new process the number of the killed one.
  if (owner.pid === process.pid) return false;
  try {
    process.kill(owner.pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

function touch(file: string): void {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // The folder went away under a running server; the next write will say so where it matters.
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
