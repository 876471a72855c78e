// npm run dev: the server, restarted when a file changes, behind Vite with hot reloading.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { installModules, nodeBinary, root } from './prepare.mjs';

await installModules();
const port = process.env.PORT ?? '3000';
const children = [
  [
    '--watch-path=server',
    '--watch-path=domain',
    '--watch-path=schemas',
    '--watch-path=config',
    '--watch-preserve-output',
    join(root, 'server', 'main.ts'),
  ],
  [join(root, 'node_modules', 'vite', 'bin', 'vite.js')],
].map((args) =>
  spawn(nodeBinary(), args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PORT: port, TRUST_PROXY: 'loopback' },
  }),
);

const stop = () => children.forEach((child) => child.kill('SIGTERM'));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
for (const child of children) child.once('exit', stop);
