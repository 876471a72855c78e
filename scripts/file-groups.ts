import { globSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { SCREENS } from '../domain/declarations/screens.ts';
import { SCREEN_MAP } from './screens.ts';

type Graph = Rolldown.ChunkingContext;

/** How a module is loaded: with every page, or with the roots (dynamically imported modules) whose static imports reach it. */
interface Use {
  isFirst: boolean;
  roots: Set<string>;
  /** Whether one of the roots is a page, and not a part that a page loads later. */
  isOfPage: boolean;
  /**
   * Whether it is a root of little code that imports only modules of other roots, and none that another feature's pages share: a file
   * of its own would cost more than it saves.
   */
  isThin: boolean;
}

const ROOT = join(import.meta.dirname, '..');
const ENTRY = join(ROOT, 'src/main.tsx');
const LIST = join(ROOT, 'src/console/ConsoleScreen.tsx');
const FORM = join(ROOT, 'src/forms/RequestForm.tsx');
const EDITOR = join(ROOT, 'src/forms/widgets/RichTextEditor.tsx');
const ICONS = join(ROOT, 'src/ui/otherIcons.ts');
const RECORD = /\/src\/console\/(form|show)\//;
/** The modules that map addresses to pages. */
const MAPS: readonly string[] = [SCREEN_MAP, join(ROOT, 'src/console/resources/pages.ts')];
const PLAIN = /\/src\/ui\//;
const PAGES = /\/src\/(portal|console)\//;
const SITE = /\/src\/app\/(?:([^/]+)\/)?/;
const DOMAIN = /\/domain\/[^/]+$/;
const RESOURCE = /\/src\/console\/resources\//;
/** What a root belongs to: a feature of the portal, a resource of the console, or a layer. */
const FOLDER = /\/src\/(?:portal\/|console\/resources\/)?([^/]+)\//;
/** Bytes of sources below which the pages of a resource are no file of their own: a request would cost more than they do. */
const SMALL = 10_000;
/** The same per page, of a feature whose pages behind a login are one file. */
const SMALL_PAGES = 20_000;
/** Bytes of a component below which it goes with the file that most of its pages load. */
const LITTLE = 1_000;
/** Packages of many parts: an unlisted part goes with the module that uses it. */
const IN_PARTS = /\/node_modules\/(lucide-react|@tanstack)\//;
const SCREEN_FILES = Object.values(SCREENS).map((source) => join(ROOT, source));
const PUBLIC = publicScreens();

/** The files in order: the imports of a file's modules go with them, unless an earlier file has them. */
const FILES = [
  /^first$/,
  /^fields$/,
  /^account$/,
  /^portal-/,
  /^page-/,
  /^account-/,
  /^later$/,
  /^console$/,
  /^forms$/,
  /^editor$/,
  /^record$/,
  /^console-/,
];

/**
 * The file of a module: by the layer, and within the portal by the feature, of the pages that load it. Null: a file of its own root.
 * Visitors load little, so what their pages share is apart from what only pages behind a login share.
 */
function fileOf(id: string, { isFirst, roots, isOfPage, isThin }: Use): string | null {
  if (isFirst) return 'first';
  if (id === ICONS) return 'later';
  const screens = SCREEN_FILES.filter((screen) => roots.has(screen));
  const portal = screens.filter((screen) => screen.includes('/src/portal/'));
  const visited = portal.filter((screen) => PUBLIC.has(screen));
  const site = [...roots].filter(isOfSite);
  const console = [...roots].filter((root) => root.includes('/src/console/'));
  const [feature = '', another] = foldersOf(portal);
  if (
    visited.length + site.length > 0 &&
    (portal.length > 0 || roots.has(FORM)) &&
    foldersOf([...portal, ...site, ...(roots.has(LIST) || (console.length > 0 && PLAIN.test(id)) ? [LIST] : [])])
      .length > 1
  )
    return 'first';
  const isWhole = screensOf(feature).length === 1 && console.length === 0;
  if (visited.length > 0) {
    if (visited.length > 1 || screensOf(feature).length === 1) return `portal-${feature}`;
    if (roots.size === 1) return null;
    return portal.length === 1 && foldersOf([...roots]).length > 1
      ? `portal-${feature}`
      : `page-${basename(visited[0] ?? '', '.tsx')}`;
  }
  if (portal.length > 0) {
    const isOfOthers = console.length > 0 || roots.has(FORM);
    // A small component has a style sheet that the console has, too.
    if (another !== undefined || isOfOthers) return isOfOthers || isSmallComponent(id) ? 'fields' : 'account';
    if (isWhole) return `portal-${feature}`;
    const pages = screensOf(feature);
    return roots.size === 1 && sizeOf(`portal/${feature}`) / pages.length >= SMALL_PAGES
      ? null
      : `${pages.some((screen) => PUBLIC.has(screen)) ? 'account' : 'portal'}-${feature}`;
  }
  if (site.length > 0) return 'later';
  // A part that a page of the portal loads later does not bring the console.
  const isInPortal = [...roots].some((root) => root.includes('/src/portal/'));
  if (isInPortal && console.length > 0) return 'fields';
  if (roots.has(LIST)) return roots.has(FORM) ? 'fields' : 'console';
  if (roots.has(FORM)) return 'forms';
  if (roots.has(EDITOR)) return 'editor';
  // A part of a layer whose other parts pages of this name load, such as the calendar's day.
  const [layer = ''] = foldersOf([...roots]);
  if (isThin && roots.size === 1 && !PAGES.test(id) && screensOf(layer).some((screen) => PUBLIC.has(screen)))
    return `portal-${layer}`;
  const [resource = '', ...others] = foldersOf(console);
  // Pages without a record would load all of `record` for a rule.
  if (others.length > 0 && DOMAIN.test(id)) return 'console';
  if (console.some((root) => RECORD.test(root))) return 'record';
  if (others.length > 0) return 'record';
  if (isOfPage && RESOURCE.test(id) && sizeOf(`console/resources/${resource}`) < SMALL) return 'record';
  return isOfPage && console.every((root) => RESOURCE.test(root)) ? `console-${resource}` : null;
}

/** Whether it belongs to the frame of every page. A folder named after a feature of the portal belongs to the pages of the feature. */
function isOfSite(root: string): boolean {
  const folder = SITE.exec(root);
  return folder !== null && screensOf(folder[1] ?? '').length === 0;
}

function isSmallComponent(id: string): boolean {
  return id.endsWith('.tsx') && statSync(id).size < LITTLE;
}

function sizeOf(folder: string): number {
  return globSync(join(ROOT, 'src', folder, '**/*.{ts,tsx}')).reduce((sum, file) => sum + statSync(file).size, 0);
}

function foldersOf(roots: readonly string[]): string[] {
  return [...new Set(roots.map((root) => FOLDER.exec(root)?.[1] ?? ''))];
}

function screensOf(feature: string): string[] {
  return SCREEN_FILES.filter((screen) => foldersOf([screen])[0] === feature);
}

/** The screens that visitors see. */
function publicScreens(): Set<string> {
  const { routes } = JSON.parse(readFileSync(join(ROOT, 'config/routes.json'), 'utf8')) as {
    routes: { screen: string; login?: boolean }[];
  };
  const names = new Set(routes.filter(({ login }) => !login).map(({ screen }) => screen));
  return new Set(Object.entries(SCREENS).flatMap(([name, source]) => (names.has(name) ? [join(ROOT, source)] : [])));
}

/** How the bundler puts modules into files. */
export function fileGroups(): Rolldown.CodeSplittingGroup[] {
  let uses: Map<string, Use> | null = null;
  const nameOf = (id: string, graph: Graph): string | null => {
    if (IN_PARTS.test(id) || id === ENTRY) return null;
    uses ??= usesIn(graph);
    const use = uses.get(id);
    return use === undefined ? null : fileOf(id, use);
  };
  return FILES.map((files, index) => ({
    name: (id, graph) => {
      const name = nameOf(id, graph);
      return name !== null && files.test(name) ? name : null;
    },
    debugName: files.source,
    priority: FILES.length - index,
  }));
}

function usesIn(graph: Graph): Map<string, Use> {
  const uses = new Map<string, Use>();
  const useOf = (id: string): Use => {
    const use = uses.get(id) ?? { isFirst: false, roots: new Set<string>(), isOfPage: false, isThin: false };
    uses.set(id, use);
    return use;
  };
  const waiting = [...closure(ENTRY, graph)];
  for (const id of waiting) useOf(id).isFirst = true;
  const seen = new Set<string>();
  for (const id of waiting) {
    for (const root of graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []) {
      if (seen.has(root)) continue;
      seen.add(root);
      for (const reached of closure(root, graph)) {
        const use = useOf(reached);
        use.roots.add(root);
        use.isOfPage ||= MAPS.includes(id);
        waiting.push(reached);
      }
    }
  }
  for (const { roots } of uses.values())
    for (const root of [...roots])
      // A screen has such a part anyway: the login of an expired session is that of the login page.
      if (isOfSite(root) && SCREEN_FILES.some((screen) => roots.has(screen) && useOf(root).roots.has(screen)))
        roots.delete(root);
  for (const root of seen) {
    const isShared = (id: string) => useOf(id).isFirst || useOf(id).roots.size > 1;
    const imported = graph.getModuleInfo(root)?.importedIds ?? [];
    const own = `portal-${foldersOf([root])[0] ?? ''}`;
    const isOfOtherFile = (id: string) => {
      const file = fileOf(id, useOf(id)) ?? '';
      return /^(portal|page)-/.test(file) && file !== own;
    };
    useOf(root).isThin = statSync(root).size < SMALL && imported.every(isShared) && !imported.some(isOfOtherFile);
  }
  return uses;
}

/** A module and all that it imports, statically. */
function closure(root: string, graph: Graph, found = new Set<string>()): Set<string> {
  if (found.has(root)) return found;
  found.add(root);
  for (const imported of graph.getModuleInfo(root)?.importedIds ?? []) closure(imported, graph, found);
  return found;
}

/** Writes the file of each dynamically imported source to .vite/sources.json, for the documents (server/platform/http/build.ts). */
export function writeSources(): Plugin {
  return {
    name: 'write-sources',
    apply: (_config, { isSsrBuild }) => isSsrBuild !== true,
    generateBundle(_options, bundle) {
      const files: Record<string, string> = {};
      for (const output of Object.values(bundle)) {
        if (output.type !== 'chunk') continue;
        for (const id of output.moduleIds)
          if ((this.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0) files[relative(ROOT, id)] = output.fileName;
      }
      const source = JSON.stringify(Object.fromEntries(Object.entries(files).toSorted()), null, 2);
      this.emitFile({ type: 'asset', fileName: '.vite/sources.json', source });
    },
  };
}
