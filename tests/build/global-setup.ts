import { PROJECT, runScript } from '../factories/server-process.ts';

/** The pages as they are served: built again only when a source changed. */
export default async function setUp(): Promise<void> {
  const built = await runScript(PROJECT, {}, 'scripts/build.mjs');
  if (built.code !== 0) throw new Error(built.output);
}
