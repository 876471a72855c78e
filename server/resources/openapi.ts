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
  return {
    ...collectionPaths(resource),
    ...recordPaths(resource),
    ...duplicatePaths(resource),
    ...actionPaths(resource),
    ...reversalPaths(resource),
  };
}

type Operation = (id: string, summary: string, parameters: string[], answer: Doc, more?: Doc) => Doc;

function operationOf({ name, config: { label } }: DescribedResource): Operation {
  return (id, summary, parameters, answer, more = {}) => ({
    operationId: `${name}.${id}`,
    summary: `${label}: ${summary}`,
    tags: [name],
    parameters: parameters.map((one) => ref(`parameters/${one}`)),
    responses: {
      [more['requestBody'] && (id === 'create' || id === 'duplicate') ? '201' : '200']: answer,
      default: ref('responses/Problem'),
    },
    ...more,
  });
}

function bodyOf(schema: Doc): Doc {
  return { required: true, content: { 'application/json': { schema } } };
}

function rowOf({ name }: DescribedResource): Doc {
  return json(ref(`schemas/${name}`));
}

function pageOf({ name }: DescribedResource): Doc {
  return {
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
}

function collectionPaths(resource: DescribedResource): Doc {
  const { name, can, config } = resource;
  const operation = operationOf(resource);
  const many = json(BULK_ANSWER);
  const create = { requestBody: bodyOf(newSchema(resource)) };
  const csv = ['filter', 'sort', 'fields', 'names'];
  const period = ['from', 'to', 'zone', 'filter'];
  return {
    [`/api/${name}`]: {
      ...(can.list
        ? { get: operation('list', 'a page of what matches', ['filter', 'range', 'sort'], pageOf(resource)) }
        : {}),
      ...(can.create ? { post: operation('create', 'create', ['idempotencyKey'], rowOf(resource), create) } : {}),
      ...(can.update
        ? { patch: operation('updateMany', 'change several, all or none', [], many, { requestBody: bulkBody(name) }) }
        : {}),
      ...(can.delete ? { delete: operation('deleteMany', 'delete what matches, all or none', ['filter'], many) } : {}),
    },
    ...(can.list && config.calendar
      ? {
          [`/api/${name}/calendar`]: {
            get: operation('calendar', 'what takes place from one date to another', period, CALENDAR),
          },
        }
      : {}),
    ...(can.export
      ? { [`/api/${name}/export`]: { get: operation('export', 'everything that matches as CSV', csv, CSV) } }
      : {}),
  };
}

function recordPaths(resource: DescribedResource): Doc {
  const { name, can, config } = resource;
  const operation = operationOf(resource);
  const one = config.softDelete ? ['id', 'deleted'] : ['id'];
  const versioned = ['id', 'ifMatch'];
  const row = rowOf(resource);
  const update = { requestBody: bodyOf(ref(`schemas/${name}.write`)) };
  const entries = json({ type: 'array', items: ref('schemas/HistoryEntry') });
  return {
    [`/api/${name}/{id}`]: {
      ...(can.list ? { get: operation('get', 'one', one, row) } : {}),
      ...(can.update ? { put: operation('update', 'change the given fields', versioned, row, update) } : {}),
      ...(can.delete ? { delete: operation('delete', 'delete one', versioned, row) } : {}),
    },
    ...(can.history
      ? {
          [`/api/${name}/{id}/history`]: {
            get: operation('history', 'who changed what when', [...one, 'range'], entries),
          },
        }
      : {}),
  };
}

function duplicatePaths(resource: DescribedResource): Doc {
  const { name, can } = resource;
  if (!can.create || !can.list) return {};
  const operation = operationOf(resource);
  const summary = 'create one, with copies of the parts of another';
  const create = { requestBody: bodyOf(newSchema(resource)) };
  return {
    [`/api/${name}/{id}/duplicate`]: {
      get: operation('duplicatePlan', 'what is copied with one', ['id'], json(DUPLICATE_PLAN)),
      post: operation('duplicate', summary, ['id', 'idempotencyKey'], rowOf(resource), create),
    },
  };
}

function reversalPaths(resource: DescribedResource): Doc {
  const { name, can, config } = resource;
  const operation = operationOf(resource);
  const row = rowOf(resource);
  const revert = { requestBody: REVERT };
  return {
    ...(config.softDelete && can.delete
      ? { [`/api/${name}/{id}/restore`]: { post: operation('restore', 'bring back what was deleted', ['id'], row) } }
      : {}),
    ...(can.update
      ? {
          [`/api/${name}/{id}/revert`]: {
            post: operation('revert', 'go back to what was before a change', ['id', 'ifMatch'], row, revert),
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
