import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Of file systems, or their drivers, that cannot sync folders. */
const FOLDERS_UNSUPPORTED = new Set(['EINVAL', 'EBADF', 'EISDIR', 'ENOTSUP', 'EPERM', 'EACCES']);

/** Folders whose entries in their parents are known to be on disk. */
const durableFolders = new Set<string>();

/** Writes a new or replaced file: after a power cut it is complete, absent, or the former one. */
export async function writeDurably(
  file: string,
  bytes: string | Uint8Array,
  { draft, date }: { draft: string; date?: Date },
): Promise<void> {
  try {
    const handle = await open(draft, 'wx', 0o600);
    await handle.writeFile(bytes).finally(() => handle.close());
    await moveDurably(draft, file, date);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Syncs a complete file, dates it, and moves it to its place, whose folder is created where it is missing. */
export async function moveDurably(from: string, to: string, date?: Date): Promise<void> {
  await makeFolder(dirname(to));
  const handle = await open(from, 'r+');
  try {
    if (date) await handle.utimes(date, date);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(from, to);
  await syncFolder(dirname(to));
}

/** Creates a private folder, and those above it, so that they survive a power cut. */
export async function makeFolder(folder: string): Promise<void> {
  const created = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (created === undefined && durableFolders.has(folder)) return;
  // Another process may have created the last two and not have synced them yet.
  const highest = dirname(created ?? dirname(folder));
  for (let parent = dirname(folder); ; parent = dirname(parent)) {
    await syncFolder(parent);
    if (parent === highest || parent === dirname(parent)) break;
  }
  durableFolders.add(folder);
}

/** Makes the entries of a folder survive a power cut: new, renamed and deleted files. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && FOLDERS_UNSUPPORTED.has(String(error.code)))) throw error;
  }
}
