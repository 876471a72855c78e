import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';

const LOCKED = 5;

/**
 * Runs `work` while holding an exclusive lock on `file`. It is an operating-system lock, taken through SQLite (the one portable way in
 * Node), so it is released immediately when its holder is killed. Throws after `timeoutMs` ms.
 */
export async function withFileLock<T>(file: string, work: () => Promise<T>, timeoutMs = 60_000): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    while (!tryLock(lock)) {
      if (performance.now() > deadline)
        throw new Error(`Another process has held ${file} for ${timeoutMs / 1000} seconds.`);
      await wait(25);
    }
    return await work();
  } finally {
    lock.close();
  }
}

function tryLock(lock: DatabaseSync): boolean {
  try {
    // Without a journal in memory it would write one, which a full disk prevents.
    lock.exec('pragma journal_mode = memory; begin exclusive');
    return true;
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === LOCKED) return false;
    throw error;
  }
}
