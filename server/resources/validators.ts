import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../domain/values/json.ts';
import { negotiateEncoding } from '../platform/content-encoding.ts';
import { problem } from '../platform/problem.ts';
import { compileOffLoop } from './compile-validator.ts';
import { type CachedResponse, bodyIn, cachedResponse } from '../platform/public-cache.ts';

/** Looks up a schema by a hash that this process has not seen, on behalf of the caller. */
export type ValidatorSource = (hash: string, request: FastifyRequest) => Promise<object | undefined>;

declare module 'fastify' {
  interface FastifyInstance {
    /** Features that store schemas in the database register their lookup here. */
    validatorSources: ValidatorSource[];
  }
}

const MAX_STORED = 2000;
const schemas = new Map<string, object>();
const modules = new Map<string, Promise<CachedResponse>>();

/** The address of a schema's compiled validator. It is content-addressed and therefore immutable. */
export function validatorFor(schema: object): { url: string; hash: string } {
  const hash = createHash('sha256').update(canonicalJson(schema)).digest('hex').slice(0, 32);
  keep(schemas, hash, schema);
  return { url: `/api/validators/${hash}.js`, hash };
}

export function addValidatorRoutes(app: FastifyInstance): void {
  app.get<{ Params: { file: string } }>('/api/validators/:file', async (request, reply) => {
    const [, hash = ''] = /^([0-9a-f]{32})\.js$/.exec(request.params.file) ?? [];
    const schema = schemas.get(hash) ?? (await find(app.validatorSources, hash, request));
    if (!schema)
      throw problem(404, 'validator.not-found', 'Not found', 'This validator does not exist. Load the page again.');
    const response = await moduleOf(hash, schema);
    const encoding = negotiateEncoding(request.headers['accept-encoding'], response.body.length);
    if (encoding) reply.header('Content-Encoding', encoding);
    reply.header('Cache-Control', 'public, max-age=31536000, immutable').header('Vary', 'Accept-Encoding, Origin');
    return reply.type('text/javascript; charset=utf-8').send(await bodyIn(response, encoding));
  });
}

async function find(sources: ValidatorSource[], hash: string, request: FastifyRequest): Promise<object | undefined> {
  if (hash === '') return undefined;
  for (const source of sources) {
    const schema = await source(hash, request);
    if (schema && validatorFor(schema).hash === hash) return schema;
  }
  return undefined;
}

/** Compiled, and compressed for the wire, once: the code of a large form is 190 kB, most of it repetition. */
function moduleOf(hash: string, schema: object): Promise<CachedResponse> {
  const module = modules.get(hash) ?? compileOffLoop(schema).then((code) => cachedResponse({}, Buffer.from(code)));
  keep(modules, hash, module);
  module.catch(() => modules.delete(hash));
  return module;
}

function keep<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MAX_STORED && oldest !== undefined) map.delete(oldest);
}
