import { existsSync, readdirSync, statSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { vi } from 'vitest';

/** A disk that keeps only what was synced: sizes of files and entries of folders as they were at their last sync. */
export interface SyncedFiles {
  /** Bytes that a power cut would leave of a file below the root; null if an entry on the way to it would be missing. */
  sizeAfterCut(file: string): number | null;
  /** From now on, each sync fails as on a broken disk. */
  fail(): void;
  restore(): void;
}

/** Records the syncs of this process of everything below `root`. Folders and entries that exist already are taken to be on disk. */
export async function watchSyncs(root: string): Promise<SyncedFiles> {
  const sizes = new Map<number, number>();
  const entries = new Map(foldersBelow(root).map((folder) => [inodeOf(folder), entriesOf(folder)]));
  const probe = await open(import.meta.filename);
  const handles = Object.getPrototypeOf(probe) as FileHandle;
  await probe.close();
  const sync = handles.sync;
  const spy = vi.spyOn(handles, 'sync').mockImplementation(async function (this: FileHandle) {
    await sync.call(this);
    const { ino, size } = await this.stat();
    const folder = foldersBelow(root).find((path) => inodeOf(path) === ino);
    if (folder === undefined) sizes.set(ino, size);
    else entries.set(ino, entriesOf(folder));
  });
  const isEntryStored = (path: string): boolean =>
    path === root ||
    (entries.get(inodeOf(dirname(path)))?.get(basename(path)) === inodeOf(path) && isEntryStored(dirname(path)));
  return {
    sizeAfterCut: (file) => (existsSync(file) && isEntryStored(file) ? (sizes.get(inodeOf(file)) ?? 0) : null),
    fail: () =>
      void spy.mockImplementation(() => Promise.reject(Object.assign(new Error('i/o error, fsync'), { code: 'EIO' }))),
    restore: () => spy.mockRestore(),
  };
}

function inodeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.ino ?? 0;
}

function entriesOf(folder: string): Map<string, number> {
  return new Map(readdirSync(folder).map((name) => [name, inodeOf(join(folder, name))]));
}

function foldersBelow(root: string): string[] {
  const found = readdirSync(root, { recursive: true, withFileTypes: true });
  return [root, ...found.filter((entry) => entry.isDirectory()).map(({ parentPath, name }) => join(parentPath, name))];
}
