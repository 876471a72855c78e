import type { ClientResource, Field, Model, Resource } from '../../domain/model.ts';

type Doc = Record<string, unknown>;

/** A route outside the resource routes, as Fastify registered it. */
export interface NamedCall {
  method: string;
  url: string;
  needsAccount: boolean;
  schema?: { body?: unknown; params?: unknown; querystring?: unknown; summary?: string } | undefined;
}

/** A resource as far as one caller may read and write it. */
export interface DescribedResource extends Pick<Resource, 'name' | 'schema' | 'config'> {
  /** Readable fields; `readOnly` where the caller may not write. */
  fields: Field[];
  can: ClientResource['can'];
}

/** The part of the API available to one caller, as an OpenAPI 3.1 document. It describes calls and reveals no data. */
export function openApiOf(model: Model, resources: readonly DescribedResource[], calls: readonly NamedCall[]): Doc {
  return {
    openapi: '3.1.0',
    info: {
      title: model.site.productName,
      version: '1',
      description:
        'Every resource takes the calls of ra-data-simple-rest. Answers hold what the caller may see; every refusal is an RFC 9457 problem.',
    },
    servers: [{ url: '/' }],
    tags: [
      ...resources.map(({ name, config, schema }) => ({ name, description: schema.description ?? config.label })),
      { name: 'calls', description: 'Named calls' },
    ],
    paths: { ...mergedPaths(resources.map(pathsOf)), ...namedPaths(calls) },
    components: {
      schemas: {
        Problem: PROBLEM,
        HistoryEntry: HISTORY_ENTRY,
        ...Object.fromEntries(
          resources.flatMap((resource) => [
            [resource.name, rowSchema(resource)],
            [`${resource.name}.write`, writeSchema(resource)],
          ]),
        ),
      },
      parameters: PARAMETERS,
      responses: {
        Problem: {
          description: 'Refused',
          content: { 'application/problem+json': { schema: ref('schemas/Problem') } },
        },
      },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'atrium', description: 'Given by POST /api/Login.' },
      },
    },
  };
}

function mergedPaths(all: Doc[]): Doc {
  return Object.assign({}, ...all) as Doc;
}

function ref(path: string): Doc {
  return { $ref: `#/components/${path}` };
}

function rowSchema({ schema, fields }: DescribedResource): Doc {
  return {
    title: schema.title,
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, nullable(field)])),
  };
}

function writeSchema({ schema, fields }: DescribedResource): Doc {
  const writable = fields.filter((field) => !field.readOnly);
  return {
    title: schema.title,
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(writable.map((field) => [field.name, nullable(field)])),
  };
}

/** A new row needs a value for each required field without a default. */
function newSchema({ name, fields }: DescribedResource): Doc {
  const required = fields
    .filter((field) => field.required && !field.readOnly && field.schema.default === undefined)
    .map((field) => field.name);
  return required.length === 0 ? ref(`schemas/${name}.write`) : { allOf: [ref(`schemas/${name}.write`), { required }] };
}

/** Optional fields are nullable, in responses and requests. */
function nullable({ schema, required }: Field): Doc {
  const { enum: values, ...rest } = schema;
  if (required) return { ...schema };
  if (schema.oneOf) return { anyOf: [schema, { type: 'null' }] };
  return { ...rest, type: [schema.type, 'null'], ...(values ? { enum: [...values, null] } : {}) };
}

function pathsOf(resource: DescribedResource): Doc {
  const {
    name,
    config: { label, softDelete },
    can,
  } = resource;
  const tags = [name];
  const row = json(ref(`schemas/${name}`));
  const rows = {
    ...json({ type: 'array', items: ref(`schemas/${name}`) }),
    headers: { 'Content-Range': { schema: { type: 'string' }, description: `${name} 0-24/319` } },
  };
  const body = (schema: Doc): Doc => ({ required: true, content: { 'application/json': { schema } } });
  const ids = json({ type: 'object', properties: { ids: { type: 'array', items: {} } } });
  const operation = (id: string, summary: string, parameters: string[], answer: Doc, more: Doc = {}): Doc => ({
    operationId: `${name}.${id}`,
    summary: `${label}: ${summary}`,
    tags,
    parameters: parameters.map((one) => ref(`parameters/${one}`)),
    responses: { [more['requestBody'] && id === 'create' ? '201' : '200']: answer, default: ref('responses/Problem') },
    ...more,
  });
  const one = ['id'];
  const versioned = ['id', 'ifMatch'];
  return {
    [`/api/${name}`]: {
      ...(can.list ? { get: operation('list', 'a page of what matches', ['filter', 'range', 'sort'], rows) } : {}),
      ...(can.create
        ? { post: operation('create', 'create', [], row, { requestBody: body(newSchema(resource)) }) }
        : {}),
      ...(can.update
        ? { patch: operation('updateMany', 'change several, all or none', [], ids, { requestBody: bulkBody(name) }) }
        : {}),
      ...(can.delete ? { delete: operation('deleteMany', 'delete what matches, all or none', ['filter'], ids) } : {}),
    },
    [`/api/${name}/{id}`]: {
      ...(can.list ? { get: operation('get', 'one', one, row) } : {}),
      ...(can.update
        ? {
            put: operation('update', 'change the given fields', versioned, row, {
              requestBody: body(ref(`schemas/${name}.write`)),
            }),
          }
        : {}),
      ...(can.delete ? { delete: operation('delete', 'delete one', versioned, row) } : {}),
    },
    ...(can.export
      ? {
          [`/api/${name}/export`]: {
            get: operation('export', 'everything that matches as CSV', ['filter', 'sort', 'fields', 'names'], CSV),
          },
        }
      : {}),
    ...(can.history
      ? {
          [`/api/${name}/{id}/history`]: {
            get: operation(
              'history',
              'who changed what when',
              ['id', 'range'],
              json({ type: 'array', items: ref('schemas/HistoryEntry') }),
            ),
          },
        }
      : {}),
    ...(softDelete && can.delete
      ? { [`/api/${name}/{id}/restore`]: { post: operation('restore', 'bring back what was deleted', ['id'], row) } }
      : {}),
    ...(can.update
      ? {
          [`/api/${name}/{id}/revert`]: {
            post: operation('revert', 'go back to what was before a change', versioned, row, { requestBody: REVERT }),
          },
        }
      : {}),
  };
}

