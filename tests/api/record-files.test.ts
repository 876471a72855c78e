import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '../../domain/values/json.ts';
import type { Row } from '../../domain/declarations/model.ts';
import type { PropertySchema } from '../../domain/declarations/schemas.ts';
import type { StoredFile } from '../../domain/calls/files.ts';
import { loadModel } from '../../server/declarations/load-model.ts';
import { files as filesFeature } from '../../server/features/files/feature.ts';
import { syncSchema } from '../../server/schema/sync.ts';
import { copiedDeclarations, type Declarations } from '../factories/declarations.ts';
import { makeRow } from '../factories/any-row.ts';
import { expectProblem } from './expect-problem.ts';
import { caller, fileField, formOf, PDF, PNG, publishForm } from './request-calls.ts';
import { startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';

const DAY = 86_400_000;
/** Declared here only, so without generated types. */
const INSTRUMENTS: string = 'instruments';

let declarations: Declarations;
let t: TestApp;
/** Write instruments; `reader` sees the public ones, and everything of them but `contract`. */
let keeper: TestUser;
let otherKeeper: TestUser;
let reader: TestUser;

beforeAll(async () => {
  const manual: PropertySchema = {
    type: 'string',
    format: 'file',
    'x-accept': ['.pdf', '.png'],
    'x-max-bytes': 10_000,
  };
  declarations = copiedDeclarations().resource(
    'instruments',
    {
      name: { type: 'string', maxLength: 40 },
      isPublic: { type: 'boolean', default: true },
      manual: { ...manual, title: 'Manual' },
      contract: { ...manual, title: 'Contract' },
      plate: { type: 'string', format: 'file', readOnly: true },
    },
    { config: { softDelete: false } },
  );
  t = await startTestApp({ root: declarations.root });
  await syncSchema(t.services.db, t.services.model);
  const rule = (role: string, more: Row) =>
    makeRow(t.services, 'permissions', { role, resource: 'instruments', condition: null, ...more });
  await rule('StoreAdmin', {
    actions: ['read', 'create', 'update', 'delete', 'export', 'history'],
    readFields: ['*'],
    writeFields: ['*'],
  });
  await rule('Public', {
    actions: ['read'],
    readFields: ['id', 'name', 'manual'],
    writeFields: [],
    condition: { isPublic: true },
  });
  keeper = await t.createUser({ roles: ['StoreAdmin'] });
  otherKeeper = await t.createUser({ roles: ['StoreAdmin'] });
  reader = await t.createUser({ roles: ['Student'] });
});
afterAll(async () => {
  await t.close();
  declarations.remove();
});

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH';

function call(as: TestUser | null, method: Method, url: string, payload?: object): Promise<LightMyRequestResponse> {
  return t.app.inject({
    method,
    url,
    headers: { 'sec-fetch-site': 'same-origin', ...(as ? { cookie: as.cookie } : {}) },
    ...(payload ? { payload } : {}),
  });
}

function tryUpload(
  as: TestUser | null,
  name: string,
  { field = 'manual', resource = 'instruments', bytes = PDF } = {},
): Promise<LightMyRequestResponse> {
  return t.app.inject({
    method: 'POST',
    url: `/api/files?resource=${resource}&field=${field}`,
    payload: bytes,
    headers: {
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/octet-stream',
      'x-file-name': encodeURIComponent(name),
      ...(as ? { cookie: as.cookie } : {}),
    },
  });
}

/** What a field is set to for a new upload. */
async function uploaded(as: TestUser, name = 'Manual.pdf', field = 'manual'): Promise<string> {
  const answer = await tryUpload(as, name, { field });
  expect(answer.statusCode).toBe(201);
  return answer.json<StoredFile>().value ?? '';
}

async function made(as: TestUser, values: Row): Promise<number> {
  const answer = await call(as, 'POST', '/api/instruments', { name: 'Lathe', ...values });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ id: number }>().id;
}

const urlOf = (value: Json): string => `/api/files/${String(value).split('/')[0]}`;
const download = async (as: TestUser | null, value: Json): Promise<number> =>
  (await call(as, 'GET', urlOf(value))).statusCode;

