import { fileURLToPath } from 'node:url';

// Plain JavaScript, so that a Node too old to read the rest still gets this far.
const NEEDED = 26;
if (Number(process.versions.node.split('.')[0]) < NEEDED) {
  console.error(
    `Makegood needs Node ${NEEDED} or newer; this is ${process.versions.node}. Run "npm install" (without --omit=optional), then "npm start".`,
  );
  process.exit(1);
}
const { enableCompileCache } = await import('node:module');
// In the environment, so that the threads of this process find it too.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../.cache/compile', import.meta.url));
enableCompileCache();
await import('./start/start.ts');
