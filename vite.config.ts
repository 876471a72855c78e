import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { customMedia } from './scripts/custom-media.ts';
import { fileGroups, writeSources } from './scripts/file-groups.ts';
import { screenMap } from './scripts/screens.ts';
import { slimForms } from './scripts/slim-forms.ts';
import { slimRouter } from './scripts/slim-router.ts';
import { siteLanguage } from './scripts/texts/plugin.ts';

const ROUTER = join(import.meta.dirname, 'node_modules/react-router/dist/production');

/** Two builds of the same sources (scripts/prepare.mjs): for browsers, and for the server, which makes documents with it. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    siteLanguage(process.env['SITE_LANGUAGE']?.trim()),
    react(),
    customMedia(),
    slimForms(),
    slimRouter(),
    screenMap(),
    writeSources(),
  ],
  // The console's router is the site's own: ra-core's default one would bring React Router's data router into the chunk of every page.
  resolve: {
    alias: [
      // The package leads to its development build alone, whose warnings are nothing for readers.
      { find: /^react-router$/, replacement: join(ROUTER, 'index.mjs') },
      { find: /^react-router\/dom$/, replacement: join(ROUTER, 'dom-export.mjs') },
      { find: 'markdown-to-jsx/react', replacement: join(import.meta.dirname, 'src/forms/Markdown.tsx') },
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
    rolldownOptions:
      isSsrBuild === true
        ? // The server draws immediately what browsers load on demand.
          { checks: { ineffectiveDynamicImport: false } }
        : {
            // Every page loads the first file: what nothing uses is left out, also where reading it could have an effect.
            optimization: { inlineConst: { mode: 'all', pass: 3 } },
            treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
            output: { codeSplitting: { groups: fileGroups() } },
          },
  },
  // React as browsers have it too: the other one warns and is slow.
  ...(isSsrBuild ? { ssr: { noExternal: true as const }, define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  // The page's own host reaches the server, which compares it with the Origin of every write.
  server: { proxy: { '^/api/(?!jobs(?:[?#]|$))': { target: 'http://127.0.0.1:3000', changeOrigin: false } } },
}));
