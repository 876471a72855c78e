import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { chromium } from 'playwright-core';
import { findBrowser } from '../../scripts/browser.mjs';
import { PROJECT, runScript, startServer } from '../factories/server-process.ts';
import { latencies } from './load.ts';
import { report } from './report.ts';

/** MB of resident memory. */
const MEMORY = { idle: 130, loaded: 220 };
const CONNECTIONS = 20;
const SECONDS = 10;
/** Reads of the health check until the server has been idle for a while. */
const IDLE_READS = 200;
const PATHS = ['/', '/docs?search=laser', '/signup/upcomingworkshops', '/api/locations'];

/** The built site with its demonstration: the memory of its process, and what the home page asks for before it is painted. */
export async function benchStartedServer(): Promise<void> {
  const built = await runScript(PROJECT, {}, 'scripts/build.mjs');
  if (built.code !== 0) throw new Error(built.output);
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-bench-'));
  const server = await startServer(PROJECT, { DATA_DIR: dataDir });
  try {
    const port = Number(new URL(server.url).port);
    await latencies({ name: 'The site', port }, () => '/healthz', '', IDLE_READS);
    report('Memory of a started server, idle', megabytesOf(server.pid), 'MB', { atMost: MEMORY.idle });
    await autocannon({
      url: server.url,
      connections: CONNECTIONS,
      duration: SECONDS,
      requests: PATHS.map((path) => ({ method: 'GET' as const, path })),
    });
    const after = `after ${CONNECTIONS} connections for ${SECONDS} s`;
    report(`Memory of a started server, ${after}`, megabytesOf(server.pid), 'MB', { atMost: MEMORY.loaded });
    report('The home page: requests for data before paint', await dataBeforePaint(server.url), '', { atMost: 0 });
  } finally {
    await server.signal('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  }
}

function megabytesOf(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1000;
}

async function dataBeforePaint(origin: string): Promise<number> {
  const executablePath = await findBrowser();
  if (executablePath === null) throw new Error('There is no Chromium; npm test installs one.');
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });
  try {
    const page = await browser.newPage({ baseURL: origin });
    await page.goto('/');
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    return await page.evaluate(() => {
      const [paint] = performance.getEntriesByName('first-contentful-paint');
      if (paint === undefined) throw new Error('The home page was not painted');
      return performance
        .getEntriesByType('resource')
        .filter(({ name, startTime }) => new URL(name).pathname.startsWith('/api/') && startTime < paint.startTime)
        .filter(({ name }) => !new URL(name).pathname.startsWith('/api/Content/')).length;
    });
  } finally {
    await browser.close();
  }
}
