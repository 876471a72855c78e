import { createRequire } from 'node:module';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import createPrecompiledValidator from '@rjsf/validator-ajv8/lib/createPrecompiledValidator.js';
import type { ValidatorFunctions } from '@rjsf/validator-ajv8';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClientModel, ShellModel } from '../../domain/declarations/client-model.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

async function modelOf(cookie: string): Promise<{ model: ClientModel; etag: string }> {
  const answer = await t.app.inject({ url: '/api/model', headers: { cookie } });
  expect(answer.statusCode).toBe(200);
  return { model: answer.json<ClientModel>(), etag: String(answer.headers.etag) };
}

test('the model has what its caller can see, and answers 304 while nothing changed', async () => {
  const student = await t.createUser({ roles: ['Student'] });
  const { model, etag } = await modelOf(student.cookie);
  expect(model.resources.map(({ name }) => name)).not.toContain('permissions');
  const users = model.resources.find(({ name }) => name === 'users');
  expect(users?.fields.map(({ name }) => name).toSorted()).toEqual(['displayName', 'id', 'username', 'version']);
  expect(users?.can).toMatchObject({ list: true, update: false, export: false });
  const again = await t.app.inject({ url: '/api/model', headers: { cookie: student.cookie, 'if-none-match': etag } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect(again.headers['cache-control']).toBe('private, no-cache');
  for (const known of ['*', `"x", W/${etag}`]) {
    expect(
      (await t.app.inject({ url: '/api/model', headers: { cookie: student.cookie, 'if-none-match': known } }))
        .statusCode,
    ).toBe(304);
  }
  const administrator = await modelOf(await t.loginAs('administrator'));
  expect(administrator.etag).not.toBe(etag);
  expect(administrator.model.resources.map(({ name }) => name)).toContain('permissions');
  expect(administrator.model.resources.map(({ name }) => name)).not.toContain('sessions');
});

test('the model is compressed for clients that accept it', async () => {
  const cookie = await t.loginAs('administrator');
  const [plain, small, packed, refused] = await Promise.all(
    [undefined, 'gzip, br', 'gzip', 'gzip;q=0'].map((accepted) =>
      t.app.inject({ url: '/api/model', headers: { cookie, ...(accepted ? { 'accept-encoding': accepted } : {}) } }),
    ),
  );
  expect([small?.headers['content-encoding'], packed?.headers['content-encoding']]).toEqual(['br', 'gzip']);
  expect(brotliDecompressSync(small?.rawPayload ?? '').toString()).toBe(plain?.body);
  expect(gunzipSync(packed?.rawPayload ?? '').toString()).toBe(plain?.body);
  expect([plain?.headers['content-encoding'], refused?.headers['content-encoding']]).toEqual([undefined, undefined]);
});

test('the shell model has the lists that its caller can read, and no address of a search server', async () => {
  const read = async (cookie: string) =>
    (await t.app.inject({ url: '/api/model/shell', headers: { cookie } })).json<ShellModel>();
  const [visitor, administrator] = [await read(''), await read(await t.loginAs('administrator'))];
  expect(visitor.listable).not.toContain('users');
  expect(administrator.listable).toContain('users');
  expect(administrator.listable).not.toContain('sessions');
  const { model } = await modelOf(await t.loginAs('administrator'));
  expect(administrator.listable).toEqual(model.resources.filter(({ can }) => can.list).map(({ name }) => name));
  expect(Object.keys(visitor.site.documentation)).toEqual(['system']);
  expect(visitor.routes.map(({ path }) => path)).toContain('/');
});

test('what is for the server alone is in no model, and so on no page', async () => {
  const { model } = await modelOf(await t.loginAs('administrator'));
  const fieldsOf = (name: string) =>
    model.resources.find((one) => one.name === name)?.fields.map((field) => field.name);
  expect(fieldsOf('instances')).toEqual(expect.arrayContaining(['seriesId', 'confirmed']));
  expect(fieldsOf('instances')).not.toContain('calendarSequence');
  expect(fieldsOf('tickets')).not.toContain('activeFor');
});

test('a changed rule changes the model of the next request', async () => {
  const reader = await t.createUser({ roles: ['TransactionReader'] });
  const before = await modelOf(reader.cookie);
  await t.services.engine.create(
    SYSTEM,
    'permissions',
    {
      role: 'TransactionReader',
      resource: 'stores',
      actions: ['read', 'create'],
      readFields: ['name'],
      writeFields: ['name', 'active'],
      condition: null,
    },
    { command: true },
  );
  const after = await modelOf(reader.cookie);
  expect(after.etag).not.toBe(before.etag);
  const stores = after.model.resources.find(({ name }) => name === 'stores');
  expect(stores?.can).toMatchObject({ list: true, create: true, update: false });
  expect(Object.keys(stores?.formSchema.create.properties ?? {}).toSorted()).toEqual(['active', 'name']);
  expect(stores?.config.list.columns).toEqual(['name']);
});

test('the validators of every form work as RJSF uses them, without libraries beyond two runtime modules of Ajv', async () => {
  const cookie = await t.loginAs('administrator');
  const { model } = await modelOf(cookie);
  const require = createRequire(import.meta.url);
  const required = new Set<string>();
  for (const { formSchema, validators } of model.resources) {
    const answer = await t.app.inject({ url: validators.create, headers: { cookie } });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(answer.headers['cache-control']).toContain('immutable');
    const module = (await import(`data:text/javascript,${encodeURIComponent(answer.body)}`)) as {
      default: (require: (name: string) => unknown) => ValidatorFunctions;
    };
    const functions = module.default((name) => {
      required.add(name);
      return require(name);
    });
    const validator = createPrecompiledValidator(functions, JSON.parse(JSON.stringify(formSchema.create)));
    const { errors } = validator.rawValidation<{ keyword: string }>(formSchema.create, {});
    expect((errors ?? []).map(({ keyword }) => keyword)).toEqual(
      (formSchema.create.required ?? []).map(() => 'required'),
    );
  }
  expect([...required].toSorted()).toEqual(['ajv/dist/runtime/equal', 'ajv/dist/runtime/ucs2length']);
});

test('a validator is compressed for clients that accept it', async () => {
  const cookie = await t.loginAs('administrator');
  const { model } = await modelOf(cookie);
  const url = model.resources[0]?.validators.create ?? '';
  const plain = await t.app.inject({ url, headers: { cookie } });
  const answer = await t.app.inject({ url, headers: { cookie, 'accept-encoding': 'gzip' } });
  expect([plain.headers['content-encoding'], answer.headers['content-encoding']]).toEqual([undefined, 'gzip']);
  expect(answer.headers['vary']).toContain('Accept-Encoding');
  expect(gunzipSync(answer.rawPayload).toString()).toBe(plain.body);
});

test('an unknown validator is not found', async () => {
  for (const file of [`${'0'.repeat(32)}.js`, 'x.js', '..%2f..%2fpackage.json']) {
    expect((await t.app.inject({ url: `/api/validators/${file}` })).statusCode).toBe(404);
  }
});

test('the OpenAPI document describes every resource and named call with unique operations and resolvable references', async () => {
  const cookie = await t.loginAs('administrator');
  const answer = await t.app.inject({ url: '/api/openapi.json', headers: { cookie } });
  const document = answer.json<{
    openapi: string;
    paths: Record<
      string,
      Record<
        string,
        { operationId: string; responses: object; parameters?: { $ref?: string; name?: string; in?: string }[] }
      >
    >;
    components: Record<string, Record<string, unknown>>;
  }>();
  expect(document.openapi).toBe('3.1.0');
  for (const { name, config } of t.services.model.resources.values())
    expect(answer.body.includes(`"${name}.list"`), name).toBe(!config.internal);
  for (const path of ['/api/Login', '/api/Logout', '/api/UserCookieData', '/api/EventLog/LogError'])
    expect(document.paths).toHaveProperty([path]);
  // A declared call names its status.
  expect(Object.keys(document.paths['/api/EventLog/LogError']?.['post']?.responses ?? {})).toEqual(['204', 'default']);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ path, ...operation })),
  );
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  for (const [, ref] of answer.body.matchAll(/"\$ref":"#\/components\/([^"]+)"/g)) {
    const [kind = '', ...name] = (ref ?? '').split('/');
    expect(document.components[kind], ref).toHaveProperty([name.join('/')]);
  }
  for (const { path, parameters = [] } of operations) {
    const declared = parameters.map((one) => one.name ?? (one.$ref?.endsWith('/id') ? 'id' : ''));
    for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) expect(declared, path).toContain(name);
  }
});

