// npm start: installs and builds what is missing, then runs the server until it is told to stop.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { buildBundle, installModules, nodeBinary, root } from './prepare.mjs';

const launcher = process.ppid;

try {
  await installModules();
  await buildBundle();
  serve();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function serve() {
  const server = spawn(nodeBinary(), [join(root, 'server', 'main.ts')], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal));
  // The server stops when this channel closes, so that it does not outlive a launcher that was killed.
  const watch = setInterval(() => {
    if (wasOrphaned()) server.kill('SIGTERM');
  }, 500);
  server.once('exit', (code, signal) => {
    clearInterval(watch);
    process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0);
  });
}

/** npm was killed without a chance to tell us. */
function wasOrphaned() {
  return process.env.npm_lifecycle_event === 'start' && process.ppid !== launcher;
}
