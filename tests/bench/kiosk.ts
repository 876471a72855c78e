import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core';
import { findBrowser } from '../../scripts/browser.mjs';
import { PROJECT, runScript, startServer } from '../factories/server-process.ts';
import { quantile } from './load.ts';
import { report } from './report.ts';

const SWIPES = 10_000;
/** Swipes before the first measurement: code is compiled and caches are filled by then. */
const WARM_UP = 500;
/** Cards of the demonstration (docs/guides/centers.md). Another one each time, since a kiosk ignores repeats within three seconds. */
const CARDS = [1, 2, 3, 4, 5].map((person) => `601234000000000${person}`);

interface Figures {
  /** Bytes of the page's heap after garbage collection. */
  heap: number;
  listeners: number;
  nodes: number;
}

/** A month at a kiosk of the built site: each person takes over from the one before, and nothing grows. */
export async function benchKiosk(): Promise<void> {
  const built = await runScript(PROJECT, {}, 'scripts/build.mjs');
  if (built.code !== 0) throw new Error(built.output);
  const executablePath = await findBrowser();
  if (executablePath === null) throw new Error('There is no Chromium; npm test installs one.');
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-bench-'));
  const server = await startServer(PROJECT, { DATA_DIR: dataDir });
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });
  try {
    const page = await openKiosk(browser, server.url);
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    const times: number[] = [];
    const swipeMany = async (count: number) => {
      for (let index = 0; index < count; index += 1) times.push(await swipe(page, CARDS[index % CARDS.length] ?? ''));
    };
    await swipeMany(WARM_UP);
    const before = await figuresOf(session, page);
    times.length = 0;
    await swipeMany(SWIPES);
    reportFigures(before, await figuresOf(session, page), times);
  } finally {
    await browser.close();
    await server.signal('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function openKiosk(browser: Browser, origin: string): Promise<Page> {
  const administrator = await browser.newContext({ baseURL: origin, extraHTTPHeaders: { origin } });
  const login = { username: 'administrator', password: 'atrium-demo' };
  const authorization = `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}`;
  await administrator.request.post('/api/Login', { data: login, headers: { authorization } });
  const page = await (await browser.newContext({ baseURL: origin })).newPage();
  await page.goto('/kiosk');
  await page.getByRole('button', { name: 'Show a code', exact: true }).click();
  const code = await page.getByText(/^[A-Z]{4}-[A-Z]{4}$/).innerText();
  const data = { ids: [1], inputs: { code, name: 'Entrance' } };
  await administrator.request.post('/api/centers/actions/pair', { data });
  await administrator.close();
  await page.getByRole('heading', { name: 'Select your login method' }).waitFor();
  await page.locator('[data-card-reader]').waitFor({ state: 'attached' });
  return page;
}

/** Types a track as readers do. Returns the milliseconds until the person's data has arrived. */
async function swipe(page: Page, card: string): Promise<number> {
  const start = performance.now();
  const arrived = page.waitForResponse((response) => response.url().endsWith('/api/kiosk/pickups') && response.ok());
  await page.evaluate(
    (keys) => {
      for (const key of keys)
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    },
    [...`;${card}=2512?`, 'Enter'],
  );
  await arrived;
  return performance.now() - start;
}

async function figuresOf(session: CDPSession, page: Page): Promise<Figures> {
  await page.getByRole('heading', { name: 'What would you like to do?' }).waitFor();
  await page.getByText(/^Hello, /).waitFor({ state: 'detached' });
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN;
  return { heap: metric('JSHeapUsedSize'), listeners: metric('JSEventListeners'), nodes: metric('Nodes') };
}

function reportFigures(before: Figures, after: Figures, times: number[]): void {
  const what = `A kiosk page over ${SWIPES} people:`;
  const megabytes = ({ heap }: Figures) => (heap / 1_000_000).toFixed(1);
  report(
    `${what} memory after / before`,
    after.heap / before.heap,
    'x',
    { atMost: 1.2 },
    `${megabytes(after)} and ${megabytes(before)} MB`,
  );
  report(`${what} listeners more`, after.listeners - before.listeners, '', { atMost: 0 });
  report(`${what} nodes more`, after.nodes - before.nodes, '', { atMost: 0 });
  const sorted = times.toSorted((one, other) => one - other);
  report('From a swipe to the data of the person: p95', quantile(sorted, 0.95), 'ms', { atMost: 300 });
}
