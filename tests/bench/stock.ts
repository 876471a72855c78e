import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { findBrowser } from '../../scripts/browser.mjs';
import { PROJECT, runScript, startServer } from '../factories/server-process.ts';
import { buildStockPages } from '../interop/build.ts';
import { serveStockPages } from '../interop/serve.ts';
import { followRequests, inputShown, shown } from './page-requests.ts';
import { publishForm, typingTimes } from './keystroke.ts';
import { median, quantile } from './load.ts';
import { compare, report } from './report.ts';

const RUNS = 5;

interface Loaded {
  firstShown: number;
  /** Besides pictures. */
  requests: number;
  scripts: number;
  kilobytes: number;
}

/** A request form over the wire, site shell included: kB. */
const FORM_BYTES = 400;

/** An address of ours or of the stock pages, and the element that shows it has loaded. */
interface Shown {
  address: string;
  first: (page: Page) => Promise<void>;
}

const LIST: Record<'ours' | 'stock', Shown> = {
  ours: { address: '/admin/groups', first: (page) => shown(page, 'tbody tr a') },
  stock: { address: '/#/groups', first: (page) => shown(page, 'tbody tr td:nth-child(2)') },
};
const nameInput = (page: Page): Promise<void> => inputShown(page, 'Name');
const RECORD: Record<'ours' | 'stock', Shown> = {
  ours: { address: '/admin/groups/create', first: nameInput },
  stock: { address: '/#/groups/create', first: nameInput },
};
const firstQuestion = (page: Page): Promise<void> => inputShown(page, 'Question 0');
const FORM: Record<'ours' | 'stock', Shown> = {
  ours: { address: '/requests/view/bench', first: firstQuestion },
  stock: { address: '/form.html?form=bench', first: firstQuestion },
};

/**
 * Our list and form compared with a stock react-admin with Material and @rjsf/mui, on one server, in one browser. Ours include the
 * site's shell, menu, fonts and texts.
 */
export async function benchStock(): Promise<void> {
  const built = await runScript(PROJECT, {}, 'scripts/build.mjs');
  if (built.code !== 0) throw new Error(built.output);
  const executablePath = await findBrowser();
  if (executablePath === null) throw new Error('There is no Chromium; npm test installs one.');
  const folder = await buildStockPages();
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-bench-'));
  const server = await startServer(PROJECT, { DATA_DIR: dataDir });
  const stock = await serveStockPages(folder, server.url);
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });
  const origins = { ours: server.url, stock: stock.origin };
  try {
    await publishForm(server.url, await logIn(browser, server.url));
    await compareLoading(browser, 'list of groups', LIST, origins);
    await compareLoading(browser, 'form of a group', RECORD, origins);
    await compareLoading(browser, 'request form of 200 fields', FORM, origins);
    const keys = {
      ours: await keystroke(browser, origins.ours, FORM.ours),
      stock: await keystroke(browser, origins.stock, FORM.stock),
    };
    compare('A keystroke in it, to paint, p95', keys, 'ms');
  } finally {
    await browser.close();
    await stock.close();
    await server.signal('SIGTERM');
    await Promise.all([folder, dataDir].map((path) => rm(path, { recursive: true, force: true })));
  }
}

async function compareLoading(
  browser: Browser,
  what: string,
  shown: typeof LIST,
  origins: Record<'ours' | 'stock', string>,
): Promise<void> {
  const runs: Record<'ours' | 'stock', Loaded[]> = { ours: [], stock: [] };
  // Interleaved, with a warm-up run of each, so that background load affects both alike.
  for (let run = 0; run <= RUNS; run += 1)
    for (const whose of ['ours', 'stock'] as const) {
      const loaded = await load(browser, origins[whose], shown[whose]);
      if (run > 0) runs[whose].push(loaded);
    }
  const figure = (key: keyof Loaded): Record<'ours' | 'stock', number> => ({
    ours: median(runs.ours.map((loaded) => loaded[key])),
    stock: median(runs.stock.map((loaded) => loaded[key])),
  });
  compare(`A ${what}, cold: over the wire`, figure('kilobytes'), 'kB');
  compare(`A ${what}, cold: requests`, figure('requests'), '');
  report(`A ${what}, cold: our requests`, figure('requests').ours, '', { atMost: 20 });
  report(`A ${what}, cold: our scripts`, figure('scripts').ours, '', { atMost: 10 });
  const first = what.startsWith('list') ? 'first row' : 'first input';
  compare(`A ${what}, cold: ${first}`, figure('firstShown'), 'ms');
  const ratios = runs.ours.map(({ firstShown }, run) => firstShown / (runs.stock[run]?.firstShown ?? Number.NaN));
  report(`A ${what}, cold: ${first}, ours / stock`, median(ratios), 'x', { atMost: 1 });
  if (shown === FORM) report(`A ${what}, cold: over the wire`, figure('kilobytes').ours, 'kB', { atMost: FORM_BYTES });
}

/** Loads the page in a browser with an empty cache. */
async function load(browser: Browser, origin: string, { address, first }: Shown): Promise<Loaded> {
  return withPage(browser, origin, async (page) => {
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Network.enable');
    let requests = 0;
    let scripts = 0;
    let bytes = 0;
    devTools.on('Network.responseReceived', ({ type }) => {
      if (type !== 'Image') requests += 1;
      if (type === 'Script') scripts += 1;
    });
    devTools.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    const { settled } = followRequests(page);
    const began = performance.now();
    await page.goto(address, { waitUntil: 'commit' });
    await first(page);
    const firstShown = performance.now() - began;
    await settled();
    return { firstShown, requests, scripts, kilobytes: bytes / 1000 };
  });
}

async function keystroke(browser: Browser, origin: string, { address, first }: Shown): Promise<number> {
  return withPage(browser, origin, async (page) => {
    await page.goto(address);
    await first(page);
    return quantile(await typingTimes(page), 0.95);
  });
}

async function withPage<Result>(
  browser: Browser,
  origin: string,
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 900 } });
  try {
    const [name = '', value = ''] = (await logIn(browser, origin)).split('=');
    await context.addCookies([{ name, value, url: origin }]);
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}

const sessions = new Map<string, string>();

/** The Cookie header of an administrator's session, one per origin. */
async function logIn(browser: Browser, origin: string): Promise<string> {
  const known = sessions.get(origin);
  if (known !== undefined) return known;
  const context = await browser.newContext({ baseURL: origin });
  try {
    const login = await context.request.post('/api/Login', {
      headers: { origin },
      data: { username: 'administrator', password: 'atrium-demo' },
    });
    if (!login.ok()) throw new Error(await login.text());
    const [cookie] = await context.cookies();
    const header = `${cookie?.name ?? ''}=${cookie?.value ?? ''}`;
    sessions.set(origin, header);
    return header;
  } finally {
    await context.close();
  }
}