const NO_FILE = { errors: { manual: 'This file is no longer there. Add it again.' } };
function expectRefused(answer: LightMyRequestResponse): void {
  expect(answer.statusCode).toBe(400);
  expect(expectProblem(answer)).toMatchObject(NO_FILE);
}

describe('a file of a record', () => {
  test('is uploaded, named by the record, and downloaded with safe headers', async () => {
    const answer = await tryUpload(keeper, 'Hand “book”.pdf');
    const file = answer.json<StoredFile>();
    expect(file.value).toBe(`${file.id}/${PDF.length}/Hand “book”.pdf`);
    const id = await made(keeper, { manual: file.value ?? '' });
    expect((await call(keeper, 'GET', `/api/instruments/${id}`)).json()).toMatchObject({ manual: file.value });
    const back = await call(keeper, 'GET', file.url);
    expect(back.rawPayload.equals(PDF)).toBe(true);
    expect(back.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; /),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-cache',
    });
  });

  test('is refused by kind, size and content, as its field declares', async () => {
    expect(await tryUpload(keeper, 'Manual.txt')).toMatchObject({ statusCode: 422 });
    expect(await tryUpload(keeper, 'Manual.pdf', { bytes: PNG })).toMatchObject({ statusCode: 422 });
    const large = Buffer.concat([PDF, Buffer.alloc(10_000, ' ')]);
    expect(await tryUpload(keeper, 'Manual.pdf', { bytes: large })).toMatchObject({ statusCode: 413 });
  });

  test('is exported and filtered by: its name, whether there is one', async () => {
    const id = await made(keeper, { name: 'Exported', manual: await uploaded(keeper, '=Plan.pdf') });
    const empty = await made(keeper, { name: 'Exported' });
    const filter = (more: object) => encodeURIComponent(JSON.stringify({ name: 'Exported', ...more }));
    const ids = async (more: object) =>
      (await call(keeper, 'GET', `/api/instruments?filter=${filter(more)}`)).json<Row[]>().map((row) => row['id']);
    expect(await ids({ manual_null: false })).toEqual([id]);
    expect(await ids({ manual_null: true })).toEqual([empty]);
    const csv = await call(keeper, 'GET', `/api/instruments/export?fields=name,manual&filter=${filter({})}`);
    expect(csv.body.trim().split('\r\n').toSorted()).toEqual(
      ['Exported,', `Exported,"'=Plan.pdf"`, 'Name,Manual'].toSorted(),
    );
  });

  test('is described in the API documentation', async () => {
    const { components, paths } = (await call(keeper, 'GET', '/api/openapi.json')).json<{
      components: { schemas: Record<string, { properties: Row }> };
      paths: Record<string, unknown>;
    }>();
    expect(components.schemas['instruments.write']?.properties['manual']).toMatchObject({
      format: 'file',
      'x-accept': ['.pdf', '.png'],
    });
    expect(paths).toHaveProperty('/api/files.post');
  });
});

describe('permission to upload', () => {
  test('only with permission to write the field, and only for fields that hold files', async () => {
    expect((await tryUpload(null, 'Manual.pdf')).statusCode).toBe(401);
    for (const [as, more] of [
      [reader, {}],
      [keeper, { field: 'name' }],
      [keeper, { field: 'plate' }],
      [keeper, { field: 'toString' }],
      [keeper, { resource: 'sessions' }],
      [keeper, { resource: 'toString' }],
    ] as const) {
      const answer = await tryUpload(as, 'Manual.pdf', more);
      expect([answer.statusCode, expectProblem(answer).code], JSON.stringify(more)).toEqual([
        404,
        'files.no-such-field',
      ]);
    }
  });

  test('the limit of unattached uploads counts those for records', async () => {
    const person = await t.createUser({ roles: ['StoreAdmin'] });
    const values = Array.from({ length: 100 }, (_, index) => ({
      name: 'Manual.pdf',
      mime: 'application/pdf',
      size: 1,
      sha256: 'x',
      storageKey: `${person.id}-${index}`,
      uploaderId: person.id,
      resource: 'instruments',
      field: 'manual',
    }));
    await t.services.db.insertInto('files').values(values).execute();
    expect(expectProblem(await tryUpload(person, 'Manual.pdf')).code).toBe('files.too-many');
    await t.services.db.deleteFrom('files').where('uploaderId', '=', person.id).execute();
  });
});

