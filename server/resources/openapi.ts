import type { Call } from '../../domain/calls/call.ts';
import { type RowCall, ActionInputs, AnyRow, NewRowValues, rowCalls, RowValues } from '../../domain/calls/rows.ts';
import { Type } from '../../domain/calls/type.ts';
import { type ClientAction, actionText } from '../../domain/declarations/actions.ts';
import type { ClientResource } from '../../domain/declarations/client-model.ts';
import { ACCURACIES, ACCURACY_HEADER } from '../../domain/declarations/list-total.ts';
import type { Field, Model, Resource } from '../../domain/declarations/model.ts';
import { withSchemas } from './row-calls.ts';

type Doc = Record<string, unknown>;

function ref(path: string): Doc {
  return { $ref: `#/components/${path}` };
}

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

const PARAMETERS: Doc = {
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    schema: { type: 'string' },
    description: 'The version seen, such as "3"; another one now: 412 with the current row',
  },
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    schema: { type: 'string', minLength: 8, maxLength: 255 },
    description:
      'Sent again with the same body within seven days, the call is answered with the row that the first one made',
  },
};

interface NamedCall {
  method: string;
  url: string;
  needsAccount: boolean;
  schema?: { summary?: string } | undefined;
  call?: Call | undefined;
}

function namedPaths(calls: readonly NamedCall[]): Doc {
  const paths: Record<string, Doc> = {};
  for (const { method, url, needsAccount, schema, call } of calls) {
    if (method === 'HEAD' || url.includes('*')) continue;
    const path = url.replace(/:(\w+)/g, '{$1}');
    const id = `${method.toLowerCase()}${path.replace(/^\/api/, '').replace(/\W+/g, '.')}`.replace(/\.$/, '');
    (paths[path] ??= {})[method.toLowerCase()] = {
      ...operation(path, call ?? undeclared(path, schema?.summary ?? `${method} ${path}`)),
      operationId: id,
      tags: ['calls'],
      ...(needsAccount ? { security: [{ session: [] }] } : {}),
    };
  }
  return paths;
}

function undeclared(path: string, summary: string): Call {
  return { summary, params: Type.Each(pathParameters(path), Type.String()), content: '*/*' };
}

function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** `path`: with {names} of its parts. */
function operation(path: string, call: Call): Doc {
  const { summary, params, query, body, headers = [] } = call;
  return {
    summary,
    parameters: [
      ...pathParameters(path).map((name) => ({
        name,
        in: 'path',
        required: true,
        schema: params?.properties[name] ?? Type.Id,
      })),
      ...Object.entries(query?.properties ?? {}).map(([name, schema]) => ({
        name,
        in: 'query',
        required: query?.required?.includes(name) === true,
        schema,
      })),
      ...headers.map((name) => ref(`parameters/${name}`)),
    ],
    ...(body ? { requestBody: { required: true, content: { 'application/json': { schema: body } } } } : {}),
    responses: { ...responseDocs(call), default: ref('responses/Problem') },
  };
}

