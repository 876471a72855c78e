import { AjvCompiler } from '@fastify/ajv-compiler';
import { expect, test } from 'vitest';
import { serverOptions } from '../../server/platform/http/server-options.ts';
import { responseFaults } from './response-check.ts';
import { startTestApp } from './support.ts';

const PARTS = ['body', 'querystring', 'params', 'headers'] as const;

test('the schemas of all routes compile: a server compiles each only when its route is called', async () => {
  const t = await startTestApp();
  const compile = AjvCompiler()(t.app.getSchemas() as Record<string, object>, serverOptions(t.services.settings).ajv);
  const faults: string[] = [];
  let compiled = 0;
  for (const { method, url, schema } of t.app.listedRoutes)
    for (const part of PARTS) {
      const given = schema?.[part];
      if (given === undefined || given === null) continue;
      compiled += 1;
      try {
        compile({ schema: given, method, url, httpPart: part } as unknown as Parameters<typeof compile>[0]);
      } catch (error) {
        faults.push(`${method} ${url}, ${part}: ${String(error)}`);
      }
    }
  expect(faults).toEqual([]);
  expect(compiled).toBeGreaterThan(200);
  await t.close();
});

/** Documents and modules of the platform; logins by redirects; signed notifications, which are read as bytes. */
const NO_CALLS =
  /^(GET \/api\/(docs(\.css)?|openapi\.json|model(\/shell)?|validators\/:file|auth\/.*)|POST \/api\/(auth\/.*|gateway\/events))$/;

test('all other routes are made from declared calls, those of resources too', async () => {
  const t = await startTestApp({ works: false });
  const undeclared = t.app.listedRoutes
    .filter(({ call, method, url }) => !call && method !== 'HEAD' && url.startsWith('/api/'))
    .map(({ method, url }) => `${method} ${url}`);
  expect(undeclared.filter((route) => !NO_CALLS.test(route))).toEqual([]);
  await t.close();
});

test('responses of resources name the fields of their rows', async () => {
  const t = await startTestApp({ works: false });
  for (const { name, config, fields } of t.services.model.resources.values()) {
    const call = t.app.listedRoutes.find(({ method, url }) => method === 'GET' && url === `/api/${name}`)?.call;
    if (config.internal) expect(call, name).toBeUndefined();
    else
      expect(call?.response, name).toMatchObject({
        items: { additionalProperties: false, properties: Object.fromEntries(fields.map((field) => [field.name, {}])) },
      });
  }
  await t.close();
});

test('a response with a value that its field does not allow fails', async () => {
  const t = await startTestApp({ works: false });
  const { id } = await t.services.db
    .insertInto('locations')
    .values({
      displayName: 'Loft',
      buildingCode: 'L',
      room: '1',
      hours: '{"weekends":"no"}',
      active: true,
      isPublic: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect((await t.app.inject(`/api/locations/${id}`)).statusCode).toBe(500);
  expect(responseFaults.splice(0)).toEqual([expect.stringMatching(/^GET \/api\/locations\/:id: \/hours/)]);
  await t.close();
});