describe('permission to read', () => {
  test('before a record names it, only its uploader', async () => {
    const value = await uploaded(keeper);
    expect(await download(keeper, value)).toBe(200);
    expect(await download(otherKeeper, value)).toBe(404);
    expect(await download(null, value)).toBe(401);
  });

  test('everyone who can read this field of this record: visitors if it is public', async () => {
    const [manual, contract] = [await uploaded(keeper), await uploaded(keeper, 'Contract.pdf', 'contract')];
    const id = await made(keeper, { manual, contract });
    for (const as of [null, reader, otherKeeper]) expect(await download(as, manual)).toBe(200);
    expect(await download(null, contract)).toBe(401);
    expect(await download(reader, contract)).toBe(404);
    expect(await download(otherKeeper, contract)).toBe(200);
    await call(keeper, 'PUT', `/api/instruments/${id}`, { isPublic: false });
    expect(await download(null, manual)).toBe(401);
    expect(await download(reader, manual)).toBe(404);
    expect(await download(keeper, manual)).toBe(200);
  });

  test('missing and unreadable files are refused in the same way', async () => {
    const manual = await uploaded(keeper);
    await made(keeper, { manual, isPublic: false });
    const none = '00000000-0000-4000-8000-000000000000';
    for (const as of [null, reader])
      expect((await call(as, 'GET', urlOf(manual))).body.replaceAll(/[0-9a-f-]{36}/g, '')).toBe(
        (await call(as, 'GET', urlOf(none))).body.replaceAll(/[0-9a-f-]{36}/g, ''),
      );
  });

  test('not the uploader without permission to read the record', async () => {
    const leaving = await t.createUser({ roles: ['StoreAdmin'] });
    const manual = await uploaded(leaving);
    await made(leaving, { manual, isPublic: false });
    await t.services.engine.update(SYSTEM, 'users', leaving.id, { roles: ['Student'] }, { command: true });
    expect(await download(leaving, manual)).toBe(404);
  });
});

describe('a record refuses', () => {
  test('a file that does not exist, regardless of the writer', async () => {
    const manual = '00000000-0000-4000-8000-000000000000/10/Manual.pdf';
    expectRefused(await call(keeper, 'POST', '/api/instruments', { name: 'Lathe', manual }));
    await expect(t.services.engine.create(SYSTEM, INSTRUMENTS, { manual }, { command: true })).rejects.toMatchObject({
      problem: NO_FILE,
    });
    const badForm = await call(keeper, 'POST', '/api/instruments', { name: 'Lathe', manual: manual.slice(0, 36) });
    expect(expectProblem(badForm).errors).toEqual({ manual: 'Please enter a valid file' });
  });

  test("another person's upload, a file of another record, field or request, and another name or size", async () => {
    const pending = await uploaded(otherKeeper);
    const taken = await uploaded(keeper);
    await made(keeper, { manual: taken });
    const ofField = await uploaded(keeper, 'Contract.pdf', 'contract');
    const own = await uploaded(keeper);
    const admin = await caller(t, 'RequestsAdmin');
    const { name } = await publishForm(admin, formOf({ file: fileField() }));
    const sender = await caller(t, 'Student', 'StoreAdmin');
    const version = (await sender.open(name)).version.id;
    const ofForm = (await sender.upload(version, 'file', 'Manual.pdf', PDF)).json<StoredFile>();
    const refused: [TestUser, string][] = [
      [keeper, pending],
      [keeper, taken],
      [keeper, ofField],
      [keeper, own.replace('Manual', 'Other')],
      [keeper, own.replace(`/${PDF.length}/`, '/1/')],
      [sender.user, `${ofForm.id}/${ofForm.size}/${ofForm.name}`],
    ];
    const target = await made(keeper, {});
    for (const [as, manual] of refused) {
      expectRefused(await call(as, 'POST', '/api/instruments', { name: 'Lathe', manual }));
      expectRefused(await call(as, 'PUT', `/api/instruments/${target}`, { manual }));
    }
    expect(await download(otherKeeper, pending)).toBe(200);
    const ofRecord = await sender.trySubmit(name, { file: [(await uploaded(sender.user)).split('/')[0]] });
    expect(ofRecord.statusCode).toBe(422);
  });

  test('one file for two records, in one write and in two at the same time', async () => {
    const ids = [await made(keeper, {}), await made(keeper, {})];
    const shared = await uploaded(keeper);
    expectRefused(await call(keeper, 'PATCH', '/api/instruments', { ids, data: { manual: shared } }));
    const both = await Promise.all(ids.map((id) => call(keeper, 'PUT', `/api/instruments/${id}`, { manual: shared })));
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
    const owners = await Promise.all(
      ids.map(async (id) => (await call(keeper, 'GET', `/api/instruments/${id}`)).json<Row>()['manual']),
    );
    expect(owners.filter((manual) => manual === shared)).toHaveLength(1);
  });

  test('nothing of a write that fails: the upload stays free', async () => {
    const manual = await uploaded(keeper);
    const failed = await call(keeper, 'POST', '/api/instruments', { name: 'x'.repeat(41), manual });
    expect(failed.statusCode).toBe(400);
    await made(keeper, { manual });
  });
});

