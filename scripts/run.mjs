// npm run setup, npm run schema: installs what is missing, as npm start does, and runs a script of the server with the project's Node. The
// caller's may be one that runs no TypeScript.
//   node scripts/run.mjs server/setup.ts admin
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { installModules, nodeBinary, root } from './prepare.mjs';

const [script = '', ...args] = process.argv.slice(2);
try {
  await installModules();
  const child = spawn(nodeBinary(), [join(root, script), ...args], { stdio: 'inherit' });
  // Ctrl-C reaches both; the script decides what it means.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.once('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0);
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
