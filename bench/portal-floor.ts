import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { compressFiles } from '#start/compress-files.ts';

// Within the project, so that React is found.
const FOLDER = fileURLToPath(new URL('../.cache/portal-floor', import.meta.url));
const BUILT = join(FOLDER, 'built');

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Floor</title>
  </head>
  <body>
    <div id="root"></div>
    <script type="module" src="./main.js"></script>
  </body>
</html>`;

// The words and fields of the first screen, and a next screen, from React alone: no styles, no settings, no order.
const SCRIPT = `
import { createElement as h, useState } from 'react';
import { createRoot } from 'react-dom/client';

function Field({ label }) {
  const [value, setValue] = useState('');
  return h('p', null, h('label', null, label, ' ', h('input', { value, onChange: (event) => setValue(event.target.value) })));
}
function Floor() {
  const [isFound, setFound] = useState(false);
  const find = (event) => { event.preventDefault(); setFound(true); };
  if (isFound) return h('h1', null, 'Your order');
  return h('form', { onSubmit: find }, h('h1', null, 'Start a return or exchange'), h(Field, { label: 'Order number' }),
    h(Field, { label: 'Email or postal code' }), h('button', null, 'Find my order'));
}
createRoot(document.getElementById('root')).render(h(Floor));`;

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript' };

/** A page that React alone makes, built and compressed as the portal is, and served by `node:http` from memory. */
export async function startPortalFloor(): Promise<{ url: string; stop(): Promise<void> }> {
  await mkdir(FOLDER, { recursive: true });
  await writeFile(join(FOLDER, 'index.html'), PAGE);
  await writeFile(join(FOLDER, 'main.js'), SCRIPT);
  await build({
    configFile: false,
    root: FOLDER,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { outDir: BUILT, emptyOutDir: true, target: 'es2022' },
  });
  await compressFiles(BUILT);
  const files = new Map<string, { content: Buffer; headers: Record<string, string> }>();
  for (const entry of await readdir(BUILT, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !(extname(entry.name) in TYPES)) continue;
    const path = join(entry.parentPath, entry.name);
    const compressed = await readFile(`${path}.br`).catch(() => null);
    const headers = {
      'content-type': TYPES[extname(entry.name)] ?? '',
      ...(compressed ? { 'content-encoding': 'br' } : {}),
    };
    files.set(path.slice(BUILT.length), { content: compressed ?? (await readFile(path)), headers });
  }
  const server = createServer((request, response) => {
    const file = files.get(request.url === '/' ? '/index.html' : (request.url ?? ''));
    response.writeHead(file ? 200 : 404, file?.headers).end(file?.content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(FOLDER, { recursive: true, force: true });
    },
  };
}
