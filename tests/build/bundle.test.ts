import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { SCREENS } from '../../domain/declarations/screens.ts';
import { browserBuild, builtManifest, builtSources, chunksOf, sourcesOf } from '../factories/browser-build.ts';
import { PROJECT } from '../factories/server-process.ts';

const FOLDER = browserBuild();
const MANIFEST = builtManifest();
const SOURCES = builtSources();
const EDITING = '/src/calendar/gestures/';
const HEAVY = /node_modules\/(react-admin|ra-[^/]+|@mui|@emotion|@rjsf|@floating-ui)\//;

/** Parts that a page shows immediately and that its screen loads later. */
const CALENDAR = 'src/portal/signup/SessionCalendar.tsx';
const FORM = 'src/forms/RequestForm.tsx';
const RECORD = 'src/console/form/EditPage.tsx';
const EDITOR = 'src/forms/widgets/RichTextEditor.tsx';
const LIST = SCREENS['resource:*'];
/** What every page of an account loads when it is idle. */
const LATER = 'src/app/session/pollUnread.ts';

/** JavaScript on first load by kind of page: kB, gzip (section 9 of the design). */
const BUDGETS = { public: 140, calendar: 190, account: 190, form: 280, list: 230, record: 470 } as const;
const MOST_SCRIPTS = 10;

interface BudgetedPage {
  page: string;
  sources: string[];
  kind: keyof typeof BUDGETS;
}

const { routes } = JSON.parse(readFileSync(join(PROJECT, 'config/routes.json'), 'utf8')) as {
  routes: { screen: string; login?: boolean }[];
};
const publicScreens = new Set(routes.filter(({ login }) => !login).map(({ screen }) => screen));

function kindOf(screen: string): keyof typeof BUDGETS {
  if (screen.includes('calendar')) return 'calendar';
  return publicScreens.has(screen) ? 'public' : 'account';
}

/** Each screen by the kind that its route makes it, none by its name, and what the console generates. */
const PAGES: BudgetedPage[] = [
  ...Object.entries(SCREENS)
    .filter(([screen]) => screen.startsWith('portal:') && screen !== 'portal:request-form')
    .map(([screen, source]): BudgetedPage => ({ page: screen, sources: [source], kind: kindOf(screen) })),
  {
    page: 'upcoming events as a calendar',
    sources: [SCREENS['portal:upcoming-events'], CALENDAR],
    kind: 'calendar',
  },
  { page: 'a request form', sources: [SCREENS['portal:request-form'], FORM], kind: 'form' },
  {
    page: 'a request form whose dates are being picked',
    sources: [SCREENS['portal:request-form'], FORM, 'src/ui/datePicker/PickerPanel.tsx'],
    kind: 'form',
  },
  { page: 'a console list', sources: [LIST], kind: 'list' },
  { page: 'a console form', sources: [LIST, RECORD], kind: 'record' },
  { page: 'a console form with formatted text', sources: [LIST, RECORD, EDITOR], kind: 'record' },
  ...Object.entries(SCREENS)
    .filter(([screen]) => screen.startsWith('console:'))
    .map(([screen, source]): BudgetedPage => ({ page: screen, sources: [source], kind: 'record' })),
];

const SIZES = new Map<string, number>();

describe('the browser bundle', () => {
  test.each(PAGES)('of $page stays within the budget of its kind', ({ sources, kind }) => {
    const kilobytes = filesOf(sources).reduce((sum, file) => sum + sizeOf(file), 0) / 1000;
    expect(Math.round(kilobytes * 10) / 10).toBeLessThanOrEqual(BUDGETS[kind]);
  });

  test.each(PAGES)(`gives $page in at most ${MOST_SCRIPTS} scripts`, ({ sources }) => {
    expect(filesOf([...sources, LATER]).length).toBeLessThanOrEqual(MOST_SCRIPTS);
  });

  test('names the file of each screen for documents', () => {
    expect(Object.values(SCREENS).filter((source) => SOURCES[source] === undefined)).toEqual([]);
  });

  const portal = Object.keys(SOURCES).filter((source) => source.startsWith('src/portal/'));

  test.each(['index.html', ...portal])(
    'has no react-admin, MUI, RJSF or Floating UI code that %s loads by itself',
    (name) => {
      const heavy = chunksOf([name])
        .flatMap(sourcesOf)
        .filter((source) => HEAVY.test(source));
      expect(heavy).toEqual([]);
    },
  );

  test('gives public calendars none of the code that changes what they show', () => {
    const editing = (sources: string[]) =>
      chunksOf(sources)
        .flatMap(sourcesOf)
        .filter((source) => source.includes(EDITING));
    expect(editing([SCREENS['portal:calendar']])).toEqual([]);
    expect(editing(['src/calendar/gestures/Editing.tsx']).length).toBeGreaterThan(5);
  });

  test('finds such code where it belongs', () => {
    expect(portal.length).toBeGreaterThanOrEqual(3);
    expect(
      chunksOf([LIST])
        .flatMap(sourcesOf)
        .some((source) => HEAVY.test(source)),
    ).toBe(true);
  });
});

/** The scripts of a page: the entry's, and those of `sources` with all their static imports. */
function filesOf(sources: readonly string[]): string[] {
  return [...new Set(chunksOf(['index.html', ...sources]).map((name) => MANIFEST[name]?.file ?? ''))];
}

/** In bytes, compressed. Pages share most files. */
function sizeOf(file: string): number {
  const size = SIZES.get(file) ?? gzipSync(readFileSync(join(FOLDER, file)), { level: 9 }).length;
  SIZES.set(file, size);
  return size;
}
