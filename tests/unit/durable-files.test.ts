import { mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeFolder, moveDurably, writeDurably } from '../../server/platform/durable-files.ts';
import { watchSyncs, type SyncedFiles } from '../factories/synced-files.ts';

let root: string;
let disk: SyncedFiles;

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'atrium-durable-')));
  disk = await watchSyncs(root);
});
afterEach(() => {
  disk.restore();
  rmSync(root, { recursive: true });
});

describe('what a power cut leaves', () => {
  test('is nothing of a file that was only written: the control of these tests', () => {
    writeFileSync(join(root, 'file'), 'bytes');
    expect(disk.sizeAfterCut(join(root, 'file'))).toBeNull();
  });

  test('is a whole written file, in folders that were created for it', async () => {
    const file = join(root, 'a', 'b', 'file');
    await writeDurably(file, 'all of it', { draft: join(root, 'draft') });
    expect(disk.sizeAfterCut(file)).toBe(9);
    expect(readFileSync(file, 'utf8')).toBe('all of it');
  });

  test('is a whole moved file with its date', async () => {
    const date = new Date('2028-02-29T12:00:00Z');
    writeFileSync(join(root, 'arrived'), 'all of it');
    await moveDurably(join(root, 'arrived'), join(root, 'a', 'file'), date);
    expect(disk.sizeAfterCut(join(root, 'a', 'file'))).toBe(9);
    expect(statSync(join(root, 'a', 'file')).mtime).toEqual(date);
  });

  test('is a file in folders that another process has created and not synced', async () => {
    await mkdir(join(root, 'a', 'b'), { recursive: true });
    await writeDurably(join(root, 'a', 'b', 'file'), 'all of it', { draft: join(root, 'draft') });
    expect(disk.sizeAfterCut(join(root, 'a', 'b', 'file'))).toBe(9);
  });

  test('is a file in a folder that was deleted and created again', async () => {
    await makeFolder(join(root, 'a'));
    rmSync(join(root, 'a'), { recursive: true });
    await writeDurably(join(root, 'a', 'file'), 'all of it', { draft: join(root, 'draft') });
    expect(disk.sizeAfterCut(join(root, 'a', 'file'))).toBe(9);
  });

  test('is each of many files that are written at the same time', async () => {
    const files = Array.from({ length: 20 }, (_, index) => join(root, `${index % 3}`, 'deep', `${index}`));
    await Promise.all(files.map((file, index) => writeDurably(file, 'bytes', { draft: join(root, `draft ${index}`) })));
    expect(files.map((file) => disk.sizeAfterCut(file))).toEqual(files.map(() => 5));
  });
});

test('a file whose sync fails is reported, and nothing stays of it', async () => {
  await makeFolder(join(root, 'a'));
  disk.fail();
  await expect(writeDurably(join(root, 'a', 'file'), 'bytes', { draft: join(root, 'draft') })).rejects.toThrow('fsync');
  expect(readdirSync(root, { recursive: true })).toEqual(['a']);
});
