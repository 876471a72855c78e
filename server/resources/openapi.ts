import type { ClientAction } from '../../domain/declarations/actions.ts';
import type { ClientResource } from '../../domain/declarations/client-model.ts';
import { ACCURACIES, ACCURACY_HEADER } from '../../domain/declarations/list-total.ts';
import type { Field, Model, Resource } from '../../domain/declarations/model.ts';
import { actionPaths } from './openapi-actions.ts';
import { namedPaths, type NamedCall } from './openapi-calls.ts';
import {
  BULK_ANSWER,
  CALENDAR_ENTRY,
  HISTORY_ENTRY,
  json,
  PARAMETERS,
  PROBLEM,
  ref,
  type Doc,
} from './openapi-components.ts';

/** A resource as far as one caller may read and write it. */
export interface DescribedResource extends Pick<Resource, 'name' | 'schema' | 'config'> {
  fields: Field[];
  can: ClientResource['can'];
  actions: ClientAction[];
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
        CalendarEntry: CALENDAR_ENTRY,
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
    config: { label, softDelete, calendar },
    can,
  } = resource;
  const tags = [name];
  const row = json(ref(`schemas/${name}`));
  const rows = {
    ...json({ type: 'array', items: ref(`schemas/${name}`) }),
    headers: {
      'Content-Range': { schema: { type: 'string' }, description: `${name} 0-24/319` },
      [ACCURACY_HEADER]: {
        schema: { type: 'string', enum: ACCURACIES },
        description:
          'Only where the total in Content-Range is not exact: about that many, or more than that many. The next read has the exact total, if the rows could be counted in 100 ms.',
      },
    },
  };
  const body = (schema: Doc): Doc => ({ required: true, content: { 'application/json': { schema } } });
  const many = json(BULK_ANSWER);
  const operation = (id: string, summary: string, parameters: string[], answer: Doc, more: Doc = {}): Doc => ({
    operationId: `${name}.${id}`,
    summary: `${label}: ${summary}`,
    tags,
    parameters: parameters.map((one) => ref(`parameters/${one}`)),
    responses: {
      [more['requestBody'] && (id === 'create' || id === 'duplicate') ? '201' : '200']: answer,
      default: ref('responses/Problem'),
    },
    ...more,
  });
  const one = ['id'];
  const versioned = ['id', 'ifMatch'];
  return {
    [`/api/${name}`]: {
      ...(can.list ? { get: operation('list', 'a page of what matches', ['filter', 'range', 'sort'], rows) } : {}),
      ...(can.create
        ? { post: operation('create', 'create', ['idempotencyKey'], row, { requestBody: body(newSchema(resource)) }) }
        : {}),
      ...(can.update
        ? { patch: operation('updateMany', 'change several, all or none', [], many, { requestBody: bulkBody(name) }) }
        : {}),
      ...(can.delete ? { delete: operation('deleteMany', 'delete what matches, all or none', ['filter'], many) } : {}),
    },
    [`/api/${name}/{id}`]: {
      ...(can.list ? { get: operation('get', 'one', softDelete ? ['id', 'deleted'] : one, row) } : {}),
      ...(can.update
        ? {
            put: operation('update', 'change the given fields', versioned, row, {
              requestBody: body(ref(`schemas/${name}.write`)),
            }),
          }
        : {}),
      ...(can.delete ? { delete: operation('delete', 'delete one', versioned, row) } : {}),
    },
    ...(can.list && calendar
      ? {
          [`/api/${name}/calendar`]: {
            get: operation(
              'calendar',
              'what takes place from one date to another',
              ['from', 'to', 'zone', 'filter'],
              CALENDAR,
            ),
          },
        }
      : {}),
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
              softDelete ? ['id', 'deleted', 'range'] : ['id', 'range'],
              json({ type: 'array', items: ref('schemas/HistoryEntry') }),
            ),
          },
        }
      : {}),
    ...(can.create && can.list
      ? {
          [`/api/${name}/{id}/duplicate`]: {
            get: operation('duplicatePlan', 'what is copied with one', one, json(DUPLICATE_PLAN)),
            post: operation(
              'duplicate',
              'create one, with copies of the parts of another',
              ['id', 'idempotencyKey'],
              row,
              {
                requestBody: body(newSchema(resource)),
              },
            ),
          },
        }
      : {}),
    ...actionPaths(resource),
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

const TOTALS: Doc = {
  type: 'array',
  items: {
    type: 'object',
    properties: { resource: { type: 'string' }, field: { type: 'string' }, total: { type: 'integer' } },
  },
};
const NAMES: Doc = { type: 'array', items: { type: 'string' } };
const DUPLICATE_PLAN: Doc = {
  type: 'object',
  properties: { copied: TOTALS, left: TOTALS, leftFields: NAMES, uniqueFields: NAMES },
};

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

const CALENDAR: Doc = json({
  type: 'object',
  properties: {
    zone: { type: 'string' },
    entries: { type: 'array', items: ref('schemas/CalendarEntry') },
    rows: { type: 'object', description: 'The rows of the entries, by id' },
    movable: { type: 'array', items: {}, description: 'Ids of the rows that the caller may move' },
    deletable: { type: 'array', items: {}, description: 'Ids of the rows that the caller may delete' },
    columns: {
      type: 'array',
      items: { type: 'object', properties: { id: { type: 'string' }, label: { type: 'string' } } },
    },
    isCut: { type: 'boolean', description: 'There is more than is answered' },
  },
});

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
