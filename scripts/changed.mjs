// npm test -- --changed: selects the tests that a change can break. Within a process the import graph decides (vitest related); a
// started server and its pages are not imported by the tests that use them, so the tables below name them.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { filesBelow, root } from './prepare.mjs';
import { join, relative } from 'node:path';

const PROJECTS = ['unit', 'api', 'build', 'component', 'e2e', 'interop'];
/** Changes to these can break everything. */
const EVERYTHING =
  /^(package(-lock)?\.json|vitest\.config\.ts|tsconfig[^/]*\.json|scripts\/|tests\/factories\/server-process\.ts)/;
/** Data that is read at run time rather than imported, and the modules that read it. */
const READ_BY = [
  [/^(schemas|config)\//, 'server/declarations/load-model.ts'],
  [/^tests\/api\/global-setup\.ts$/, 'tests/api/support.ts'],
  [/^tests\/e2e\/global-setup\.ts$/, 'tests/e2e/own-server.ts'],
  [/^tests\/component\/(pictures\/|fonts\.conf$)/, 'tests/component/pictures.test.tsx'],
];
/** Sources of a started server or of a page. */
const PRODUCT = /^(server|domain|src|schemas|config|public)\/|^(index\.html|vite\.config\.ts)$/;
/** Areas of the product covered by some browser tests only; changes elsewhere select all of them. */
const AREAS = [
  [
    /^(src\/console\/resources\/content|server\/features\/content)\//,
    /^(content|console|without-scripts|shell-(site|mega))/,
  ],
  [/^src\/console\//, /^(admin|console|content-editor|rich-text|requests-staff|shell-(links|guards|reports))/],
  [/^src\/content\//, /^(content|rich-text|shell-(site|docs)|documents|without-scripts|admin-hours)/],
  [/^(src\/portal\/requests|server\/features\/(requests|forms|files))\//, /^(requests|navigation|documents|console)/],
  [/^server\/features\/images\//, /^(admin-images|content|console|shell-site)/],
  [/^server\/features\/views\//, /^(admin-page-views|shell-tracking|content-editor-list)/],
  [/^server\/features\/event-log\//, /^(admin-events|shell-reports)/],
];

/** Paths that differ from `since` in the working tree, including new and deleted files. */
export async function changedFiles(since) {
  const git = async (...args) => (await promisify(execFile)('git', args, { cwd: root })).stdout.split('\n');
  const lists = await Promise.all([
    git('diff', '--name-only', since, '--'),
    git('ls-files', '--others', '--exclude-standard'),
  ]);
  return [...new Set(lists.flat().filter((path) => path !== ''))];
}

/** For each project the test files to run: null for all, [] for none. `tests` lists the browser tests. */
export async function selectTests(changed, tests) {
  if (changed.some((path) => EVERYTHING.test(path)))
    return Object.fromEntries(PROJECTS.map((project) => [project, null]));
  const sources = changed.filter((path) => /\.(tsx?|mjs|css)$/.test(path));
  const related = [
    ...sources,
    ...READ_BY.filter(([data]) => changed.some((path) => data.test(path))).map(([, reader]) => reader),
  ];
  const product = changed.filter((path) => PRODUCT.test(path));
  const browser = tests ?? (await browserTests());
  return {
    unit: related,
    api: related,
    build: product.length > 0 ? null : related.filter((path) => path.startsWith('tests/')),
    component: related,
    interop:
      product.length > 0 || changed.some((path) => path.startsWith('tests/interop/'))
        ? null
        : related.filter((path) => path.startsWith('tests/')),
    e2e: [
      ...browser.filter((path) => product.some((source) => isTouched(path, source))),
      ...related.filter((path) => path.startsWith('tests/')),
    ],
  };
}

function isTouched(test, source) {
  const area = AREAS.find(([sources]) => sources.test(source));
  return area === undefined || area[1].test(test.replace('tests/e2e/', ''));
}

async function browserTests() {
  const files = await filesBelow(join(root, 'tests', 'e2e'));
  return files.map((path) => relative(root, path)).filter((path) => path.endsWith('.test.ts'));
}
