import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckResult, Fact } from '../../../domain/calls/debug.ts';
import type { Diagnostics } from '../../feature.ts';
import type { CommandServices, Needs } from '../../services.ts';
import { Storage } from './storage.ts';

const LOW_SHARE = 0.1;
const LOW_BYTES = 1024 ** 3;

async function diskSpace(folder: string): Promise<{ free: number; all: number } | null> {
  const found = await statfs(folder).catch(() => null);
  return found && { free: found.bavail * found.bsize, all: found.blocks * found.bsize };
}

function isLow({ free, all }: { free: number; all: number }): boolean {
  return free < LOW_BYTES || free / all < LOW_SHARE;
}

async function storageFacts({ db, settings }: Needs<'db' | 'settings'>): Promise<Fact[]> {
  const { count, size } = await db
    .selectFrom('files')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number | null>('size').as('size')])
    .executeTakeFirstOrThrow();
  const space = await diskSpace(settings.dataDir);
  return [
    { label: 'Data folder', value: settings.dataDir, kind: 'code' },
    { label: 'File folder', value: settings.uploadDir, kind: 'code' },
    { label: 'Files', value: count, kind: 'number' },
    { label: 'Size of the files', value: size ?? 0, kind: 'bytes' },
    {
      label: 'Free space',
      value: space?.free ?? null,
      kind: 'bytes',
      ...(space !== null && isLow(space)
        ? { state: 'attention' as const, note: 'Free up space before uploads fail.' }
        : {}),
    },
    { label: 'Size of the disk', value: space?.all ?? null, kind: 'bytes' },
  ];
}

async function tryWrite({ settings }: Needs<'settings'>): Promise<CheckResult> {
  await mkdir(settings.uploadDir, { recursive: true, mode: 0o700 });
  const file = join(settings.uploadDir, `.debug-${randomBytes(8).toString('hex')}`);
  const bytes = randomBytes(4096);
  try {
    await writeFile(file, bytes, { flag: 'wx', mode: 0o600, flush: true });
    if (!bytes.equals(await readFile(file)))
      return { outcome: 'failed', says: 'The file read differs from the file written.', todo: 'Check the disk.' };
  } finally {
    await rm(file, { force: true });
  }
  return { outcome: 'passed', says: 'A file was written, read and deleted.' };
}

/** Files that are missing, incomplete or damaged according to their rows, and stored bytes without a row. */
async function compareFiles({ db, settings, clock }: CommandServices, signal: AbortSignal): Promise<CheckResult> {
  const storage = new Storage(settings.uploadDir, clock);
  const rows = await db.selectFrom('files').select(['storageKey', 'size']).execute();
  let missing = 0;
  let wrongSize = 0;
  for (const { storageKey, size } of rows) {
    signal.throwIfAborted();
    const stored = await storage.sizeOf(storageKey);
    if (stored === null) missing += 1;
    else if (stored !== size) wrongSize += 1;
  }
  const known = new Set(rows.map(({ storageKey }) => storageKey));
  // A file that is being uploaded has no row yet.
  const keys = await storage.keysBefore(new Date(clock.now() - 86_400_000));
  const loose = keys.filter((key) => !known.has(key)).length;
  const says = `${rows.length} files are known: ${missing} are missing, ${wrongSize} have a different size than recorded, ${loose} are unused.`;
  if (missing + wrongSize > 0)
    return { outcome: 'failed', says, todo: 'Restore the folder of files from the backup. UPLOAD_DIR must be shared.' };
  return loose > 0
    ? { outcome: 'attention', says, todo: 'Unused files are deleted every night.' }
    : { outcome: 'passed', says };
}

async function checkSpace({ settings }: Needs<'settings'>): Promise<CheckResult> {
  const space = await diskSpace(settings.dataDir);
  if (space === null) return { outcome: 'failed', says: 'The data folder cannot be read.', todo: 'Check DATA_DIR.' };
  const says = `${Math.round((100 * space.free) / space.all)}% of the disk is free.`;
  return isLow(space)
    ? { outcome: 'attention', says, todo: 'Free up space before uploads fail.' }
    : { outcome: 'passed', says };
}

export const aboutStorage: Diagnostics = {
  key: 'storage',
  title: 'Storage',
  facts: async (services) => ({ facts: await storageFacts(services) }),
  checks: [
    { key: 'write', title: 'Write a file and delete it', run: tryWrite },
    { key: 'space', title: 'Check free space', run: checkSpace },
    { key: 'files', title: 'Compare the files with their records', seconds: 60, run: compareFiles },
  ],
};
