import { AjvCompiler } from '@fastify/ajv-compiler';
import { expect, test } from 'vitest';
import { serverOptions } from '../../server/platform/http/server-options.ts';
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

/** Documents, files, modules and batches of the platform; login by redirects. */
const NO_CALLS =
  /^(GET \/api\/(docs(\.css)?|openapi\.json|model(\/shell)?|validators\/:file|Content\/:file|auth\/.*)|POST \/api\/(batch|undo|auth\/.*))$/;
/** Declared by hand until they are converted. */
const BY_HAND = /^\w+ \/api\/(content|jobs|scheduling|ViewScheduling)\/|^GET \/api\/documentation\/search$/;

test('routes outside the generic ones are made from declared calls', async () => {
  const t = await startTestApp({ works: false });
  const generic = [...t.services.model.resources.keys()].map((name) => `/api/${name}`);
  const undeclared = t.app.listedRoutes
    .filter(({ call, method, url }) => !call && method !== 'HEAD' && url.startsWith('/api/'))
    .filter(({ url }) => !generic.some((path) => url === path || url.startsWith(`${path}/`)))
    .map(({ method, url }) => `${method} ${url}`);
  expect(undeclared.filter((route) => !NO_CALLS.test(route) && !BY_HAND.test(route))).toEqual([]);
  await t.close();
});
