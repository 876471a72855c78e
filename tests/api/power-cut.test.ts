import { realpathSync } from 'node:fs';
import { readdir, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { imageUrl, storedName, storedWidths } from '../../domain/values/images.ts';
import type { CheckResult } from '../../domain/calls/debug.ts';
import type { StoredFile } from '../../domain/calls/files.ts';
import { anyPicture } from '../factories/pictures.ts';
import { watchSyncs, type SyncedFiles } from '../factories/synced-files.ts';
import { countOf, fileField, formOf, PDF, publishForm, startRequestsApp, type RequestCaller } from './request-calls.ts';
import type { TestApp } from './support.ts';

let app: TestApp;
let student: RequestCaller;
let admin: RequestCaller;
let version = 0;
let disk: SyncedFiles;

beforeAll(async () => {
  ({ app, student, admin } = await startRequestsApp());
  const { name } = await publishForm(admin, formOf({ any: fileField() }));
  version = (await student.open(name)).version.id;
});
afterAll(() => app.close());
beforeEach(async () => {
  disk = await watchSyncs(realpathSync(app.services.settings.dataDir));
});
afterEach(() => disk.restore());

const uploads = (): string => realpathSync(app.services.settings.uploadDir);

async function stored(id: string): Promise<string> {
  const { storageKey } = await app.services.db
    .selectFrom('files')
    .select('storageKey')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return join(uploads(), storageKey.slice(0, 2), storageKey);
}

function uploadImage(cookie: string, bytes: Buffer) {
  const headers = { cookie, 'content-type': 'application/octet-stream', 'x-file-name': 'photo.png' };
  return app.app.inject({ method: 'POST', url: '/api/content/images', headers, payload: bytes });
}

describe('a power cut', () => {
  test('leaves the whole file of every acknowledged upload', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => student.upload(version, 'any', `plan ${index}.pdf`, PDF)),
    );
    for (const answer of answers) {
      expect(answer.statusCode, answer.body).toBe(201);
      expect(disk.sizeAfterCut(await stored(answer.json<StoredFile>().id))).toBe(PDF.length);
    }
  });

  test('leaves all widths of every acknowledged picture', async () => {
    const { cookie } = await app.createUser({ roles: ['ContentAdmin'] });
    const answer = await uploadImage(cookie, await anyPicture());
    expect(answer.statusCode, answer.body).toBe(201);
    const { file, bytes } = answer.json<{ file: string; bytes: number }>();
    const sizes = [file, ...storedWidths(file).map((width) => storedName(file, width))].map((name) =>
      disk.sizeAfterCut(join(uploads(), 'images', name.slice(0, 2), name)),
    );
    expect(sizes[0]).toBe(bytes);
    expect(sizes.every((size) => size !== null && size > 0)).toBe(true);
    expect(await readdir(join(uploads(), 'images', 'arriving'))).toEqual([]);
    expect((await app.app.inject({ url: imageUrl(file) })).rawPayload).toHaveLength(bytes);
  });

  test('leaves no row of an upload that did not reach the disk: it is not acknowledged', async () => {
    const { cookie } = await app.createUser({ roles: ['ContentAdmin'] });
    const picture = await anyPicture();
    const before = [await countOf(app, 'files'), await countOf(app, 'images')];
    disk.fail();
    expect((await student.upload(version, 'any', 'plan.pdf', PDF)).statusCode).toBe(500);
    expect((await uploadImage(cookie, picture)).statusCode).toBe(500);
    expect([await countOf(app, 'files'), await countOf(app, 'images')]).toEqual(before);
  });
});

test('an incomplete file is found by the check of files, and its download says that it is damaged', async () => {
  const file = (await student.upload(version, 'any', 'cut.pdf', PDF)).json<StoredFile>();
  await truncate(await stored(file.id), 0);
  const headers = { cookie: await app.loginAs('administrator') };
  const check = await app.app.inject({ method: 'POST', url: '/api/debug/checks/storage/files', headers });
  expect(check.json<CheckResult>()).toMatchObject({
    outcome: 'failed',
    // The demonstration's files are in the folder of the template.
    says: expect.stringContaining(' 1 have a different size than recorded') as string,
  });
  const download = await student.call('GET', file.url);
  expect(download.statusCode).toBe(500);
  expect(download.json()).toMatchObject({
    code: 'files.damaged',
    detail: expect.stringContaining('cut.pdf') as string,
  });
});