function json(schema: Doc): Doc {
  return { description: 'Done', content: { 'application/json': { schema } } };
}

function bulkBody(name: string): Doc {
  const schema = {
    type: 'object',
    required: ['ids', 'data'],
    additionalProperties: false,
    properties: {
      ids: { type: 'array', items: { type: ['integer', 'string'] }, maxItems: 1000 },
      data: ref(`schemas/${name}.write`),
    },
  };
  return { required: true, content: { 'application/json': { schema } } };
}

function namedPaths(calls: readonly NamedCall[]): Doc {
  const paths: Record<string, Doc> = {};
  for (const { method, url, needsAccount, schema } of calls) {
    if (method === 'HEAD' || url.includes('*')) continue;
    const path = url.replace(/:(\w+)/g, '{$1}');
    const id = `${method.toLowerCase()}${path.replace(/^\/api/, '').replace(/\W+/g, '.')}`.replace(/\.$/, '');
    (paths[path] ??= {})[method.toLowerCase()] = {
      operationId: id,
      summary: schema?.summary ?? `${method} ${path}`,
      tags: ['calls'],
      parameters: [...pathParameters(path, propertiesOf(schema?.params)), ...queryParameters(schema?.querystring)],
      ...(schema?.body && method !== 'GET'
        ? { requestBody: { content: { 'application/json': { schema: schema.body } } } }
        : {}),
      responses: { '2XX': { description: 'Done' }, default: ref('responses/Problem') },
      ...(needsAccount ? { security: [{ session: [] }] } : {}),
    };
  }
  return paths;
}

function pathParameters(path: string, known: Record<string, unknown>): Doc[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: known[name] ?? { type: 'string' },
  }));
}

function queryParameters(querystring: unknown): Doc[] {
  const required =
    typeof querystring === 'object' && querystring !== null && 'required' in querystring ? querystring.required : [];
  return Object.entries(propertiesOf(querystring)).map(([name, schema]) => ({
    name,
    in: 'query',
    required: Array.isArray(required) && required.includes(name),
    schema,
  }));
}

function propertiesOf(schema: unknown): Record<string, unknown> {
  const properties = typeof schema === 'object' && schema !== null && 'properties' in schema ? schema.properties : {};
  return typeof properties === 'object' && properties !== null ? (properties as Record<string, unknown>) : {};
}

const CSV: Doc = { description: 'Comma-separated values', content: { 'text/csv': { schema: { type: 'string' } } } };

const REVERT: Doc = {
  required: true,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['entryId'],
        additionalProperties: false,
        properties: { entryId: { type: 'integer' }, fields: { type: 'array', items: { type: 'string' } } },
      },
    },
  },
};

const PROBLEM: Doc = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'detail'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string' },
    detail: { type: 'string' },
    errors: { type: 'object', description: 'Message by field name' },
    current: { type: 'object', description: '412: the row as it is now' },
  },
};

const HISTORY_ENTRY: Doc = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    at: { type: 'string', format: 'date-time' },
    actor: { type: 'string' },
    action: { type: 'string', enum: ['create', 'update', 'delete', 'revert'] },
    changes: {
      type: 'array',
      items: { type: 'object', properties: { field: { type: 'string' }, before: {}, after: {} } },
    },
  },
};

const PARAMETERS: Doc = {
  id: { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
  ifMatch: {
    name: 'If-Match',
    in: 'header',
    schema: { type: 'string' },
    description: 'The version seen, such as "3"; another one now: 412 with the current row',
  },
  filter: {
    name: 'filter',
    in: 'query',
    schema: { type: 'string' },
    description:
      'JSON: {"name":"Laser","percent_gte":10,"q":"wood"}; operators _eq _neq _lt _lte _gt _gte _in _nin _like _null, groups _and _or _not',
  },
  range: {
    name: 'range',
    in: 'query',
    schema: { type: 'string' },
    description: 'JSON: [0,24], first and last row from 0; at most 1,000 rows',
  },
  sort: { name: 'sort', in: 'query', schema: { type: 'string' }, description: 'JSON: ["name","ASC"]' },
  fields: { name: 'fields', in: 'query', schema: { type: 'string' }, description: 'Names with commas between' },
  names: { name: 'names', in: 'query', schema: { type: 'boolean' }, description: 'References by name instead of id' },
};
