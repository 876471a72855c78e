// The first half of npm start: installs and builds what is missing, then prints the path of the Node that runs the server. npm's
// shell replaces itself with that server (exec), so that no launcher stays in memory. All other output goes to stderr.
import { buildBundle, installModules, nodeBinary, compactSources } from './prepare.mjs';

try {
  await installModules();
  await Promise.all([buildBundle(), compactSources()]);
  process.stdout.write(nodeBinary());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
