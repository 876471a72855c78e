import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { findBrowser } from '../../scripts/browser.mjs';
import { installModules, runTool } from '../../scripts/prepare.mjs';
import { serveStockPages } from '../interop/serve.ts';
import { benchEvents } from './calendar-events.ts';
import { ZONE, type BenchWindow, type Drawing, type Drawn } from './calendar-page.ts';
import { median, quantile } from './load.ts';
import { report } from './report.ts';

const PACKAGE = join(import.meta.dirname, 'calendars');
const RIVALS = ['reactBigCalendar', 'fullCalendar', 'vueCal'] as const;
const CALENDARS = ['floor', 'ours', ...RIVALS] as const;
type CalendarName = (typeof CALENDARS)[number];

const RUNS = 5;
/** Milliseconds of runs after which a calendar is not measured once more. */
const LONG = 15_000;
/** Ours / the floor, the best of the others / ours, milliseconds of a frame while dragging, and of a month that shows what fits. */
const BARS = { floor: 2, rival: 8, frame: 16, fitting: 120 };

const month = (count: number, all: boolean): Drawing => ({
  view: 'month',
  events: benchEvents(count, 1, 30),
  all,
  movable: false,
});
const WEEK: Drawing = { view: 'week', events: benchEvents(500, 13, 19), all: true, movable: false };

/** Our calendar, three others and as many boxes as static markup, on the same events in one browser. */
export async function benchCalendar(): Promise<void> {
  const executablePath = await findBrowser();
  if (executablePath === null) throw new Error('There is no Chromium; npm test installs one.');
  const folder = await buildPages();
  const server = await serveStockPages(folder, '');
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });
  try {
    const context = await browser.newContext({
      baseURL: server.origin,
      viewport: { width: 1280, height: 900 },
      timezoneId: ZONE,
      locale: 'en-US',
    });
    context.setDefaultTimeout(180_000);
    await compareDrawing(context, 'A month of 1,000 events, all drawn', month(1000, true));
    await compareDrawing(context, 'A month of 10,000 events, all drawn', month(10_000, true));
    await compareDrawing(context, 'A week of 500 events', WEEK);
    await compareFitting(context);
    await compareDragging(context);
  } finally {
    await browser.close();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Into a new folder, which the caller removes. */
async function buildPages(): Promise<string> {
  await installModules(PACKAGE);
  const folder = await mkdtemp(join(tmpdir(), 'atrium-calendars-'));
  const args = ['build', join(PACKAGE, 'app'), '--outDir', folder, '--logLevel', 'error'];
  const code = await runTool('vite/bin/vite.js', args, { env: { NODE_ENV: 'production' } });
  if (code !== 0) throw new Error(`The calendars could not be built (code ${code}). The messages are above.`);
  return folder;
}

/** Each drawing is a page's first, as a visitor has it: code that has run before is several times as fast. */
async function openPage(context: BrowserContext, name: CalendarName): Promise<Page> {
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(`${name}: ${error.message}`));
  await page.goto(`/?calendar=${name}`);
  await page.waitForFunction(() => 'bench' in window, null, { timeout: 20_000 });
  return page;
}

/** Medians of several runs, in turns. */
async function timesOf(
  context: BrowserContext,
  names: readonly CalendarName[],
  drawing: Drawing,
): Promise<Record<CalendarName, Drawn>> {
  const runs = new Map<CalendarName, Drawn[]>(names.map((name) => [name, []]));
  for (let run = 0; run < RUNS; run += 1)
    for (const [name, done] of runs) {
      if (done.reduce((sum, { milliseconds }) => sum + milliseconds, 0) > LONG) continue;
      const page = await openPage(context, name);
      const drawn = await measure(page, drawing);
      await page.close();
      if (drawing.all && drawn.boxes !== drawing.events.length)
        throw new Error(`${name} draws ${drawn.boxes} boxes for ${drawing.events.length} events.`);
      done.push(drawn);
    }
  return Object.fromEntries(
    [...runs].map(([name, done]) => [
      name,
      { milliseconds: median(done.map((drawn) => drawn.milliseconds)), boxes: done.at(-1)?.boxes ?? 0 },
    ]),
  ) as Record<CalendarName, Drawn>;
}

