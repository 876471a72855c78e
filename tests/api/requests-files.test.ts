import { readdirSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StoredFile } from '../../domain/calls/files.ts';
import { cleanUp } from '../../server/features/files/feature.ts';
import { Storage } from '../../server/features/files/storage.ts';
import { makeRow } from '../factories/any-row.ts';
import { expectProblem } from './expect-problem.ts';
import { PDF, PNG, caller, countOf, fileField, formOf, publishForm, startRequestsApp } from './request-calls.ts';
import type { RequestCaller } from './request-calls.ts';
import type { TestApp } from './support.ts';

let app: TestApp;
let student: RequestCaller;
let staff: RequestCaller;
let admin: RequestCaller;
let formName = '';
let version = 0;

beforeAll(async () => {
  ({ app, student, staff, admin } = await startRequestsApp());
  formName = (
    await publishForm(
      admin,
      formOf({
        file: fileField({
          'x-accept': ['.pdf', '.png', '.stl', '.txt', '.step', '.zip'],
          'x-max-bytes': 100_000,
          maxItems: 3,
        }),
        any: fileField(),
      }),
    )
  ).name;
  version = (await student.open(formName)).version.id;
});
afterAll(() => app.close());

function onDisk(): string[] {
  const folder = app.services.settings.uploadDir;
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
}

const binaryStl = (triangles: number) => {
  const bytes = Buffer.alloc(84 + 50 * triangles);
  bytes.writeUInt32LE(triangles, 80);
  return bytes;
};

