import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const PROJECT = join(import.meta.dirname, '..', '..');
const COPIED = [
  'config',
  'dist',
  'domain',
  'index.html',
  'package-lock.json',
  'package.json',
  'public',
  'schemas',
  'scripts',
  'server',
  'src',
  'texts',
  'tsconfig.base.json',
  'vite.config.ts',
];

/** A server started as users start it. */
export interface ServerProcess {
  /** http://127.0.0.1:..., as printed by the server. */
  url: string;
  pid: number;
  /** All output so far. */
  output(): string;
  /** Signals the whole process group, as Ctrl-C does, and waits for the process to exit. Returns the exit code. */
  signal(name: NodeJS.Signals): Promise<number | null>;
  /** Signals the main process only. */
  signalAlone(name: NodeJS.Signals): Promise<void>;
}

/** Runs `script` of the project at `root`, or "npm start", until the server is ready. Throws its output if it exits first. */
export async function startServer(
  root: string,
  env: Record<string, string>,
  script = 'server/main.ts',
): Promise<ServerProcess> {
  const child = spawnScript(root, env, script);
  const output = collect(child);
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const url = await Promise.race([ready(child, output), ended.then(() => null)]);
  if (url === null) throw new Error(`The server ended:\n${output()}`);
  return {
    url,
    pid: child.pid ?? 0,
    output,
    async signal(name) {
      if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid ?? 0), name);
      return (await ended)[0];
    },
    async signalAlone(name) {
      child.kill(name);
      await ended;
    },
  };
}

/** Runs `script` until it exits, for instance a start that is refused. */
export async function runScript(
  root: string,
  env: Record<string, string>,
  script = 'server/main.ts',
  args: string[] = [],
  input = '',
): Promise<{ code: number | null; output: string }> {
  const child = spawnScript(root, env, script, args);
  child.stdin?.end(input);
  const output = collect(child);
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code, output: output() };
}

/** A copy of the project in a folder with a space in its name, sharing the installed modules. */
export async function copyProject(): Promise<{ root: string; remove(): Promise<void> }> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'atrium copy ')));
  const root = join(folder, 'the project');
  for (const name of COPIED.filter((entry) => existsSync(join(PROJECT, entry)))) {
    await cp(join(PROJECT, name), join(root, name), { recursive: true, preserveTimestamps: true });
  }
  await symlink(join(PROJECT, 'node_modules'), join(root, 'node_modules'));
  return { root, remove: () => rm(folder, { recursive: true, force: true }) };
}

export interface RunningProcess {
  pid: number;
  parent: number;
  command: string;
}

/** Processes with `folder` in their command line. */
export function processesOf(folder: string): RunningProcess[] {
  if (!existsSync('/proc/self/cmdline')) return listedByPs().filter(({ command }) => command.includes(folder));
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        const parent = Number(/\) \w (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1]);
        return command.includes(folder) ? [{ pid: Number(name), parent, command }] : [];
      } catch {
        return [];
      }
    });
}

/** For systems without /proc. */
function listedByPs(): RunningProcess[] {
  const lines = execFileSync('ps', ['-axo', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n');
  return lines
    .map((line) => line.trim().split(/\s+/))
    .map(([pid, parent, ...command]) => ({ pid: Number(pid), parent: Number(parent), command: command.join(' ') }));
}

function spawnScript(root: string, env: Record<string, string>, script: string, args: string[] = []): ChildProcess {
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV|npm_)/.test(name)));
  const [command, ...rest] =
    script === 'npm start' ? ['npm', 'start'] : [process.execPath, join(root, script), ...args];
  return spawn(command ?? 'npm', rest, {
    cwd: root,
    env: {
      ...own,
      ...(own['TEST_CLOCK_OFFSET'] ? { NODE_ENV: 'test' } : {}),
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: 'pipe',
    detached: true,
  });
}

function collect(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  return () => text;
}

function ready(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve) => {
    child.stdout?.on('data', () => {
      const found = /ready at (http:\/\/\S+)/.exec(output())?.[1];
      if (found) resolve(found);
    });
  });
}
