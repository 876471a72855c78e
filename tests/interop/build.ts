import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installModules, runTool } from '../../scripts/prepare.mjs';

/** Builds both pages into a new folder, which the caller removes. Installs their packages once. */
export async function buildStockPages(): Promise<string> {
  await installModules(import.meta.dirname);
  const folder = await mkdtemp(join(tmpdir(), 'atrium-interop-'));
  const args = ['build', join(import.meta.dirname, 'app'), '--outDir', folder, '--logLevel', 'error'];
  // In a separate process: NODE_ENV=test would bundle React's development build.
  const code = await runTool('vite/bin/vite.js', args, { env: { NODE_ENV: 'production' } });
  if (code !== 0) throw new Error(`The stock pages could not be built (code ${code}). The messages are above.`);
  return folder;
}
