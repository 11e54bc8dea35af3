import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { compiledTexts } from './src/start/compile-texts.ts';
import { compressFiles } from './src/start/compress-files.ts';
import { portalLoader } from './src/start/portal-loader.ts';
import { shellWorker } from './src/start/shell-worker.ts';
import { shopWidget } from './src/start/widget-script.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  writeBundle: ({ dir }) => compressFiles(dir ?? at('dist/web')),
};

export default defineConfig({
  root: at('src/web'),
  cacheDir: at('.cache/vite'),
  plugins: [compiledTexts, react(), shellWorker, portalLoader, shopWidget, compressed],
  build: {
    outDir: at('dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    rollupOptions: {
      input: { admin: at('src/web/admin/index.html'), portal: at('src/web/portal/index.html') },
      // What the back office's first page needs of its components travels in one file: cut along every page that is
      // loaded later, it came in forty, each compressed alone. React stands apart, as the portal has it too.
      output: {
        codeSplitting: {
          groups: [
            // What the portal's first page words its texts with: in two files of their own, their heads weigh more than they do.
            { name: 'texts', priority: 3, test: /core\/texts\/(defaults|message)\.ts$/ },
            { name: 'react', priority: 2, test: /node_modules\/(react|react-dom|scheduler)\// },
            {
              name: 'components',
              priority: 1,
              tags: ['$initial'],
              test: /node_modules\/(@mantine|@floating-ui|react-remove|use-sidecar|use-callback)/,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': 'http://127.0.0.1:3000', '/files': 'http://127.0.0.1:3000', '/login': 'http://127.0.0.1:3000' },
  },
});