function responseDocs({ status, response, content, optional }: Call): Doc {
  const empty = { 204: { description: 'Done' } };
  if (!response && content === undefined) return empty;
  const type = content ?? 'application/json';
  const success = { description: 'Done', content: { [type]: { schema: response ?? {} } } };
  return { [status ?? 200]: success, ...(optional ? empty : {}) };
}

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
        'Every resource supports the calls of ra-data-simple-rest. Responses contain only what the caller can see. Every refusal is an RFC 9457 problem.',
    },
    servers: [{ url: '/' }],
    tags: [
      ...resources.map(({ name, config, schema }) => ({ name, description: schema.description ?? config.label })),
      { name: 'calls', description: 'Named calls' },
    ],
    paths: { ...(Object.assign({}, ...resources.map(pathsOf)) as Doc), ...namedPaths(calls) },
    components: {
      headers: HEADERS,
      schemas: {
        Problem: PROBLEM,
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

function nullable({ schema, required }: Field): Doc {
  const { enum: values, ...rest } = schema;
  if (required) return { ...schema };
  if (schema.oneOf) return { anyOf: [schema, { type: 'null' }] };
  return { ...rest, type: [schema.type, 'null'], ...(values ? { enum: [...values, null] } : {}) };
}

/** The calls of a resource: the ends of their operation ids, and their readers. */
const OPERATIONS: Readonly<Record<RowCall, [id: string, isOffered: (resource: DescribedResource) => boolean]>> = {
  'GET /api/:resource': ['list', ({ can }) => can.list],
  'POST /api/:resource': ['create', ({ can }) => can.create],
  'PATCH /api/:resource': ['updateMany', ({ can }) => can.update],
  'POST /api/:resource/changes/plan': [
    'changes.plan',
    ({ can, config }) => can.update && config.notifiesOfChanges === true,
  ],
  'DELETE /api/:resource': ['deleteMany', ({ can }) => can.delete],
  'GET /api/:resource/export': ['export', ({ can }) => can.export],
  'GET /api/:resource/sums': ['sums', ({ can, config }) => can.list && config.list.sums !== undefined],
  'GET /api/:resource/calendar': ['calendar', ({ can, config }) => can.list && config.calendar !== undefined],
  'GET /api/:resource/:id': ['get', ({ can }) => can.list],
  'PUT /api/:resource/:id': ['update', ({ can }) => can.update],
  'DELETE /api/:resource/:id': ['delete', ({ can }) => can.delete],
  'GET /api/:resource/:id/history': ['history', ({ can }) => can.history],
  'POST /api/:resource/:id/revert': ['revert', ({ can }) => can.update],
  'POST /api/:resource/:id/restore': ['restore', ({ can, config }) => can.delete && config.softDelete],
  'GET /api/:resource/:id/duplicate': ['duplicatePlan', ({ can }) => can.create && can.list],
  'POST /api/:resource/:id/duplicate': ['duplicate', ({ can }) => can.create && can.list],
  'GET /api/:resource/actions': ['actions.available', ({ actions }) => actions.length > 0],
  'POST /api/:resource/actions/:action/plan': ['actions.plan', ({ actions }) => actions.length > 0],
  'POST /api/:resource/actions/:action': ['actions', ({ actions }) => actions.length > 0],
};

function pathsOf(resource: DescribedResource): Doc {
  const { name, config, actions } = resource;
  const schemas = new Map<unknown, unknown>([
    [AnyRow, ref(`schemas/${name}`)],
    [RowValues, ref(`schemas/${name}.write`)],
    [NewRowValues, newSchema(resource)],
  ]);
  const paths: Record<string, Doc> = {};
  const add = (call: string, id: string, declared: Call, summary: string): void => {
    const [method = '', url = ''] = call.replace(':resource', name).split(' ');
    const path = url.replace(/:(\w+)/g, '{$1}');
    const described = operation(path, {
      ...(withSchemas(declared, schemas) as Call),
      summary: `${config.label}: ${summary}`,
    });
    if (call === 'GET /api/:resource') addHeaders(described);
    (paths[path] ??= {})[method.toLowerCase()] = {
      ...described,
      operationId: `${name}.${id}`,
      tags: [name],
    };
  };
  for (const [call, declared] of Object.entries<Call>(rowCalls)) {
    const [id, isOffered] = OPERATIONS[call as RowCall];
    if (!isOffered(resource)) continue;
    if (!call.includes(':action')) add(call, id, declared, declared.summary);
    else
      for (const { name: action, label, inputs } of actions)
        add(
          call.replace(':action', action),
          `${id}.${action}`,
          withSchemas(declared, new Map([[ActionInputs, inputs?.schema ?? NO_INPUTS]])) as Call,
          `${actionText(label, 1)}${call.endsWith('/plan') ? ', the question before' : ''}`,
        );
  }
  return paths;
}

function addHeaders(list: Doc): void {
  const { 200: success } = list['responses'] as { 200: Doc };
  success['headers'] = Object.fromEntries(Object.keys(HEADERS).map((name) => [name, ref(`headers/${name}`)]));
}

const HEADERS: Doc = {
  'Content-Range': { schema: { type: 'string' }, description: 'categories 0-24/319' },
  [ACCURACY_HEADER]: {
    schema: { type: 'string', enum: ACCURACIES },
    description:
      'Only where the total in Content-Range is not exact: about that many, or more than that many. The next read has the exact total, if the rows could be counted in 100 ms.',
  },
};

const NO_INPUTS = { type: 'object', maxProperties: 0 };
