import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { findBrowser } from '../../scripts/browser.mjs';
import { PROJECT, runScript, startServer } from '../factories/server-process.ts';

declare module 'vitest' {
  interface ProvidedContext { serverUrl: string; browserUrl: string; dataDir: string }
}

/** Quiet and alone: no sandbox where there may be no user namespaces, no calls home. */
const BROWSER_ARGS = [
  '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run',
];

/**
 * One server with the demonstration (`inject('serverUrl')`, its data below `inject('dataDir')`; it serves dist/, built when it is stale) and one Chromium
 * (`inject('browserUrl')`) for the whole run.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const built = await runScript(PROJECT, {}, 'scripts/build.mjs');
  if (built.code !== 0) throw new Error(built.output);
  const executablePath = await findBrowser();
  if (executablePath === null) throw new Error('There is no Chromium for the browser tests; npm test installs one.');
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-e2e-'));
  const server = await startServer(PROJECT, { DATA_DIR: dataDir });
  const browser = await chromium.launchServer({ executablePath, args: BROWSER_ARGS });
  project.provide('browserUrl', browser.wsEndpoint());
  project.provide('serverUrl', server.url);
  project.provide('dataDir', dataDir);
  return async () => {
    await browser.close();
    await server.signal('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  };
}
