import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The product copied into a folder to be thrown away, where files may be spoilt. */
export type Copy = {
  folder: string;
  write(file: string, text: string): Promise<void>;
  restore(file: string): Promise<void>;
  remove(): Promise<void>;
};

export async function makeCopy(parent: string): Promise<Copy> {
  const folder = await mkdtemp(join(parent, 'copy-'));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
  const files = listed.toString().split('\0');
  const folders = new Set(files.filter((file) => file !== '').map((file) => dirname(file)));
  for (const each of folders) await mkdir(join(folder, each), { recursive: true });
  // A file that is deleted and not committed is still listed.
  for (const file of files.filter((each) => each !== ''))
    await cp(join(ROOT, file), join(folder, file)).catch(passOver);
  await linkPackages(folder);
  return {
    folder,
    write: (file, text) => writeFile(join(folder, file), text),
    restore: async (file) => writeFile(join(folder, file), await readFile(join(ROOT, file))),
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

function passOver(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

/** Each package by a link of its own, so that what the tools cache in node_modules stays in the copy. */
async function linkPackages(folder: string): Promise<void> {
  await mkdir(join(folder, 'node_modules'));
  for (const name of await readdir(join(ROOT, 'node_modules'))) {
    if (name === '.vite' || name === '.vite-temp') continue;
    await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  }
}
