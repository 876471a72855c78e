import { execFile, spawn } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { PostgresError } from './postgres-programs.ts';

const WATCH = join(import.meta.dirname, 'postgres-watch.sh');
const NO_READER = 'ENXIO';
const NO_FILE = 'ENOENT';
const OPENING_MS = 10_000;

/**
 * Registers this process as a user of the PostgreSQL of `dataDir` for as long as it lives. A killed process cannot stop
 * its PostgreSQL, so a watchdog (postgres-watch.sh) stops it `graceSeconds` after the last user has ended. Does nothing
 * on Windows, which has no FIFOs. Returns a function that ends the registration.
 */
export async function registerUse(dataDir: string, cluster: string, graceSeconds: number): Promise<() => void> {
  if (process.platform === 'win32') return () => undefined;
  const fifo = join(dataDir, 'postgres.users');
  const deadline = performance.now() + OPENING_MS;
  for (let isWatched = false; ; await wait(10)) {
    try {
      // Not inherited by child processes: PostgreSQL itself would otherwise count as a user.
      const file = openSync(fifo, constants.O_WRONLY | constants.O_NONBLOCK);
      return () => closeSync(file);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : '';
      if ((code !== NO_READER && code !== NO_FILE) || performance.now() > deadline)
        throw new PostgresError(
          `${fifo} could not be opened: ${error instanceof Error ? error.message : String(error)}`,
        );
      if (code === NO_FILE) await promisify(execFile)('mkfifo', ['-m', '600', fifo]);
      if (!isWatched) startWatch(fifo, cluster, graceSeconds);
      isWatched = true;
    }
  }
}

function startWatch(fifo: string, cluster: string, graceSeconds: number): void {
  const args = [WATCH, fifo, join(cluster, 'postmaster.pid'), String(graceSeconds)];
  spawn('/bin/sh', args, { stdio: 'ignore', detached: true }).unref();
}
