import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  appendFile,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { moveDurably, syncFolder } from './durable-files.ts';
import { PostgresError, type Programs, runProgram } from './postgres-programs.ts';

export const USER = 'atrium';
export const DATABASE = 'atrium';

const FEWEST_CONNECTIONS = 200;
/** For commands, dumps and a server that restarts while another one is still stopping. */
const SPARE_CONNECTIONS = 30;
const PASSWORD_FILE = 'atrium.password';
/** Larger than any process id. */
const NO_PROCESS = 2_000_000_000;
/** sun_path holds 104 bytes on macOS and 108 on Linux; the socket's file name takes 15. */
const LONGEST_SOCKET_FOLDER = 88;

export interface Address {
  host: string;
  port: number;
}

/** Whether a cluster exists; throws when these programs cannot serve it. */
export async function checkVersion(programs: Programs, cluster: string): Promise<boolean> {
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').then(
    (text) => text.trim(),
    (error) => {
      if (error.code === 'EACCES') throw belongsToAnother(cluster);
      return null;
    },
  );
  if (version === null) {
    const entries = await readdir(cluster).catch(() => []);
    if (entries.length > 0)
      throw new PostgresError(`${cluster} is not empty and is no PostgreSQL data directory. Nothing was changed.`);
    return false;
  }
  const ours = /\) (\d+)/.exec(await runProgram(programs, 'postgres', ['--version']))?.[1] ?? '';
  if (version !== ours) throw otherVersion(cluster, version, ours);
  if (programs.owner === null && process.getuid && (await stat(cluster)).uid !== process.getuid())
    throw belongsToAnother(cluster);
  return true;
}

function otherVersion(cluster: string, version: string, ours: string): PostgresError {
  return new PostgresError(
    `The data in ${cluster} was made by PostgreSQL ${version}, and Atrium comes with PostgreSQL ${ours}, which cannot read it.` +
      ` Nothing was changed. Start the Atrium release that came with PostgreSQL ${version}, or move the data: dump it with` +
      ` PostgreSQL ${version}'s pg_dump, move the folder away, start Atrium once and restore the dump.`,
  );
}

function belongsToAnother(cluster: string): PostgresError {
  return new PostgresError(
    `${cluster} belongs to another user. Start Atrium as that user, or choose another DATA_DIR.`,
  );
}

/** Creates the cluster in a temporary folder and renames it when complete, so that a killed initdb leaves nothing behind. */
export async function initialize(programs: Programs, dataDir: string, cluster: string): Promise<void> {
  const unfinished = join(dataDir, 'postgres.new');
  const passwordFile = join(dataDir, 'postgres.new.password');
  await rm(unfinished, { recursive: true, force: true });
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  // ICU sorts as people expect: Äpfel next to Apple, room 9 before room 10.
  await runProgram(programs, 'initdb', [
    '-D',
    unfinished,
    '-U',
    USER,
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=icu',
    '--icu-locale=en-u-kn-true',
    '--no-instructions',
  ]);
  await appendFile(join(unfinished, 'postgresql.conf'), "\ninclude 'atrium.conf'\n", { flush: true });
  await moveDurably(passwordFile, join(unfinished, PASSWORD_FILE));
  await rm(cluster, { recursive: true, force: true });
  await rename(unfinished, cluster);
  await syncFolder(dataDir);
}

export async function passwordOf(cluster: string): Promise<string> {
  return (await readFile(join(cluster, PASSWORD_FILE), 'utf8')).trim();
}

/** Our part of postgresql.conf, written before each start because the data directory may have moved. */
export async function writeConfiguration(
  dataDir: string,
  cluster: string,
  { throwaway = false, connections = 0 }: { throwaway?: boolean; connections?: number },
): Promise<void> {
  const quoted = (value: string): string => `'${value.replaceAll("'", "''")}'`;
  const lines = [
    "timezone = 'UTC'",
    "log_timezone = 'UTC'",
    'log_min_messages = log',
    'log_checkpoints = off',
    `max_connections = ${Math.max(FEWEST_CONNECTIONS, connections + SPARE_CONNECTIONS)}`,
  ];
  if (process.platform === 'win32') {
    lines.push("listen_addresses = '127.0.0.1'", `port = ${await freePort()}`);
  } else {
    const folder = await socketFolder(dataDir);
    for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) await rm(join(folder, name), { force: true });
    lines.push(
      "listen_addresses = ''",
      `unix_socket_directories = ${quoted(`"${folder.replaceAll('"', '""')}"`)}`,
      'unix_socket_permissions = 0700',
    );
  }
  if (throwaway) lines.push('fsync = off', 'synchronous_commit = off', 'full_page_writes = off');
  await writeFile(join(cluster, 'atrium.conf'), `${lines.join('\n')}\n`, { mode: 0o600 });
}

async function socketFolder(dataDir: string): Promise<string> {
  const own = join(dataDir, 'socket');
  if (Buffer.byteLength(own) <= LONGEST_SOCKET_FOLDER) {
    await mkdir(own, { recursive: true, mode: 0o700 });
    return own;
  }
  const digest = createHash('sha256')
    .update(await realpath(dataDir))
    .digest('hex')
    .slice(0, 16);
  const folder = join(tmpdir().length > 60 ? '/tmp' : tmpdir(), `atrium-${digest}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found = await lstat(folder);
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o077) !== 0) {
    throw new PostgresError(`${folder} is not ours alone. Remove it, or choose a shorter DATA_DIR.`);
  }
  return folder;
}

/**
 * Where the PostgreSQL that serves `cluster` listens; null when none does. Waits for one that is starting or stopping. After a reboot,
 * postmaster.pid may name an unrelated process that PostgreSQL would mistake for itself; only the pid is replaced then, because
 * PostgreSQL also reads there which shared memory must no longer be in use.
 */
export async function runningAt(cluster: string): Promise<Address | null> {
  for (;;) {
    const lines = await readFile(join(cluster, 'postmaster.pid'), 'utf8').then(
      (text) => text.split('\n'),
      () => null,
    );
    if (!lines) return null;
    if (!(await servesCluster(Number(lines[0]), cluster))) {
      await writeFile(join(cluster, 'postmaster.pid'), [NO_PROCESS, ...lines.slice(1)].join('\n'));
      return null;
    }
    if (lines[7]?.trim() === 'ready') return { host: lines[4] || lines[5] || '127.0.0.1', port: Number(lines[3]) };
    await wait(50);
  }
}

async function servesCluster(pid: number, cluster: string): Promise<boolean> {
  if (!Number.isInteger(pid) || pid < 2) return false;
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (process.platform === 'win32') return true;
  if (process.platform !== 'linux')
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(cluster);
  return (await readlink(`/proc/${pid}/cwd`).catch(() => null)) === (await realpath(cluster));
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => {
    server.close(resolve);
  });
  if (address === null || typeof address === 'string') throw new PostgresError('No free port was found.');
  return address.port;
}