async function measure(page: Page, drawing: Drawing): Promise<Drawn> {
  return page.evaluate((given) => (window as unknown as { bench: BenchWindow }).bench.measure(given), drawing);
}

async function compareDrawing(context: BrowserContext, what: string, drawing: Drawing): Promise<void> {
  const times = await timesOf(context, CALENDARS, drawing);
  const ours = times.ours.milliseconds;
  const figures = figuresOf(CALENDARS, times);
  report(`${what}: ours / static boxes`, ours / times.floor.milliseconds, 'x', { atMost: BARS.floor }, figures);
  report(`${what}: best other / ours`, bestOf(times) / ours, 'x', { atLeast: BARS.rival });
}

/** vue-cal shows a number instead of events: no day of its months shows what fits. */
async function compareFitting(context: BrowserContext): Promise<void> {
  const names = ['ours', 'reactBigCalendar', 'fullCalendar'] as const;
  const times = await timesOf(context, names, month(10_000, false));
  report(
    'A month of 10,000, days with "+ n more"',
    times.ours.milliseconds,
    'ms',
    { atMost: BARS.fitting },
    figuresOf(names, times),
  );
}

const bestOf = (times: Record<CalendarName, Drawn>): number =>
  Math.min(...RIVALS.map((name) => times[name].milliseconds));

const figuresOf = (names: readonly CalendarName[], times: Record<CalendarName, Drawn>): string =>
  names.map((name) => `${name} ${times[name].milliseconds.toFixed(0)}`).join(', ');

/** An event is held and moved over all days and back; what counts is what each frame in which the pointer has moved takes. */
async function compareDragging(context: BrowserContext): Promise<void> {
  const names = ['ours', ...RIVALS] as const;
  const found: string[] = [];
  let ours = Number.NaN;
  for (const name of names) {
    const { work, intervals } = await drag(context, name);
    const [frame, interval] = [work, intervals].map((taken) =>
      quantile(
        taken.toSorted((a, b) => a - b),
        0.95,
      ),
    );
    if (name === 'ours') ours = frame ?? ours;
    found.push(`${name} ${frame?.toFixed(1)} (between frames ${interval?.toFixed(0)})`);
  }
  report('Dragging over a week of 500, work of a frame, p95', ours, 'ms', { atMost: BARS.frame }, found.join(', '));
}

const STEPS = 120;

async function drag(context: BrowserContext, name: CalendarName): Promise<ReturnType<BenchWindow['frames']>> {
  const page = await openPage(context, name);
  await measure(page, { ...WEEK, movable: true });
  const box = await heldBox(page);
  await page.mouse.move(box.x, box.y);
  await page.mouse.down();
  await page.mouse.move(box.x + 4, box.y + 8, { steps: 4 });
  await page.evaluate(() => (window as unknown as { bench: BenchWindow }).bench.watchFrames());
  for (let step = 0; step < STEPS; step += 1) {
    const turn = (step / STEPS) * 2 * Math.PI;
    await page.mouse.move(640 + 480 * Math.sin(turn), 450 + 250 * Math.sin(3 * turn));
  }
  const frames = await page.evaluate(() => (window as unknown as { bench: BenchWindow }).bench.frames());
  await page.close();
  return frames;
}

/** The middle of the first event that is under the pointer there. */
async function heldBox(page: Page): Promise<{ x: number; y: number }> {
  const found = await page.evaluate(() => (window as unknown as { bench: BenchWindow }).bench.held());
  if (!found) throw new Error(`${page.url()} has no event to hold.`);
  return found;
}
