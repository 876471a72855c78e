import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';

const ENTRY = join(import.meta.dirname, 'src/main.tsx');

/**
 * What every page loads first is one file: cut up by who else uses which part, as it would be otherwise, it is larger when packed.
 * Of packages with many parts, and icons are such, everybody takes what is used.
 */
function firstLoad(): (id: string, graph: Rolldown.ChunkingContext) => string | null {
  const first = new Set<string>();
  return (id, graph) => {
    const visit = (one: string): void => {
      if (first.has(one)) return;
      first.add(one);
      graph.getModuleInfo(one)?.importedIds.forEach(visit);
    };
    visit(ENTRY);
    return id !== ENTRY && first.has(id) && !/node_modules\/(lucide-react|@tanstack)\//.test(id) ? 'first' : null;
  };
}

/** Two builds of the same sources (scripts/prepare.mjs): for browsers, and for the server, which makes documents with it. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react()],
  // The console's router is the site's own: ra-core's default one would bring React Router's data router into the chunk of every page.
  resolve: {
    alias: [
      {
        find: /^\.{1,2}\/(.*\/)?adapters\/reactRouterProvider\.js$/,
        replacement: join(import.meta.dirname, 'src/console/engine/siteRouterProvider.ts'),
      },
    ],
  },
  build: {
    modulePreload: { polyfill: false },
    manifest: isSsrBuild !== true,
    copyPublicDir: isSsrBuild !== true,
    sourcemap: true,
    minify: true,
    target: 'es2022',
    emptyOutDir: true,
    ...(isSsrBuild === true
      ? {}
      : { rolldownOptions: { output: { codeSplitting: { groups: [{ name: firstLoad(), debugName: 'first' }] } } } }),
  },
  // React as browsers have it too: the other one warns and is slow.
  ...(isSsrBuild ? { ssr: { noExternal: true as const }, define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  // The page's own host reaches the server, which compares it with the Origin of every write.
  server: { proxy: { '/api': { target: 'http://127.0.0.1:3000', changeOrigin: false } } },
}));