describe('a file that is replaced', () => {
  test('can be restored, and is readable until then with permission to read the history', async () => {
    const [first, second] = [await uploaded(keeper, 'First.pdf'), await uploaded(keeper, 'Second.pdf')];
    const id = await made(keeper, { manual: first });
    await call(keeper, 'PUT', `/api/instruments/${id}`, { manual: second });
    expect(await download(reader, first)).toBe(404);
    expect(await download(otherKeeper, first)).toBe(200);
    await filesFeature.housekeeping?.(t.services);
    const [entry] = (await call(keeper, 'GET', `/api/instruments/${id}/history`)).json<{ id: number }[]>();
    const reverted = await call(otherKeeper, 'POST', `/api/instruments/${id}/revert`, { entryId: entry?.id });
    expect(reverted.json()).toMatchObject({ manual: first });
    expect(await download(null, first)).toBe(200);
    expect(await download(null, second)).toBe(401);
  });

  test('stays as long as its record, and goes with it; a loose one after a week', async () => {
    const [first, second, loose] = [await uploaded(keeper), await uploaded(keeper), await uploaded(keeper)];
    const id = await made(keeper, { manual: first });
    await call(keeper, 'PUT', `/api/instruments/${id}`, { manual: second });
    const storedFiles = async () => {
      await filesFeature.housekeeping?.(t.services);
      const ids = [first, second, loose].map((value) => value.slice(0, 36));
      const rows = await t.services.db.selectFrom('files').select('id').where('id', 'in', ids).execute();
      return rows.length;
    };
    expect(await storedFiles()).toBe(3);
    t.services.clock.moveTo(new Date(t.services.clock.now() + 8 * DAY).toISOString());
    expect(await storedFiles()).toBe(2);
    const again = await t.services.engine.get(SYSTEM, INSTRUMENTS, id);
    expect(again).toMatchObject({ manual: second });
    await t.services.engine.remove(SYSTEM, INSTRUMENTS, id, { command: true });
    expect(await storedFiles()).toBe(0);
  });

  test('keeps its record where the resource and the field are renamed', async () => {
    const admin = { cookie: await t.loginAs('administrator'), id: 0, username: '' };
    const manual = await uploaded(admin);
    const id = await made(admin, { manual, isPublic: false });
    const schema = declarations.read('schemas/resources/instruments.json');
    const { manual: property, ...others } = schema['properties'] as Row;
    const renamed = copiedDeclarations();
    renamed
      .write('schemas/resources/tools.json', {
        ...schema,
        'x-was': 'instruments',
        properties: { ...others, guide: { ...(property as Row), 'x-was': 'manual' } },
      })
      .write('config/resources/tools.json', { label: 'Tools' });
    await syncSchema(t.services.db, await loadModel(renamed.root));
    renamed.remove();
    const row = await t.services.db
      .selectFrom('files')
      .select(['resource', 'field', 'recordId'])
      .where('id', '=', manual.slice(0, 36))
      .executeTakeFirst();
    expect(row).toEqual({ resource: 'tools', field: 'guide', recordId: String(id) });
  });
});
