import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin, Rollup } from 'vite';

const SOURCE = new URL('../web/admin/service-worker.browser.js', import.meta.url);

// While files are watched, what is kept would only be in the way: a worker from before takes itself away.
const GONE = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  const forget = caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))));
  event.waitUntil(forget.then(() => self.registration.unregister()));
});
`;

/** The script of the worker that keeps these files; null makes one that keeps nothing. */
export function workerScript(files: readonly string[] | null): string {
  if (files === null) return GONE;
  const shell = JSON.stringify(files.toSorted());
  const version = createHash('sha256').update(shell).digest('hex').slice(0, 12);
  return `const VERSION = '${version}';\nconst SHELL = ${shell};\n${readFileSync(SOURCE, 'utf8')}`;
}

/** Writes the worker of the back office beside what it keeps. */
export const shellWorker: Plugin = {
  name: 'shell-worker',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    // Before that, chunks that are nothing but styles still have an empty script.
    order: 'post',
    handler(_options, bundle) {
      const files = this.meta.watchMode ? null : filesOf(bundle, 'admin').map((file) => `/${file}`);
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: workerScript(files) });
    },
  },
};

/** Everything an app loads, at once or later. */
function filesOf(bundle: Rollup.OutputBundle, entry: string): string[] {
  const found = new Set<string>();
  const follow = (file: string): void => {
    const chunk = bundle[file];
    if (!chunk || found.has(file)) return;
    found.add(file);
    if (chunk.type !== 'chunk') return;
    const { importedCss, importedAssets } = chunk.viteMetadata ?? {};
    for (const next of [...chunk.imports, ...chunk.dynamicImports, ...(importedCss ?? []), ...(importedAssets ?? [])])
      follow(next);
  };
  for (const chunk of Object.values(bundle))
    if (chunk.type === 'chunk' && chunk.isEntry && chunk.name === entry) follow(chunk.fileName);
  return [...found];
}
