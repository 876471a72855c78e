// The first half of npm start: installs and builds what is missing, then prints the Node that runs the server. The shell of
// npm becomes that server, so that no launcher stays in memory above it. All else goes to stderr.
import { buildBundle, installModules, nodeBinary, stripTypes } from './prepare.mjs';

try {
  await installModules();
  await Promise.all([buildBundle(), stripTypes()]);
  process.stdout.write(nodeBinary());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
