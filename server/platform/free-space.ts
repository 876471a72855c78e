import { statfs } from 'node:fs/promises';
import { problem } from './problem.ts';

const MEGABYTE = 1024 * 1024;

/** Bytes that this process can still write on the disk of a folder; null if unknown. */
export async function freeSpace(folder: string): Promise<number | null> {
  const found = await statfs(folder).catch(() => null);
  return found && found.bavail * found.bsize;
}

/**
 * Throws 507 if storing `bytes` would leave less than this many megabytes on the disk of the first existing folder. The
 * database usually is on the same disk, and cannot run without space.
 */
export async function requireFreeSpace(folders: readonly string[], megabytes: number, bytes: number): Promise<void> {
  for (const folder of folders) {
    const free = await freeSpace(folder);
    if (free === null) continue;
    if (free - bytes >= megabytes * MEGABYTE) return;
    throw problem(
      507,
      'files.no-space',
      'Not uploaded',
      'The portal has too little disk space to store files, so nothing was uploaded. Please contact the staff and try again later.',
    );
  }
}
