import { PROJECT, runScript } from '../factories/server-process.ts';

/** Builds the pages if a source has changed. */
export default async function setUp(): Promise<void> {
  const built = await runScript(PROJECT, {}, 'scripts/build.mjs');
  if (built.code !== 0) throw new Error(built.output);
}
