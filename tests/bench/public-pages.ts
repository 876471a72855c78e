import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import type { ContentPage } from '../../domain/calls/pages.ts';
import { findBrowser } from '../../scripts/browser.mjs';
import { PROJECT, runScript, startServer as startProject } from '../factories/server-process.ts';
import { median, startServer, stopServer, throughput } from './load.ts';
import { report } from './report.ts';

const SECONDS = 3;
const ROUNDS = 5;
/** Minimum score of each Lighthouse category. */
const BARS = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };
const RUNS = 3;

/** The built site with its demonstration, as visitors get it: Lighthouse scores on a phone, and requests per second. */
export async function benchPublicPages(parts: ReadonlySet<string>): Promise<void> {
  const built = await runScript(PROJECT, {}, 'scripts/build.mjs');
  if (built.code !== 0) throw new Error(built.output);
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-bench-'));
  const server = await startProject(PROJECT, { DATA_DIR: dataDir });
  try {
    if (parts.has('requests')) await benchRequests(server.url);
    if (parts.has('lighthouse')) await benchLighthouse(server.url);
  } finally {
    await server.signal('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Interleaved with a route that answers the same bytes from memory. */
async function benchRequests(origin: string): Promise<void> {
  const [location] = (await (await fetch(`${origin}/api/locations`)).json()) as { id: number }[];
  const paths = ['/', '/api/content/page?title=home', `/api/locations/${location?.id}`];
  const memory = await startServer('The server that answers from memory', 'memory-server.ts', [origin, ...paths]);
  const targets = { site: { name: 'The site', port: Number(new URL(origin).port) }, memory };
  try {
    for (const path of paths) {
      const call = { method: 'GET', path: () => path } as const;
      const rates = { site: [] as number[], memory: [] as number[] };
      for (const target of ['site', 'memory'] as const) await throughput(targets[target], call, '', 1);
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const target of round % 2 === 0 ? (['site', 'memory'] as const) : (['memory', 'site'] as const)) {
          rates[target].push(await throughput(targets[target], call, '', SECONDS));
        }
      }
      const ratio = median(rates.site.map((rate, index) => rate / (rates.memory[index] ?? Number.NaN)));
      report(
        `${path.replace(/\d+$/, '{id}')}: the site / the same bytes from memory`,
        ratio,
        'x',
        { atLeast: 0.5 },
        `${median(rates.site).toFixed(0)} and ${median(rates.memory).toFixed(0)} per second`,
      );
    }
  } finally {
    await stopServer(memory);
  }
}

/** Lighthouse's default phone profile: slow CPU and network. The median of three runs counts. */
async function benchLighthouse(origin: string): Promise<void> {
  const chromePath = await findBrowser();
  if (chromePath === null) throw new Error('There is no Chromium; npm test installs one.');
  const browser = await launch({
    chromePath,
    chromeFlags: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
  try {
    for (const [what, path] of Object.entries(await pagesToRate(origin))) {
      const scores: Record<string, number>[] = [];
      for (let run = 0; run < RUNS; run += 1) scores.push(await scoresOf(`${origin}${path}`, browser.port));
      for (const [category, bar] of Object.entries(BARS)) {
        report(`Lighthouse, ${what}: ${category}`, median(scores.map((score) => score[category] ?? 0)), '', {
          atLeast: bar,
        });
      }
    }
  } finally {
    browser.kill();
  }
}

async function scoresOf(url: string, port: number): Promise<Record<string, number>> {
  const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: Object.keys(BARS) });
  if (!result || result.lhr.runtimeError)
    throw new Error(`Lighthouse could not load ${url}: ${result?.lhr.runtimeError?.message}`);
  return Object.fromEntries(
    Object.entries(result.lhr.categories).map(([category, { score }]) => [category, Math.round((score ?? 0) * 100)]),
  );
}

/** Home, the first other page of cards, the first standard page, and the documentation search. */
async function pagesToRate(origin: string): Promise<Record<string, string>> {
  const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text();
  const names = [...sitemap.matchAll(/\/content\/static\/([^<]+)</g)].map(([, name = '']) => name);
  const pages = await Promise.all(
    names.map(async (name) => (await (await fetch(`${origin}/api/content/page?title=${name}`)).json()) as ContentPage),
  );
  const first = (type: ContentPage['type']): string =>
    `/content/static/${pages.find((page) => page.type === type)?.name}`;
  return {
    'the home page': '/',
    'a page of cards': first('Card'),
    'a standard page': first('Standard'),
    'the documentation search': '/docs',
  };
}
