import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SetupError } from '#server/config.ts';
import { WEB_FOLDER } from '#server/http/web-files.ts';

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const SOURCES = ['src/web', 'src/contract', 'src/core', 'vite.config.ts', 'package-lock.json'];

/** Builds the web apps when they are missing or older than what they are made of; with `isWatching` also after every change. */
export async function buildWeb(log: (line: string) => void, isWatching: boolean): Promise<void> {
  if (!isWatching && isFresh()) return;
  const began = performance.now();
  // Loaded here: a server that has nothing to build starts without it.
  const { build } = await import('vite');
  try {
    const built = await build({
      configFile: at('vite.config.ts'),
      logLevel: 'error',
      ...(isWatching ? { build: { watch: {} } } : {}),
    });
    // A watcher is given at once; its first build takes as long as any.
    if ('on' in built)
      await new Promise<void>((resolve) => {
        built.on('event', ({ code }) => {
          if (code === 'END' || code === 'ERROR') resolve();
        });
      });
  } catch (error) {
    throw new SetupError(`The web apps could not be built: ${error instanceof Error ? error.message : String(error)}`);
  }
  log(`Built the web apps (${((performance.now() - began) / 1000).toFixed(1)} s)`);
}

function isFresh(): boolean {
  const built = [join(WEB_FOLDER, 'admin/index.html'), join(WEB_FOLDER, 'portal/index.html')];
  if (!built.every((file) => existsSync(file))) return false;
  const builtAt = Math.min(...built.map((file) => statSync(file).mtimeMs));
  return SOURCES.every((source) => newest(at(source)) <= builtAt);
}

function newest(path: string): number {
  const about = statSync(path, { throwIfNoEntry: false });
  if (!about) return 0;
  if (!about.isDirectory()) return about.mtimeMs;
  return Math.max(
    0,
    ...readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs),
  );
}
