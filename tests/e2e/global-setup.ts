import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { findBrowser } from '../../scripts/browser.mjs';
import { PROJECT, runScript, startServer, type ServerProcess } from '../factories/server-process.ts';
import type {} from './own-server.ts';

interface RunningServer {
  server: ServerProcess;
  dataDir: string;
  stop: () => Promise<void>;
}

/** Quiet and alone: no sandbox where there may be no user namespaces, no calls home nor to anybody. Pages of a context share one process. */
const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--process-per-site',
];

/** For each worker a server with the demonstration, which serves dist/, built when it is stale (own-server.ts); one Chromium for the whole run. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const built = await runScript(PROJECT, {}, 'scripts/build.mjs');
  if (built.code !== 0) throw new Error(built.output);
  const executablePath = await findBrowser();
  if (executablePath === null) throw new Error('There is no Chromium for the browser tests; npm test installs one.');
  const servers = await startServers(project.config.maxWorkers);
  const browser = await chromium.launchServer({ executablePath, args: BROWSER_ARGS });
  project.provide('browserUrl', browser.wsEndpoint());
  project.provide(
    'servers',
    servers.map(({ server: { url }, dataDir }) => ({ url, dataDir })),
  );
  return async () => {
    await browser.close();
    await Promise.all(servers.map(({ stop }) => stop()));
  };
}

/** Each with a copy of one demonstration: filling a database takes five times the work of a start. */
async function startServers(count: number): Promise<RunningServer[]> {
  const dataDirs = await Promise.all(Array.from({ length: count }, () => mkdtemp(join(tmpdir(), 'atrium-e2e-'))));
  const [filled = '', ...copies] = dataDirs;
  await (await start(filled)).server.signal('SIGTERM');
  await Promise.all(copies.map((copy) => cp(filled, copy, { recursive: true })));
  return Promise.all(dataDirs.map((dataDir) => start(dataDir)));
}

async function start(dataDir: string): Promise<RunningServer> {
  const server = await startServer(PROJECT, { DATA_DIR: dataDir });
  const stop = async (): Promise<void> => {
    await server.signal('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  };
  return { server, dataDir, stop };
}
