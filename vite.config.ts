import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: at('src/web'),
  cacheDir: at('.cache/vite'),
  plugins: [react()],
  build: {
    outDir: at('dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    rollupOptions: { input: { admin: at('src/web/admin/index.html'), portal: at('src/web/portal/index.html') } },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000', '/files': 'http://127.0.0.1:3000', '/login': 'http://127.0.0.1:3000' } },
});
