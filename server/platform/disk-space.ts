import { statfs } from 'node:fs/promises';

/** Below this many free bytes neither PostgreSQL nor an upload can go on. */
const FULL_BYTES = 1024 ** 2;
const FILE_CODES = new Set(['ENOSPC', 'EDQUOT']);
const POSTGRES_DISK_FULL = '53100';
const SQLITE_FULL = 13;

/** Whether the disk that holds `folder` has no space left; false where that cannot be found out. */
export async function isDiskFull(folder: string): Promise<boolean> {
  const found = await statfs(folder).catch(() => null);
  return found !== null && found.blocks > 0 && found.bavail * found.bsize < FULL_BYTES;
}

/** Whether a write failed because a disk is full: of files (of this server), of the database, or of SQLite's lock file. */
export function isDiskFullError(error: unknown): boolean {
  return (
    isFileSystemFull(error) || isDatabaseDiskFull(error) || (has(error, 'errcode') && error.errcode === SQLITE_FULL)
  );
}

export function isFileSystemFull(error: unknown): boolean {
  return has(error, 'code') && FILE_CODES.has(String(error.code));
}

export function isDatabaseDiskFull(error: unknown): boolean {
  return has(error, 'code') && error.code === POSTGRES_DISK_FULL;
}

export function diskFullMessage(dataDir: string): string {
  return `The disk that holds ${dataDir} is full. Free some space, then start again.`;
}

function has<Name extends string>(error: unknown, name: Name): error is Error & Record<Name, unknown> {
  return error instanceof Error && name in error;
}
