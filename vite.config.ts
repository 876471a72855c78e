import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import { customMedia } from './scripts/custom-media.ts';

const ENTRY = join(import.meta.dirname, 'src/main.tsx');

const CONSOLE = join(import.meta.dirname, 'src/console/ConsoleScreen.tsx');
const SHELL = join(import.meta.dirname, 'src/app/');
const ROUTER = join(import.meta.dirname, 'node_modules/react-router/dist/production');
/** Asked for by hardly anybody. */
const PASSWORD_FORM = join(import.meta.dirname, 'src/app/session/PasswordForm.tsx');
const PORTAL = join(import.meta.dirname, 'src/portal/');
const RENDERED = /\/src\/portal\/(content|docs|login)\/[^/]+$/;
/** Pages for visitors that ask for more than those. */
const SIGNUP = /\/src\/portal\/signup\/(Upcoming|Details|MyEvents)Screen\.tsx$/;
/** The one of them that visitors come upon first. */
const UPCOMING = join(PORTAL, 'signup/UpcomingScreen.tsx');
/** Its form is of that page, and of the dialog that asks to log in again. */
const LOGIN = join(PORTAL, 'login/');
/** Packages with many parts, and icons are such, of which everybody takes what is used. */
const IN_PARTS = /node_modules\/(lucide-react|@tanstack)\//;

/**
 * The files that modules are put in together, because cut up by who else uses which part they are many, and larger when packed:
 * what every page loads first; what pages for visitors share with the list of events, and with others; what pages of sign-up do; what the shell loads when it is first opened; the console's list, what it shares with the portal's
 * pages for accounts, and what with the forms that these load.
 */
function fileOf(): (id: string, graph: Rolldown.ChunkingContext) => string | null {
  const closures = new Map<string, Set<string>>();
  const closure = (root: string, graph: Rolldown.ChunkingContext): Set<string> => {
    const known = closures.get(root);
    if (known) return known;
    const found = new Set<string>();
    const visit = (one: string): void => {
      if (found.has(one)) return;
      found.add(one);
      graph.getModuleInfo(one)?.importedIds.forEach(visit);
    };
    visit(root);
    closures.set(root, found);
    return found;
  };
  return (id, graph) => {
    if (id === ENTRY || id === CONSOLE || id === PASSWORD_FORM) return null;
    if (closure(ENTRY, graph).has(id)) return IN_PARTS.test(id) ? null : 'first';
    const loadedBy = (folder: string, from: string): string[] =>
      loadedLater(closure(from, graph), graph).filter(
        (root) => root.startsWith(folder) && closure(root, graph).has(id),
      );
    const screens = loadedBy(PORTAL, ENTRY);
    const isOfShell = loadedBy(SHELL, ENTRY).length > 0;
    const isOfConsole = closure(CONSOLE, graph).has(id);
    if (screens.length > 0 && screens.every((root) => root.startsWith(LOGIN)) && !isOfConsole) return null;
    if (screens.some((root) => RENDERED.test(root))) {
      if (!isOfShell && !isOfConsole && screens.every((root) => RENDERED.test(root))) return null;
      return screens.includes(UPCOMING) || id.endsWith('.css') ? 'public' : 'content';
    }
    if (screens.some((root) => SIGNUP.test(root)))
      return isOfShell || isOfConsole || (screens.includes(UPCOMING) && screens.length > 1) ? 'signup' : null;
    if (isOfShell) return 'shell';
    if (isOfConsole && screens.length > 0) return id.endsWith('.css') ? 'shell' : 'common';
    const isOfForms = () =>
      loadedLater(closure(ENTRY, graph), graph)
        .filter((root) => root.startsWith(PORTAL))
        .some((screen) => loadedLater(closure(screen, graph), graph).some((root) => closure(root, graph).has(id)));
    if (isOfConsole) return isOfForms() ? 'fields' : 'console';
    return null;
  };
}

function loadedLater(modules: Set<string>, graph: Rolldown.ChunkingContext): string[] {
  return [...modules].flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
}

/** A group each, the first before the others: what a group's modules import goes along unless an earlier one has it. */
function fileGroups(): Rolldown.CodeSplittingGroup[] {
  const file = fileOf();
  return ['first', 'public', 'content', 'signup', 'shell', 'common', 'fields', 'console'].map((name, index) => ({
    name: (id, graph) => (file(id, graph) === name ? name : null),
    debugName: name,
    priority: 10 - index,
  }));
}

/** Two builds of the same sources (scripts/prepare.mjs): for browsers, and for the server, which makes documents with it. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), customMedia()],
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
        ? // The server draws at once what browsers load on demand.
          { checks: { ineffectiveDynamicImport: false } }
        : { output: { codeSplitting: { groups: fileGroups() } } },
  },
  // React as browsers have it too: the other one warns and is slow.
  ...(isSsrBuild ? { ssr: { noExternal: true as const }, define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  // The page's own host reaches the server, which compares it with the Origin of every write.
  server: { proxy: { '^/api/(?!jobs(?:[?#]|$))': { target: 'http://127.0.0.1:3000', changeOrigin: false } } },
}));
