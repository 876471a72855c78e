import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { findBrowser } from '../../scripts/browser.mjs';
import { PROJECT, runScript, startServer } from '../factories/server-process.ts';
import type { OwnServer } from './own-server.ts';

/** Quiet and alone: no sandbox where there may be no user namespaces, no calls home. Pages of a context share one process. */
const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--process-per-site',
];

/** For each worker a server with the demonstration, which serves dist/, built when it is stale (own-server.ts); one Chromium for the whole run. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const built = await runScript(PROJECT, {}, 'scripts/build.mjs');
  if (built.code !== 0) throw new Error(built.output);
  const executablePath = await findBrowser();
  if (executablePath === null) throw new Error('There is no Chromium for the browser tests; npm test installs one.');
  const servers = await Promise.all(Array.from({ length: project.config.maxWorkers }, () => start()));
  const browser = await chromium.launchServer({ executablePath, args: BROWSER_ARGS });
  project.provide('browserUrl', browser.wsEndpoint());
  project.provide(
    'servers',
    servers.map(({ url, dataDir }) => ({ url, dataDir })),
  );
  return async () => {
    await browser.close();
    await Promise.all(servers.map(({ stop }) => stop()));
  };
}

async function start(): Promise<OwnServer & { stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-e2e-'));
  const server = await startServer(PROJECT, { DATA_DIR: dataDir });
  const stop = async (): Promise<void> => {
    await server.signal('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  };
  return { url: server.url, dataDir, stop };
}
