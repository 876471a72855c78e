import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../server/platform/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/platform/embedded-postgres.ts';

let folder: string;
const engines: EmbeddedPostgres[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium engine '));
});
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.stop();
  await rm(folder, { recursive: true, force: true });
});

async function start(dataDir = folder, throwaway = true): Promise<EmbeddedPostgres> {
  const engine = await startEmbeddedPostgres(dataDir, { throwaway });
  engines.push(engine);
  return engine;
}

async function stop(engine: EmbeddedPostgres): Promise<void> {
  engines.splice(engines.indexOf(engine), 1);
  await engine.stop();
}

async function query<T>(engine: EmbeddedPostgres, statement: string): Promise<T[]> {
  const db = openDatabase(engine.url, { max: 1 });
  return (
    await sql
      .raw<T>(statement)
      .execute(db)
      .finally(() => db.destroy())
  ).rows;
}

const postmaster = async (): Promise<number> =>
  Number((await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
const isStopped = (): boolean => !existsSync(join(folder, 'postgres', 'postmaster.pid'));

describe('the embedded PostgreSQL', () => {
  test('keeps its data over a stop, and listens on no network address', async () => {
    const first = await start();
    expect(await query(first, "select current_setting('listen_addresses') as addresses")).toEqual([
      { addresses: process.platform === 'win32' ? '127.0.0.1' : '' },
    ]);
    await query(first, 'create table kept as select 42 as n');
    await stop(first);
    expect(isStopped()).toBe(true);
    expect(await query(await start(), 'select n from kept')).toEqual([{ n: 42 }]);
  });

  test('is shared by all who start it, and stopped by the last', async () => {
    const [first, second] = await Promise.all([start(), start()]);
    expect(first.url).toBe(second.url);
    await stop(first);
    expect(await query(second, 'select 1 as n')).toEqual([{ n: 1 }]);
    await stop(second);
    expect(isStopped()).toBe(true);
  });

  test('does not open without its password', async () => {
    const engine = await start();
    const db = openDatabase(engine.url.replace(/:[^:@]*@/, ':wrong@'), { max: 1 });
    await expect(sql`select 1`.execute(db)).rejects.toThrow('password authentication failed');
    await db.destroy();
  });

  test('starts over when its initialisation was interrupted', async () => {
    await mkdir(join(folder, 'postgres.new', 'base'), { recursive: true });
    await writeFile(join(folder, 'postgres.new', 'PG_VERSION'), '18\n');
    expect(await query(await start(), 'select 1 as n')).toEqual([{ n: 1 }]);
    expect(existsSync(join(folder, 'postgres.new'))).toBe(false);
  });

  test('is started again when it dies under a running server, with all that was committed', async () => {
    const engine = await start(folder, false);
    await query(engine, 'create table kept as select 42 as n');
    const dead = await postmaster();
    process.kill(dead, 'SIGKILL');
    await expect.poll(() => query(engine, 'select n from kept').catch(() => null)).toEqual([{ n: 42 }]);
    expect(await postmaster()).not.toBe(dead);
  });

  test('stops after its last user was killed, unless another one has started', async () => {
    const module = join(import.meta.dirname, '..', '..', 'server', 'platform', 'embedded-postgres.ts');
    const use = `import { startEmbeddedPostgres } from ${JSON.stringify(pathToFileURL(module).href)};
      await startEmbeddedPostgres(${JSON.stringify(folder)}, { throwaway: true, graceSeconds: 2 });
      console.log('started');`;
    const killed = async (): Promise<void> => {
      const user = spawn(process.execPath, ['--input-type=module', '-e', use], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(user.stdout, 'data');
      user.kill('SIGKILL');
      await once(user, 'exit');
    };
    await killed();
    expect(isStopped()).toBe(false);
    const adopted = await postmaster();
    const engine = await start();
    // Longer than the grace period, which the watchdog measures in steps of a second.
    await query(engine, 'select pg_sleep(5)');
    expect(await postmaster()).toBe(adopted);
    await stop(engine);
    await killed();
    await expect.poll(isStopped).toBe(true);
    await expect.poll(() => existsSync(join(folder, 'postgres.users'))).toBe(false);
  });

  test('ignores a pid file whose number belongs to another process by now', async () => {
    const engine = await start();
    const pidFile = join(folder, 'postgres', 'postmaster.pid');
    const lines = (await readFile(pidFile, 'utf8')).split('\n');
    await stop(engine);
    await writeFile(pidFile, [String(process.pid), ...lines.slice(1)].join('\n'));
    expect(await query(await start(), 'select 1 as n')).toEqual([{ n: 1 }]);
  });

  test('is watched by what stops no other process that its pid file names by now', async () => {
    const watch = join(import.meta.dirname, '..', '..', 'server', 'platform', 'postgres-watch.sh');
    const fifo = join(folder, 'postgres.users');
    await mkdir(join(folder, 'postgres'));
    execFileSync('mkfifo', [fifo]);
    const other = spawn('sleep', ['60']);
    const ended = once(other, 'exit');
    await writeFile(join(folder, 'postgres', 'postmaster.pid'), `${other.pid}\n`);
    const watching = spawn('/bin/sh', [watch, fifo, join(folder, 'postgres', 'postmaster.pid'), '0'], {
      stdio: 'ignore',
    });
    const watched = once(watching, 'exit');
    await (await open(fifo, 'w')).close();
    await watched;
    other.kill('SIGTERM');
    expect(await ended).toEqual([null, 'SIGTERM']);
  });

  test('works below a path too long for a socket', async () => {
    const long = join(folder, 'a folder with a name that goes on and on '.repeat(3).trim());
    const engine = await start(long);
    expect(await query(engine, 'select 1 as n')).toEqual([{ n: 1 }]);
  });

  test.each(['15', '19'])('refuses a data directory of PostgreSQL %s and leaves it alone', async (version) => {
    await mkdir(join(folder, 'postgres'), { mode: 0o700 });
    await writeFile(join(folder, 'postgres', 'PG_VERSION'), `${version}\n`);
    await expect(start()).rejects.toThrow(new RegExp(`made by PostgreSQL ${version}.*Nothing was changed.*pg_dump`));
    expect(await readFile(join(folder, 'postgres', 'PG_VERSION'), 'utf8')).toBe(`${version}\n`);
  });

  test('refuses a folder with something else in it', async () => {
    await mkdir(join(folder, 'postgres'));
    await writeFile(join(folder, 'postgres', 'diary.txt'), 'dear diary');
    await expect(start()).rejects.toThrow('no PostgreSQL data directory');
    expect(await readFile(join(folder, 'postgres', 'diary.txt'), 'utf8')).toBe('dear diary');
  });
});
