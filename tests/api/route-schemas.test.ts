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