describe('an upload', () => {
  test('is stored under a random name and returned byte for byte, as a download', async () => {
    const answer = await student.upload(version, 'file', 'Plan (final) & “ü”.pdf', PDF);
    expect(answer.statusCode).toBe(201);
    const file = answer.json<StoredFile>();
    expect(file).toMatchObject({
      name: 'Plan (final) & “ü”.pdf',
      mime: 'application/pdf',
      size: PDF.length,
      thumbnailUrl: null,
    });
    expect(onDisk().every((name) => /^[0-9a-f]{40}$/.test(name))).toBe(true);
    const back = await student.call('GET', file.url);
    expect(back.rawPayload.equals(PDF)).toBe(true);
    expect(back.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-length': String(PDF.length),
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-cache',
    });
    expect(back.headers['content-disposition']).toBe(
      'attachment; filename="Plan (final) & ___.pdf"; filename*=UTF-8\'\'Plan%20%28final%29%20%26%20%E2%80%9C%C3%BC%E2%80%9D.pdf',
    );
  });

  test('is displayed inline if it is a picture, and otherwise downloaded', async () => {
    const picture = (await student.upload(version, 'file', 'photo.png', PNG)).json<StoredFile>();
    expect(picture.thumbnailUrl).toBe(`${picture.url}/picture`);
    expect((await student.call('GET', `${picture.url}/picture`)).headers['content-type']).toBe('image/png');
    const plan = (await student.upload(version, 'file', 'plan.pdf', PDF)).json<StoredFile>();
    expect((await student.call('GET', `${plan.url}/picture`)).statusCode).toBe(404);
  });

  test.each([
    ['a binary STL', 'part.stl', binaryStl(3)],
    ['a text STL', 'part.STL', Buffer.from('solid part\nfacet normal 0 0 1\nendsolid')],
    ['STEP', 'part.step', Buffer.from('ISO-10303-21;\nHEADER;')],
    ['text', 'notes.txt', Buffer.from('Grüße')],
  ])('of %s is taken', async (_what, name, bytes) => {
    expect((await student.upload(version, 'file', name, bytes)).statusCode).toBe(201);
  });

  const html = Buffer.from('<!DOCTYPE html><html><script>alert(1)</script></html>');
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  test.each<[string, string, string, Buffer, number]>([
    ['HTML called PDF', 'file', 'plan.pdf', html, 422],
    ['SVG called PNG', 'file', 'photo.png', svg, 422],
    ['HTML called text', 'file', 'notes.txt', html, 422],
    ['HTML in UTF-16 called text', 'file', 'notes.txt', Buffer.from(html.toString('utf8'), 'utf16le'), 422],
    ['a PDF called PNG', 'file', 'photo.png', PDF, 422],
    ['a PNG called PDF', 'file', 'plan.pdf', PNG, 422],
    ['a program called text', 'file', 'notes.txt', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]), 422],
    [
      'a program called STL',
      'file',
      'part.stl',
      Buffer.concat([Buffer.from('\x7fELF', 'latin1'), Buffer.alloc(500)]),
      422,
    ],
    ['text called STL', 'file', 'part.stl', Buffer.from('hello'), 422],
    ['text called STEP', 'file', 'part.step', Buffer.from('hello'), 422],
    ['a PDF with HTML before it', 'file', 'plan.pdf', Buffer.concat([html, PDF]), 422],
    ['a kind not accepted', 'file', 'plan.docx', PDF, 422],
    ['no ending', 'file', 'plan', PDF, 422],
    ['SVG where anything is accepted', 'any', 'photo.svg', svg, 422],
    ['HTML where anything is accepted', 'any', 'page.html', html, 422],
    ['HTML under an unknown ending', 'any', 'page.xyz', html, 422],
    ['nothing', 'file', 'plan.pdf', Buffer.alloc(0), 422],
    ['too much', 'file', 'plan.pdf', Buffer.concat([PDF, Buffer.alloc(100_000)]), 413],
    ['a name of a folder', 'file', '../../', PDF, 400],
    ['a field that is not there', 'stranger', 'plan.pdf', PDF, 404],
    ['a field with a prototype’s name', 'constructor', 'plan.pdf', PDF, 404],
  ])('of %s is refused in plain words, and leaves nothing behind', async (_what, field, name, bytes, status) => {
    const [files, rows] = [onDisk().length, await countOf(app, 'files')];
    const answer = await student.upload(version, field, name, bytes);
    expect(answer.statusCode, answer.body).toBe(status);
    expectProblem(answer);
    expect(onDisk()).toHaveLength(files);
    expect(await countOf(app, 'files')).toBe(rows);
  });

  test('that exceeds its announced size is aborted and removed', async () => {
    const files = onDisk().length;
    const storage = new Storage(app.services.settings.uploadDir, app.services.clock);
    const { Readable } = await import('node:stream');
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(10_000);
      })(),
    );
    await expect(storage.receive(endless, 50_000)).rejects.toThrow();
    expect(onDisk()).toHaveLength(files);
  });

  test('reports the size of the file and its limit', async () => {
    const form = await publishForm(admin, formOf({ file: fileField({ 'x-max-bytes': 25 * 1024 * 1024 }) }));
    const {
      version: { id },
    } = await student.open(form.name);
    const answer = await student.upload(id, 'file', 'big.pdf', PDF, { 'content-length': String(31 * 1024 * 1024) });
    expect(expectProblem(answer).detail).toBe('big.pdf is 31 MB; the limit is 25 MB. Choose a smaller file.');
  });

  test('with a path as its name is stored under the last segment', async () => {
    const answer = await student.upload(version, 'file', '../../etc/plan.pdf', PDF);
    expect(answer.json<StoredFile>().name).toBe('plan.pdf');
  });

  test('is refused for visitors, and for a form that the caller cannot read', async () => {
    const off = await publishForm(admin, formOf({ file: fileField() }));
    const {
      version: { id },
    } = await admin.open(off.name);
    await admin.call('PUT', `/api/forms/${off.id}`, { active: false });
    expect((await student.upload(id, 'file', 'plan.pdf', PDF)).statusCode).toBe(404);
    expect((await student.upload(version, 'file', 'plan.pdf', PDF, { cookie: '' })).statusCode).toBe(401);
  });
});