test('a row as read is valid input by the description, including empty fields; required fields are named for new rows', async () => {
  const cookie = await t.loginAs('administrator');
  const document = (await t.app.inject({ url: '/api/openapi.json', headers: { cookie } })).json<{
    components: { schemas: Record<string, { properties: object }> };
  }>();
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema(document, 'api');
  const made = await t.app.inject({
    method: 'POST',
    url: '/api/categories',
    headers: { cookie },
    payload: { name: 'Described' },
  });
  const row = made.json<Record<string, unknown>>();
  expect(ajv.validate('api#/components/schemas/categories', row), ajv.errorsText()).toBe(true);
  const properties = document.components.schemas['categories.write']?.properties ?? {};
  const body = Object.fromEntries(Object.entries(row).filter(([name]) => name in properties));
  expect(body).toMatchObject({ name: 'Described', parentId: null });
  expect(ajv.validate('api#/components/schemas/categories.write', body), ajv.errorsText()).toBe(true);
  const forNew = 'api#/paths/~1api~1categories/post/requestBody/content/application~1json/schema';
  expect(ajv.validate(forNew, { name: 'New' })).toBe(true);
  expect([
    ajv.validate(forNew, { color: '#000000' }),
    ajv.validate(forNew, { name: null }),
    ajv.validate(forNew, { name: 'New', nothing: 1 }),
  ]).toEqual([false, false, false]);
});

test('the API page works without scripts or inline styles', async () => {
  const cookie = await t.loginAs('administrator');
  const page = await t.app.inject({ url: '/api/docs', headers: { cookie } });
  expect(page.headers['content-type']).toContain('text/html');
  expect(page.body).toContain('/api/categories');
  expect(page.body).not.toMatch(/<script| style=| on\w+=/);
  expect((await t.app.inject({ url: '/api/docs.css' })).headers['content-type']).toContain('text/css');
});
