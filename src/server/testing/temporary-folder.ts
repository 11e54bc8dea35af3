import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
// What the tests hold at the same time is a tenth of it.
const ENOUGH_BYTES = 4 * 1024 ** 3;

/**
 * Moves what this process and those it starts put aside (`tmpdir()`) into a folder of its own: in memory where there is
 * room, since databases made and thrown away by the hundred otherwise wait for the disk. Returns what takes it all away.
 */
export async function useTemporaryFolder(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join((await hasRoom()) ? IN_MEMORY : tmpdir(), 'makegood-tests-'));
  // A database server runs as another user, who must get through.
  await chmod(folder, 0o755);
  process.env['TMPDIR'] = folder;
  return () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function hasRoom(): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(IN_MEMORY);
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}
