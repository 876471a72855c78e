import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { findBrowser } from '../../scripts/browser.mjs';
import { PROJECT, runScript, startServer } from '../factories/server-process.ts';
import { followRequests, shown } from './page-requests.ts';
import { median } from './load.ts';
import { report } from './report.ts';

const RUNS = 5;
const LIST = '/admin/groups';
/** Milliseconds to the first row, by CPU slowdown. */
const FIRST_ROW = { 1: 600, 4: 1600 } as const;
const VIEWPORT = { width: 1366, height: 650 };

interface OpenedList {
  /** Milliseconds. */
  firstRow: number;
  /** Pixels from the top of the window. */
  top: number;
  requests: number;
  scripts: number;
}

/** A generated list of the demonstration, opened by an administrator with a cold cache. */
export async function benchConsole(): Promise<void> {
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
    await openList(browser, server.url, 1);
    for (const slower of [1, 4] as const) {
      const runs: OpenedList[] = [];
      for (let run = 0; run < RUNS; run += 1) runs.push(await openList(browser, server.url, slower));
      const part = slower === 1 ? '' : `, a quarter of the processor`;
      report(`A console list, cold: first row${part}`, median(runs.map(({ firstRow }) => firstRow)), 'ms', {
        atMost: FIRST_ROW[slower],
      });
      if (slower !== 1) continue;
      const most = (key: keyof OpenedList): number => Math.max(...runs.map((run) => run[key]));
      report('A console list, cold: requests', most('requests'), '', { atMost: 20 });
      report('A console list, cold: scripts', most('scripts'), '', { atMost: 10 });
      report('A console list, 1366 x 650: top of the first row', most('top'), 'px', { atMost: 230 });
    }
  } finally {
    await browser.close();
    await server.signal('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** `slower`: the CPU slowdown factor. */
async function openList(browser: Browser, origin: string, slower: number): Promise<OpenedList> {
  const context = await browser.newContext({ baseURL: origin, viewport: VIEWPORT });
  try {
    const login = await context.request.post('/api/Login', {
      headers: { origin },
      data: { username: 'administrator', password: 'atrium-demo' },
    });
    if (!login.ok()) throw new Error(await login.text());
    const page = await context.newPage();
    const devTools = await context.newCDPSession(page);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slower });
    let requests = 0;
    let scripts = 0;
    page.on('request', (request) => {
      if (request.resourceType() !== 'image') requests += 1;
      if (request.resourceType() === 'script') scripts += 1;
    });
    const { settled } = followRequests(page);
    const began = performance.now();
    await page.goto(LIST, { waitUntil: 'commit' });
    await shown(page, 'tbody tr a');
    const firstRow = performance.now() - began;
    // Requests made after the rows are shown count as well.
    await settled();
    const box = await page.locator('tbody tr').first().boundingBox();
    return { firstRow, top: box?.y ?? Number.NaN, requests, scripts };
  } finally {
    await context.close();
  }
}