describe('a stored file', () => {
  test('is visible to its uploader only until it is part of a request, then also to staff', async () => {
    const file = (await student.upload(version, 'file', 'plan.pdf', PDF)).json<StoredFile>();
    const other = await caller(app, 'Student');
    for (const who of [other, staff]) expect((await who.call('GET', file.url)).statusCode).toBe(404);
    const request = await student.file(formName, { file: [file.id] });
    expect(request.files).toEqual([file]);
    expect((await staff.call('GET', file.url)).statusCode).toBe(200);
    expect((await other.call('GET', file.url)).statusCode).toBe(404);
    expect((await student.call('GET', '/api/files/00000000-0000-4000-8000-000000000000')).statusCode).toBe(404);
    for (const id of ['x', '%2e%2e%2fsecret', '..%5csecret'])
      expect([400, 404]).toContain((await student.call('GET', `/api/files/${id}`)).statusCode);
  });

  test('is hidden from people who can read the request but not its answers', async () => {
    await makeRow(app.services, 'permissions', {
      role: 'TransactionReader',
      resource: 'submissions',
      actions: ['read'],
      readFields: ['id', 'status'],
      writeFields: [],
      condition: null,
    });
    const reader = await caller(app, 'TransactionReader');
    const file = (await student.upload(version, 'file', 'plan.pdf', PDF)).json<StoredFile>();
    const { id } = await student.file(formName, { file: [file.id] });
    const answer = await reader.call('GET', `/api/requests/submissions/${id}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).not.toContain(file.id);
    expect((await reader.call('GET', file.url)).statusCode).toBe(404);
  });

  test('is part of one request, in its own field, and of its uploader’s only', async () => {
    const upload = async (who: RequestCaller, field = 'file') =>
      (await who.upload(version, field, 'plan.pdf', PDF)).json<StoredFile>().id;
    const used = await upload(student);
    await student.file(formName, { file: [used] });
    for (const id of [
      used,
      await upload(staff),
      await upload(student, 'any'),
      '00000000-0000-4000-8000-000000000000',
    ]) {
      const answer = await student.trySubmit(formName, { file: [id] });
      expect(expectProblem(answer).errors).toEqual({ file: 'A file is no longer there. Add it again.' });
    }
    expect(expectProblem(await student.trySubmit(formName, { file: [used, used] })).errors).toEqual({
      file: 'The same file was added twice',
    });
  });

  test('without a request is removed after a week, unless a draft refers to it', async () => {
    const storage = new Storage(app.services.settings.uploadDir, app.services.clock);
    const upload = async () => (await student.upload(version, 'file', 'plan.pdf', PDF)).json<StoredFile>();
    const [loose, drafted, fresh] = [await upload(), await upload(), await upload()];
    const { form } = await student.open(formName);
    await student.call('PUT', `/api/requests/drafts/${form.id}`, {
      formVersionId: version,
      data: { file: [drafted.id] },
    });
    await sql`update "files" set "createdAt" = atrium_now() - interval '8 days', "updatedAt" = atrium_now() - interval '8 days' where "id" in (${loose.id}, ${drafted.id})`.execute(
      app.services.db,
    );
    const stray = join(app.services.settings.uploadDir, 'ab', 'ab'.repeat(20));
    await mkdir(join(app.services.settings.uploadDir, 'ab'), { recursive: true });
    await writeFile(stray, 'left by a crash');
    await utimes(stray, new Date(0), new Date(0));
    await cleanUp(app.services, storage);
    expect(onDisk()).not.toContain('ab'.repeat(20));
    expect((await student.call('GET', loose.url)).statusCode).toBe(404);
    for (const storedFile of [drafted, fresh]) expect((await student.call('GET', storedFile.url)).statusCode).toBe(200);
  });

  test('counts towards a limit per account', async () => {
    const hoarder = await caller(app, 'Student');
    await sql`insert into "files" ("name", "mime", "size", "sha256", "storageKey", "uploaderId")
      select 'x', 'text/plain', 1, 'x', 'key-' || n, ${hoarder.user.id} from generate_series(1, 100) n`.execute(
      app.services.db,
    );
    const answer = await hoarder.upload(version, 'file', 'plan.pdf', PDF);
    expect(answer.statusCode).toBe(409);
    expect(expectProblem(answer).code).toBe('files.too-many');
  });
});
