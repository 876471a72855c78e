import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Two builds of the same sources (scripts/prepare.mjs): for browsers, and for the server, which makes documents with it. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react()],
  // The console's router is the site's own: ra-core's default one would bring React Router's data router into the chunk of every page.
  resolve: { alias: [{ find: /^\.{1,2}\/(.*\/)?adapters\/reactRouterProvider\.js$/, replacement: join(import.meta.dirname, 'src/console/engine/siteRouterProvider.ts') }] },
  build: { modulePreload: { polyfill: false }, manifest: isSsrBuild !== true, copyPublicDir: isSsrBuild !== true, sourcemap: true, target: 'es2022', emptyOutDir: true },
  // React as browsers have it too: the other one warns and is slow.
  ...(isSsrBuild ? { ssr: { noExternal: true as const }, define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  // The page's own host reaches the server, which compares it with the Origin of every write.
  server: { proxy: { '/api': { target: 'http://127.0.0.1:3000', changeOrigin: false } } },
}));
