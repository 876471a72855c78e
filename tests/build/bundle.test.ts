import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { screenSources } from '../../src/screenSources.ts';
import { browserBuild, builtManifest, type BuiltChunk } from '../factories/browser-build.ts';

const FOLDER = browserBuild();
const MANIFEST = builtManifest();
const [ENTRY = ''] = Object.keys(MANIFEST).filter((name) => MANIFEST[name]?.isEntry);
const EDITING = '/src/calendar/gestures/';
const HEAVY = /node_modules\/(react-admin|ra-[^/]+|@mui|@emotion|@rjsf|@floating-ui)\//;

/** Pages with everything that their first view loads (of a folder: each of its modules), and their budget of JavaScript in kB (gzip). */
const PAGES: { page: string; modules: string[]; budget: number }[] = [
  { page: 'a content page', modules: ['src/portal/content/ContentScreen.tsx'], budget: 140 },
  { page: 'the documentation search', modules: ['src/portal/docs/DocsScreen.tsx'], budget: 140 },
  { page: 'the calendar of a place', modules: ['src/portal/calendar/CalendarScreen.tsx'], budget: 190 },
  { page: 'the login page', modules: ['src/portal/login/LoginScreen.tsx'], budget: 140 },
  {
    page: 'the communication settings of a visitor',
    modules: ['src/portal/messages/settings/CommunicationSettings.tsx'],
    budget: 140,
  },
  { page: 'my messages', modules: ['src/portal/messages/MyMessages.tsx'], budget: 163 },
  { page: 'upcoming events', modules: ['src/portal/signup/UpcomingScreen.tsx'], budget: 140 },
  {
    page: 'the calendar of upcoming events',
    modules: ['src/portal/signup/UpcomingScreen.tsx', 'src/portal/signup/SessionCalendar.tsx'],
    budget: 190,
  },
  { page: 'an event to sign up for', modules: ['src/portal/signup/DetailsScreen.tsx'], budget: 147 },
  { page: 'my events', modules: ['src/portal/signup/MyEventsScreen.tsx'], budget: 146 },
  { page: 'the choice of a request form', modules: ['src/portal/requests/navigate/RequestsNavigate.tsx'], budget: 140 },
  {
    page: 'a request form',
    modules: ['src/portal/requests/form/RequestFormPage.tsx', 'src/forms/RequestForm.tsx'],
    budget: 232,
  },
  {
    page: 'a request form whose dates are being picked',
    modules: ['src/portal/requests/form/RequestFormPage.tsx', 'src/forms/RequestForm.tsx', 'src/ui/datePicker/'],
    budget: 237,
  },
  { page: 'a calendar', modules: ['src/portal/calendar/CalendarScreen.tsx'], budget: 190 },
  { page: 'a console list', modules: ['src/console/ConsoleScreen.tsx'], budget: 230 },
  {
    page: 'the report of page views',
    modules: ['src/console/resources/views/PageViewsScreen.tsx', 'src/console/resources/views/WeeksChart.tsx'],
    budget: 420,
  },
  { page: 'the page of background jobs', modules: ['src/console/resources/jobs/JobsScreen.tsx'], budget: 230 },
  { page: 'a console form', modules: ['src/console/ConsoleScreen.tsx', 'src/console/form/EditPage.tsx'], budget: 470 },
  { page: 'the list of pages', modules: ['src/console/resources/content/manage/ManageScreen.tsx'], budget: 420 },
  {
    page: 'the page editor with formatted text and a picture',
    budget: 600,
    modules: [
      'src/console/resources/content/editor/EditorScreen.tsx',
      'src/forms/widgets/RichTextEditor.tsx',
      'src/forms/images/ImageUploadDialog.tsx',
    ],
  },
];

const SCRIPTS = Object.keys(MANIFEST).filter((name) => chunk(name).file.endsWith('.js'));

describe('the browser bundle', () => {
  test.each(PAGES)('of $page stays below $budget kB', ({ modules, budget }) => {
    const chunks = [ENTRY, ...modules].flatMap((name) => (name.endsWith('/') ? holdingPartsOf(name) : holding(name)));
    const files = [...new Set(chunks.flatMap((name) => [...reachable(name)]))].map((name) => chunk(name).file);
    const kilobytes =
      files.reduce((sum, file) => sum + gzipSync(readFileSync(join(FOLDER, file)), { level: 9 }).length, 0) / 1000;
    expect(Math.round(kilobytes * 10) / 10).toBeLessThanOrEqual(budget);
  });

  test('gives a console list in few files: a browser asks for all of them before the first row', () => {
    const files = [ENTRY, 'src/console/ConsoleScreen.tsx'].flatMap((name) => [...reachable(holding(name))]);
    const styles = new Set(files.flatMap((name) => chunk(name).css ?? []));
    expect(new Set(files).size + styles.size).toBeLessThanOrEqual(17);
  });

  test('has the file that documents name for each screen', () => {
    const screens = chunk(ENTRY).dynamicImports?.filter((name) => /^src\/(portal|console)\//.test(name));
    expect(screens?.toSorted()).toEqual(Object.values(screenSources).toSorted());
  });

  const portal = Object.keys(MANIFEST).filter((name) => name.startsWith('src/portal/'));

  test.each([ENTRY, ...portal])('has no react-admin, MUI, RJSF or Floating UI code that %s loads by itself', (name) => {
    const heavy = [...reachable(name)].flatMap(sourcesOf).filter((source) => HEAVY.test(source));
    expect(heavy).toEqual([]);
  });

  test('gives public calendars none of the code that changes what they show', () => {
    const editing = (name: string): string[] => sourcesOf(name).filter((source) => source.includes(EDITING));
    expect([...reachable('src/portal/calendar/CalendarScreen.tsx')].flatMap(editing)).toEqual([]);
    expect(holdingPartsOf('src/calendar/gestures/').flatMap(editing).length).toBeGreaterThan(5);
  });

  test('finds such code where it belongs', () => {
    expect(portal.length).toBeGreaterThanOrEqual(3);
    const ofConsole = [...reachable('src/console/ConsoleScreen.tsx')].flatMap(sourcesOf);
    expect(ofConsole.some((source) => HEAVY.test(source))).toBe(true);
  });
});

function chunk(name: string): BuiltChunk {
  const found = MANIFEST[name];
  if (!found) throw new Error(`There is no chunk ${name}`);
  return found;
}

/** The chunks that contain modules of a folder. */
function holdingPartsOf(folder: string): string[] {
  return SCRIPTS.filter((name) => sourcesOf(name).some((source) => source.includes(`/${folder}`)));
}

/** The chunk that contains a module: its own, or a shared one. */
function holding(module: string): string {
  if (MANIFEST[module]) return module;
  const found = SCRIPTS.find((name) => sourcesOf(name).some((source) => source.endsWith(`/${module}`)));
  if (!found) throw new Error(`${module} is in no chunk`);
  return found;
}

/** The chunk and all its static imports. */
function reachable(name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const imported of chunk(name).imports ?? []) reachable(imported, seen);
  return seen;
}

function sourcesOf(name: string): string[] {
  const { file } = chunk(name);
  // The bundler's own runtime has no source.
  if (!existsSync(join(FOLDER, `${file}.map`))) return [];
  return (JSON.parse(readFileSync(join(FOLDER, `${file}.map`), 'utf8')) as { sources: string[] }).sources;
}
