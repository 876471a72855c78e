import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { PROJECT, runScript, startServer } from '../factories/server-process.ts';

declare module 'vitest' {
  interface ProvidedContext { serverUrl: string }
}

/** One server with the demonstration for the whole run: `inject('serverUrl')`. It serves dist/, built when it is stale. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const built = await runScript(PROJECT, {}, 'scripts/build.mjs');
  if (built.code !== 0) throw new Error(built.output);
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-e2e-'));
  const server = await startServer(PROJECT, { DATA_DIR: dataDir });
  project.provide('serverUrl', server.url);
  return async () => {
    await server.signal('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  };
}
