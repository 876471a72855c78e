import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installModules, runTool } from '../../scripts/prepare.mjs';

/** Builds the two pages into a folder of their own, which the caller removes. Installs the packages they are made of, once. */
export async function buildStockPages(): Promise<string> {
  await installModules(import.meta.dirname);
  const folder = await mkdtemp(join(tmpdir(), 'atrium-interop-'));
  const args = ['build', join(import.meta.dirname, 'app'), '--outDir', folder, '--logLevel', 'error'];
  // In a process of its own: what is built under NODE_ENV=test is React as developers have it.
  const code = await runTool('vite/bin/vite.js', args, { env: { NODE_ENV: 'production' } });
  if (code !== 0) throw new Error(`The stock pages could not be built (code ${code}). The messages are above.`);
  return folder;
}
